// Finds the bricks in which samples may be visible.

import package::cast::bricks::order::{DISTANCE_BITS, MAX_DISTANCE};
import package::cast::bricks::rule::{brick_at, brick_count, rule};
import package::cast::bricks::table_range::{cell_of, opacities, table_span};

@if(!average) @group(0) @binding(1) var ranges: texture_3d<f32>;
// A word a brick: whether the mask lets anything of it through.
@if(mask) @group(0) @binding(3) var<storage, read> shown: array<u32>;
// Distances to the nearest active brick, and above it to the nearest inactive one: yet the brick itself or none.
@group(0) @binding(4) var<storage, read_write> distances: array<u32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < brick_count(); index += groups.x * width) {
    var is_active = true;
    @if(!average) is_active = has_visible(brick_range(brick_at(index)));
    @if(mask) is_active = is_active && is_shown(index);
    distances[index] = select(MAX_DISTANCE, MAX_DISTANCE << DISTANCE_BITS, is_active);
  }
}

@if(mask)
fn is_shown(index: u32) -> bool {
  return shown[index] != 0u;
}

@if(!average)
fn brick_range(brick: vec3i) -> vec2f {
  return textureLoad(ranges, brick, 0).xy;
}

// Opacity is linear within a cell, so the ends of what a range covers of it decide whether any of it is visible.
@if(!isosurface && !average)
fn has_visible(range: vec2f) -> bool {
  if range.y < rule.visible_low || range.x > rule.visible_high {
    return false;
  }
  let low = table_span(range.x);
  let high = table_span(range.y);
  let first = cell_of(low.x);
  let last = cell_of(high.y);
  // Cells between the outer ones are covered whole.
  if last > first + 1u && opacities[last].before > opacities[first + 1u].before {
    return true;
  }
  return covers_visible(first, low, high) || covers_visible(last, low, high);
}

// Whether a cell is visible where a range covers it. Ends that only rounding would put within the cell are on its boundary:
// what starts or ends there is not visible yet.
@if(!isosurface && !average)
fn covers_visible(cell: u32, low: vec2f, high: vec2f) -> bool {
  let opacity = opacities[cell];
  let covered_from = clamp(snap(low) - f32(cell), 0.0, 1.0);
  let covered_to = clamp(snap(high) - f32(cell), 0.0, 1.0);
  return max(mix(opacity.start, opacity.end, covered_from), mix(opacity.start, opacity.end, covered_to)) > 0.0;
}

// The boundary of cells that a span holds, or else its middle.
@if(!isosurface && !average)
fn snap(span: vec2f) -> f32 {
  return select(0.5 * (span.x + span.y), floor(span.y), floor(span.y) >= span.x);
}
// A value on the surface is above it.
@if(isosurface)
fn has_visible(range: vec2f) -> bool {
  for (var n = 0u; n < rule.iso_count; n += 1u) {
    let iso = rule.isos[n / 4u][n % 4u];
    @if(!mask) if range.x < iso && range.y >= iso { return true; }
    // The mask's boundary closes what is above the value.
    @else if range.y >= iso { return true; }
  }
  return false;
}
