// The first crossing along a segment, of those as far the triangle of the lowest index. Four words: the triangle, t, u and v.

import package::bvh::segments::crossing::{CROSSING, Crossing, MISS, UNDECIDED};
import package::bvh::segments::query::query;
import package::bvh::slot_triangle::NO_TRIANGLE;

@group(0) @binding(2) var<storage, read_write> results: array<u32>;

// T where there is no hit: what others write too.
const NO_HIT_T = 2.5e8;

struct Found {
  nearest: Crossing,
  triangle: u32,
  // No hit beyond it along the segment matters.
  limit: f32,
  is_open: bool,
}

fn nothing_found(index: u32) -> Found {
  return Found(Crossing(MISS, NO_HIT_T, 0.0, 0.0), NO_TRIANGLE, 1.0, false);
}

fn limit_of(found: Found) -> f32 {
  return found.limit;
}

fn is_done(found: Found) -> bool {
  return found.is_open;
}

fn add_crossing(before: Found, crossing: Crossing, id: u32) -> Found {
  var found = before;
  found.is_open |= crossing.verdict == UNDECIDED;
  let nearer = crossing.verdict == CROSSING
    && (crossing.t < found.nearest.t || (crossing.t == found.nearest.t && id < found.triangle));
  found.nearest.t = select(found.nearest.t, crossing.t, nearer);
  found.nearest.u = select(found.nearest.u, crossing.u, nearer);
  found.nearest.v = select(found.nearest.v, crossing.v, nearer);
  found.triangle = select(found.triangle, id, nearer);
  // The limit is as far beyond as rounding may have put the entry into a box, so that no order makes a difference.
  found.limit = select(found.limit, min(1.0, crossing.t * (1.0 + 0x1p-18f) + 0x1p-20f), nearer);
  return found;
}

fn write_answer(index: u32, found: Found) {
  let place = query.first_answer + query.answer_stride * index;
  results[place] = found.triangle;
  results[place + query.answer_plane] = bitcast<u32>(found.nearest.t);
  results[place + 2u * query.answer_plane] = bitcast<u32>(found.nearest.u);
  results[place + 3u * query.answer_plane] = bitcast<u32>(found.nearest.v);
}
