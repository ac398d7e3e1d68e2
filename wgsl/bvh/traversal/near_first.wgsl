// Traverses the tree along a ray, from leaf to leaf, the near ones before the far ones.

import package::bvh::traversal::near_stack::{pop, push_children, start_stack};
import package::bvh::traversal::ray::{NOWHERE, TraversalRay, enter_boxes, limit_bits_of};
import package::bvh::wide_node::LEAF_BIT;

fn start_near_traversal() -> u32 {
  return start_stack();
}

// Goes on as `next_leaf` of any_order.wgsl does, after `start_near_traversal`; `limit` may become less from leaf to leaf.
fn next_near_leaf(ray: TraversalRay, limit: f32, height: ptr<function, u32>) -> u32 {
  let limit_bits = limit_bits_of(limit);
  var current = pop(NOWHERE, 0u, limit_bits, height);
  while (current & LEAF_BIT) == 0u {
    current = push_children(enter_boxes(current, ray, limit_bits), current, limit_bits, height);
  }
  return current;
}
