// Puts what a ray meets next behind what it has met: the volume up to a triangle, and the triangle.

import package::cast::volume::ray::{cast_ray, count_samples_before, sample_range, side_of_cell};
import package::cast::ray::hit::{FARTHEST, Hit, NO_TRIANGLE};
import package::cast::frame::image::image;
import package::cast::march::march;
import package::cast::march_together::march_together;
import package::cast::paged::pages::PAGED;
import package::cast::ray::layers::{RayLayers, Surface, put_behind, with_seen_through};
import package::cast::ray::noise::RayNoise;
import package::cast::mesh::hits::triangle_of;
import package::cast::mesh::appearance::opacity_of_style;
import package::cast::mesh::arena::faces;
import package::cast::mesh::shade::{mesh_distance, normal_seen, shade_mesh};
import package::cast::volume::volume_frame::volume;

// A ray without a triangle has all the rest of the volume.
@if(!meshes)
fn add_layers(met: RayLayers, pixel: vec2f, noise: RayNoise, hit: Hit) -> RayLayers {
  var ray = cast_ray(pixel, noise.phase);
  let range = sample_range(&ray);
  @if(!together) return with_seen_through(march(met, ray, range));
  @else return with_seen_through(march_together(met, ray, range));
}
@else
fn add_layers(met: RayLayers, pixel: vec2f, noise: RayNoise, hit: Hit) -> RayLayers {
  var layers = met;
  @if(volume && !(mip || average)) layers = add_volume_before(layers, pixel, noise.phase, hit);
  if PAGED && layers.waits { return layers; }
  let is_met = hit.triangle != NO_TRIANGLE;
  let side = side_of_hit(pixel, noise.phase, hit);
  // Another part shows what lies in its cell, and here it only ends the ray.
  let is_hit = is_met && side == 0;
  if is_hit {
    // The first surface is told even where the layers before it hide it.
    @if(surface && translucent) let is_shaded = true;
    @else let is_shaded = layers.opacity < image.opaque;
    var shaded = vec4f(0.0, 0.0, 0.0, 1.0);
    if is_shaded { shaded = shade_mesh(pixel, hit, noise.rotation); }
    @if(surface) if shaded.w > 0.0 { layers.surface = meet_triangle(layers.surface, pixel, hit); }
    if shaded.w > 0.0 && layers.opacity < image.opaque {
      let opacity = shaded.w * opacity_of_style(faces[triangle_of(hit.triangle)]);
      layers = put_behind(layers, shaded.xyz, opacity);
      layers.done = opacity >= 1.0;
    }
  }
  // A value that stands for a whole ray has no depth: what surfaces there are, are in front of it.
  @if(mip || average) if !is_met {
    var ray = cast_ray(pixel, noise.phase);
    let range = sample_range(&ray);
    layers = march(layers, ray, range);
    if PAGED && layers.waits { return layers; }
  }
  @if(mip || average) let is_last = !is_met;
  @else let is_last = !is_met || side > 0;
  layers.done = layers.done || is_last || layers.opacity >= image.opaque;
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

fn add_volume_before(met: RayLayers, pixel: vec2f, phase: f32, hit: Hit) -> RayLayers {
  var ray = cast_ray(pixel, phase);
  var range = sample_range(&ray);
  // A crossing between two samples is found when both are compared: the last sample before what was met counts again.
  @if(isosurface) let last_counted = 1u;
  @else let last_counted = 0u;
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

// `met` is all that is in front of the triangle.
fn meet_triangle(met: Surface, pixel: vec2f, hit: Hit) -> Surface {
  var surface = met;
  if met.triangle == NO_TRIANGLE {
    surface.triangle = triangle_of(hit.triangle);
  }
  if met.distance == FARTHEST {
    surface.distance = mesh_distance(pixel, hit.depth);
    surface.normal = normal_seen(pixel, hit);
  }
  return surface;
}
