// A node of the tree that queries traverse: up to four children, whose boxes are bytes on a grid of the node's own. 64 bytes,
// a cache line: after H. Ylitie, T. Karras and S. Laine, "Efficient incoherent ray traversal on GPUs through compressed
// wide BVHs", HPG 2017, section 3.1, which has eight children. Nothing in it has to be shifted to be read: on SwiftShader
// shifts go lane by lane, and those of the bytes took a quarter of a query.

struct WideNode {
  origin: vec3f,
  // The biased exponents of the grid's cells, x's in bits 23 to 30 as a number has it, y's in bits 15 to 22, z's in bits 7 to
  // 14; and of each child, from bit 0 on, whether it is there.
  grid: u32,
  children: vec4u,
  // A word for each axis, with a byte a child, the first the lowest. The last child's is less by LAST_BIAS, with a sign.
  low: vec3u,
  high: vec3u,
}

// A child is NO_CHILD, another wide node by its index, or a run of slots.
const NO_CHILD = 0xffffffffu;
const LEAF_BIT = 0x80000000u;
// The rest of the word: 3 bits for its slots but one, 28 for the first.
const COUNT_SHIFT = 28u;
const MAX_LEAF_SLOTS = 8u;
const GRID_CELLS = 255.0;
const LAST_BIAS = 128u;

const EXPONENT_FACTORS = vec3u(1u, 0x100u, 0x10000u);
const CHILD_BITS = vec4u(1u, 2u, 4u, 8u);
const BYTE_SHIFTS = vec4u(0u, 8u, 16u, 24u);
// The masks of `child_bytes`, and the factors by which their results exceed the bytes.
const BYTE_MASKS = vec4i(0xff, 0xff00, 0xff0000, -0x1000000);
const BYTE_SCALES = vec4f(1.0, 0x1p-8f, 0x1p-16f, 0x1p-24f);

fn grid_word(exponents: vec3u, children: u32) -> u32 {
  return (exponents.x << 23u) | (exponents.y << 15u) | (exponents.z << 7u) | children;
}

// The size of the grid's cells.
fn grid_step(grid: u32) -> vec3f {
  return bitcast<vec3f>((vec3u(grid) * EXPONENT_FACTORS) & vec3u(0x7f800000u));
}

// The bytes of a word of `low` or `high`, each divided by its part of BYTE_SCALES.
fn child_bytes(word: u32) -> vec4f {
  return vec4f(vec4i(bitcast<i32>(word)) & BYTE_MASKS);
}

fn leaf_reference(first: u32, count: u32) -> u32 {
  return LEAF_BIT | ((count - 1u) << COUNT_SHIFT) | first;
}
fn leaf_first(reference: u32) -> u32 {
  return reference & 0x0fffffffu;
}
fn leaf_count(reference: u32) -> u32 {
  return ((reference >> COUNT_SHIFT) & 7u) + 1u;
}
