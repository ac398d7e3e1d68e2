// Puts the volume behind what a ray has met: all the rest of it, or what is before a triangle.

import package::cast::march::march;
import package::cast::march_together::march_together;
import package::cast::modes::traits::COMPARES_SAMPLES;
import package::cast::paged::pages::PAGED;
import package::cast::ray::hit::{Hit, NO_TRIANGLE};
import package::cast::ray::layers::{RayLayers, with_seen_through};
import package::cast::volume::ray::{cast_ray, count_samples_before, sample_range, side_of_cell};
import package::cast::volume::volume_frame::volume;

fn add_volume(met: RayLayers, pixel: vec2f, phase: f32) -> RayLayers {
  var ray = cast_ray(pixel, phase);
  let range = sample_range(&ray);
  @if(together) return with_seen_through(march_together(met, ray, range));
  @else return with_seen_through(march(met, ray, range));
}

fn add_volume_before(met: RayLayers, pixel: vec2f, phase: f32, hit: Hit) -> RayLayers {
  var ray = cast_ray(pixel, phase);
  var range = sample_range(&ray);
  // A crossing between two samples is found when both are compared: the last sample before what was met counts again.
  let last_counted = select(0u, 1u, COMPARES_SAMPLES);
  range.first = max(range.first, max(met.next, last_counted) - last_counted);
  if hit.triangle == NO_TRIANGLE {
    return march(met, ray, range);
  }
  ray.leave = hit.depth * volume.units_per_depth * ray.slant;
  let end = count_samples_before(ray, ray.leave);
  range.end = min(range.end, end + last_counted);
  var layers = march(met, ray, range);
  if PAGED && layers.waits { return layers; }
  layers.reached = ray.leave;
  layers.next = end;
  return layers;
}

// Whether a hit is before the part's cell, in it or behind it: -1, 0 or 1.
@if(part)
fn side_of_hit(pixel: vec2f, phase: f32, hit: Hit) -> i32 {
  let ray = cast_ray(pixel, phase);
  return side_of_cell(ray, hit.depth * volume.units_per_depth * ray.slant);
}
@else
fn side_of_hit(pixel: vec2f, phase: f32, hit: Hit) -> i32 {
  return 0;
}
