// Codes by which segments near each other in both ends come one after the other: the highest bits of the starts' and the
// ends' cells by turns. So many that few of a chunk's segments have the same: more would only have to be sorted.

import package::bvh::morton::interleave;
import package::bvh::query::Query;
import package::bvh::wide_node::{GRID_CELLS, WideNode, grid_step};

@group(0) @binding(0) var<uniform> query: Query;
@group(0) @binding(1) var<storage, read> nodes: array<WideNode>;
@group(0) @binding(2) var<storage, read> ends: array<f32>;
@group(0) @binding(3) var<storage, read_write> codes: array<u32>;

override width = 64u;

// Of each axis, to a power of two: 5 bits of each end make 30.
const CELLS = 32.0;
// src/bvh/segment-query.ts knows it too.
const CODE_BITS = 22u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let root = nodes[0];
  let box_size = GRID_CELLS * grid_step(root.grid);
  for (var i = id.x; i < query.segments; i += groups.x * width) {
    let start = code_of(point(3u * i), root.origin, box_size);
    let end = code_of(point(3u * (query.capacity + i)), root.origin, box_size);
    codes[i] = mix_codes(start, end) >> (30u - CODE_BITS);
  }
}

fn point(at: u32) -> vec3f {
  return vec3f(ends[at], ends[at + 1u], ends[at + 2u]);
}

// Points beyond the box count as of its outermost cells.
fn code_of(point: vec3f, low: vec3f, box_size: vec3f) -> u32 {
  return interleave(vec3u(clamp((point - low) / box_size * CELLS, vec3f(0.0), vec3f(CELLS - 1.0))));
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
