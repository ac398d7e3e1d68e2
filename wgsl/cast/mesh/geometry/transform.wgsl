// Takes a mesh's vertices into the world. src/mesh/transform-mesh.ts is the CPU reference.

import package::cast::mesh::geometry::transformed::{transform, write_triple};

@group(0) @binding(2) var<storage, read> positions: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < transform.vertices; index += groups.x * width) {
    let at = 3u * index;
    let position = positions[at] * transform.x + positions[at + 1u] * transform.y + positions[at + 2u] * transform.z;
    write_triple(3u * (transform.first_vertex + index), position);
  }
}
