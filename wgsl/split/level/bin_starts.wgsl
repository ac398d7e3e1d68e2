// Takes from the scanned matrix where each bin begins, and adds where the last one ends.

import package::split::level::level::{count_items, level};
@if(segmented) import package::split::level::level::segment_pieces;

@group(0) @binding(4) var<storage, read> destinations: array<u32>;
@group(0) @binding(5) var<storage, read_write> bin_starts: array<u32>;

override width = 64u;

// Each workgroup takes a segment: its first piece has the first cell of each row.
@if(segmented)
@compute @workgroup_size(width)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let digits = level.digits;
  let bins = level.bins;
  for (var segment = group.x; segment < level.segments; segment += groups.x) {
    let piece = segment_pieces[segment];
    let row = segment_pieces[segment + 1u] - piece;
    let first_bin = segment * digits;
    for (var d = lane; d < digits && first_bin + d < bins; d += width) {
      bin_starts[first_bin + d] = destinations[piece * digits + d * row];
    }
  }
  if group.x == 0u && lane == 0u {
    bin_starts[bins] = count_items();
  }
}

@if(!segmented)
@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var bin = id.x; bin < level.bins; bin += groups.x * width) {
    bin_starts[bin] = destinations[bin * level.pieces];
  }
  if id.x == 0u {
    bin_starts[level.bins] = count_items();
  }
}
