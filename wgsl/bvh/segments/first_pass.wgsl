// The pass over all segments, in f32.

import package::bvh::query_order::nth_query;
import package::bvh::segment::Segment;
import package::bvh::segments::crossing::{Crossing, cross_triangle};
import package::bvh::segments::query::query;
import package::bvh::slot_triangle::SlotTriangle;

fn count_segments() -> u32 {
  return query.segments;
}

fn nth_segment(position: u32) -> u32 {
  return nth_query(position);
}

fn cross_slot(segment: Segment, triangle: SlotTriangle) -> Crossing {
  return cross_triangle(segment, triangle);
}
