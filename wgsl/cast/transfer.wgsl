// The transfer function: tables of what texels and gradients look like, linear between their entries.

import package::cast::frame::frame;
@if(hardware_filter) import package::cast::volume::linear_clamped;

// Colour, and opacity of a unit of length, by texel.
@group(0) @binding(3) var table: texture_2d<f32>;
// What opacity is multiplied by, in the fourth channel, by gradient magnitude.
@if(gradient_opacity) @group(0) @binding(7) var gradient_table: texture_2d<f32>;

fn classify(texel: f32) -> vec4f {
  return look_up(table, table_place(texel));
}

// Entry i of n is at (i + ½) / n.
fn table_place(texel: f32) -> f32 {
  return (texel - frame.table_low) * frame.table_scale + frame.table_start;
}

@if(gradient_opacity)
fn gradient_opacity(magnitude: f32) -> f32 {
  return look_up(gradient_table, (magnitude - frame.gradient_low) * frame.gradient_scale + frame.gradient_start).w;
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
