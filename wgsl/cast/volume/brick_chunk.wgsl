// The bricks of a run of slices; src/cast/volume/brick-ranges.ts writes it.

struct BrickChunk {
  bricks: vec3u,
  // The layer of the first of them.
  first_brick: u32,
  // The rows of a slice, and the slices of the chunk: those of the bricks and, where there are any, one before and one after.
  rows: u32,
  first_slice: u32,
  slices: u32,
}
