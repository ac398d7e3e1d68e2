// Marks the first of equal pairs, in the order of their keys; after the last pair stands a 0, for a scan to become the total.

import package::bvh::queries::collisions::pair_piece::PairPiece;

@group(0) @binding(0) var<uniform> piece: PairPiece;
@group(0) @binding(1) var<storage, read> keys_low: array<u32>;
@group(0) @binding(2) var<storage, read> keys_high: array<u32>;
@group(0) @binding(3) var<storage, read_write> marks: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index <= piece.count; index += groups.x * width) {
    marks[index] = u32(index < piece.count && is_new(index));
  }
}

fn is_new(index: u32) -> bool {
  if index == 0u {
    return true;
  }
  return keys_low[index] != keys_low[index - 1u] || keys_high[index] != keys_high[index - 1u];
}
