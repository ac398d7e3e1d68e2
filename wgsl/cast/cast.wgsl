// Casts rays through the volume, one or several a pixel; a workgroup renders a tile.

import package::cast::cast_ray::{cast_ray, sample_range};
import package::cast::frame::frame;
@if(isosurface) import package::cast::isosurface::trace;
@elif(preintegrated) import package::cast::preintegrated::trace;
@elif(mip || minip || average) import package::cast::reduce::trace;
@else import package::cast::composite::trace;
@if(supersample) import package::cast::traced::Traced;
import package::shared::background::over_background;

@group(0) @binding(1) var<storage, read_write> image: array<u32>;
// Samples taken, a counter a tile: together they may exceed 32 bits.
@if(count) @group(0) @binding(5) var<storage, read_write> tile_samples: array<atomic<u32>>;
// Phases of the first sample, for a block of NOISE_SIDE² pixels that repeats.
@if(jitter) @group(0) @binding(10) var<storage, read> noise: array<f32>;
// Where in a pixel its rays are, in pixels from its centre.
@if(supersample) @group(0) @binding(11) var<storage, read> subpixels: array<vec2f>;

const NOISE_SIDE = 32u;

override tile_width = 16u;
override tile_height = 16u;

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
  let place = vec2f(
    f32(pixel.x) + 0.5 - 0.5 * f32(frame.image_width),
    0.5 * f32(frame.image_height) - f32(pixel.y) - 0.5,
  );
  var phase = 0.5;
  @if(jitter) phase = noise[pixel.y % NOISE_SIDE * NOISE_SIDE + pixel.x % NOISE_SIDE];

  @if(!supersample) let ray = cast_ray(place, phase);
  @if(!supersample) let mean = trace(ray, sample_range(ray));
  @if(supersample) var mean = trace_subpixel(place, phase, 0u);
  @if(supersample) {
    for (var index = 1u; index < arrayLength(&subpixels); index += 1u) {
      let traced = trace_subpixel(place, phase, index);
      mean.color += traced.color;
      mean.opacity += traced.opacity;
      mean.taken += traced.taken;
    }
    mean.color /= f32(arrayLength(&subpixels));
    mean.opacity /= f32(arrayLength(&subpixels));
  }
  let color = over_background(mean.color, mean.opacity, vec4f(frame.background, frame.background_opacity));
  image[pixel.y * frame.image_width + pixel.x] = pack4x8unorm(color);
  @if(count) atomicAdd(&tile_samples[tile.y * tiles.x + tile.x], mean.taken);
}

@if(supersample)
fn trace_subpixel(place: vec2f, phase: f32, index: u32) -> Traced {
  let ray = cast_ray(place + subpixels[index], phase);
  return trace(ray, sample_range(ray));
}
