// Finds the bricks that samples may show something of.

import package::cast::bricks::order::{DISTANCE_BITS, MAX_DISTANCE};
import package::cast::bricks::rule::{brick_at, brick_count, rule};

@if(!average) @group(0) @binding(1) var ranges: texture_3d<f32>;
// How many cells of the transfer table before each one are not wholly transparent.
@if(!isosurface && !average) @group(0) @binding(2) var<storage, read> visible_before: array<u32>;
// A word a brick: whether the mask lets anything of it through.
@if(mask) @group(0) @binding(3) var<storage, read> shown: array<u32>;
// To the nearest active brick, and above it to the nearest inactive one: yet the brick itself or none.
@group(0) @binding(4) var<storage, read_write> distances: array<u32>;

override width = 64u;

// Cells by which rounding may put a texel into a neighbour.
const CELL_MARGIN = 1e-2;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < brick_count(); index += groups.x * width) {
    var is_active = true;
    @if(!average) is_active = has_visible(brick_range(brick_at(index)));
    @if(mask) is_active = is_active && shown[index] != 0u;
    distances[index] = select(MAX_DISTANCE, MAX_DISTANCE << DISTANCE_BITS, is_active);
  }
}

@if(!preintegrated && !average)
fn brick_range(brick: vec3i) -> vec2f {
  return textureLoad(ranges, brick, 0).xy;
}
// Segments about a sample reach into the neighbours.
@if(preintegrated)
fn brick_range(brick: vec3i) -> vec2f {
  var range = vec2f(3.4e38, -3.4e38);
  for (var neighbor = 0; neighbor < 27; neighbor += 1) {
    let place = brick + vec3i(neighbor % 3, neighbor / 3 % 3, neighbor / 9) - 1;
    let other = textureLoad(ranges, clamp(place, vec3i(0), vec3i(rule.bricks) - 1), 0).xy;
    range = vec2f(min(range.x, other.x), max(range.y, other.y));
  }
  return range;
}

@if(!isosurface && !average)
fn has_visible(range: vec2f) -> bool {
  if range.y < rule.visible_low || range.x > rule.visible_high {
    return false;
  }
  return visible_before[cell_of(range.y, CELL_MARGIN) + 1u] > visible_before[cell_of(range.x, -CELL_MARGIN)];
}
@if(!isosurface && !average)
fn cell_of(texel: f32, margin: f32) -> u32 {
  let place = (texel - rule.table_low) * rule.table_scale + margin;
  return u32(clamp(place, 0.0, f32(rule.table_cells - 1u)));
}
// A value on the surface is above it.
@if(isosurface)
fn has_visible(range: vec2f) -> bool {
  return range.x < rule.iso && range.y >= rule.iso;
}
