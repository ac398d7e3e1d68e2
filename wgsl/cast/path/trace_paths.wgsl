// Follows light backwards from the pixels of an image, from collision to collision with a volume and with meshes, until it
// leaves the scene: J. Kajiya, "The rendering equation", 1986.

import package::cast::frame::image::{grid, image};
import package::cast::frame::write_color::{mean_with, write_shown};
import package::cast::paged::flight::waits;
import package::cast::paged::pages::PAGED;
import package::cast::paged::path_states::{has_ended, note_end, path_states, state_of_pixel};
import package::cast::paged::pauses::{paused, resumed};
import package::cast::paged::ray_states::is_in_strip;
import package::cast::path::light::background::background_seen;
import package::cast::path::light::drawn_light::{in_shadow, light_met, shadow};
import package::cast::path::light::ground::{ground_distance, shadow_at};
import package::cast::path::guides::{note_first, write_guides};
import package::cast::path::path::{Path, clamped, path_through};
import package::cast::path::path_frame::{frame, way_of};
import package::cast::path::random::{random, seed_of};
import package::cast::path::scatter::scatter;
import package::cast::path::tone::toned;
import package::cast::path::unblocked::leaves;
import package::cast::ray::hit::FARTHEST;
import package::tiles::grid::tile_at;

override invocations = 64u;

// Light that was scattered so often has almost nothing left, unless it is in a medium that absorbs almost none: there it comes
// from all around alike.
const MAX_BOUNCES = 512u;
// Bounces from which on Russian roulette ends faint paths.
const SURE_BOUNCES = 3u;

@compute @workgroup_size(invocations)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let tile = image.first_tile + group.y * image.tile_columns + group.x;
  let tile_size = vec2u(grid.tile_width, grid.tile_height);
  let pixel = tile_at(grid, tile) * tile_size + vec2u(local % tile_size.x, local / tile_size.x);
  if local >= tile_size.x * tile_size.y || pixel.x >= image.width || pixel.y >= image.height {
    return;
  }
  @if(paged) if !is_in_strip(pixel.y) || has_ended(pixel.x, pixel.y) { return; }
  let index = pixel.y * image.width + pixel.x;
  let color = trace_paths(pixel) / f32(image.rays);
  if waits() { return; }
  @if(paged) note_end(pixel.x, pixel.y);
  write_guides(index, color);
  write_shown(index, toned(mean_with(index, color)));
}

// The sum of the colours of random paths through a pixel, times their opacities, and of their opacities. An invocation whose path
// has ended begins its next one at once, while its neighbours follow theirs: J. Novák, V. Havran and C. Dachsbacher, "Path
// regeneration for interactive path tracing", 2010.
fn trace_paths(pixel: vec2u) -> vec4f {
  var sum = vec4f(0.0);
  var state = seed_of(pixel, frame.first_path, frame.seed);
  let pixel_seed = seed_of(pixel, frame.first_path, ~frame.seed);
  var path = path_through(pixel, 0u, pixel_seed);
  var first = 0u;
  @if(paged) if image.is_first_round == 0u {
    let kept = path_states[state_of_pixel(pixel.x, pixel.y)];
    path = resumed(kept, pixel_seed);
    state = kept.random;
    sum = kept.sum;
    first = kept.number;
  }
  for (var n = first; n < image.rays;) {
    let color = follow(&path, &state);
    @if(paged) if waits() {
      path_states[state_of_pixel(pixel.x, pixel.y)] = paused(path, state, sum);
      return sum;
    }
    if color.w < 0.0 { continue; }
    sum += color;
    n += 1u;
    state = seed_of(pixel, frame.first_path + n, frame.seed);
    path = path_through(pixel, n, pixel_seed);
  }
  return sum;
}

const GOES_ON = vec4f(-1.0);

// Takes a path to its next scattering, or to where it waits for a page. The colour of one that ends there, and its opacity: 0 where
// it met nothing at all.
fn follow(path: ptr<function, Path>, state: ptr<function, u32>) -> vec4f {
  if !PAGED || !in_shadow {
    let goes_on = scatter(path, state);
    if waits() { return GOES_ON; }
    if !goes_on {
      if (*path).bounces == 0u { return background_met(*path, state); }
      return vec4f((*path).light + clamped((*path).weight * light_met(*path), (*path).bounces), 1.0);
    }
    (*path).bounces += 1u;
    if (*path).bounces == MAX_BOUNCES {
      return vec4f((*path).light + clamped((*path).weight * frame.mean_light, (*path).bounces), 1.0);
    }
  }
  return lit(path, state);
}

// Adds the light that was drawn for a path, where nothing is in its way.
fn lit(path: ptr<function, Path>, state: ptr<function, u32>) -> vec4f {
  @if(environment_map) {
    let arrives = any(shadow.light > vec3f(0.0)) && leaves(shadow.position, shadow.direction, state);
    in_shadow = waits();
    if in_shadow { return GOES_ON; }
    if arrives { (*path).light += clamped(shadow.light, (*path).bounces); }
  }
  return play_roulette(path, state);
}

// Ends faint paths by Russian roulette.
fn play_roulette(path: ptr<function, Path>, state: ptr<function, u32>) -> vec4f {
  if (*path).bounces > SURE_BOUNCES {
    let weight = (*path).weight;
    let share = min(max(weight.x, max(weight.y, weight.z)), 1.0);
    if random(state) >= share { return vec4f((*path).light, 1.0); }
    (*path).weight /= share;
  }
  return GOES_ON;
}

// The colour of a path that has met nothing, but may be dimmed by a shadow on the ground.
fn background_met(path: Path, state: ptr<function, u32>) -> vec4f {
  let ground = ground_distance(path);
  var shade = 0.0;
  if ground < FARTHEST {
    note_first(vec3f(0.0), ground * frame.depth_scale, frame.ground_normal);
    shade = shadow_at(path, path.position + ground * way_of(path.direction), state);
  }
  if frame.shows_environment == 0u { return vec4f(0.0, 0.0, 0.0, shade); }
  return vec4f((1.0 - shade) * background_seen(path.direction), 1.0);
}
