// Rays between the rounds of a frame: where those are that wait for a page, and which are done.

import package::cast::ray::layers::{RayLayers, no_layers};

struct RayState {
  // Multiplied by the opacity.
  color: vec3f,
  opacity: f32,
  // The sample that it goes on with, or FINISHED.
  next: u32,
  samples: u32,
  skipped: u32,
  // The value that its mode keeps.
  kept: f32,
}

// A pixel each; all zero before the first round.
@group(0) @binding(31) var<storage, read_write> ray_states: array<RayState>;

const FINISHED = 0xffffffffu;

fn is_finished(index: u32) -> bool {
  return ray_states[index].next == FINISHED;
}

fn resume(index: u32) -> RayLayers {
  let state = ray_states[index];
  var layers = no_layers();
  layers.color = state.color;
  layers.opacity = state.opacity;
  layers.next = state.next;
  layers.samples = state.samples;
  layers.skipped = state.skipped;
  layers.kept = state.kept;
  return layers;
}

fn suspend(index: u32, layers: RayLayers) {
  ray_states[index] =
    RayState(layers.color, layers.opacity, layers.next, layers.samples, layers.skipped, layers.kept);
}

fn finish(index: u32) {
  ray_states[index].next = FINISHED;
}
