// The pair of triangles of each crossing of an edge: keys to sort by, the first mesh's triangle above the second's.

import package::bvh::queries::collisions::pair_piece::PairPiece;

@group(0) @binding(0) var<uniform> piece: PairPiece;
// How many crossings there are before those of each edge, and in all.
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
// Each is a triangle, t, u and v.
@group(0) @binding(2) var<storage, read> crossings: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> keys_low: array<u32>;
@group(0) @binding(4) var<storage, read_write> keys_high: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < piece.edges; index += groups.x * width) {
    let edged = (piece.first_edge + index) / 3u;
    for (var at = offsets[index]; at < offsets[index + 1u]; at += 1u) {
      let crossed = crossings[at].x;
      let is_first = piece.edges_first == 1u;
      keys_low[piece.first + at] = select(edged, crossed, is_first);
      keys_high[piece.first + at] = select(crossed, edged, is_first);
    }
  }
}
