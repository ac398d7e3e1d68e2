// Puts what a ray meets next behind what it has met: the volume up to a triangle, and the triangle.

import package::cast::frame::image::image;
import package::cast::mesh::appearance::{opacity_of_style, TRANSLUCENT};
import package::cast::mesh::arena::faces;
import package::cast::mesh::hits::triangle_of;
import package::cast::mesh::shade::{mesh_distance, normal_seen, shade_mesh, surface_seen};
import package::cast::mesh::surface_point::SurfacePoint;
import package::cast::modes::traits::REDUCES_RAYS;
import package::cast::paged::pages::PAGED;
import package::cast::ray::hit::{FARTHEST, Hit, NO_TRIANGLE};
import package::cast::ray::layers::{RayLayers, Surface, put_behind};
import package::cast::ray::noise::RayNoise;
@if(volume) import package::cast::ray::volume_layers::{add_volume, add_volume_before, side_of_hit};
@else import package::cast::ray::no_volume_layers::{add_volume, add_volume_before, side_of_hit};

// Surfaces are told, even those that layers before them hide.
@if(surface) const TELLS_SURFACES = true;
@else const TELLS_SURFACES = false;

fn add_layers(met: RayLayers, pixel: vec2f, noise: RayNoise, hit: Hit) -> RayLayers {
  var layers = met;
  if !REDUCES_RAYS { layers = add_volume_before(layers, pixel, noise.phase, hit); }
  if PAGED && layers.waits { return layers; }
  let is_met = hit.triangle != NO_TRIANGLE;
  let side = side_of_hit(pixel, noise.phase, hit);
  // Another part shows what lies in its cell, and here it only ends the ray.
  if is_met && side == 0 { layers = add_triangle(layers, pixel, noise, hit); }
  if REDUCES_RAYS && !is_met {
    layers = add_volume(layers, pixel, noise.phase);
    if PAGED && layers.waits { return layers; }
  }
  let is_last = !is_met || (!REDUCES_RAYS && side > 0);
  layers.done = layers.done || is_last || layers.opacity >= image.opaque;
  return layers;
}

fn add_triangle(met: RayLayers, pixel: vec2f, noise: RayNoise, hit: Hit) -> RayLayers {
  var layers = met;
  var shaded = vec4f(0.0, 0.0, 0.0, 1.0);
  let is_shaded = (TELLS_SURFACES && TRANSLUCENT) || layers.opacity < image.opaque;
  var seen: SurfacePoint;
  if TELLS_SURFACES || is_shaded { seen = surface_seen(pixel, hit); }
  if is_shaded { shaded = shade_mesh(pixel, hit, seen, noise.rotation); }
  @if(surface) if shaded.w > 0.0 { layers.surface = meet_triangle(layers.surface, pixel, hit, seen); }
  if shaded.w > 0.0 && layers.opacity < image.opaque {
    let opacity = shaded.w * opacity_of_style(faces[triangle_of(hit.triangle)]);
    layers = put_behind(layers, shaded.xyz, opacity);
    layers.done = opacity >= 1.0;
  }
  return layers;
}

// `met` is all that is in front of the triangle.
fn meet_triangle(met: Surface, pixel: vec2f, hit: Hit, seen: SurfacePoint) -> Surface {
  var surface = met;
  if met.triangle == NO_TRIANGLE {
    surface.triangle = triangle_of(hit.triangle);
  }
  if met.distance == FARTHEST {
    surface.distance = mesh_distance(pixel, hit.depth);
    surface.normal = normal_seen(pixel, seen);
  }
  return surface;
}
