// Parameters of a run of segment queries: words are of 4 bytes, from where each buffer is bound.

struct Query {
  // First, for the sort reads it too.
  segments: u32,
  triangles: u32,
  // Words from one segment's start to the next one's; of ends alike.
  stride: u32,
  first_start: u32,
  first_end: u32,
  first_answer: u32,
  // Words from one nearest hit's triangle to the next one's, and from its triangle to its t, u and v.
  answer_stride: u32,
  answer_plane: u32,
}

@group(0) @binding(0) var<uniform> query: Query;
