// Lists the triangles that can be drawn for the tree of all meshes; the others get corners that do not exist.

import package::cast::mesh::face::{FACE_SKIPPED, MeshFace};

@group(0) @binding(0) var<storage, read> faces: array<MeshFace>;
@group(0) @binding(1) var<storage, read_write> indices: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < arrayLength(&faces); index += groups.x * width) {
    let face = faces[index];
    let corners = select(face.xyz, vec3u(0xffffffffu), (face.w & FACE_SKIPPED) != 0u);
    indices[3u * index] = corners.x;
    indices[3u * index + 1u] = corners.y;
    indices[3u * index + 2u] = corners.z;
  }
}
