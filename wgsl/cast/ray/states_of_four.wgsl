// The states of an invocation's four rays.

import package::cast::mesh::appearance::TRANSLUCENT;
import package::cast::mesh::hits::{MeshHits, hit_of, next_hit};
import package::cast::modes::traits::HAS_VOLUME;
import package::cast::ray::add_layers::add_layers;
import package::cast::ray::four::{RAYS, next_ray};
import package::cast::ray::layers::{RayLayers, no_layers, sum_layers};
import package::cast::ray::noise::noise_at;
import package::cast::ray::rays::{Pixels, Rays};
import package::cast::ray::write_pixel::write_pixel;

alias RayStates = array<RayLayers, RAYS>;

fn no_states() -> RayStates {
  return RayStates(no_layers(), no_layers(), no_layers(), no_layers());
}

// Adds what each ray meets next.
fn add_found(states: RayStates, rays: Rays, pixels: Pixels, subpixel: u32, hits: MeshHits, passed: u32) -> RayStates {
  var all = states;
  for (var n = next_to_add(rays, hits, 0u); n < RAYS; n = next_to_add(rays, hits, n + 1u)) {
    all[n] = add_nth(all[n], rays, pixels, subpixel, hits, n);
  }
  return all;
}

// Among opaque meshes alone, goes from hit to hit, for SwiftShader runs whatever a loop skips.
fn next_to_add(rays: Rays, hits: MeshHits, n: u32) -> u32 {
  if HAS_VOLUME || TRANSLUCENT { return next_ray(rays.present, n); }
  return next_hit(hits, n);
}

fn add_nth(met: RayLayers, rays: Rays, pixels: Pixels, subpixel: u32, hits: MeshHits, n: u32) -> RayLayers {
  let noise = noise_at(pixels.x[n], pixels.y[n], subpixel);
  return add_layers(met, vec2f(rays.x[n], rays.y[n]), noise, hit_of(hits, n));
}

fn are_left(states: RayStates, passed: u32) -> vec4<bool> {
  return !vec4<bool>(states[0].done, states[1].done, states[2].done, states[3].done);
}

// Adds two rays of each pixel.
fn sum_states(a: RayStates, b: RayStates) -> RayStates {
  return RayStates(sum_layers(a[0], b[0]), sum_layers(a[1], b[1]), sum_layers(a[2], b[2]), sum_layers(a[3], b[3]));
}

fn add_tests(states: RayStates, tests: vec4u) -> RayStates {
  var all = states;
  for (var n = 0u; n < RAYS; n += 1u) {
    all[n].tests += tests[n];
  }
  return all;
}

fn write_states(pixels: Pixels, states: RayStates) {
  for (var n = 0u; n < RAYS; n += 1u) {
    if pixels.present[n] { write_pixel(vec2u(pixels.x[n], pixels.y[n]), states[n]); }
  }
}
