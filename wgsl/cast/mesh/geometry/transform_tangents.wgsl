// Takes a mesh's tangents into the world. src/mesh/transform-mesh.ts is the CPU reference.

import package::cast::mesh::geometry::transformed::{transform, vertices, write_direction};

@group(0) @binding(2) var<storage, read> tangents: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < transform.vertices; index += groups.x * width) {
    let at = 4u * index;
    let to = transform.first_tangent + transform.tangent_stride * (transform.first_vertex + index);
    write_direction(to, tangents[at] * transform.x + tangents[at + 1u] * transform.y + tangents[at + 2u] * transform.z);
    vertices[to + 3u] = transform.hand * tangents[at + 3u];
  }
}
