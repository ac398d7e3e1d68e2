// The volume's field: trilinear between voxels, clamped at the edge.

import package::cast::paged::pages::{page_offset, page_shift};
import package::cast::volume::volume_frame::volume;

@group(0) @binding(6) var voxels: texture_3d<f32>;
@group(0) @binding(8) var linear_clamped: sampler;

// The low and the high byte of 16 bits. Interpolation is linear, so each can be interpolated separately.
@if(rg8unorm)
fn texel_of(channels: vec4f) -> f32 {
  return dot(channels.xy, vec2f(255.0 / 65535.0, 65280.0 / 65535.0));
}
@else
fn texel_of(channels: vec4f) -> f32 {
  return channels.x;
}

// The position over the resident voxels, of a part or of a volume in a larger grid.
fn place_in_texture(position: vec3f) -> vec3f {
  return fma(position, volume.part_scale, volume.part_offset);
}

// The texel at a position that runs from 0 to 1 over the volume on each axis.
@if(hardware_filter)
fn sample_volume(position: vec3f) -> f32 {
  @if(!part && !paged && !fused) return texel_of(textureSampleLevel(voxels, linear_clamped, position, 0.0));
  @if(paged) let in_atlas = fma(position, volume.page_scale, page_offset);
  @if(paged) return texel_of(textureSampleLevel(voxels, linear_clamped, in_atlas, 0.0));
  @if((part || fused) && !paged) return texel_of(textureSampleLevel(voxels, linear_clamped, place_in_texture(position), 0.0));
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
  @if(!part && !paged && !fused) return texel_of(textureLoad(voxels, vec3i(x, y, z), 0));
  @if(paged) return texel_of(textureLoad(voxels, vec3i(x, y, z) + vec3i(page_shift), 0));
  @if(part) return texel_of(textureLoad(voxels, vec3i(x, y, z) - vec3i(volume.part_first), 0));
  // The grid continues where the volume ends.
  @if(fused && !paged) let last = vec3i(textureDimensions(voxels)) - 1;
  @if(fused && !paged) return texel_of(textureLoad(voxels, clamp(vec3i(x, y, z) - vec3i(volume.part_first), vec3i(0), last), 0));
}

// Central differences of the voxels, which src/cast/volume/resident/differences.ts describes.
@group(0) @binding(67) var differences: texture_3d<f32>;

// The map from differences of samples to gradients.
struct Gradients {
  // A voxel's size where the volume runs from 0 to 1, or where its differences do.
  voxel: vec3f,
  // Columns of the map from differences to the world.
  x: vec3f,
  y: vec3f,
  z: vec3f,
}

fn load_gradients() -> Gradients {
  @if(!stored_gradients) let voxel = 1.0 / volume.size;
  @else let voxel = 1.0 / (volume.size + 2.0);
  return Gradients(voxel, volume.gradient_x, volume.gradient_y, volume.gradient_z);
}

