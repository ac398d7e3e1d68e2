// Walks the tree along a ray, from leaf to leaf. Where the nearest hit is asked for (`nearest`), from near to far.

import package::bvh::tree::nodes;
import package::bvh::wide_node::{GRID_CELLS, LEAF_BIT, NO_CHILD, WideNode};

// The relative error of a place on a box's grid, seen along the ray: at most 10 roundings.
const SLACK = 0x1p-20f;

// How deep the stack can get: see src/bvh/bvh.ts.
const STACK_SIZE = 139u;

var<private> stack: array<u32, STACK_SIZE>;
@if(nearest) var<private> stack_entries: array<f32, STACK_SIZE>;

// A reference that is none: the end of the walk.
const DONE = NO_CHILD;
// Where boxes are entered that are not.
@if(nearest) const NOWHERE = 0x1p+127f;

// The height of the stack before the first leaf.
fn start_walk() -> u32 {
  stack[0] = 0u;
  @if(nearest) stack_entries[0] = 0.0;
  return 1u;
}

// A reference to the next leaf whose box the ray enters before `limit`, or DONE. `inverse` is of the ray's direction, and
// what is entered and left is in lengths of that.
fn next_leaf(start: vec3f, inverse: vec3f, limit: f32, height: ptr<function, u32>) -> u32 {
  var current = pop(height, limit);
  // A loop of their own for nodes, so that the invocations of a subgroup test triangles together: T. Aila and S. Laine,
  // "Understanding the efficiency of ray traversal on GPUs", HPG 2009, section 3.
  while (current & LEAF_BIT) == 0u {
    *height = push_children(nodes[current], start, inverse, limit, *height);
    current = pop(height, limit);
  }
  return current;
}

fn pop(height: ptr<function, u32>, limit: f32) -> u32 {
  while *height > 0u {
    *height -= 1u;
    @if(nearest) {
      if stack_entries[*height] > limit {
        continue;
      }
    }
    return stack[*height];
  }
  return DONE;
}

fn push_children(node: WideNode, start: vec3f, inverse: vec3f, limit: f32, height: u32) -> u32 {
  let exponents = (vec3u(node.exponents) >> vec3u(0u, 8u, 16u)) & vec3u(0xffu);
  let step = bitcast<vec3f>(exponents << vec3u(23u)) * inverse;
  let offset = (node.origin - start) * inverse;
  let slack = (abs(offset) + GRID_CELLS * abs(step)) * SLACK;
  let backwards = inverse < vec3f(0.0);
  let near = select(node.low, node.high, backwards);
  let far = select(node.high, node.low, backwards);
  let near_offset = offset - slack;
  let far_offset = offset + slack;
  let enter = max(
    max(unpack_bytes(near.x) * step.x + near_offset.x, unpack_bytes(near.y) * step.y + near_offset.y),
    max(unpack_bytes(near.z) * step.z + near_offset.z, vec4f(0.0)),
  );
  let leave = min(
    min(unpack_bytes(far.x) * step.x + far_offset.x, unpack_bytes(far.y) * step.y + far_offset.y),
    min(unpack_bytes(far.z) * step.z + far_offset.z, vec4f(limit)),
  );
  // Where numbers have overflowed, comparisons are false.
  let entered = !(enter > leave) & (node.children != vec4u(NO_CHILD));
  @if(nearest) {
    return push_sorted(height, select(vec4f(NOWHERE), select(vec4f(0.0), enter, enter > vec4f(0.0)), entered), node.children);
  }
  @if(!nearest) {
    // Each is written, and kept where the height goes beyond it.
    var top = height;
    stack[top] = node.children.x;
    top += u32(entered.x);
    stack[top] = node.children.y;
    top += u32(entered.y);
    stack[top] = node.children.z;
    top += u32(entered.z);
    stack[top] = node.children.w;
    return top + u32(entered.w);
  }
}

fn unpack_bytes(word: u32) -> vec4f {
  return vec4f((vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(0xffu));
}

// Pushes the children that are entered, the farthest first.
@if(nearest)
fn push_sorted(height: u32, enter: vec4f, children: vec4u) -> u32 {
  // A sorting network: pairs, then pairs of these, then the middle.
  let swap_pairs = enter.xz < enter.yw;
  let low_pair = select(enter.yw, enter.xz, swap_pairs);
  let high_pair = select(enter.xz, enter.yw, swap_pairs);
  let low_children = select(children.yw, children.xz, swap_pairs);
  let high_children = select(children.xz, children.yw, swap_pairs);
  let lows_ordered = low_pair.x < low_pair.y;
  let highs_ordered = high_pair.x < high_pair.y;
  let first = select(low_pair.y, low_pair.x, lows_ordered);
  let middle_a = select(low_pair.x, low_pair.y, lows_ordered);
  let middle_b = select(high_pair.y, high_pair.x, highs_ordered);
  let last = select(high_pair.x, high_pair.y, highs_ordered);
  let first_child = select(low_children.y, low_children.x, lows_ordered);
  let middle_child_a = select(low_children.x, low_children.y, lows_ordered);
  let middle_child_b = select(high_children.y, high_children.x, highs_ordered);
  let last_child = select(high_children.x, high_children.y, highs_ordered);
  let middle_ordered = middle_a < middle_b;
  var top = push(height, last, last_child);
  top = push(top, max(middle_a, middle_b), select(middle_child_a, middle_child_b, middle_ordered));
  top = push(top, min(middle_a, middle_b), select(middle_child_b, middle_child_a, middle_ordered));
  return push(top, first, first_child);
}

@if(nearest)
fn push(height: u32, enter: f32, child: u32) -> u32 {
  if enter == NOWHERE {
    return height;
  }
  stack[height] = child;
  stack_entries[height] = enter;
  return height + 1u;
}
