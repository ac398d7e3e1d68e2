// Colours that voxels have of their own, where a transfer function says no more than what is seen of them.

import package::cast::volume::sample::linear_clamped;
@if(part || fused) import package::cast::volume::sample::place_in_texture;

@group(0) @binding(48) var colors: texture_3d<f32>;

// The colour at a position that runs from 0 to 1 over the volume on each axis.
fn own_color(position: vec3f) -> vec3f {
  @if(!part && !fused) return textureSampleLevel(colors, linear_clamped, position, 0.0).rgb;
  @if(part || fused) return textureSampleLevel(colors, linear_clamped, place_in_texture(position), 0.0).rgb;
}
