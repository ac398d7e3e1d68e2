// Parameters of a run of segment queries from buffers to buffers that others own: words are of 4 bytes, from where each is bound.

struct PlacedQuery {
  segments: u32,
  // Words from one segment's start to the next one's; of ends alike.
  stride: u32,
  first_start: u32,
  first_end: u32,
  first_answer: u32,
}
