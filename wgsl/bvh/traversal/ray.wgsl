// A ray's way through the tree: which boxes of a node it enters, and where.
//
// Places along the ray are compared as integers: those of numbers that are not negative have the same order, and the order of
// negative ones does not matter here. SwiftShader takes three times as long for min and max of floats, for NaN.

import package::bvh::tree::nodes;
import package::bvh::wide_node::{BYTE_SCALES, CHILD_BITS, GRID_CELLS, LAST_BIAS, NO_CHILD, child_bytes, grid_step};

// The relative error of a place on a box's grid, seen along the ray: at most 10 roundings.
const SLACK = 0x1p-20f;
// The largest number that is flushed to zero: 2^-126, and the bytes of the last child are 2^24 times too large.
const LEAST_SLACK = 0x1p-90f;
// Axes along which places may be larger than this are left out, so that none overflows.
const LARGEST_SLACK = 0x1p+100f;

// How deep the stack can get: see src/bvh/bvh.ts.
const STACK_SIZE = 140u;

// A reference that is none: the end of a traversal.
const DONE = NO_CHILD;
// Keys from this on are of boxes that are not entered.
const NOWHERE = 0x7ffffffc;

struct TraversalRay {
  start: vec3f,
  inverse: vec3f,
  // How wrong positions on each axis may be.
  slack: vec3f,
}

// `inverse` is of the ray's direction, and what is entered and left is in lengths of that.
fn traversal_ray(start: vec3f, inverse: vec3f) -> TraversalRay {
  let root_size = GRID_CELLS * grid_step(nodes[0].grid);
  // The distance from the start to any place in any box, and across the box.
  let extent = abs(nodes[0].origin - start) + 2.0 * root_size;
  let slack = extent * abs(inverse) * SLACK + LEAST_SLACK;
  let bounded = slack < vec3f(LARGEST_SLACK);
  return TraversalRay(start, select(vec3f(0.0), inverse, bounded), select(vec3f(LARGEST_SLACK), slack, bounded));
}

// The limit of a traversal, as `enter_boxes` takes it: the bits of a child's place must not put it beyond.
fn limit_bits_of(limit: f32) -> i32 {
  return max(bitcast<i32>(limit), 0) | 3;
}

// The entry of the ray into the boxes of a node's children, as bits, or NOWHERE.
fn enter_boxes(node: u32, ray: TraversalRay, limit_bits: i32) -> vec4i {
  // Every index that a kernel writes down is checked: once here, and on SwiftShader with a division.
  let parent = &nodes[node];
  let grid = (*parent).grid;
  let low = (*parent).low;
  let high = (*parent).high;
  let step = grid_step(grid) * ray.inverse;
  let last = step * f32(LAST_BIAS);
  let offset = ((*parent).origin - ray.start) * ray.inverse;
  let near_offset = offset - ray.slack;
  let far_offset = offset + ray.slack;
  let backwards = ray.inverse < vec3f(0.0);
  let near = select(low, high, backwards);
  let far = select(high, low, backwards);
  let enter = max(
    max(planes(near.x, step.x, near_offset.x, last.x), planes(near.y, step.y, near_offset.y, last.y)),
    max(planes(near.z, step.z, near_offset.z, last.z), vec4i(0)),
  );
  let leave = min(
    min(planes(far.x, step.x, far_offset.x, last.x), planes(far.y, step.y, far_offset.y, last.y)),
    min(planes(far.z, step.z, far_offset.z, last.z), vec4i(limit_bits)),
  );
  let is_there = (vec4u(grid) & CHILD_BITS) != vec4u(0u);
  return select(vec4i(NOWHERE), enter, (enter <= leave) & is_there);
}

// The ray's distance to a plane of each child.
fn planes(word: u32, step: f32, offset: f32, last: f32) -> vec4i {
  return bitcast<vec4i>(child_bytes(word) * (step * BYTE_SCALES) + vec4f(vec3f(offset), offset + last));
}
