// Colours that voxels have of their own, where a transfer function says no more than what is seen of them.

import package::cast::volume::sample::linear_clamped;
@if(part) import package::cast::volume::volume_frame::volume;

@group(0) @binding(48) var colors: texture_3d<f32>;

// The colour at a position that runs from 0 to 1 over the volume on each axis.
fn own_color(position: vec3f) -> vec3f {
  @if(!part) return textureSampleLevel(colors, linear_clamped, position, 0.0).rgb;
  @if(part) return textureSampleLevel(colors, linear_clamped, fma(position, volume.part_scale, volume.part_offset), 0.0).rgb;
}
