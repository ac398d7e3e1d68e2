// Volumes beside the first, each on a grid of its own in the same world, with a transfer function of its own.

import package::cast::paged::pages::{page_offset, page_shift};
import package::cast::volume::sample::linear_clamped;
import package::cast::volume::volume_frame::volume;
import package::cast::volume::transfer::{ROUNDING, cell_coordinate, read_row};

struct FusedVolume {
  // Affine map from positions over the frame's volume to those over this one, which run from 0 to 1 as well.
  position_x: vec3f,
  ambient: f32,
  position_y: vec3f,
  diffuse: f32,
  position_z: vec3f,
  specular: f32,
  position_origin: vec3f,
  shininess: f32,
  // Voxels.
  size: vec3f,
  // The fields of `VolumeFrame` about its values.
  opacity_exponent: f32,
  gradient_x: vec3f,
  table_low: f32,
  gradient_y: vec3f,
  table_scale: f32,
  gradient_z: vec3f,
  table_cells: f32,
  visible_low: f32,
  visible_high: f32,
  gradient_low: f32,
  gradient_scale: f32,
  // 0 without gradient opacities.
  gradient_cells: f32,
  // 0 where it is not lit.
  shading_gain: f32,
  bricks_per_voxel: f32,
  // Bricks along each axis, and where they begin along z among those of all volumes.
  bricks: vec3f,
  first_brick: f32,
  // A texel is the sum of its channels times these.
  channel_weights: vec2f,
}

struct FusedVolumes {
  count: u32,
  // Share of their light that a step of the first lets through at least.
  kept_of_step: f32,
  volumes: array<FusedVolume, MAX_FUSED>,
}

const MAX_FUSED = 7;
// Volumes that there may be: on CPU adapters, lanes that are elsewhere fetch from each, whichever is asked for.
override fused_volumes = 7u;

@group(0) @binding(50) var<uniform> fused: FusedVolumes;
// A volume each; those that are not there are not read. WGSL has no arrays of textures.
@group(0) @binding(51) var fused_voxels_a: texture_3d<f32>;
@group(0) @binding(52) var fused_voxels_b: texture_3d<f32>;
@group(0) @binding(53) var fused_voxels_c: texture_3d<f32>;
@group(0) @binding(54) var fused_voxels_d: texture_3d<f32>;
@group(0) @binding(55) var fused_voxels_e: texture_3d<f32>;
@group(0) @binding(56) var fused_voxels_f: texture_3d<f32>;
@group(0) @binding(57) var fused_voxels_g: texture_3d<f32>;
// A row for each volume's transfer function, and then one for each volume's factors of opacity by gradient magnitude.
@group(0) @binding(58) var fused_tables: texture_2d<f32>;

// Its colour, and opacity of a unit of length, at a position over it, with the gradient there if that counts.
struct FusedMaterial {
  material: vec4f,
  gradient: vec3f,
}

fn position_in(n: u32, position: vec3f) -> vec3f {
  return direction_in(n, position) + fused.volumes[n].position_origin;
}

fn direction_in(n: u32, change: vec3f) -> vec3f {
  return change.x * fused.volumes[n].position_x + change.y * fused.volumes[n].position_y + change.z * fused.volumes[n].position_z;
}

fn is_in_box(position: vec3f) -> bool {
  return all(position >= vec3f(0.0)) && all(position <= vec3f(1.0));
}

// Nothing beside the volume.
fn fused_material(n: u32, position: vec3f) -> FusedMaterial {
  let nothing = FusedMaterial(vec4f(0.0), vec3f(0.0));
  if !is_in_box(position) {
    return nothing;
  }
  let texel = fused_texel(n, position);
  if texel < fused.volumes[n].visible_low || texel > fused.volumes[n].visible_high {
    return nothing;
  }
  var material = classify_fused(n, texel);
  let has_gradient_opacity = fused.volumes[n].gradient_cells > 0.0;
  if material.w <= 0.0 || !(has_gradient_opacity || fused.volumes[n].shading_gain > 0.0) {
    return FusedMaterial(material, vec3f(0.0));
  }
  let gradient = fused_gradient(n, position);
  if has_gradient_opacity {
    material.w *= fused_gradient_opacity(n, length(gradient));
  }
  return FusedMaterial(material, gradient);
}

