// Where a ray meets a triangle.

const NO_TRIANGLE = 0xffffffffu;

struct Hit {
  // In the view of the meshes.
  depth: f32,
  // NO_TRIANGLE where there is none; else as in `MeshHits`.
  triangle: u32,
}
