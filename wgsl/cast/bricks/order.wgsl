// The order of bricks, along x first, then y, then z, and distances between them, in bricks, along the axis where they are
// farthest apart: two in a word.

// No brick is searched beyond this.
const MAX_DISTANCE = 31u;
const DISTANCE_BITS = 16u;

fn brick_of_index(index: u32, bricks: vec3u) -> vec3u {
  return vec3u(index % bricks.x, index / bricks.x % bricks.y, index / (bricks.x * bricks.y));
}

fn index_of_brick(brick: vec3i, bricks: vec3u) -> u32 {
  let place = vec3u(brick);
  return place.x + bricks.x * (place.y + bricks.y * place.z);
}

fn count_of_bricks(bricks: vec3u) -> u32 {
  return bricks.x * bricks.y * bricks.z;
}

// The unit of lookups in the map of bricks' distances: of 2²⁶ bricks, each of which costs one, the sum is still below 2³².
const LOOKUP_PARTS = 32u;
