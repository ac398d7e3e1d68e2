// Counts the tiles of each item, and reduces the depths: steps 1 and 2 of Patidar and Narayanan's algorithm 3. Each workgroup takes
// a block of the scan that follows, and sums its counts.

import package::split::blocks::find_block;
import package::tiles::grid::Grid;
import package::tiles::item_bounds::ItemBounds;
import package::tiles::item_summary::{ItemSummary, add_summary, summarize_workgroup, summary_of_none, width};
import package::tiles::tile_rectangle::tile_rectangle;

// Binding 0 is the scan's blocks.
@group(0) @binding(1) var<uniform> grid: Grid;
@group(0) @binding(2) var<storage, read> bounds: array<ItemBounds>;
// One more than there are items: scanned, the last one is the number of pairs.
@group(0) @binding(3) var<storage, read_write> tile_counts: array<u32>;
// One a block.
@group(0) @binding(4) var<storage, read_write> sums: array<u32>;
@group(0) @binding(5) var<storage, read_write> partial_summaries: array<ItemSummary>;

@compute @workgroup_size(width)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  var summary = summary_of_none();
  let block = find_block(group.x);
  for (var item = block.first + local; item < min(block.end, grid.items); item += width) {
    let item_bounds = bounds[item];
    let tiles = tile_rectangle(grid, item_bounds).size;
    let count = tiles.x * tiles.y;
    tile_counts[item] = count;
    if count > 0u {
      let depth = item_bounds.depth;
      summary = add_summary(summary, ItemSummary(depth, depth, count, f32(count), 1u));
    }
  }
  let total = summarize_workgroup(local, summary);
  if local == 0u {
    partial_summaries[group.x] = total;
    sums[group.x] = total.pairs;
    if group.x == 0u {
      tile_counts[grid.items] = 0u;
    }
  }
}
