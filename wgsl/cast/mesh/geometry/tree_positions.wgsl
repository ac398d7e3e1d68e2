// Takes a mesh's vertices to the space of the tree of all meshes.

import package::cast::mesh::geometry::part::MeshPart;
import package::cast::mesh::geometry::part::MeshSpace;

@group(0) @binding(0) var<uniform> space: MeshSpace;
// The mesh, with its offset from the middle of that space.
@group(0) @binding(1) var<uniform> part: MeshPart;
// First the positions, of all vertices.
@group(0) @binding(2) var<storage, read> vertices: array<f32>;
@group(0) @binding(3) var<storage, read_write> positions: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < part.vertices; index += groups.x * width) {
    let at = 3u * (part.first_vertex + index);
    let position = vec3f(vertices[at], vertices[at + 1u], vertices[at + 2u]);
    // First the large numbers, of which little is left.
    let moved = (position + part.offset + part.offset_low) * space.unit;
    positions[at] = moved.x;
    positions[at + 1u] = moved.y;
    positions[at + 2u] = moved.z;
  }
}
