// The transfer function: tables of what texels and gradients look like, in cells that are linear from start to end.

import package::cast::volume::volume_frame::volume;
@if(hardware_filter) import package::cast::volume::sample::linear_clamped;

// Colour, and opacity of a unit of length, by texel.
@group(0) @binding(7) var table: texture_2d<f32>;
// What opacity is multiplied by, in the fourth channel, by gradient magnitude.
@if(gradient_opacity) @group(0) @binding(9) var gradient_table: texture_2d<f32>;

// Texels that rounding may have put below a step, by this share of them, are on it.
const ROUNDING = 3e-7;

fn classify(texel: f32) -> vec4f {
  let margin = ROUNDING * abs(texel) * volume.table_scale;
  return look_up(table, cell_place(table_place(texel), margin, volume.table_cells));
}

// In cells of the transfer table.
fn table_place(texel: f32) -> f32 {
  return (texel - volume.table_low) * volume.table_scale;
}

@if(gradient_opacity)
fn gradient_opacity(magnitude: f32) -> f32 {
  let place = (magnitude - volume.gradient_low) * volume.gradient_scale;
  return look_up(gradient_table, cell_place(place, 0.0, volume.gradient_cells)).w;
}

// Where a place in a table of so many cells is in its texture, 0 … 1: between the two texels of its cell.
fn cell_place(place: f32, margin: f32, cells: f32) -> f32 {
  let cell = clamp(floor(place + margin), 0.0, cells - 1.0);
  return (2.0 * cell + 0.5 + clamp(place - cell, 0.0, 1.0)) / (2.0 * cells);
}

@if(hardware_filter)
fn look_up(entries: texture_2d<f32>, place: f32) -> vec4f {
  return textureSampleLevel(entries, linear_clamped, vec2f(place, 0.5), 0.0);
}
@if(!hardware_filter)
fn look_up(entries: texture_2d<f32>, place: f32) -> vec4f {
  let width = textureDimensions(entries).x;
  let index = clamp(place * f32(width) - 0.5, 0.0, f32(width - 1u));
  let entry = u32(index);
  return mix(
    textureLoad(entries, vec2u(entry, 0u), 0),
    textureLoad(entries, vec2u(min(entry + 1u, width - 1u), 0u), 0),
    index - f32(entry),
  );
}
