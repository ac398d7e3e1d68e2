// Writes the pairs of a bin and an item. An invocation writes a run of pairs, of whichever items they are, so that it
// makes no difference whether an item is in one tile or in all.

import package::tiles::bin_header::BinHeader;
import package::tiles::grid::{Grid, tile_index};
import package::tiles::item_bounds::ItemBounds;
import package::tiles::slabs::{Slabs, slab_of};
import package::tiles::tile_rectangle::tile_rectangle;

@group(0) @binding(0) var<uniform> grid: Grid;
@group(0) @binding(1) var<storage, read> bounds: array<ItemBounds>;
@group(0) @binding(2) var<storage, read> first_pairs: array<u32>;
@group(0) @binding(3) var<uniform> header: BinHeader;
@group(0) @binding(4) var<storage, read_write> bins: array<u32>;
@group(0) @binding(5) var<storage, read_write> items: array<u32>;

override width = 64u;
// Pairs that an invocation writes one after the other. Few on a GPU, so that neighbours write side by side; many on the CPU,
// which saves searching.
override run = 1u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let slabs = Slabs(header.near, header.scale, f32(grid.slabs - 1u));
  let pairs = min(header.pairs, grid.pair_capacity);
  let stride = groups.x * width * run;
  for (var first = id.x * run; first < pairs; first += stride) {
    var item = find_item(first);
    var end_of_item = first_pairs[item + 1u];
    var rectangle = tile_rectangle(grid, bounds[item]);
    var slab = slab_of(slabs, bounds[item].depth);
    let rank = first - first_pairs[item];
    var tile = vec2u(rank % rectangle.size.x, rank / rectangle.size.x);
    let end = min(first + run, pairs);
    for (var pair = first; pair < end; pair += 1u) {
      if pair == end_of_item {
        item = next_item(item, pair);
        end_of_item = first_pairs[item + 1u];
        rectangle = tile_rectangle(grid, bounds[item]);
        slab = slab_of(slabs, bounds[item].depth);
        tile = vec2u(0u);
      }
      bins[pair] = tile_index(grid, rectangle.first + tile) * grid.slabs + slab;
      items[pair] = item;
      tile.x += 1u;
      if tile.x == rectangle.size.x {
        tile = vec2u(0u, tile.y + 1u);
      }
    }
  }
}

// The item whose first pair this is; many before it may be empty.
fn next_item(item: u32, pair: u32) -> u32 {
  if first_pairs[item + 2u] > pair {
    return item + 1u;
  }
  return find_item(pair);
}

// The last item whose first pair is not beyond this one.
fn find_item(pair: u32) -> u32 {
  var item = 0u;
  var beyond = grid.items;
  while item + 1u < beyond {
    let middle = (item + beyond) / 2u;
    if first_pairs[middle] <= pair {
      item = middle;
    } else {
      beyond = middle;
    }
  }
  return item;
}
