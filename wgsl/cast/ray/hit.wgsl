// Where a ray meets a triangle.

const NO_TRIANGLE = 0xffffffffu;
// Where it is, where there is none.
const FARTHEST = 3.4e38;

struct Hit {
  // In the view of the meshes.
  depth: f32,
  // NO_TRIANGLE where there is none; else as in `MeshHits`.
  triangle: u32,
}
