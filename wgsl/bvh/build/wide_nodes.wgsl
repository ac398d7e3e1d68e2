// Makes a wide node of every node of the binary tree that is no leaf: of its grandchildren, or its children where these are
// single slots. Half of them are never reached, but to leave them out would take several passes more.

import package::bvh::box::{Box, empty_box, is_empty, unite};
import package::bvh::mesh_size::MeshSize;
import package::bvh::build::radix_node::RadixNode;
import package::bvh::wide_node::{
  BYTE_SHIFTS, CHILD_BITS, GRID_CELLS, LAST_BIAS, NO_CHILD, WideNode, grid_word, leaf_reference,
};

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> nodes: array<RadixNode>;
@group(0) @binding(2) var<storage, read> leaf_boxes: array<Box>;
@group(0) @binding(3) var<storage, read> node_boxes: array<Box>;
@group(0) @binding(4) var<storage, read_write> wide_nodes: array<WideNode>;

override width = 64u;
// Triangles of a leaf at most: a power of two, up to MAX_LEAF_SLOTS.
override leaf_size = 4u;

// Boxes reach so far beyond what they hold that a segment along one axis has a number of its own for either side.
const PAD = 0x1p-78f;
const LEAST_EXPONENT = 27u;

// A node of the binary tree, or none where it ends before it begins.
struct Child {
  first: u32,
  last: u32,
  // Its index, unless it is a single slot.
  node: u32,
}

const NO_RANGE = Child(1u, 0u, 0u);

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let stride = groups.x * width;
  // The root has a node even where a single triangle, or none, needs no tree.
  let count = max(size.triangles, 2u) - 1u;
  for (var i = id.x; i < count; i += stride) {
    // A loop of its own, so that the invocations of a subgroup make nodes together.
    while i < count && i > 0u && is_leaf_range(nodes[i].first, nodes[i].last) {
      i += stride;
    }
    if i < count {
      wide_nodes[i] = make_node(i);
    }
  }
}

fn make_node(i: u32) -> WideNode {
  var left = NO_RANGE;
  var right = NO_RANGE;
  if size.triangles == 1u {
    left = Child(0u, 0u, 0u);
  } else if size.triangles > 1u {
    left = child_of(nodes[i], 0u);
    right = child_of(nodes[i], 1u);
  }
  return pack_node(part_of(left, 0u), part_of(left, 1u), part_of(right, 0u), part_of(right, 1u));
}

// A child of `child`, or where that is a single slot, it is its first part and there is no other. A child that could be a leaf
// is parted too, for there is room.
fn part_of(child: Child, side: u32) -> Child {
  if child.first < child.last {
    return child_of(nodes[child.node], side);
  }
  if side == 0u {
    return child;
  }
  return NO_RANGE;
}

fn child_of(node: RadixNode, side: u32) -> Child {
  if side == 0u {
    return Child(node.first, node.split, node.split);
  }
  return Child(node.split + 1u, node.last, node.split + 1u);
}

fn is_leaf(child: Child) -> bool {
  return is_leaf_range(child.first, child.last);
}

fn is_leaf_range(first: u32, last: u32) -> bool {
  return last - first < leaf_size;
}

fn is_none(child: Child) -> bool {
  return child.first > child.last;
}

fn box_of(child: Child) -> Box {
  if is_none(child) {
    return empty_box();
  }
  if child.first == child.last {
    return leaf_boxes[child.first];
  }
  return node_boxes[child.node];
}

fn pack_node(a: Child, b: Child, c: Child, d: Child) -> WideNode {
  let box_a = box_of(a);
  let box_b = box_of(b);
  let box_c = box_of(c);
  let box_d = box_of(d);
  let all = unite(unite(box_a, box_b), unite(box_c, box_d));
  let origin = all.low - PAD;
  let exponents = vec3u(
    cell_exponent(all.high.x - origin.x),
    cell_exponent(all.high.y - origin.y),
    cell_exponent(all.high.z - origin.z),
  );
  let cells_per_length = bitcast<vec3f>((vec3u(254u) - exponents) << vec3u(23u));
  // Rounding must not make a box smaller.
  let down = cells_per_length * (1.0 - 0x1p-21f);
  let up = cells_per_length * (1.0 + 0x1p-21f);
  let is_there = !vec4<bool>(is_empty(box_a), is_empty(box_b), is_empty(box_c), is_empty(box_d));
  return WideNode(
    origin,
    grid_word(exponents, dot(select(vec4u(0u), CHILD_BITS, is_there), vec4u(1u))),
    select(vec4u(NO_CHILD), vec4u(reference_of(a), reference_of(b), reference_of(c), reference_of(d)), is_there),
    pack_cells(
      floor((box_a.low - PAD - origin) * down),
      floor((box_b.low - PAD - origin) * down),
      floor((box_c.low - PAD - origin) * down),
      floor((box_d.low - PAD - origin) * down),
    ),
    pack_cells(
      ceil((box_a.high + PAD - origin) * up),
      ceil((box_b.high + PAD - origin) * up),
      ceil((box_c.high + PAD - origin) * up),
      ceil((box_d.high + PAD - origin) * up),
    ),
  );
}

fn reference_of(child: Child) -> u32 {
  return select(child.node, leaf_reference(child.first, child.last - child.first + 1u), is_leaf(child));
}

// A word an axis, with a byte of each child.
fn pack_cells(a: vec3f, b: vec3f, c: vec3f, d: vec3f) -> vec3u {
  let words = (cell_bytes(a) << vec3u(BYTE_SHIFTS.x))
    | (cell_bytes(b) << vec3u(BYTE_SHIFTS.y))
    | (cell_bytes(c) << vec3u(BYTE_SHIFTS.z))
    | (cell_bytes(d) << vec3u(BYTE_SHIFTS.w));
  // LAST_BIAS less, as a number with a sign, is the highest bit turned.
  return words ^ vec3u(LAST_BIAS << BYTE_SHIFTS.w);
}

fn cell_bytes(cells: vec3f) -> vec3u {
  return vec3u(clamp(cells, vec3f(0.0), vec3f(GRID_CELLS)));
}

// The biased exponent of the smallest power of two of which GRID_CELLS are longer than `extent`.
fn cell_exponent(extent: f32) -> u32 {
  let cell = (max(extent, 0.0) + 2.0 * PAD) * ((1.0 + 0x1p-20f) / GRID_CELLS);
  return clamp((bitcast<u32>(cell) >> 23u) + 1u, LEAST_EXPONENT, 253u);
}