fn classify_fused(n: u32, texel: f32) -> vec4f {
  let margin = ROUNDING * abs(texel) * fused.volumes[n].table_scale;
  let coordinate = (texel - fused.volumes[n].table_low) * fused.volumes[n].table_scale;
  let cell = cell_coordinate(coordinate, margin, fused.volumes[n].table_cells);
  return read_row(fused_tables, cell, n);
}

fn fused_gradient_opacity(n: u32, magnitude: f32) -> f32 {
  let coordinate = (magnitude - fused.volumes[n].gradient_low) * fused.volumes[n].gradient_scale;
  let cell = cell_coordinate(coordinate, 0.0, fused.volumes[n].gradient_cells);
  return read_row(fused_tables, cell, fused.count + n).w;
}

// Central differences, as `sample_gradient` of wgsl/cast/volume/gradient.wgsl takes them.
fn fused_gradient(n: u32, position: vec3f) -> vec3f {
  let voxel = 1.0 / fused.volumes[n].size;
  var difference = vec3f(0.0);
  // A loop: fetches from seven textures, written out six times, take SwiftShader four times as long to compile.
  for (var axis = 0u; axis < 3u; axis += 1u) {
    var side = vec3f(0.0);
    side[axis] = voxel[axis];
    var ends = vec2f(0.0);
    for (var end = 0u; end < 2u; end += 1u) {
      ends[end] = fused_texel(n, select(position + side, position - side, end == 1u));
    }
    difference[axis] = 0.5 * (ends.x - ends.y);
  }
  return difference.x * fused.volumes[n].gradient_x + difference.y * fused.volumes[n].gradient_y + difference.z * fused.volumes[n].gradient_z;
}

fn fused_texel(n: u32, position: vec3f) -> f32 {
  return dot(fused_channels(n, position).xy, fused.volumes[n].channel_weights);
}

fn fused_channels(n: u32, position: vec3f) -> vec4f {
  if fused_volumes > 6u && n == 6u { return interpolate(fused_voxels_g, position); }
  if fused_volumes > 5u && n == 5u { return interpolate(fused_voxels_f, position); }
  if fused_volumes > 4u && n == 4u { return interpolate(fused_voxels_e, position); }
  if fused_volumes > 3u && n == 3u { return interpolate(fused_voxels_d, position); }
  if fused_volumes > 2u && n == 2u { return interpolate(fused_voxels_c, position); }
  if fused_volumes > 1u && n == 1u { return interpolate(fused_voxels_b, position); }
  return interpolate(fused_voxels_a, position);
}

@if(hardware_filter)
fn interpolate(voxels: texture_3d<f32>, position: vec3f) -> vec4f {
  @if(!paged) return textureSampleLevel(voxels, linear_clamped, position, 0.0);
  @if(paged) return textureSampleLevel(voxels, linear_clamped, fma(position, volume.page_scale, page_offset), 0.0);
}
@if(!hardware_filter)
fn interpolate(voxels: texture_3d<f32>, position: vec3f) -> vec4f {
  @if(!paged) let last = vec3i(textureDimensions(voxels)) - 1;
  // Volumes in pages lie on the same voxels.
  @if(paged) let last = vec3i(volume.size) - 1;
  let index = position * vec3f(last + 1) - 0.5;
  let weight = index - floor(index);
  let a = clamp(vec3i(floor(index)), vec3i(0), last);
  let b = clamp(vec3i(floor(index)) + 1, vec3i(0), last);
  let x00 = mix(load_fused(voxels, a.x, a.y, a.z), load_fused(voxels, b.x, a.y, a.z), weight.x);
  let x10 = mix(load_fused(voxels, a.x, b.y, a.z), load_fused(voxels, b.x, b.y, a.z), weight.x);
  let x01 = mix(load_fused(voxels, a.x, a.y, b.z), load_fused(voxels, b.x, a.y, b.z), weight.x);
  let x11 = mix(load_fused(voxels, a.x, b.y, b.z), load_fused(voxels, b.x, b.y, b.z), weight.x);
  return mix(mix(x00, x10, weight.y), mix(x01, x11, weight.y), weight.z);
}

@if(!hardware_filter)
fn load_fused(voxels: texture_3d<f32>, x: i32, y: i32, z: i32) -> vec4f {
  @if(!paged) return textureLoad(voxels, vec3i(x, y, z), 0);
  @if(paged) return textureLoad(voxels, vec3i(x, y, z) + vec3i(page_shift), 0);
}
