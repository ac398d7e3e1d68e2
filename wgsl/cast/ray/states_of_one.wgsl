// The state of an invocation's only ray. It needs no array, which would cost as much as many samples.

import package::cast::mesh::hits::{MeshHits, hit_of};
import package::cast::paged::pages::PAGED;
import package::cast::ray::add_layers::add_layers;
import package::cast::ray::layers::{RayLayers, no_layers, sum_layers};
import package::cast::ray::noise::noise_at;
import package::cast::ray::rays::{Pixels, Rays};
import package::cast::ray::write_pixel::write_pixel;

alias RayStates = RayLayers;

fn no_states() -> RayStates {
  return no_layers();
}

// Composites what the ray meets next, after a number of triangles.
fn add_found(states: RayStates, rays: Rays, pixels: Pixels, subpixel: u32, hits: MeshHits, passed: u32) -> RayStates {
  // Triangles that it passed before it waited for a page are found again, to continue behind them.
  if !rays.present || (PAGED && passed < states.passed) {
    return states;
  }
  var layers = add_layers(states, vec2f(rays.x, rays.y), noise_at(pixels.x, pixels.y, subpixel), hit_of(hits, 0u));
  if PAGED && !layers.waits { layers.passed = passed + 1u; }
  return layers;
}

// Whether the ray goes on behind a number of triangles: not where it waits for a page.
fn are_left(states: RayStates, passed: u32) -> bool {
  return !states.done && !(PAGED && states.waits && passed >= states.passed);
}

// Adds two rays of the pixel.
fn sum_states(a: RayStates, b: RayStates) -> RayStates {
  return sum_layers(a, b);
}

fn add_tests(states: RayStates, tests: u32) -> RayStates {
  var all = states;
  all.tests += tests;
  return all;
}

fn write_states(pixels: Pixels, states: RayStates) {
  if pixels.present { write_pixel(vec2u(pixels.x, pixels.y), states); }
}
