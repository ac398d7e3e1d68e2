// Counts how often each digit occurs in each piece of the items; each workgroup takes a piece: lines 1 and 2 of
// Patidar and Narayanan's algorithm 2.

import package::split::level::level::{find_digits, level, read_digit};
import package::split::level::pieces::{count_pieces, find_piece};

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
  // Four at a time, loads first, so that their latencies overlap.
  for (var i = piece.first + lane; i < piece.end; i += 4u * width) {
    let items = i + vec4u(0u, width, 2u * width, 3u * width);
    let loaded = min(items, vec4u(piece.end - 1u));
    let four = vec4u(keys[loaded.x], keys[loaded.y], keys[loaded.z], keys[loaded.w]);
    let digits = find_digits(digit, four);
    for (var k = 0u; k < 4u; k += 1u) {
      if items[k] < piece.end {
        atomicAdd(&histogram[digits[k]], 1u);
      }
    }
  }
  workgroupBarrier();
  for (var d = lane; d < level.digits; d += width) {
    counts[piece.cell + d * piece.row] = atomicLoad(&histogram[d]);
  }
}
