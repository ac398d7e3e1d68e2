// The counts of a frame's bins, known on the GPU first; src/tiles/binner.ts reads them.

struct BinHeader {
  // Pairs of a tile and an item, modulo 2³², and rounded to f32.
  pairs: u32,
  pairs_rounded: f32,
  // Items in any tile.
  items: u32,
  // Nearest depth of them, and slabs a unit of depth.
  near: f32,
  scale: f32,
}
