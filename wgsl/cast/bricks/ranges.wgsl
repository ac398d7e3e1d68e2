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
@if(!copied) @group(0) @binding(1) var<storage, read> row_ranges: array<vec2f>;
// As integers of 16 bits, the smallest first.
@else @group(0) @binding(1) var<storage, read> row_ranges: array<u32>;
@group(0) @binding(2) var ranges: texture_storage_3d<rg32float, write>;

override width = 64u;
override brick_side = 8u;
// The texel of an integer is this many times as much.
@if(copied) override factor = 1.0;

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
    let first_row = (first_z * chunk.rows + first_y) * chunk.bricks.x + brick.x;
    var range = range_of_row(first_row);
    for (var slice = first_z; slice < end_z; slice += 1u) {
      var at = first_row + (slice - first_z) * chunk.rows * chunk.bricks.x;
      for (var row = first_y; row < end_y; row += 1u) {
        let other = range_of_row(at);
        range = RowRange(min(range.low, other.low), max(range.high, other.high));
        at += chunk.bricks.x;
      }
    }
    textureStore(ranges, brick + vec3u(0u, 0u, chunk.first_brick), vec4f(texels_of(range), 0.0, 0.0));
  }
}

@if(!copied)
struct RowRange {
  low: f32,
  high: f32,
}
// Integers: SwiftShader takes five times the instructions for the smaller of two floats.
@else
struct RowRange {
  low: u32,
  high: u32,
}

@if(!copied)
fn range_of_row(index: u32) -> RowRange {
  let range = row_ranges[index];
  return RowRange(range.x, range.y);
}
@else
fn range_of_row(index: u32) -> RowRange {
  let word = row_ranges[index];
  return RowRange(word & 0xffffu, word >> 16u);
}

@if(!copied)
fn texels_of(range: RowRange) -> vec2f {
  return vec2f(range.low, range.high);
}
@else
fn texels_of(range: RowRange) -> vec2f {
  return vec2f(f32(range.low), f32(range.high)) * factor;
}
