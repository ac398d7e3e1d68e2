// The volume's field: trilinear between voxels, clamped at the edge.

import package::cast::paged::pages::{page_offset, page_shift};
import package::cast::volume::volume_frame::volume;

@group(0) @binding(6) var voxels: texture_3d<f32>;
@group(0) @binding(8) var linear_clamped: sampler;

// The texture has some of the frame's grid: a part of a volume, or one of several volumes.
@if(part || fused) const IN_LARGER_GRID = true;
@else const IN_LARGER_GRID = false;

// The low and the high byte of 16 bits. Interpolation is linear, so each can be interpolated separately.
@if(rg8unorm)
fn texel_of(channels: vec4f) -> f32 {
  return dot(channels.xy, vec2f(255.0 / 65535.0, 65280.0 / 65535.0));
}
@else
fn texel_of(channels: vec4f) -> f32 {
  return channels.x;
}

// The position over a part, or over a volume in a larger grid.
fn place_in_texture(position: vec3f) -> vec3f {
  return fma(position, volume.part_scale, volume.part_offset);
}

// The position over the texture: in its page, in the part that is there, or the same.
@if(paged)
fn resident_place(position: vec3f) -> vec3f {
  return fma(position, volume.page_scale, page_offset);
}
@elif(part || fused)
fn resident_place(position: vec3f) -> vec3f {
  return place_in_texture(position);
}
@else
fn resident_place(position: vec3f) -> vec3f {
  return position;
}

// The texture's voxel that is one of the volume. The grid of several volumes continues where one ends.
@if(paged)
fn resident_voxel(x: i32, y: i32, z: i32) -> vec3i {
  return vec3i(x, y, z) + vec3i(page_shift);
}
@elif(part || fused)
fn resident_voxel(x: i32, y: i32, z: i32) -> vec3i {
  let last = vec3i(textureDimensions(voxels)) - 1;
  return clamp(vec3i(x, y, z) - vec3i(volume.part_first), vec3i(0), last);
}
@else
fn resident_voxel(x: i32, y: i32, z: i32) -> vec3i {
  return vec3i(x, y, z);
}

// The texel at a position that runs from 0 to 1 over the volume on each axis.
@if(hardware_filter)
fn sample_volume(position: vec3f) -> f32 {
  return texel_of(textureSampleLevel(voxels, linear_clamped, resident_place(position), 0.0));
}
@else
fn sample_volume(position: vec3f) -> f32 {
  return sample_voxels(position);
}

// The texel, interpolated here: filters may have weights of 8 bits.
fn sample_voxels(position: vec3f) -> f32 {
  let index = position * volume.size - 0.5;
  let floor_index = floor(index);
  let weight = index - floor_index;
  let last = vec3i(volume.size) - 1;
  let a = clamp(vec3i(floor_index), vec3i(0), last);
  let b = clamp(vec3i(floor_index) + 1, vec3i(0), last);
  let x00 = mix(load(a.x, a.y, a.z), load(b.x, a.y, a.z), weight.x);
  let x10 = mix(load(a.x, b.y, a.z), load(b.x, b.y, a.z), weight.x);
  let x01 = mix(load(a.x, a.y, b.z), load(b.x, a.y, b.z), weight.x);
  let x11 = mix(load(a.x, b.y, b.z), load(b.x, b.y, b.z), weight.x);
  return mix(mix(x00, x10, weight.y), mix(x01, x11, weight.y), weight.z);
}

fn load(x: i32, y: i32, z: i32) -> f32 {
  return texel_of(textureLoad(voxels, resident_voxel(x, y, z), 0));
}
