// Turns the distances of points that are inside below 0.

import package::bvh::queries::points::point_query::PointQuery;

@group(0) @binding(0) var<uniform> query: PointQuery;
@group(0) @binding(1) var<storage, read> sides: array<u32>;
// The planes of closest_points.wgsl; the second holds distances.
@group(0) @binding(2) var<storage, read_write> results: array<u32>;

override width = 64u;

const SIGN_BIT = 0x80000000u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < query.points; index += groups.x * width) {
    let distance = query.capacity + index;
    results[distance] = results[distance] | select(0u, SIGN_BIT, sides[index] == 1u);
  }
}
