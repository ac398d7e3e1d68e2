// The space that the tree of all meshes is in: axes as the world's, about the middle of the meshes, which are about as large
// as 1 there. src/cast/mesh/uniforms.ts writes it.

struct MeshSpace {
  eye: vec3f,
  // Its lengths a unit of the world: a power of two, which rounds nothing.
  unit: f32,
  // Its lengths a length of the camera's view.
  per_view_length: f32,
}
