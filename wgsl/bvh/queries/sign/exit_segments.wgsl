// A segment from each point to a place outside of the mesh's box: not along an axis, where models have their edges.

import package::bvh::queries::points::point_query::PointQuery;

struct WayOut {
  // Added to y and z.
  aside: vec2f,
  // The end along x.
  outside: f32,
}

@group(0) @binding(0) var<uniform> query: PointQuery;
@group(0) @binding(1) var<uniform> way: WayOut;
@group(0) @binding(2) var<storage, read> points: array<f32>;
// The starts of `capacity` segments, then their ends.
@group(0) @binding(3) var<storage, read_write> ends: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < query.points; index += groups.x * width) {
    let end = 3u * (query.capacity + index);
    for (var axis = 0u; axis < 3u; axis += 1u) {
      ends[3u * index + axis] = points[3u * index + axis];
    }
    ends[end] = way.outside;
    ends[end + 1u] = points[3u * index + 1u] + way.aside.x;
    ends[end + 2u] = points[3u * index + 2u] + way.aside.y;
  }
}
