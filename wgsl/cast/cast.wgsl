// Casts one ray a pixel through the volume and composites front to back; a workgroup renders a tile.

import package::cast::frame::{Frame, camera_ray, pixel_place};
import package::cast::sample_count::count_samples;
import package::shared::ray::clip_to_box;

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read_write> image: array<u32>;
@group(0) @binding(2) var voxels: texture_3d<f32>;
@group(0) @binding(3) var table: texture_2d<f32>;
@if(hardware_filter) @group(0) @binding(4) var linear_clamped: sampler;
// Samples taken, a counter a tile: together they may exceed 32 bits.
@if(count) @group(0) @binding(5) var<storage, read_write> tile_samples: array<atomic<u32>>;

override tile_width = 16u;
override tile_height = 16u;

// The texel at a position between 0 and 1 on each axis, interpolated trilinearly and clamped at the edge.
@if(hardware_filter)
fn sample_volume(position: vec3f) -> f32 {
  return textureSampleLevel(voxels, linear_clamped, position, 0.0).x;
}
@if(!hardware_filter)
fn sample_volume(position: vec3f) -> f32 {
  let index = position * frame.volume_size - 0.5;
  let floor_index = floor(index);
  let weight = index - floor_index;
  let last = vec3i(frame.volume_size) - 1;
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

// Colour and opacity a unit length of a texel: linear between the table's entries.
@if(hardware_filter)
fn classify(texel: f32) -> vec4f {
  return textureSampleLevel(table, linear_clamped, vec2f(table_place(texel), 0.5), 0.0);
}
@if(!hardware_filter)
fn classify(texel: f32) -> vec4f {
  let width = textureDimensions(table).x;
  let place = clamp(table_place(texel) * f32(width) - 0.5, 0.0, f32(width - 1u));
  let entry = u32(place);
  return mix(
    textureLoad(table, vec2u(entry, 0u), 0),
    textureLoad(table, vec2u(min(entry + 1u, width - 1u), 0u), 0),
    place - f32(entry),
  );
}

fn table_place(texel: f32) -> f32 {
  return (texel - frame.table_low) * frame.table_scale + frame.table_start;
}

@compute @workgroup_size(tile_width * tile_height)
fn main(
  @builtin(workgroup_id) tile: vec3u,
  @builtin(num_workgroups) tiles: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let pixel = tile.xy * vec2u(tile_width, tile_height) + vec2u(local % tile_width, local / tile_width);
  if pixel.x >= frame.image_width || pixel.y >= frame.image_height {
    return;
  }
  let place = pixel_place(frame, pixel);
  let ray = camera_ray(frame.view, place);
  let inside = clip_to_box(ray, vec3f(-0.5), frame.volume_size - 0.5);

  var color = vec3f(0.0);
  var opacity = 0.0;
  var taken = 0u;
  if inside.enter < inside.leave {
    let count = count_samples(frame, ray, place, inside);
    let texture_scale = 1.0 / frame.volume_size;
    let first = (ray.origin + ray.direction * (inside.enter + 0.5 * frame.view.step) + 0.5) * texture_scale;
    let stride = ray.direction * frame.view.step * texture_scale;
    while taken < count {
      let texel = sample_volume(first + f32(taken) * stride);
      taken += 1u;
      if texel >= frame.visible_low && texel <= frame.visible_high {
        let material = classify(texel);
        var alpha = material.w;
        if frame.opacity_exponent != 1.0 {
          alpha = 1.0 - pow(max(1.0 - alpha, 0.0), frame.opacity_exponent);
        }
        let weight = (1.0 - opacity) * alpha;
        color += weight * material.rgb;
        opacity += weight;
        if opacity >= frame.opaque {
          break;
        }
      }
    }
  }
  image[pixel.y * frame.image_width + pixel.x] = pack4x8unorm(finish(color, opacity));
  @if(count) atomicAdd(&tile_samples[tile.y * tiles.x + tile.x], taken);
}

// Composites over the background, or gives straight alpha where the image is to be transparent.
fn finish(color: vec3f, opacity: f32) -> vec4f {
  if frame.background_opacity == 0.0 {
    return vec4f(select(vec3f(0.0), color / max(opacity, 1e-20), opacity > 0.0), opacity);
  }
  return vec4f(color + (1.0 - opacity) * frame.background, 1.0);
}
