// Takes a mesh's vertices into the world, and its own normals and tangents where it has any. src/mesh/transform-mesh.ts is the CPU reference.

import package::cast::mesh::geometry::part::MeshTransform;

@group(0) @binding(0) var<uniform> transform: MeshTransform;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@if(normals) @group(0) @binding(2) var<storage, read> normals: array<f32>;
@if(tangents) @group(0) @binding(4) var<storage, read> tangents: array<f32>;
// First the positions, then the normals, of all meshes' vertices; tangents are among what they have for materials.
@group(0) @binding(3) var<storage, read_write> vertices: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < transform.vertices; index += groups.x * width) {
    let at = 3u * index;
    let to = 3u * (transform.first_vertex + index);
    let position = positions[at] * transform.x + positions[at + 1u] * transform.y + positions[at + 2u] * transform.z;
    write_triple(to, position);
    @if(normals) {
      let sum = normals[at] * transform.normal_x + normals[at + 1u] * transform.normal_y + normals[at + 2u] * transform.normal_z;
      let size = length(sum);
      // A vertex without a normal has zero.
      write_triple(transform.first_normal + to, select(vec3f(0.0), sum / size, size > 0.0));
    }
    @if(tangents) write_tangent(index);
  }
}

@if(tangents)
fn write_tangent(index: u32) {
  let at = 4u * index;
  let to = transform.first_tangent + transform.tangent_stride * (transform.first_vertex + index);
  let sum = tangents[at] * transform.x + tangents[at + 1u] * transform.y + tangents[at + 2u] * transform.z;
  let size = length(sum);
  write_triple(to, select(vec3f(0.0), sum / size, size > 0.0));
  vertices[to + 3u] = transform.hand * tangents[at + 3u];
}

fn write_triple(to: u32, triple: vec3f) {
  vertices[to] = triple.x;
  vertices[to + 1u] = triple.y;
  vertices[to + 2u] = triple.z;
}
