// Takes a mesh's vertices to a view, each once: what its triangles compute from it is then the same in all of them, and
// no gap opens between neighbours.

import package::cast::mesh::geometry::part::MeshPart;
import package::cast::mesh::view::MeshView;

@group(0) @binding(0) var<uniform> part: MeshPart;
@group(0) @binding(1) var<uniform> view: MeshView;
// First the positions, of all vertices.
@group(0) @binding(2) var<storage, read> vertices: array<f32>;
@group(0) @binding(3) var<storage, read_write> points: array<vec4f>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < part.vertices; index += groups.x * width) {
    let vertex = part.first_vertex + index;
    let position = vec3f(vertices[3u * vertex], vertices[3u * vertex + 1u], vertices[3u * vertex + 2u]);
    // First the large numbers, of which little is left.
    let from_eye = (position + part.offset + part.offset_low) * view.unit;
    let point = vec3f(dot(view.right, from_eye), dot(view.up, from_eye), dot(view.forward, from_eye));
    points[vertex] = vec4f(point, 0.0);
  }
}
