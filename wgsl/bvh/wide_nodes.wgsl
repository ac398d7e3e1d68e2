// Makes a wide node of every node of the binary tree: its grandchildren, or its children where these are leaves. Most are
// never reached, but to leave them out would take several passes more.

import package::bvh::box::{Box, empty_box, is_empty, unite};
import package::bvh::mesh_size::MeshSize;
import package::bvh::radix_node::RadixNode;
import package::bvh::wide_node::{
  BYTE_PLACES, CHILD_BITS, GRID_CELLS, LAST_BIAS, NO_CHILD, WideNode, grid_word, leaf_reference,
};

@group(0) @binding(0) var<uniform> size: MeshSize;
@group(0) @binding(1) var<storage, read> nodes: array<RadixNode>;
@group(0) @binding(2) var<storage, read> leaf_boxes: array<Box>;
@group(0) @binding(3) var<storage, read> node_boxes: array<Box>;
@group(0) @binding(4) var<storage, read_write> wide_nodes: array<WideNode>;

override width = 64u;
// Triangles of a leaf at most: a power of two, up to MAX_LEAF_SLOTS.
override leaf_size = 4u;

// So far boxes reach beyond what they hold, so that a segment along one axis has a number of its own for either side.
const PAD = 0x1p-78f;
const LEAST_EXPONENT = 27u;

struct Child {
  first: u32,
  last: u32,
  // Of its node in the binary tree, unless it is a single slot.
  node: u32,
}

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  // The root has a node even where a single triangle, or none, needs no tree.
  for (var i = id.x; i < max(size.triangles, 2u) - 1u; i += groups.x * width) {
    wide_nodes[i] = make_node(i);
  }
}

fn make_node(i: u32) -> WideNode {
  var children: array<Child, 4>;
  var count = 0u;
  if size.triangles == 1u {
    children[0] = Child(0u, 0u, 0u);
    count = 1u;
  } else if size.triangles > 1u {
    let node = nodes[i];
    for (var side = 0u; side < 2u; side += 1u) {
      let child = child_of(node, side);
      if is_leaf(child) {
        children[count] = child;
        count += 1u;
      } else {
        children[count] = child_of(nodes[child.node], 0u);
        children[count + 1u] = child_of(nodes[child.node], 1u);
        count += 2u;
      }
    }
  }
  return pack_node(&children, count);
}

fn child_of(node: RadixNode, side: u32) -> Child {
  if side == 0u {
    return Child(node.first, node.split, node.split);
  }
  return Child(node.split + 1u, node.last, node.split + 1u);
}

fn is_leaf(child: Child) -> bool {
  return child.last - child.first < leaf_size;
}

fn box_of(child: Child) -> Box {
  if child.first == child.last {
    return leaf_boxes[child.first];
  }
  return node_boxes[child.node];
}

fn pack_node(children: ptr<function, array<Child, 4>>, count: u32) -> WideNode {
  var boxes: array<Box, 4>;
  var all = empty_box();
  for (var k = 0u; k < count; k += 1u) {
    boxes[k] = box_of(children[k]);
    all = unite(all, boxes[k]);
  }
  let origin = all.low - PAD;
  let exponents = vec3u(
    cell_exponent(all.high.x - origin.x),
    cell_exponent(all.high.y - origin.y),
    cell_exponent(all.high.z - origin.z),
  );
  let cells_per_length = bitcast<vec3f>((vec3u(254u) - exponents) << vec3u(23u));
  var node = WideNode(origin, grid_word(exponents, 0u), vec4u(NO_CHILD), vec3u(0u), vec3u(0u));
  for (var k = 0u; k < count; k += 1u) {
    if is_empty(boxes[k]) {
      continue;
    }
    // Rounding must not make a box smaller.
    let low = (boxes[k].low - PAD - origin) * cells_per_length * (1.0 - 0x1p-21f);
    let high = (boxes[k].high + PAD - origin) * cells_per_length * (1.0 + 0x1p-21f);
    node.low |= vec3u(clamp(floor(low), vec3f(0.0), vec3f(GRID_CELLS))) << vec3u(BYTE_PLACES[k]);
    node.high |= vec3u(clamp(ceil(high), vec3f(0.0), vec3f(GRID_CELLS))) << vec3u(BYTE_PLACES[k]);
    let slots = children[k].last - children[k].first + 1u;
    node.children[k] = select(children[k].node, leaf_reference(children[k].first, slots), is_leaf(children[k]));
    node.grid |= CHILD_BITS[k];
  }
  // As numbers with a sign, 128 less is the highest bit turned.
  node.low ^= vec3u(LAST_BIAS << BYTE_PLACES.w);
  node.high ^= vec3u(LAST_BIAS << BYTE_PLACES.w);
  return node;
}

// The biased exponent of the smallest power of two of which GRID_CELLS are longer than `extent`.
fn cell_exponent(extent: f32) -> u32 {
  let cell = (max(extent, 0.0) + 2.0 * PAD) * ((1.0 + 0x1p-20f) / GRID_CELLS);
  return clamp((bitcast<u32>(cell) >> 23u) + 1u, LEAST_EXPONENT, 253u);
}
