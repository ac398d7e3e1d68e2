// Writes each pair once, where the scanned marks of mark_pairs.wgsl say.

import package::bvh::queries::collisions::pair_piece::PairPiece;

@group(0) @binding(0) var<uniform> piece: PairPiece;
@group(0) @binding(1) var<storage, read> keys_low: array<u32>;
@group(0) @binding(2) var<storage, read> keys_high: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<u32>;
@group(0) @binding(4) var<storage, read_write> pairs: array<vec2u>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < piece.count; index += groups.x * width) {
    if places[index + 1u] != places[index] {
      pairs[places[index]] = vec2u(keys_high[index], keys_low[index]);
    }
  }
}
