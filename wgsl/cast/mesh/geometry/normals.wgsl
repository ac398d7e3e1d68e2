// Makes unit normals of the sums that mesh_surface.wgsl left, and clears them for the next time.

import package::cast::mesh::geometry::part::NORMAL_SCALE;
import package::cast::mesh::geometry::part::MeshPart;

// First the positions, then the normals, of all vertices.
@group(0) @binding(0) var<uniform> part: MeshPart;
@group(0) @binding(1) var<storage, read_write> vertices: array<f32>;
@group(0) @binding(2) var<storage, read_write> normal_sums: array<i32>;

override width = 64u;

// Shorter sums, in radians, are what rounding left of normals that cancel: there is no normal.
const CANCELLED = 1e-6;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < part.vertices; index += groups.x * width) {
    let at = 3u * (part.first_vertex + index);
    let sum = vec3f(vec3i(normal_sums[at], normal_sums[at + 1u], normal_sums[at + 2u])) / NORMAL_SCALE;
    let size = length(sum);
    let normal = select(vec3f(0.0), sum / size, size > CANCELLED);
    for (var axis = 0u; axis < 3u; axis += 1u) {
      vertices[part.first_normal + at + axis] = normal[axis];
      normal_sums[at + axis] = 0;
    }
  }
}
