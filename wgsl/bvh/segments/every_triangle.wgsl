// Goes through all triangles without the tree, each as a leaf of its own: what the traversals are compared with.

import package::bvh::segments::query::query;
import package::bvh::traversal::ray::{DONE, TraversalRay};
import package::bvh::wide_node::leaf_reference;

fn start_traversal() -> u32 {
  return 0u;
}

fn next_leaf(ray: TraversalRay, limit: f32, next: ptr<function, u32>) -> u32 {
  let slot = *next;
  if slot >= query.triangles {
    return DONE;
  }
  *next += 1u;
  return leaf_reference(slot, 1u);
}
