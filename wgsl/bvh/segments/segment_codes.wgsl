// Codes by which segments near each other in both ends come one after the other: the highest bits of the starts' and the ends'
// cells by turns. There are enough that few of a chunk's segments share one: more would only have to be sorted.

import package::bvh::segments::query::query;
import package::bvh::root_cell::root_code;
import package::bvh::wide_node::WideNode;

@group(0) @binding(1) var<storage, read> nodes: array<WideNode>;
@group(0) @binding(2) var<storage, read> ends: array<f32>;
@group(0) @binding(3) var<storage, read_write> codes: array<u32>;

override width = 64u;

// Cells of each axis, a power of two: 5 bits of each end's axes make 30.
const CELLS = 32.0;
// src/bvh/segment-query.ts knows it too.
const CODE_BITS = 22u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let root = nodes[0];
  for (var i = id.x; i < query.segments; i += groups.x * width) {
    let start = root_code(point(query.first_start + query.stride * i), root, CELLS);
    let end = root_code(point(query.first_end + query.stride * i), root, CELLS);
    codes[i] = mix_codes(start, end) >> (30u - CODE_BITS);
  }
}

fn point(at: u32) -> vec3f {
  return vec3f(ends[at], ends[at + 1u], ends[at + 2u]);
}

// Three bits of each by turns, of 15.
fn mix_codes(a: u32, b: u32) -> u32 {
  var mixed = 0u;
  for (var k = 0u; k < 5u; k += 1u) {
    let shift = 3u * k;
    mixed |= ((((a >> shift) & 7u) << 3u) | ((b >> shift) & 7u)) << (2u * shift);
  }
  return mixed;
}
