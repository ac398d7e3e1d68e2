// Which pixel of its tile an invocation renders, where invocations do not follow the tile's rows.
// src/shapes/shape-families.ts has the twin, `pixelOfInvocation`.

// Consecutive invocations cover blocks of this size, in pixels, that fill the tile row by row.
override footprint_width = 8u;
override footprint_height = 4u;

@if(footprint)
fn pixel_in_tile(number: u32, tile_width: u32, tile_height: u32) -> vec2u {
  let size = footprint_width * footprint_height;
  let block = number / size;
  let within = number % size;
  let blocks_a_row = tile_width / footprint_width;
  return vec2u(
    block % blocks_a_row * footprint_width + within % footprint_width,
    block / blocks_a_row * footprint_height + within / footprint_width,
  );
}

// Along a Z-order curve (Morton): bits go to x and y in turn, and the rest to the longer side.
@if(footprint_morton)
fn pixel_in_tile(number: u32, tile_width: u32, tile_height: u32) -> vec2u {
  var pixel = vec2u(0u);
  var rest = number;
  for (var bit = 1u; bit < max(tile_width, tile_height); bit <<= 1u) {
    if bit < tile_width {
      pixel.x |= (rest & 1u) * bit;
      rest >>= 1u;
    }
    if bit < tile_height {
      pixel.y |= (rest & 1u) * bit;
      rest >>= 1u;
    }
  }
  return pixel;
}
