// Which pixels of its tile an invocation renders, where invocations do not follow the tile's rows.
// src/shapes/shape-families.ts has the CPU reference, `pixelOfInvocation`.

import package::cast::ray::rays::Uints;

struct TilePixels {
  x: Uints,
  y: Uints,
}

// Consecutive invocations cover blocks of this size, in pixels, that fill the tile row by row.
override lane_layout_width = 8u;
override lane_layout_height = 4u;

@if(lane_layout)
fn pixels_in_tile(number: Uints, tile_width: u32, tile_height: u32) -> TilePixels {
  let size = lane_layout_width * lane_layout_height;
  let block = number / size;
  let within = number % size;
  let blocks_a_row = tile_width / lane_layout_width;
  return TilePixels(
    block % blocks_a_row * lane_layout_width + within % lane_layout_width,
    block / blocks_a_row * lane_layout_height + within / lane_layout_width,
  );
}

// Follows a Z-order curve (Morton): bits go to x and y in turn, and the rest to the longer side.
@if(lane_layout_morton)
fn pixels_in_tile(number: Uints, tile_width: u32, tile_height: u32) -> TilePixels {
  var pixels = TilePixels(Uints(0u), Uints(0u));
  var rest = number;
  for (var bit = 1u; bit < max(tile_width, tile_height); bit <<= 1u) {
    if bit < tile_width {
      pixels.x |= (rest & Uints(1u)) * bit;
      rest >>= Uints(1u);
    }
    if bit < tile_height {
      pixels.y |= (rest & Uints(1u)) * bit;
      rest >>= Uints(1u);
    }
  }
  return pixels;
}
