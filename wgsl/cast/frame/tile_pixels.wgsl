// Which pixels of its tile an invocation renders, where invocations do not follow the tile's rows.
// src/shapes/shape-families.ts has the CPU reference, `pixelOfInvocation`.

import package::cast::ray::rays::Uints;

struct TilePixels {
  x: Uints,
  y: Uints,
}

// Consecutive invocations cover blocks of this size, in pixels, that fill the tile row by row.
override footprint_width = 8u;
override footprint_height = 4u;

@if(footprint)
fn pixels_in_tile(number: Uints, tile_width: u32, tile_height: u32) -> TilePixels {
  let size = footprint_width * footprint_height;
  let block = number / size;
  let within = number % size;
  let blocks_a_row = tile_width / footprint_width;
  return TilePixels(
    block % blocks_a_row * footprint_width + within % footprint_width,
    block / blocks_a_row * footprint_height + within / footprint_width,
  );
}

// Along a Z-order curve (Morton): bits go to x and y in turn, and the rest to the longer side.
@if(footprint_morton)
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
