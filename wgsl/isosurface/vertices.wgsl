// Writes the places of the vertices in index space: where a linear change from one grid point to the next is zero.

import package::isosurface::slab::{crosses, difference_at, next_point, point_at, slab};

@group(0) @binding(2) var<storage, read> vertex_offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> positions: array<f32>;

override width = 64u;

// Least part of an edge between a vertex and either end: vertices of different edges never meet, not even where a value is
// the isovalue, and no triangle loses its area.
const CLEARANCE = 0.0009765625;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = slab.points.x * slab.points.y * slab.own_layers;
  for (var index = id.x; index < count; index += groups.x * width) {
    let point = point_at(index);
    var vertex = vertex_offsets[index];
    for (var axis = 0u; axis < 3u; axis += 1u) {
      if crosses(point, axis) {
        let next = next_point(point, axis);
        let share = clamp(share_to_zero(difference_at(point), difference_at(next)), CLEARANCE, 1.0 - CLEARANCE);
        let place = mix(place_of(point), place_of(next), share);
        positions[3u * vertex] = place.x;
        positions[3u * vertex + 1u] = place.y;
        positions[3u * vertex + 2u] = place.z;
        vertex += 1u;
      }
    }
  }
}

// Divisors beyond 2^126 give 0 on some GPUs, as WGSL allows (15.7.4.1), and differences of huge values overflow.
fn share_to_zero(near: f32, far: f32) -> f32 {
  let scale = select(1.0, 0x1p-64, max(abs(near), abs(far)) > 0x1p64);
  return near * scale / (near * scale - far * scale);
}

// The grid continues beyond the outer voxels' centres: to the volume's faces, where values are those of the outer voxels, and
// one step farther, where there is nothing.
fn place_of(point: vec3u) -> vec3f {
  let index = vec3f(point + vec3u(0u, 0u, slab.first_layer)) - f32(slab.padding);
  let last = vec3f(slab.sizes) - 1.0;
  let inner = clamp(index, vec3f(-0.5), last + 0.5);
  let beyond = vec3f(index > last + 1.0) - vec3f(index < vec3f(-1.0));
  return inner + beyond;
}
