// The vertices of a mesh that its scene transforms, as they are written.

import package::cast::mesh::geometry::part::MeshTransform;

@group(0) @binding(0) var<uniform> transform: MeshTransform;
// First the positions, then the normals, of all meshes' vertices; tangents are among what they have for materials.
@group(0) @binding(1) var<storage, read_write> vertices: array<f32>;

fn write_triple(to: u32, triple: vec3f) {
  vertices[to] = triple.x;
  vertices[to + 1u] = triple.y;
  vertices[to + 2u] = triple.z;
}

// Makes its length 1; a vertex without a direction has zero.
fn write_direction(to: u32, sum: vec3f) {
  let size = length(sum);
  write_triple(to, select(vec3f(0.0), sum / size, size > 0.0));
}
