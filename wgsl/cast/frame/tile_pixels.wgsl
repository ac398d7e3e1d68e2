// The pixels of its tile that an invocation renders.
// src/shapes/shape-families.ts has the CPU reference, `pixelOfInvocation`.

@if(quads) import package::cast::ray::four::Uints;
@else import package::cast::ray::one::Uints;

struct TilePixels {
  x: Uints,
  y: Uints,
}

// Consecutive invocations cover blocks of this size, in pixels, that fill the tile row by row; those of width 0 are its rows.
override lane_layout_width = 0u;
override lane_layout_height = 1u;
// Consecutive invocations follow a Z-order curve over the tile instead.
override lane_layout_morton = false;

fn pixels_in_tile(number: Uints, tile_width: u32, tile_height: u32) -> TilePixels {
  if lane_layout_morton { return pixels_on_curve(number, tile_width, tile_height); }
  if lane_layout_width > 0u { return pixels_in_blocks(number, tile_width); }
  return TilePixels(number % tile_width, number / tile_width);
}

fn pixels_in_blocks(number: Uints, tile_width: u32) -> TilePixels {
  // Divisors must not be 0 where there are no blocks.
  let width = max(lane_layout_width, 1u);
  let size = width * lane_layout_height;
  let block = number / size;
  let within = number % size;
  let blocks_a_row = tile_width / width;
  return TilePixels(
    block % blocks_a_row * width + within % width,
    block / blocks_a_row * lane_layout_height + within / width,
  );
}

// Follows a Z-order curve (Morton): bits go to x and y in turn, and the rest to the longer side.
fn pixels_on_curve(number: Uints, tile_width: u32, tile_height: u32) -> TilePixels {
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
