// Parameters of a run of segment queries.

struct Query {
  // First, for the sort reads it too.
  segments: u32,
  // Segments that the buffers have room for.
  capacity: u32,
  triangles: u32,
}
