// The vertices and triangles of all meshes.

import package::cast::mesh::face::MeshFace;

// The positions of all vertices, then their normals, then their colours, their coordinates in images, the images, what they have for materials, and the materials.
@group(0) @binding(19) var<storage, read> vertices: array<f32>;
@group(0) @binding(20) var<storage, read> faces: array<MeshFace>;
