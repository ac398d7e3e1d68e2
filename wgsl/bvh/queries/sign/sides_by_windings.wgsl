// Tells which points are inside by their winding numbers.

import package::bvh::queries::points::point_query::PointQuery;

@group(0) @binding(0) var<uniform> query: PointQuery;
@group(0) @binding(1) var<storage, read> windings: array<f32>;
// Two planes of `capacity` words: 1 inside, else 0, and how sure that is, from 0 to 1.
@group(0) @binding(2) var<storage, read_write> sides: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < query.points; index += groups.x * width) {
    sides[index] = u32(windings[index] > 0.5);
    sides[query.capacity + index] = bitcast<u32>(min(1.0, 2.0 * abs(windings[index] - 0.5)));
  }
}
