// The pass over the segments that f32 could not decide: integers decide what it leaves open.

import package::bvh::segment::Segment;
import package::bvh::segments::crossing::{Crossing, UNDECIDED, cross_triangle};
import package::bvh::segments::exact_crossing::cross_exactly;
import package::bvh::segments::undecided::undecided;
import package::bvh::slot_triangle::{NO_TRIANGLE, SlotTriangle};

fn count_segments() -> u32 {
  return atomicLoad(&undecided.count);
}

fn nth_segment(position: u32) -> u32 {
  return undecided.segments[position];
}

fn cross_slot(segment: Segment, triangle: SlotTriangle) -> Crossing {
  var crossing = cross_triangle(segment, triangle);
  if crossing.verdict == UNDECIDED && triangle.id != NO_TRIANGLE {
    crossing = cross_exactly(segment, triangle);
  }
  return crossing;
}
