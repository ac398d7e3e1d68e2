// Whether a segment crosses a triangle, decided exactly: by integers, and where these are zero by the infinitely small
// vector that all segments are moved by; src/reference/cross-segment.ts derives it.

import package::bvh::crossing::{CROSSING, Crossing, MISS};
import package::bvh::exact_integer::{
  bit_range, magnitude, set_difference, set_product, set_sum, signs, top_limb,
};
import package::bvh::segment::Segment;
import package::bvh::slot_triangle::SlotTriangle;

// Slots: three for a vector.
const DIRECTION = 0u;
const A = 3u;
const B = 6u;
const C = 9u;
const EDGES = 12u;
// Six times the volume of the start and the triangle.
const START_VOLUME = 15u;
// The sum of the edge functions: START_VOLUME less that of the end.
const VOLUME = 16u;
const END_VOLUME = 17u;
const COMPONENT = 18u;
const PRODUCT = 19u;
const OTHER_PRODUCT = 20u;
const SUM = 21u;

fn cross_exactly(segment: Segment, triangle: SlotTriangle) -> Crossing {
  let missed = Crossing(MISS, 0.0, 0.0, 0.0);
  let n = set_differences(segment, triangle);
  let length = 3u * n + 2u;
  for (var k = 0u; k < 4u; k += 1u) {
    // The edges opposite A, B and C, then the volume.
    let first = select(A + 3u * ((k + 1u) % 3u), B, k == 3u);
    let second = select(A + 3u * ((k + 2u) % 3u), C, k == 3u);
    set_triple_product(EDGES + k, select(DIRECTION, A, k == 3u), first, second, n);
    if k < 3u && signs[EDGES + k] == 0 {
      signs[EDGES + k] = tie_of_edge(first, second, n);
      // Of size zero all the same: its limbs stay.
    }
    if k < 3u && (signs[EDGES + k] == 0 || signs[EDGES + k] != signs[EDGES]) {
      return missed;
    }
  }
  set_sum(VOLUME, EDGES, 1, length, EDGES + 1u, 1, length, length);
  set_sum(VOLUME, VOLUME, 1, length, EDGES + 2u, 1, length, length);
  set_sum(END_VOLUME, START_VOLUME, 1, length, VOLUME, -1, length, length);
  var start_side = signs[START_VOLUME];
  var end_side = signs[END_VOLUME];
  if start_side == 0 || end_side == 0 {
    let tie = tie_of_plane(n);
    start_side = select(start_side, tie, start_side == 0);
    end_side = select(end_side, tie, end_side == 0);
  }
  if start_side == end_side {
    return missed;
  }
  let top = top_limb(VOLUME, length);
  let whole = magnitude(VOLUME, top);
  let t = min(magnitude(START_VOLUME, top) / whole, 1.0);
  return Crossing(CROSSING, t, magnitude(EDGES + 1u, top) / whole, magnitude(EDGES + 2u, top) / whole);
}

// The direction and the corners from the start, as integers of one unit. Returns their limbs.
fn set_differences(segment: Segment, triangle: SlotTriangle) -> u32 {
  var points = array(segment.end, triangle.a, triangle.b, triangle.c);
  var range = vec2i(0x7fff, 0);
  for (var axis = 0u; axis < 3u; axis += 1u) {
    range = bit_range(segment.start[axis], range);
    for (var k = 0u; k < 4u; k += 1u) {
      range = bit_range(points[k][axis], range);
    }
  }
  // A difference has a bit more than its terms.
  let n = (u32(max(range.y - range.x, 0)) + 1u + 15u) / 16u;
  for (var k = 0u; k < 4u; k += 1u) {
    for (var axis = 0u; axis < 3u; axis += 1u) {
      set_difference(3u * k + axis, points[k][axis], segment.start[axis], range.x, n);
    }
  }
  return n;
}

// slot = x . (y x z), in 3 n + 2 limbs.
fn set_triple_product(slot: u32, x: u32, y: u32, z: u32, n: u32) {
  let length = 3u * n + 2u;
  for (var axis = 0u; axis < 3u; axis += 1u) {
    set_cross_component(COMPONENT, y, z, axis, n);
    set_product(PRODUCT, x + axis, n, COMPONENT, 2u * n + 1u);
    set_sum(slot, slot, select(1, 0, axis == 0u), length, PRODUCT, 1, 3u * n + 1u, length);
  }
}

// slot = a component of y x z, in 2 n + 1 limbs.
fn set_cross_component(slot: u32, y: u32, z: u32, axis: u32, n: u32) {
  let next = (axis + 1u) % 3u;
  let last = (axis + 2u) % 3u;
  set_product(PRODUCT, y + next, n, z + last, n);
  set_product(OTHER_PRODUCT, y + last, n, z + next, n);
  set_sum(slot, PRODUCT, 1, 2u * n, OTHER_PRODUCT, -1, 2u * n, 2u * n + 1u);
}

// The sign of direction x (second - first) at its first component that is not zero.
fn tie_of_edge(first: u32, second: u32, n: u32) -> i32 {
  let length = 2u * n + 2u;
  for (var axis = 0u; axis < 3u; axis += 1u) {
    set_cross_component(COMPONENT, DIRECTION, second, axis, n);
    set_cross_component(SUM, DIRECTION, first, axis, n);
    set_sum(SUM, COMPONENT, 1, 2u * n + 1u, SUM, -1, 2u * n + 1u, length);
    if signs[SUM] != 0 {
      return signs[SUM];
    }
  }
  return 0;
}

// The opposite of the sign of (B - A) x (C - A) at its first component that is not zero.
fn tie_of_plane(n: u32) -> i32 {
  let length = 2u * n + 2u;
  for (var axis = 0u; axis < 3u; axis += 1u) {
    set_cross_component(SUM, A, B, axis, n);
    set_cross_component(COMPONENT, B, C, axis, n);
    set_sum(SUM, SUM, 1, 2u * n + 1u, COMPONENT, 1, 2u * n + 1u, length);
    set_cross_component(COMPONENT, C, A, axis, n);
    set_sum(SUM, SUM, 1, length, COMPONENT, 1, 2u * n + 1u, length);
    if signs[SUM] != 0 {
      return -signs[SUM];
    }
  }
  return 0;
}
