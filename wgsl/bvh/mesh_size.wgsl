// How much of a mesh there is.

struct MeshSize {
  triangles: u32,
  vertices: u32,
}
