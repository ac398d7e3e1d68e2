// Fits the slabs to the depths of the frame's items, in one workgroup.

import package::tiles::bin_header::BinHeader;
import package::tiles::grid::Grid;
import package::tiles::item_summary::{ItemSummary, add_summary, summarize_workgroup, summary_of_none, width};

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> partial_summaries: array<ItemSummary>;
@group(0) @binding(2) var<storage, read_write> header: BinHeader;

@compute @workgroup_size(width)
fn main(@builtin(local_invocation_index) local: u32) {
  var summary = summary_of_none();
  for (var index = local; index < arrayLength(&partial_summaries); index += width) {
    summary = add_summary(summary, partial_summaries[index]);
  }
  let total = summarize_workgroup(local, summary);
  if local > 0u {
    return;
  }
  let extent = total.farthest - total.nearest;
  header.pairs = total.pairs;
  header.pairs_rounded = total.pairs_rounded;
  header.items = total.items;
  header.near = total.nearest;
  // The bound keeps depths that are hardly apart from an infinite scale.
  header.scale = select(0.0, min(f32(grid.slabs) / extent, 1e30), extent > 0.0);
}
