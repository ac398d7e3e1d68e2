// Bounds the extinction of each brick, so that light that collides with what is not there does so seldom: L. Szirmay-Kalos,
// B. Tóth and M. Magdics, "Free path sampling in high resolution inhomogeneous participating media", 2011.

import package::cast::bricks::rule::{brick_at, brick_count};
import package::cast::bricks::table_range::{cell_of, opacities, table_span};
import package::cast::volume::density::extinction_of;

@group(0) @binding(1) var ranges: texture_3d<f32>;
@group(0) @binding(3) var distances: texture_3d<i32>;
// The most extinction of a unit of length; of a brick in which nothing is visible, minus its distance to the nearest other one.
@group(0) @binding(4) var majorants: texture_storage_3d<r32float, write>;

override width = 64u;

// Half floats, which tables may have, round opacities by half of this at most.
const TABLE_ROUNDING = 1.0 + 0x1p-10f;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < brick_count(); index += groups.x * width) {
    let brick = brick_at(index);
    let apart = textureLoad(distances, brick, 0).x;
    var majorant = -f32(apart);
    if apart <= 0 {
      majorant = extinction_of(TABLE_ROUNDING * greatest_opacity(textureLoad(ranges, brick, 0).xy));
    }
    textureStore(majorants, brick, vec4f(majorant, 0.0, 0.0, 0.0));
  }
}

// The largest opacity at the ends of the cells that a range of texels covers.
fn greatest_opacity(range: vec2f) -> f32 {
  var greatest = 0.0;
  let last = cell_of(table_span(range.y).y);
  for (var cell = cell_of(table_span(range.x).x); cell <= last; cell += 1u) {
    greatest = max(greatest, max(opacities[cell].start, opacities[cell].end));
  }
  return greatest;
}
