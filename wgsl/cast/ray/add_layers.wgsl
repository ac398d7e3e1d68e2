// Puts what a ray meets next behind what it has met: the volume up to a triangle, and the triangle.

import package::cast::volume::ray::{cast_ray, count_samples_before, sample_range, side_of_cell};
import package::cast::ray::hit::{FARTHEST, Hit, NO_TRIANGLE};
import package::cast::frame::image::image;
@if(isosurface) import package::cast::modes::isosurface::trace;
@elif(mip || minip || average) import package::cast::modes::reduce::trace;
@elif(!together) import package::cast::modes::composite::trace;
import package::cast::modes::trace_together::trace_together;
import package::cast::ray::layers::{RayLayers, Surface, put_behind};
import package::cast::ray::noise::RayNoise;
import package::cast::mesh::hits::triangle_of;
import package::cast::mesh::appearance::opacity_of;
import package::cast::mesh::shade::{mesh_distance, normal_seen, shade_mesh};
import package::cast::volume::volume_frame::volume;

// A ray without a triangle has all the rest of the volume.
@if(!meshes)
fn add_layers(met: RayLayers, pixel: vec2f, noise: RayNoise, hit: Hit) -> RayLayers {
  var ray = cast_ray(pixel, noise.phase);
  @if(!paged) let range = sample_range(&ray);
  @if(paged) var range = sample_range(&ray);
  @if(paged && !isosurface && !refine) range.first = max(range.first, met.next);
  @if(!together) return trace(met, ray, range);
  @if(together) return trace_together(met, ray, range);
}
@if(meshes)
fn add_layers(met: RayLayers, pixel: vec2f, noise: RayNoise, hit: Hit) -> RayLayers {
  var layers = met;
  @if(volume && !(mip || minip || average)) layers = add_volume_before(layers, pixel, noise.phase, hit);
  @if(paged) if layers.waits { return layers; }
  @if(!part) let is_hit = hit.triangle != NO_TRIANGLE;
  // Another part shows what lies in its cell, and here it only ends the ray.
  @if(part) let is_met = hit.triangle != NO_TRIANGLE;
  @if(part) let ray_to_hit = cast_ray(pixel, noise.phase);
  @if(part) let side = side_of_cell(ray_to_hit, hit.depth * volume.units_per_depth * ray_to_hit.slant);
  @if(part) let is_hit = is_met && side == 0;
  @if(surface) if is_hit { layers.surface = meet_triangle(layers.surface, pixel, hit); }
  if is_hit && layers.opacity < image.opaque {
    let opacity = opacity_of(triangle_of(hit.triangle));
    layers = put_behind(layers, shade_mesh(pixel, hit, noise.rotation), opacity);
    layers.done = opacity >= 1.0;
  }
  // A value that stands for a whole ray has no depth: what surfaces there are, are in front of it.
  @if((mip || minip || average) && !part) let is_value = !is_hit;
  @if((mip || minip || average) && part) let is_value = !is_met;
  @if(mip || minip || average) if is_value {
    var ray = cast_ray(pixel, noise.phase);
    @if(!paged) let range = sample_range(&ray);
    @if(paged) var range = sample_range(&ray);
    @if(paged && !refine) if layers.waits { range.first = max(range.first, layers.next); }
    layers = trace(layers, ray, range);
    @if(paged) if layers.waits { return layers; }
  }
  @if(!part) let is_last = !is_hit;
  @if(part && (mip || minip || average)) let is_last = !is_met;
  @if(part && !(mip || minip || average)) let is_last = !is_met || side > 0;
  layers.done = layers.done || is_last || layers.opacity >= image.opaque;
  return layers;
}

@if(meshes && volume && !(mip || minip || average))
fn add_volume_before(met: RayLayers, pixel: vec2f, phase: f32, hit: Hit) -> RayLayers {
  var ray = cast_ray(pixel, phase);
  var range = sample_range(&ray);
  // A crossing between two samples is found when both are compared: the last sample before what was met counts again.
  @if(isosurface) range.first = max(range.first, max(met.next, 1u) - 1u);
  @if(!isosurface) range.first = max(range.first, met.next);
  if hit.triangle == NO_TRIANGLE {
    return trace(met, ray, range);
  }
  ray.leave = hit.depth * volume.units_per_depth * ray.slant;
  let end = count_samples_before(ray, ray.leave);
  @if(isosurface) range.end = min(range.end, end + 1u);
  @if(!isosurface) range.end = min(range.end, end);
  var layers = trace(met, ray, range);
  @if(paged) if layers.waits { return layers; }
  @if(isosurfaces) layers.reached = ray.leave;
  layers.next = end;
  return layers;
}

// `met` is all that is in front of the triangle.
@if(meshes && surface)
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
