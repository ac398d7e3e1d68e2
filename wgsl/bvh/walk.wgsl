// Walks the tree along a ray, from leaf to leaf. Where the nearest hit is asked for (`nearest`), from near to far.
//
// Places along the ray are compared as integers: those of numbers that are not negative have the same order, and the order
// of negative ones does not matter here. On SwiftShader min and max of floats take three times as long, for NaN.

import package::bvh::tree::nodes;
import package::bvh::wide_node::{BYTE_SHARES, CHILD_BITS, GRID_CELLS, LAST_BIAS, LEAF_BIT, NO_CHILD, child_bytes, grid_step};

// The relative error of a place on a box's grid, seen along the ray: at most 10 roundings.
const SLACK = 0x1p-20f;
// What numbers that are flushed to zero may have been: 2^-126, and the bytes of the last child are 2^24 times too large.
const LEAST_SLACK = 0x1p-90f;
// Axes along which places may be larger than this are left out, so that none overflows.
const LARGEST_SLACK = 0x1p+100f;

// How deep the stack can get: see src/bvh/bvh.ts.
const STACK_SIZE = 140u;

// Where the nearest hit is asked for, a child is on the stack as its parent, and its key: the entry into its box, with its
// place among the parent's children in the lowest two bits. Its reference is read when its turn comes; few are. A negative
// key says that there is a reference itself.
@if(nearest) var<private> stack: array<vec2u, STACK_SIZE>;
@if(!nearest) var<private> stack: array<u32, STACK_SIZE>;

// A reference that is none: the end of the walk.
const DONE = NO_CHILD;
@if(nearest) const REFERENCE_KEY = 0xffffffffu;
// From this on keys are of boxes that are not entered.
const NOWHERE = 0x7ffffffc;

struct WalkRay {
  start: vec3f,
  inverse: vec3f,
  // By how much places on each axis may be wrong.
  slack: vec3f,
}

// `inverse` is of the ray's direction, and what is entered and left is in lengths of that.
fn walk_ray(start: vec3f, inverse: vec3f) -> WalkRay {
  let root_size = GRID_CELLS * grid_step(nodes[0].grid);
  // From the start to any place in any box, and across the box.
  let reach = abs(nodes[0].origin - start) + 2.0 * root_size;
  let slack = reach * abs(inverse) * SLACK + LEAST_SLACK;
  let bounded = slack < vec3f(LARGEST_SLACK);
  return WalkRay(start, select(vec3f(0.0), inverse, bounded), select(vec3f(LARGEST_SLACK), slack, bounded));
}

// The height of the stack before the first leaf.
fn start_walk() -> u32 {
  @if(nearest) {
    stack[0] = vec2u(DONE, REFERENCE_KEY);
    // The root.
    stack[1] = vec2u(0u, REFERENCE_KEY);
  }
  @if(!nearest) {
    stack[0] = DONE;
    stack[1] = 0u;
  }
  return 2u;
}

// A reference to the next leaf whose box the ray enters before `limit`, or DONE, after which there is no next one.
fn next_leaf(ray: WalkRay, limit: f32, height: ptr<function, u32>) -> u32 {
  // The bits of a child's place must not put it beyond the limit.
  let limit_bits = max(bitcast<i32>(limit), 0) | 3;
  @if(nearest) var current = pop(NOWHERE, 0u, limit_bits, height);
  @if(!nearest) var current = pop(height);
  // A loop of their own for nodes, so that the invocations of a subgroup test triangles together: T. Aila and S. Laine,
  // "Understanding the efficiency of ray traversal on GPUs", HPG 2009, section 3.
  while (current & LEAF_BIT) == 0u {
    current = enter_node(current, ray, limit_bits, height);
  }
  return current;
}

// Puts a node's children that are entered on the stack, but for the nearest. Returns that, or what the stack has.
@if(nearest)
fn enter_node(node: u32, ray: WalkRay, limit_bits: i32, height: ptr<function, u32>) -> u32 {
  let keys = (enter_boxes(node, ray, limit_bits) & vec4i(-4)) | vec4i(0, 1, 2, 3);
  // A sorting network: pairs, then pairs of these, then the middle.
  let lows = min(keys.xz, keys.yw);
  let highs = max(keys.xz, keys.yw);
  let middle_a = max(lows.x, lows.y);
  let middle_b = min(highs.x, highs.y);
  push(max(highs.x, highs.y), node, height);
  push(max(middle_a, middle_b), node, height);
  push(min(middle_a, middle_b), node, height);
  return pop(min(lows.x, lows.y), node, limit_bits, height);
}

// Written in any case, and kept where the height goes beyond it.
@if(nearest)
fn push(key: i32, node: u32, height: ptr<function, u32>) {
  stack[*height] = vec2u(node, bitcast<u32>(key));
  *height += u32(key < NOWHERE);
}

// The child of `node` that `first` is the key of, or where that is not entered, the next one on the stack that is.
@if(nearest)
fn pop(first: i32, node: u32, limit_bits: i32, height: ptr<function, u32>) -> u32 {
  let is_entered = first < NOWHERE;
  *height -= u32(!is_entered);
  var next = select(stack[*height], vec2u(node, bitcast<u32>(first)), is_entered);
  while bitcast<i32>(next.y) > limit_bits {
    *height -= 1u;
    next = stack[*height];
  }
  let is_reference = next.y == REFERENCE_KEY;
  return select(nodes[select(next.x, 0u, is_reference)].children[next.y & 3u], next.x, is_reference);
}

// Each is written, and kept where the height goes beyond it.
@if(!nearest)
fn enter_node(node: u32, ray: WalkRay, limit_bits: i32, height: ptr<function, u32>) -> u32 {
  let entered = vec4u(enter_boxes(node, ray, limit_bits) < vec4i(NOWHERE));
  let children = nodes[node].children;
  stack[*height] = children.x;
  *height += entered.x;
  stack[*height] = children.y;
  *height += entered.y;
  stack[*height] = children.z;
  *height += entered.z;
  stack[*height] = children.w;
  *height += entered.w;
  return pop(height);
}

@if(!nearest)
fn pop(height: ptr<function, u32>) -> u32 {
  *height -= 1u;
  return stack[*height];
}

// Where the ray enters the boxes of a node's children, as bits, or NOWHERE.
fn enter_boxes(node: u32, ray: WalkRay, limit_bits: i32) -> vec4i {
  // Every index that a kernel writes down is checked: once here, and on SwiftShader with a division.
  let place = &nodes[node];
  let grid = (*place).grid;
  let low = (*place).low;
  let high = (*place).high;
  let step = grid_step(grid) * ray.inverse;
  let last = step * f32(LAST_BIAS);
  let offset = ((*place).origin - ray.start) * ray.inverse;
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

// Where the ray meets a plane of each child.
fn planes(word: u32, step: f32, offset: f32, last: f32) -> vec4i {
  return bitcast<vec4i>(child_bytes(word) * (step * BYTE_SHARES) + vec4f(vec3f(offset), offset + last));
}
