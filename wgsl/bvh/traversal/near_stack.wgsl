// The stack of a traversal that visits near children before far ones.

import package::bvh::tree::nodes;
import package::bvh::traversal::ray::{DONE, NOWHERE, STACK_SIZE};

// A child is on the stack as its parent, and its key: how far its box is, with its place among the parent's children in the
// lowest two bits. Its reference is read when its turn comes; few are. A negative key says that there is a reference itself.
var<private> stack: array<vec2u, STACK_SIZE>;

const REFERENCE_KEY = 0xffffffffu;

// The height of the stack before the first leaf.
fn start_stack() -> u32 {
  stack[0] = vec2u(DONE, REFERENCE_KEY);
  // The root.
  stack[1] = vec2u(0u, REFERENCE_KEY);
  return 2u;
}

// Puts a node's children that are entered on the stack, but for the nearest. Returns that, or what the stack has.
fn push_children(distances: vec4i, node: u32, limit_bits: i32, height: ptr<function, u32>) -> u32 {
  let keys = (distances & vec4i(-4)) | vec4i(0, 1, 2, 3);
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
fn push(key: i32, node: u32, height: ptr<function, u32>) {
  stack[*height] = vec2u(node, bitcast<u32>(key));
  *height += u32(key < NOWHERE);
}

// The child of `node` that `first` is the key of, or where that is not entered, the next one on the stack that is.
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
