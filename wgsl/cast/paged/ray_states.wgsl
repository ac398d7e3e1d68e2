// Rays between the rounds of a frame: where those are that wait for a page, and which are done.

import package::cast::frame::image::image;
import package::cast::paged::pages::{is_missing, missed_page};
import package::cast::ray::layers::{RayLayers, Surface, no_layers};
import package::cast::ray::hit::FARTHEST;

// The `RayLayers` of a ray between two rounds.
struct RayState {
  color: vec3f,
  opacity: f32,
  // The sample that it resumes with, or FINISHED.
  next: u32,
  samples: u32,
  skipped: u32,
  kept: f32,
  normal: vec3f,
  // 0 where there is no surface.
  distance: f32,
  // That of the surface, or one more than the page that the ray waits for, where there are no surfaces to tell.
  label: u32,
  // One more than its number, or 0.
  triangle: u32,
  reached: f32,
  passed: u32,
}

// States of the image's strip, the rays of a pixel one after another. A frame whose pages are all there reads none of them, and
// writes a word a pixel.
@group(0) @binding(66) var<storage, read_write> ray_states: array<RayState>;

const FINISHED = 0xffffffffu;
// Marks the first ray of a pixel that is written.
const WRITTEN = 0xfffffffeu;

fn number_of_ray(x: u32, y: u32, subpixel: u32) -> u32 {
  return ((y - image.first_row) * image.width + x) * image.rays + subpixel;
}

fn is_in_strip(y: u32) -> bool {
  return y >= image.first_row && y < image.end_row;
}

fn is_written(x: u32, y: u32) -> bool {
  return image.is_first_round == 0u && ray_states[number_of_ray(x, y, 0u)].next == WRITTEN;
}

// Whether the only ray of a pixel waits for a page that is still not there. Most do, in most rounds.
@if(!supersample && !surface)
fn still_waits(x: u32, y: u32) -> bool {
  if image.is_first_round == 1u { return false; }
  let page = ray_states[number_of_ray(x, y, 0u)].label;
  return page > 0u && is_missing(page - 1u);
}
@if(supersample || surface)
fn still_waits(x: u32, y: u32) -> bool {
  return false;
}

fn note_written(x: u32, y: u32) {
  ray_states[number_of_ray(x, y, 0u)].next = WRITTEN;
}

fn resume(index: u32) -> RayLayers {
  if image.is_first_round == 1u {
    return no_layers();
  }
  let state = ray_states[index];
  var layers = no_layers();
  layers.color = state.color;
  layers.opacity = state.opacity;
  layers.samples = state.samples;
  layers.skipped = state.skipped;
  layers.kept = state.kept;
  layers.done = state.next == FINISHED;
  // A ray that waits for its first sample begins anew.
  layers.waits = !layers.done && state.next > 0u;
  layers.next = state.next;
  layers.passed = state.passed;
  layers.reached = state.reached;
  @if(surface) {
    let distance = select(FARTHEST, state.distance, state.distance > 0.0);
    layers.surface = Surface(distance, state.normal, state.label, state.triangle - 1u);
  }
  layers.reduced = select(vec2f(0.0), vec2f(state.kept, f32(state.samples)), layers.done);
  return layers;
}

// Other rays of its pixel may wait longer than one that is done; a pixel of one ray is written at once.
fn keep(index: u32, layers: RayLayers) {
  @if(!supersample) if !layers.waits {
    return;
  }
  var state = RayState();
  state.color = layers.color;
  state.opacity = layers.opacity;
  state.next = select(FINISHED, layers.next, layers.waits);
  state.samples = layers.samples;
  state.skipped = layers.skipped;
  state.kept = layers.kept;
  state.passed = layers.passed;
  state.reached = layers.reached;
  @if(!surface) state.label = missed_page;
  @if(surface) {
    state.normal = layers.surface.normal;
    state.distance = select(layers.surface.distance, 0.0, layers.surface.distance == FARTHEST);
    state.label = layers.surface.label;
    state.triangle = layers.surface.triangle + 1u;
  }
  ray_states[index] = state;
}
