// Whether a segment crosses a triangle, decided exactly: by integers, and where these are zero by the infinitely small
// vector that all segments are moved by; src/reference/bvh/cross-segment.ts derives it.

import package::bvh::segments::crossing::{CROSSING, Crossing, MISS};
import package::bvh::segments::exact_integer::{
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
const U = 21u;
const V = 24u;

// Compilers may copy a function to wherever it is called, so what is long is called from one place, in a loop.
fn cross_exactly(segment: Segment, triangle: SlotTriangle) -> Crossing {
  let missed = Crossing(MISS, 0.0, 0.0, 0.0);
  let n = set_differences(segment, triangle);
  let length = 3u * n + 2u;
  for (var k = 0u; k < 4u; k += 1u) {
    // The edges opposite A, B and C, then the volume.
    let is_volume = k == 3u;
    let first = select(A + 3u * ((k + 1u) % 3u), B, is_volume);
    let second = select(A + 3u * ((k + 2u) % 3u), C, is_volume);
    set_triple_product(EDGES + k, select(DIRECTION, A, is_volume), first, second, n);
    if is_volume {
      // Limbs that ties have decided are zero all the same.
      set_sum(VOLUME, EDGES, 1, length, EDGES + 1u, 1, length, length);
      set_sum(VOLUME, VOLUME, 1, length, EDGES + 2u, 1, length, length);
      set_sum(END_VOLUME, START_VOLUME, 1, length, VOLUME, -1, length, length);
    }
    if signs[EDGES + k] == 0 || (is_volume && signs[END_VOLUME] == 0) {
      // direction x (second - first), or (B - A) x (C - A), which moves the volumes the other way.
      set_tie_vectors(select(first, A, is_volume), first, second, is_volume, n);
      let tie = first_sign(n) * select(1, -1, is_volume);
      signs[EDGES + k] = select(signs[EDGES + k], tie, signs[EDGES + k] == 0);
      signs[END_VOLUME] = select(signs[END_VOLUME], tie, is_volume && signs[END_VOLUME] == 0);
    }
    if !is_volume && (signs[EDGES + k] == 0 || signs[EDGES + k] != signs[EDGES]) {
      return missed;
    }
  }
  if signs[START_VOLUME] == signs[END_VOLUME] {
    return missed;
  }
  let top = top_limb(VOLUME, length);
  let volumes = vec4f(
    magnitude(START_VOLUME, top), magnitude(EDGES + 1u, top), magnitude(EDGES + 2u, top), magnitude(VOLUME, top),
  );
  return Crossing(CROSSING, min(volumes.x / volumes.w, 1.0), volumes.y / volumes.w, volumes.z / volumes.w);
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
  // A difference has a bit more than its terms, and a difference of those another.
  let n = (u32(max(range.y - range.x, 0)) + 2u + 15u) / 16u;
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

// V = second - base, and U = first - base or else the direction.
fn set_tie_vectors(base: u32, first: u32, second: u32, is_volume: bool, n: u32) {
  for (var axis = 0u; axis < 6u; axis += 1u) {
    let component = axis % 3u;
    let minuend = select(select(DIRECTION, first, is_volume), second, axis >= 3u) + component;
    // The direction is a difference already.
    let factor = select(-1, 0, axis < 3u && !is_volume);
    set_sum(U + axis, minuend, 1, n, base + component, factor, n, n);
  }
}

// The sign of U x V at its first component that is not zero.
fn first_sign(n: u32) -> i32 {
  for (var axis = 0u; axis < 3u; axis += 1u) {
    set_cross_component(COMPONENT, U, V, axis, n);
    if signs[COMPONENT] != 0 {
      return signs[COMPONENT];
    }
  }
  return 0;
}
