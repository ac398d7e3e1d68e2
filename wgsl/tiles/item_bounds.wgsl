// An item as binning knows it: the rectangle of pixels that it may cover, and its nearest depth.

// src/tiles/binner.ts knows its size.
struct ItemBounds {
  // The first and the last pixel, x in the lower 16 bits and y in the upper; an empty item has last < first.
  first: u32,
  last: u32,
  depth: f32,
}

fn bounds_of(first: vec2u, last: vec2u, depth: f32) -> ItemBounds {
  return ItemBounds(first.x | (first.y << 16u), last.x | (last.y << 16u), depth);
}

// Bounds of an item that covers no pixel.
fn no_bounds() -> ItemBounds {
  return ItemBounds(0xffffffffu, 0u, 0.0);
}

fn unpack_pixel(pixel: u32) -> vec2u {
  return vec2u(pixel & 0xffffu, pixel >> 16u);
}
