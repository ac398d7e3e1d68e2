// Takes a mesh's own normals into the world. src/mesh/transform-mesh.ts is the CPU reference.

import package::cast::mesh::geometry::transformed::{transform, write_direction};

@group(0) @binding(2) var<storage, read> normals: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < transform.vertices; index += groups.x * width) {
    let at = 3u * index;
    let sum = normals[at] * transform.normal_x + normals[at + 1u] * transform.normal_y + normals[at + 2u] * transform.normal_z;
    write_direction(transform.first_normal + 3u * (transform.first_vertex + index), sum);
  }
}
