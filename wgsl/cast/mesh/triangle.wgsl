// A triangle in a view, as it is tested against rays.

struct MeshTriangle {
  // Its corners; beside the first one, the depth that the triangle is binned by.
  a: vec4f,
  b: vec4f,
  c: vec4f,
}
