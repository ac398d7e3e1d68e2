// The volume's field: trilinear between voxels, clamped at the edge.

import package::cast::volume::volume_frame::volume;

@group(0) @binding(6) var voxels: texture_3d<f32>;
@if(hardware_filter) @group(0) @binding(8) var linear_clamped: sampler;

// The texel at a position that runs from 0 to 1 over the volume on each axis.
@if(hardware_filter)
fn sample_volume(position: vec3f) -> f32 {
  return textureSampleLevel(voxels, linear_clamped, position, 0.0).x;
}
@if(!hardware_filter)
fn sample_volume(position: vec3f) -> f32 {
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
@if(!hardware_filter)
fn load(x: i32, y: i32, z: i32) -> f32 {
  return textureLoad(voxels, vec3i(x, y, z), 0).x;
}

// The gradient in the world, in data values a unit of length: central differences, a voxel to each side.
fn sample_gradient(position: vec3f) -> vec3f {
  let voxel = 1.0 / volume.size;
  let x = vec3f(voxel.x, 0.0, 0.0);
  let y = vec3f(0.0, voxel.y, 0.0);
  let z = vec3f(0.0, 0.0, voxel.z);
  return 0.5 * ((sample_volume(position + x) - sample_volume(position - x)) * volume.gradient_x
    + (sample_volume(position + y) - sample_volume(position - y)) * volume.gradient_y
    + (sample_volume(position + z) - sample_volume(position - z)) * volume.gradient_z);
}
