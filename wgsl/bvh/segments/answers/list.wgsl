// All triangles that a segment crosses, once they are counted.

import package::bvh::segments::crossing::{CROSSING, Crossing, UNDECIDED};

// How many crossings there are before those of each segment.
@group(0) @binding(5) var<storage, read> offsets: array<u32>;
// Four words a crossing: the triangle, t, u and v.
@group(0) @binding(6) var<storage, read_write> crossings: array<u32>;

struct Found {
  // The number of the next one in the list.
  next: u32,
  is_open: bool,
}

fn nothing_found(index: u32) -> Found {
  return Found(offsets[index], false);
}

fn limit_of(found: Found) -> f32 {
  return 1.0;
}

fn is_done(found: Found) -> bool {
  return found.is_open;
}

fn add_crossing(before: Found, crossing: Crossing, id: u32) -> Found {
  let crosses = crossing.verdict == CROSSING;
  if crosses {
    crossings[4u * before.next] = id;
    crossings[4u * before.next + 1u] = bitcast<u32>(crossing.t);
    crossings[4u * before.next + 2u] = bitcast<u32>(crossing.u);
    crossings[4u * before.next + 3u] = bitcast<u32>(crossing.v);
  }
  return Found(before.next + u32(crosses), before.is_open | (crossing.verdict == UNDECIDED));
}

// Crossings are written as they are found.
fn write_answer(index: u32, found: Found) {
}
