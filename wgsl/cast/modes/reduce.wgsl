// Reduces a ray's samples to one value, the largest, the smallest or the mean, and shows it in its colour.

import package::cast::volume::ray::{CastRay, SampleRange, sample_position, sample_positions};
import package::cast::ray::layers::{RayLayers, put_behind};
@if(mask) import package::cast::volume::mask::style_at;
@if(paged) import package::cast::paged::pages::{enter_page, page_ray};
import package::cast::volume::skip::{BrickRay, brick_ray, next_samples, next_samples_beyond};
import package::cast::volume::transfer::classify;
import package::cast::volume::sample::sample_volume;

fn trace(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let positions = sample_positions(ray);
  @if(!paged) var value = 0.0;
  @if(!paged) var taken = 0u;
  @if(paged) var value = met.kept;
  @if(paged) var taken = met.samples;
  @if(paged) let pages = page_ray(positions);
  @if(paged) var waits = false;
  var skipped = 0.0;
  let bricks = brick_ray(positions);
  let end = f32(range.end);
  var k = f32(range.first);
  while k < end {
    var run = next_run(bricks, k, end, taken > 0u, value);
    skipped += run.x - k;
    k = run.x;
    @if(paged) if k < run.y {
      run.y = enter_page(pages, k, run.y);
      waits = run.y <= k;
      if waits { break; }
    }
    for (; k < run.y; k += 1.0) {
      let position = sample_position(positions, k);
      @if(mask) if style_at(position) == 0u { continue; }
      let texel = sample_volume(position);
      @if(mip) value = select(max(value, texel), texel, taken == 0u);
      @if(minip) value = select(min(value, texel), texel, taken == 0u);
      @if(average) value += texel;
      taken += 1u;
    }
  }
  var layers = met;
  @if(paged) layers.waits = waits;
  @if(paged) layers.next = u32(k);
  @if(paged) layers.kept = value;
  @if(!paged) let is_shown = taken > 0u;
  @if(paged) let is_shown = taken > 0u && !waits;
  if is_shown {
    @if(values) layers.reduced = vec2f(value, f32(taken));
    @if(average) value /= f32(taken);
    // The value of a part is not yet that of the ray.
    @if(!part) layers = put_behind(layers, classify(value).rgb, 1.0);
  }
  @if(!paged) layers.samples += taken;
  @if(paged) layers.samples = taken;
  layers.skipped += u32(skipped);
  return layers;
}

// The next samples that may change the value, if there is one yet.
@if(average)
fn next_run(bricks: BrickRay, first: f32, end: f32, has_value: bool, value: f32) -> vec2f {
  return next_samples(bricks, first, end);
}
@if(!average)
fn next_run(bricks: BrickRay, first: f32, end: f32, has_value: bool, value: f32) -> vec2f {
  return next_samples_beyond(bricks, first, end, has_value, value);
}
