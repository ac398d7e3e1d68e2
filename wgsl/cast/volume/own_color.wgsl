// Colours that voxels have of their own, where a transfer function says no more than what is seen of them.

import package::cast::volume::sample::{linear_clamped, place_in_texture};
import package::cast::paged::pages::{page_offset, page_shift};
import package::cast::volume::volume_frame::volume;

@group(0) @binding(48) var colors: texture_3d<f32>;

// The colour at a position that runs from 0 to 1 over the volume on each axis.
@if(hardware_filter)
fn own_color(position: vec3f) -> vec3f {
  @if(!part && !paged && !fused) let place = position;
  @if(paged) let place = fma(position, volume.page_scale, page_offset);
  @if((part || fused) && !paged) let place = place_in_texture(position);
  return textureSampleLevel(colors, linear_clamped, place, 0.0).rgb;
}
@else
fn own_color(position: vec3f) -> vec3f {
  let index = position * volume.size - 0.5;
  let weight = index - floor(index);
  let last = vec3i(volume.size) - 1;
  let a = clamp(vec3i(floor(index)), vec3i(0), last);
  let b = clamp(vec3i(floor(index)) + 1, vec3i(0), last);
  let x00 = mix(load_color(a.x, a.y, a.z), load_color(b.x, a.y, a.z), weight.x);
  let x10 = mix(load_color(a.x, b.y, a.z), load_color(b.x, b.y, a.z), weight.x);
  let x01 = mix(load_color(a.x, a.y, b.z), load_color(b.x, a.y, b.z), weight.x);
  let x11 = mix(load_color(a.x, b.y, b.z), load_color(b.x, b.y, b.z), weight.x);
  return mix(mix(x00, x10, weight.y), mix(x01, x11, weight.y), weight.z);
}

fn load_color(x: i32, y: i32, z: i32) -> vec3f {
  @if(!part && !paged && !fused) return textureLoad(colors, vec3i(x, y, z), 0).rgb;
  @if(paged) return textureLoad(colors, vec3i(x, y, z) + vec3i(page_shift), 0).rgb;
  @if((part || fused) && !paged) let first = vec3i(volume.part_first);
  @if((part || fused) && !paged) let last = vec3i(textureDimensions(colors)) - 1;
  @if((part || fused) && !paged) return textureLoad(colors, clamp(vec3i(x, y, z) - first, vec3i(0), last), 0).rgb;
}
