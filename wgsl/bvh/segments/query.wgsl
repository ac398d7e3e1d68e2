// What a run of segment queries is about.

struct Query {
  // First, for the sort reads it too.
  segments: u32,
  // Segments that the buffers have room for.
  capacity: u32,
  triangles: u32,
}
