// Cuts segments into pieces: counts those of each, and scans the counts, in one workgroup. An empty segment has a piece too, which
// knows where its bins begin.

import package::split::level::level::level;
import package::split::level::pieces::piece_items;
import package::split::workgroup_scan::{Lane, scan_workgroup, width};

// The starts of segments, and behind them what level.wgsl finds there.
@group(0) @binding(2) var<storage, read_write> segments: array<u32>;

// Each invocation takes some segments that follow each other.
@compute @workgroup_size(width)
fn main(@builtin(local_invocation_index) index: u32) {
  let size = piece_items(segments[level.segments]);
  let segments_each = (level.segments + width - 1u) / width;
  let first = min(index * segments_each, level.segments);
  let end = min(first + segments_each, level.segments);
  var own = 0u;
  for (var segment = first; segment < end; segment += 1u) {
    own += count_segment_pieces(segment, size);
  }
  let pieces = scan_workgroup(Lane(index), own);
  var piece = pieces.before;
  for (var segment = first; segment < end; segment += 1u) {
    segments[level.segments + 1u + segment] = piece;
    piece += count_segment_pieces(segment, size);
  }
  if index == 0u {
    segments[2u * level.segments + 1u] = pieces.total;
  }
}

fn count_segment_pieces(segment: u32, size: u32) -> u32 {
  return max((segments[segment + 1u] - segments[segment] + size - 1u) / size, 1u);
}
