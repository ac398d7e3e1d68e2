// Parameters of a run of queries about points.

struct PointQuery {
  points: u32,
  // Points that the buffers have room for.
  capacity: u32,
  // Triangles to find for each point.
  nearest: u32,
  // How far they may be.
  within: f32,
}
