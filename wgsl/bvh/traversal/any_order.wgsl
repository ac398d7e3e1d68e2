// Traverses the tree along a ray, from leaf to leaf in any order.

import package::bvh::tree::nodes;
import package::bvh::traversal::ray::{DONE, NOWHERE, STACK_SIZE, TraversalRay, enter_boxes, limit_bits_of};
import package::bvh::wide_node::LEAF_BIT;

var<private> stack: array<u32, STACK_SIZE>;

// The height of the stack before the first leaf.
fn start_traversal() -> u32 {
  stack[0] = DONE;
  // The root.
  stack[1] = 0u;
  return 2u;
}

// A reference to the next leaf whose box the ray enters before `limit`, or DONE, after which there is no next one.
fn next_leaf(ray: TraversalRay, limit: f32, height: ptr<function, u32>) -> u32 {
  let limit_bits = limit_bits_of(limit);
  var current = pop(height);
  // A loop of their own for nodes, so that the invocations of a subgroup test triangles together: T. Aila and S. Laine,
  // "Understanding the efficiency of ray traversal on GPUs", HPG 2009, section 3.
  while (current & LEAF_BIT) == 0u {
    current = enter_node(current, ray, limit_bits, height);
  }
  return current;
}

// Each child is written, and kept where the height goes beyond it.
fn enter_node(node: u32, ray: TraversalRay, limit_bits: i32, height: ptr<function, u32>) -> u32 {
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

fn pop(height: ptr<function, u32>) -> u32 {
  *height -= 1u;
  return stack[*height];
}
