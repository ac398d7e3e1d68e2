// How many triangles a segment crosses: a word a segment.

import package::bvh::segments::crossing::{CROSSING, Crossing, UNDECIDED};
import package::bvh::segments::query::query;

@group(0) @binding(2) var<storage, read_write> results: array<u32>;

struct Found {
  count: u32,
  is_open: bool,
}

fn nothing_found(index: u32) -> Found {
  return Found(0u, false);
}

fn limit_of(found: Found) -> f32 {
  return 1.0;
}

fn is_done(found: Found) -> bool {
  return found.is_open;
}

fn add_crossing(before: Found, crossing: Crossing, id: u32) -> Found {
  return Found(before.count + u32(crossing.verdict == CROSSING), before.is_open | (crossing.verdict == UNDECIDED));
}

fn write_answer(index: u32, found: Found) {
  results[query.first_answer + index] = found.count;
}
