// Reduces the ranges of rows to those of bricks: the smallest and the largest texel of a brick and of the voxels around it,
// which interpolation reaches. A sample less than half a voxel outside of a brick therefore has its range too.

import package::cast::bricks::order::{brick_of_index, count_of_bricks};

struct BrickChunk {
  bricks: vec3u,
  // The layer of the first of them.
  first_brick: u32,
  // The rows of a slice, and the slices of the chunk: those of the bricks and, where there are any, one before and one after.
  rows: u32,
  first_slice: u32,
  slices: u32,
}

@group(0) @binding(0) var<uniform> chunk: BrickChunk;
@group(0) @binding(1) var<storage, read> row_ranges: array<vec2f>;
@group(0) @binding(2) var ranges: texture_storage_3d<rg32float, write>;

override width = 64u;
override brick_side = 8u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < count_of_bricks(chunk.bricks); index += groups.x * width) {
    let brick = brick_of_index(index, chunk.bricks);
    // Bricks in slices of the volume, and then of the chunk.
    let z = (brick.z + chunk.first_brick) * brick_side;
    let first_z = max(z, 1u) - 1u - chunk.first_slice;
    let end_z = min(z + brick_side + 1u - chunk.first_slice, chunk.slices);
    let first_y = max(brick.y * brick_side, 1u) - 1u;
    let end_y = min((brick.y + 1u) * brick_side + 1u, chunk.rows);
    var low = 3.4e38;
    var high = -3.4e38;
    for (var slice = first_z; slice < end_z; slice += 1u) {
      for (var row = first_y; row < end_y; row += 1u) {
        let range = row_ranges[(slice * chunk.rows + row) * chunk.bricks.x + brick.x];
        low = min(low, range.x);
        high = max(high, range.y);
      }
    }
    textureStore(ranges, brick + vec3u(0u, 0u, chunk.first_brick), vec4f(low, high, 0.0, 0.0));
  }
}