// The gradient in the world, in data values a unit of length: central differences, a voxel to each side.
@if(!shared_gradients)
fn sample_gradient(position: vec3f) -> vec3f {
  return sample_gradient_by(load_gradients(), position);
}
@if(stored_gradients)
fn sample_gradient_by(gradients: Gradients, position: vec3f) -> vec3f {
  // A voxel in from the side, as is what lies between both sides.
  let place = fma(position, 1.0 - 2.0 * gradients.voxel, gradients.voxel);
  let difference = textureSampleLevel(differences, linear_clamped, place, 0.0).xyz;
  return difference.x * gradients.x + difference.y * gradients.y + difference.z * gradients.z;
}
@if(!shared_gradients && !stored_gradients)
fn sample_gradient_by(gradients: Gradients, position: vec3f) -> vec3f {
  let x = vec3f(gradients.voxel.x, 0.0, 0.0);
  let y = vec3f(0.0, gradients.voxel.y, 0.0);
  let z = vec3f(0.0, 0.0, gradients.voxel.z);
  let difference = 0.5 * vec3f(
    sample_volume(position + x) - sample_volume(position - x),
    sample_volume(position + y) - sample_volume(position - y),
    sample_volume(position + z) - sample_volume(position - z),
  );
  return difference.x * gradients.x + difference.y * gradients.y + difference.z * gradients.z;
}
@if(shared_gradients)
fn sample_gradient_by(gradients: Gradients, position: vec3f) -> vec3f {
  return sample_gradient(position);
}
// Takes the voxels that the six samples share: eight around the position, and four beyond each of their faces.
@if(shared_gradients)
fn sample_gradient(position: vec3f) -> vec3f {
  let index = position * volume.size - 0.5;
  let base = vec3i(floor(index));
  let w = index - floor(index);
  let last = vec3i(volume.size) - 1;
  let a = clamp(base - 1, vec3i(0), last);
  let b = clamp(base, vec3i(0), last);
  let c = clamp(base + 1, vec3i(0), last);
  let d = clamp(base + 2, vec3i(0), last);
  // Edges along x of the eight: (y, z) at b or c.
  let bb = vec2f(load(b.x, b.y, b.z), load(c.x, b.y, b.z));
  let cb = vec2f(load(b.x, c.y, b.z), load(c.x, c.y, b.z));
  let bc = vec2f(load(b.x, b.y, c.z), load(c.x, b.y, c.z));
  let cc = vec2f(load(b.x, c.y, c.z), load(c.x, c.y, c.z));
  // The planes of b and c across each axis, and those beyond.
  let x = mix(mix(bb, cb, w.y), mix(bc, cc, w.y), w.z);
  let x_a = mix(mix(load(a.x, b.y, b.z), load(a.x, c.y, b.z), w.y), mix(load(a.x, b.y, c.z), load(a.x, c.y, c.z), w.y), w.z);
  let x_d = mix(mix(load(d.x, b.y, b.z), load(d.x, c.y, b.z), w.y), mix(load(d.x, b.y, c.z), load(d.x, c.y, c.z), w.y), w.z);
  let y_b = mix(mix(bb.x, bb.y, w.x), mix(bc.x, bc.y, w.x), w.z);
  let y_c = mix(mix(cb.x, cb.y, w.x), mix(cc.x, cc.y, w.x), w.z);
  let y_a = mix(mix(load(b.x, a.y, b.z), load(c.x, a.y, b.z), w.x), mix(load(b.x, a.y, c.z), load(c.x, a.y, c.z), w.x), w.z);
  let y_d = mix(mix(load(b.x, d.y, b.z), load(c.x, d.y, b.z), w.x), mix(load(b.x, d.y, c.z), load(c.x, d.y, c.z), w.x), w.z);
  let z_b = mix(mix(bb.x, bb.y, w.x), mix(cb.x, cb.y, w.x), w.y);
  let z_c = mix(mix(bc.x, bc.y, w.x), mix(cc.x, cc.y, w.x), w.y);
  let z_a = mix(mix(load(b.x, b.y, a.z), load(c.x, b.y, a.z), w.x), mix(load(b.x, c.y, a.z), load(c.x, c.y, a.z), w.x), w.y);
  let z_d = mix(mix(load(b.x, b.y, d.z), load(c.x, b.y, d.z), w.x), mix(load(b.x, c.y, d.z), load(c.x, c.y, d.z), w.x), w.y);
  let before = mix(vec3f(x_a, y_a, z_a), vec3f(x.x, y_b, z_b), w);
  let after = mix(vec3f(x.y, y_c, z_c), vec3f(x_d, y_d, z_d), w);
  return to_world(0.5 * (after - before));
}

fn to_world(difference: vec3f) -> vec3f {
  return difference.x * volume.gradient_x + difference.y * volume.gradient_y + difference.z * volume.gradient_z;
}
