// Paths of light between the rounds of a frame: where those are that wait for a page, and what those of the pixel before have found.

import package::cast::frame::image::image;
import package::cast::paged::ray_states::WRITTEN;

struct PathState {
  position: vec3f,
  // The number of the path among those of the pixel, or WRITTEN.
  number: u32,
  direction: vec3f,
  bounces: u32,
  weight: vec3f,
  random: u32,
  light: vec3f,
  // 1 where what is drawn of the lights waits, not the path.
  in_shadow: u32,
  shadow_position: vec3f,
  density: f32,
  shadow_direction: vec3f,
  // The `Flight` of wgsl/cast/paged/flight.wgsl.
  distance: f32,
  shadow_light: vec3f,
  stretch_end: f32,
  first_normal: vec3f,
  majorant: f32,
  first_albedo: vec4f,
  sum: vec4f,
  hit_t: f32,
  hit_slot: u32,
}

// A state a pixel of the image's strip.
@group(0) @binding(66) var<storage, read_write> path_states: array<PathState>;

fn state_of_pixel(x: u32, y: u32) -> u32 {
  return (y - image.first_row) * image.width + x;
}

fn has_ended(x: u32, y: u32) -> bool {
  return image.is_first_round == 0u && path_states[state_of_pixel(x, y)].number == WRITTEN;
}

fn note_end(x: u32, y: u32) {
  path_states[state_of_pixel(x, y)].number = WRITTEN;
}
