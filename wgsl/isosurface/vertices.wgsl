// Writes the places of the vertices in index space: where a linear change from one grid point to the next is zero.

import package::isosurface::slab::{crosses, crossing_share, next_point, place_of, point_at, slab};

@group(0) @binding(2) var<storage, read> vertex_offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> positions: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = slab.points.x * slab.points.y * slab.own_layers;
  for (var index = id.x; index < count; index += groups.x * width) {
    let point = point_at(index);
    var vertex = vertex_offsets[index];
    for (var axis = 0u; axis < 3u; axis += 1u) {
      if crosses(point, axis) {
        let place = mix(place_of(point), place_of(next_point(point, axis)), crossing_share(point, axis));
        positions[3u * vertex] = place.x;
        positions[3u * vertex + 1u] = place.y;
        positions[3u * vertex + 2u] = place.z;
        vertex += 1u;
      }
    }
  }
}
