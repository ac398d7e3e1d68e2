// The hits and samples of an invocation's rays, front to back.

import package::cast::mesh::bins::view;
import package::cast::mesh::hits::{MeshRays, before_all_hits};
@if(quads) import package::cast::mesh::trace::quads::{any_left, trace_meshes};
@elif(primary_bvh) import package::cast::mesh::trace::tree::{any_left, trace_meshes};
@else import package::cast::mesh::trace::batches::{any_left, trace_meshes};
import package::cast::paged::ray_states::{keep, number_of_ray, resume};
@if(quads) import package::cast::ray::states_of_four::{RayStates, add_found, add_tests, are_left, no_states};
@else import package::cast::ray::states_of_one::{RayStates, add_found, add_tests, are_left, no_states};
import package::cast::ray::noise::noise_at;
import package::cast::ray::rays::{Pixels, Rays};
import package::cast::ray::volume_layers::add_volume;

// A ray continues where it waited for a page.
@if(paged)
fn cast_rays(rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  let number = number_of_ray(pixels.x, pixels.y, subpixel);
  let met = resume(number);
  if met.done {
    return met;
  }
  let layers = cast_from(met, rays, pixels, tile, local, subpixel);
  keep(number, layers);
  return layers;
}
@else
fn cast_rays(rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  return cast_from(no_states(), rays, pixels, tile, local, subpixel);
}

@if(meshes && !translucent)
fn cast_from(met: RayStates, rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  let film = MeshRays(rays.x * view.pixel, rays.y * view.pixel, rays.present, before_all_hits());
  let found = trace_meshes(film, tile, local);
  return add_found(add_tests(met, found.tests), rays, pixels, subpixel, found.hits, 0u);
}
@elif(!meshes)
fn cast_from(met: RayStates, rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  return add_volume(met, vec2f(rays.x, rays.y), noise_at(pixels.x, pixels.y, subpixel).phase);
}
// Triangle by triangle, once for each surface behind which rays continue.
@else
fn cast_from(met: RayStates, rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  var states = met;
  var left = rays;
  var last = before_all_hits();
  for (var passed = 0u; ; passed += 1u) {
    let found = trace_meshes(MeshRays(rays.x * view.pixel, rays.y * view.pixel, left.present, last), tile, local);
    states = add_tests(states, found.tests);
    states = add_found(states, left, pixels, subpixel, found.hits, passed);
    left.present = left.present & are_left(states, passed);
    last = found.hits;
    if !any_left(local, left.present) { break; }
  }
  return states;
}
