// The rectangle across a view's z axis that holds all of its points: what a light's tiles cover. One workgroup makes it of those that
// fit_rectangles.wgsl leaves.

import package::cast::mesh::geometry::join_rectangles::{join, join_workgroup, rectangle_of_none, width};
import package::cast::mesh::view::LightExtent;

@group(0) @binding(0) var<storage, read> rectangles: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> extent: LightExtent;

// Tiles along each side.
override tiles = 128.0;

@compute @workgroup_size(width)
fn main(@builtin(local_invocation_index) local: u32) {
  var rectangle = rectangle_of_none();
  for (var index = local; index < arrayLength(&rectangles); index += width) {
    rectangle = join(rectangle, rectangles[index]);
  }
  let joined = join_workgroup(local, rectangle);
  if local == 0u {
    let size = max(joined.zw - joined.xy, vec2f(1e-30));
    extent = LightExtent(joined.xy, vec2f(tiles) / size);
  }
}
