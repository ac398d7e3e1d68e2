// The hits and samples of an invocation's rays, front to back.

import package::cast::ray::add_layers::add_layers;
import package::cast::ray::hit::{Hit, NO_TRIANGLE};
import package::cast::paged::ray_states::{keep, number_of_ray, resume};
import package::cast::ray::layers::{RayLayers, no_layers, sum_layers};
import package::cast::mesh::bins::view;
import package::cast::mesh::hits::{MeshHits, MeshRays, before_all_hits, hit_of, next_hit};
import package::cast::mesh::trace::trace_meshes;
import package::cast::ray::noise::noise_at;
import package::cast::ray::rays::{Bools, Pixels, RAYS, Rays, any_left, next_ray};

// State of an invocation's rays. A single one needs no array, which would cost as much as many samples.
@if(quads) alias RayStates = array<RayLayers, RAYS>;
@else alias RayStates = RayLayers;

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
  @if(quads) let states = RayStates(no_layers(), no_layers(), no_layers(), no_layers());
  @else let states = no_layers();
  return cast_from(states, rays, pixels, tile, local, subpixel);
}

@if(!meshes)
fn cast_from(met: RayStates, rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  return add_layers(met, vec2f(rays.x, rays.y), noise_at(pixels, 0u, subpixel), Hit(0.0, NO_TRIANGLE));
}
@if(meshes && !translucent)
fn cast_from(met: RayStates, rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  let found = trace_meshes(MeshRays(rays.x * view.pixel, rays.y * view.pixel, rays.present), tile, local);
  var states = met;
  states = add_tests(states, found.tests);
  return add_found(states, rays, pixels, subpixel, found.hits);
}
// Triangle by triangle, once for each surface behind which rays continue.
@if(translucent)
fn cast_from(met: RayStates, rays: Rays, pixels: Pixels, tile: u32, local: u32, subpixel: u32) -> RayStates {
  var states = met;
  var left = rays;
  var passed = 0u;
  var last = before_all_hits();
  loop {
    let found = trace_meshes(MeshRays(rays.x * view.pixel, rays.y * view.pixel, left.present, last), tile, local);
    states = add_tests(states, found.tests);
    // Triangles that the ray passed before it waited are found again, to continue behind them.
    @if(paged) let is_new = passed == states.passed;
    @else let is_new = true;
    if is_new { states = add_found(states, left, pixels, subpixel, found.hits); }
    @if(paged) {
      if is_new && states.waits { break; }
      states.passed += u32(is_new);
      passed += 1u;
    }
    left.present = left.present & are_left(states);
    last = found.hits;
    if !any_left(local, left.present) { break; }
  }
  return states;
}

@if(meshes && quads)
fn add_found(states: RayStates, rays: Rays, pixels: Pixels, subpixel: u32, hits: MeshHits) -> RayStates {
  var all = states;
  @if(volume || translucent) for (var n = next_ray(rays.present, 0u); n < RAYS; n = next_ray(rays.present, n + 1u)) {
    all[n] = add_layers(all[n], vec2f(rays.x[n], rays.y[n]), noise_at(pixels, n, subpixel), hit_of(hits, n));
  }
  // Goes from hit to hit, for SwiftShader runs whatever a loop skips.
  @if(!volume && !translucent) for (var n = next_hit(hits, 0u); n < RAYS; n = next_hit(hits, n + 1u)) {
    all[n] = add_layers(all[n], vec2f(rays.x[n], rays.y[n]), noise_at(pixels, n, subpixel), hit_of(hits, n));
  }
  return all;
}
@if(meshes && !quads)
fn add_found(states: RayStates, rays: Rays, pixels: Pixels, subpixel: u32, hits: MeshHits) -> RayStates {
  if !rays.present {
    return states;
  }
  return add_layers(states, vec2f(rays.x, rays.y), noise_at(pixels, 0u, subpixel), hit_of(hits, 0u));
}

@if(translucent && quads)
fn are_left(states: RayStates) -> Bools {
  return !Bools(states[0].done, states[1].done, states[2].done, states[3].done);
}
@if(translucent && !quads)
fn are_left(states: RayStates) -> Bools {
  return !states.done;
}

@if(supersample && quads)
fn add_states(a: RayStates, b: RayStates) -> RayStates {
  return RayStates(sum_layers(a[0], b[0]), sum_layers(a[1], b[1]), sum_layers(a[2], b[2]), sum_layers(a[3], b[3]));
}
@if(supersample && !quads)
fn add_states(a: RayStates, b: RayStates) -> RayStates {
  return sum_layers(a, b);
}

@if(meshes && quads)
fn add_tests(states: RayStates, tests: vec4u) -> RayStates {
  var all = states;
  for (var n = 0u; n < RAYS; n += 1u) {
    all[n].tests += tests[n];
  }
  return all;
}
@if(meshes && !quads)
fn add_tests(states: RayStates, tests: u32) -> RayStates {
  var all = states;
  all.tests += tests;
  return all;
}
