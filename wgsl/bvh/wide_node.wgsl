// A node of the tree that queries walk: up to four children, whose boxes are bytes on a grid of the node's own. 64 bytes,
// a cache line: after H. Ylitie, T. Karras and S. Laine, "Efficient incoherent ray traversal on GPUs through compressed
// wide BVHs", HPG 2017, section 3.1, which has eight children.

struct WideNode {
  origin: vec3f,
  // Of each axis a byte, x the lowest: the biased exponent of the grid's cells.
  exponents: u32,
  children: vec4u,
  // Of each axis a word, with a byte a child, the first the lowest.
  low: vec3u,
  high: vec3u,
}

// A child is NO_CHILD, another wide node by its index, or a run of slots.
const NO_CHILD = 0xffffffffu;
const LEAF_BIT = 0x80000000u;
// Beside the bit: 3 bits for its slots but one, 28 for the first.
const COUNT_SHIFT = 28u;
const MAX_LEAF_SLOTS = 8u;
const GRID_CELLS = 255.0;

fn leaf_reference(first: u32, count: u32) -> u32 {
  return LEAF_BIT | ((count - 1u) << COUNT_SHIFT) | first;
}
fn leaf_first(reference: u32) -> u32 {
  return reference & 0x0fffffffu;
}
fn leaf_count(reference: u32) -> u32 {
  return ((reference >> COUNT_SHIFT) & 7u) + 1u;
}
