// How many pieces each segment is cut into; scanned, which piece is its first.
// An empty segment has none: its bins begin where the next piece's cells say, or, after the last, where the sum of all
// cells does, which the scan leaves in the cell behind them.

import package::split::level::level::{level, piece_items, segment_starts};

@group(0) @binding(5) var<storage, read_write> piece_counts: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let size = piece_items();
  for (var segment = id.x; segment < level.segments; segment += groups.x * width) {
    piece_counts[segment] = (segment_starts[segment + 1u] - segment_starts[segment] + size - 1u) / size;
  }
  if id.x == 0u {
    piece_counts[level.segments] = 0u;
  }
}
