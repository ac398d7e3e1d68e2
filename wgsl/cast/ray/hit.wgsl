// The hit of a ray and a triangle.

const NO_TRIANGLE = 0xffffffffu;
// The depth of no hit.
const FARTHEST = 3.4e38;

struct Hit {
  // Depth in the view of the meshes.
  depth: f32,
  // NO_TRIANGLE where there is none; else as in `MeshHits`.
  triangle: u32,
}
