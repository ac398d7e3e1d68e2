// Counts how often each digit occurs in each piece of the items; each workgroup takes a piece: lines 1 and 2 of
// Patidar and Narayanan's algorithm 2.

import package::split::level::level::{Digit, count_pieces, find_digits, find_piece, level, read_digit};

@group(0) @binding(4) var<storage, read> keys: array<u32>;
@group(0) @binding(5) var<storage, read_write> counts: array<u32>;

override width = 256u;
// One a digit.
override counters = 64u;
var<workgroup> histogram: array<atomic<u32>, counters>;

@compute @workgroup_size(width)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  if group.x >= count_pieces() {
    return;
  }
  let piece = find_piece(group.x);
  let digit = read_digit();
  for (var i = piece.first + lane; i < piece.end; i += width) {
    atomicAdd(&histogram[find_digits(digit, vec4u(keys[i])).x], 1u);
  }
  workgroupBarrier();
  for (var d = lane; d < level.digits; d += width) {
    counts[piece.cell + d * piece.row] = atomicLoad(&histogram[d]);
  }
}
