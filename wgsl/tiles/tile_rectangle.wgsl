// The tiles that an item's pixels lie in.

import package::tiles::grid::Grid;
import package::tiles::item_bounds::{ItemBounds, unpack_pixel};

struct TileRectangle {
  first: vec2u,
  // Columns and rows; zero for an empty item.
  size: vec2u,
}

fn tile_rectangle(grid: Grid, bounds: ItemBounds) -> TileRectangle {
  if bounds.last < bounds.first {
    return TileRectangle(vec2u(0u), vec2u(0u));
  }
  let tile_size = vec2u(grid.tile_width, grid.tile_height);
  let first = unpack_pixel(bounds.first) / tile_size;
  return TileRectangle(first, unpack_pixel(bounds.last) / tile_size - first + 1u);
}
