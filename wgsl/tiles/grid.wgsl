// The grid of tiles × slabs, and the order of its tiles.

struct Grid {
  columns: u32,
  rows: u32,
  // The grid is padded to 2^bits columns and rows in Morton order.
  column_bits: u32,
  row_bits: u32,
  // Pixels of a tile. They are no constants, so that a kernel serves all shapes.
  tile_width: u32,
  tile_height: u32,
  // Row by row, column by column, or along a Z-order curve.
  order: u32,
  slabs: u32,
  // Tiles, the padding among them, times slabs.
  bins: u32,
  // Items that may be in tiles.
  items: u32,
  // Pairs of a tile and an item that the buffers hold.
  pair_capacity: u32,
}

const BY_COLUMNS = 1u;
const BY_MORTON = 2u;

// Bins lie tile by tile in this order, the slabs of a tile from near to far.
fn tile_index(grid: Grid, tile: vec2u) -> u32 {
  if grid.order == BY_COLUMNS { return tile.x * grid.rows + tile.y; }
  if grid.order == BY_MORTON { return morton_index(grid, tile); }
  return tile.y * grid.columns + tile.x;
}

// The tile of an index below the number of tiles with their padding: it may lie outside of the grid.
fn tile_at(grid: Grid, index: u32) -> vec2u {
  if grid.order == BY_COLUMNS { return vec2u(index / grid.rows, index % grid.rows); }
  if grid.order == BY_MORTON { return tile_of_morton(grid, index); }
  return vec2u(index % grid.columns, index / grid.columns);
}

// The bits of x and y alternate; those that the longer side has more of come before them.
fn morton_index(grid: Grid, tile: vec2u) -> u32 {
  let bits = min(grid.column_bits, grid.row_bits);
  let low = (1u << bits) - 1u;
  let rest = (tile.x >> bits) | (tile.y >> bits);
  return (rest << (2u * bits)) | spread_bits(tile.x & low) | (spread_bits(tile.y & low) << 1u);
}

fn tile_of_morton(grid: Grid, index: u32) -> vec2u {
  let bits = min(grid.column_bits, grid.row_bits);
  let low = (1u << bits) - 1u;
  let rest = (index >> (2u * bits)) << bits;
  let tile = vec2u(gather_bits(index) & low, gather_bits(index >> 1u) & low);
  return tile | select(vec2u(0u, rest), vec2u(rest, 0u), grid.column_bits > grid.row_bits);
}

// Puts a zero before each of the lower 16 bits: H. S. Warren, "Hacker's Delight", 2nd edition, section 7-2.
fn spread_bits(number: u32) -> u32 {
  var bits = number & 0xffffu;
  bits = (bits | (bits << 8u)) & 0x00ff00ffu;
  bits = (bits | (bits << 4u)) & 0x0f0f0f0fu;
  bits = (bits | (bits << 2u)) & 0x33333333u;
  return (bits | (bits << 1u)) & 0x55555555u;
}

// Every other bit, from the lowest on.
fn gather_bits(number: u32) -> u32 {
  var bits = number & 0x55555555u;
  bits = (bits | (bits >> 1u)) & 0x33333333u;
  bits = (bits | (bits >> 2u)) & 0x0f0f0f0fu;
  bits = (bits | (bits >> 4u)) & 0x00ff00ffu;
  return (bits | (bits >> 8u)) & 0xffffu;
}
