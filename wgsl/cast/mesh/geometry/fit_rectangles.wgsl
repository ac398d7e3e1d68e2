// The rectangles across a view's z axis that hold the points of each workgroup: of them fit_extent.wgsl makes one.

import package::cast::mesh::geometry::join_rectangles::{join, join_workgroup, rectangle_of_none, width};

@group(0) @binding(0) var<storage, read> points: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> rectangles: array<vec4f>;

@compute @workgroup_size(width)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  var rectangle = rectangle_of_none();
  for (var index = group.x * width + local; index < arrayLength(&points); index += groups.x * width) {
    let point = points[index].xy;
    if all((bitcast<vec2u>(point) & vec2u(0x7f800000u)) != vec2u(0x7f800000u)) {
      rectangle = join(rectangle, point.xyxy);
    }
  }
  let joined = join_workgroup(local, rectangle);
  if local == 0u {
    rectangles[group.x] = joined;
  }
}
