// Colours that voxels have of their own, where a transfer function says no more than what is seen of them.

import package::cast::volume::sample::{linear_clamped, resident_place, resident_voxel};
import package::cast::volume::volume_frame::volume;

@group(0) @binding(48) var colors: texture_3d<f32>;

// The colour that a position has of its own, or else the transfer function's; positions run from 0 to 1 over the volume on each axis.
@if(own_colors)
fn voxel_color(position: vec3f, classified: vec3f) -> vec3f {
  return own_color(position);
}
@else
fn voxel_color(position: vec3f, classified: vec3f) -> vec3f {
  return classified;
}

// The colour at a position that runs from 0 to 1 over the volume on each axis.
@if(hardware_filter)
fn own_color(position: vec3f) -> vec3f {
  return textureSampleLevel(colors, linear_clamped, resident_place(position), 0.0).rgb;
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
  return textureLoad(colors, resident_voxel(x, y, z), 0).rgb;
}
