// Whether a segment crosses anything: a word a segment, or a bit that is 0 before.

import package::bvh::segments::crossing::{CROSSING, Crossing, UNDECIDED};
import package::bvh::segments::query::query;

@group(0) @binding(2) var<storage, read_write> results: array<atomic<u32>>;

// Answers take a bit each instead of a word.
override bits = false;

struct Found {
  is_hit: bool,
  is_open: bool,
}

fn nothing_found(index: u32) -> Found {
  return Found(false, false);
}

fn limit_of(found: Found) -> f32 {
  return 1.0;
}

// An undecided triangle sends the segment to the exact pass, unless any sure hit will do.
fn is_done(found: Found) -> bool {
  return found.is_hit;
}

fn add_crossing(before: Found, crossing: Crossing, id: u32) -> Found {
  let is_hit = before.is_hit | (crossing.verdict == CROSSING);
  return Found(is_hit, (before.is_open | (crossing.verdict == UNDECIDED)) & !is_hit);
}

fn write_answer(index: u32, found: Found) {
  if bits {
    if found.is_hit { atomicOr(&results[query.first_answer + index / 32u], 1u << (index % 32u)); }
    return;
  }
  atomicStore(&results[query.first_answer + index], u32(found.is_hit));
}
