// Paths of light in a volume in pages, as they wait between rounds.

import package::cast::paged::flight::flight;
import package::cast::paged::path_states::PathState;
import package::cast::path::light::drawn_light::{Shadow, in_shadow, shadow};
import package::cast::path::guides::{first_albedo, first_normal};
import package::cast::path::path::Path;

// A path that waits for a page, with what the paths of its pixel have found so far.
fn paused(path: Path, state: u32, sum: vec4f) -> PathState {
  var kept: PathState;
  kept.position = path.position;
  kept.number = path.number;
  kept.direction = path.direction;
  kept.bounces = path.bounces;
  kept.weight = path.weight;
  kept.random = state;
  kept.light = path.light;
  kept.density = path.density;
  kept.distance = flight.distance;
  kept.stretch_end = flight.stretch_end;
  kept.majorant = flight.majorant;
  kept.hit_t = flight.hit_t;
  kept.hit_slot = flight.hit_slot;
  kept.in_shadow = u32(in_shadow);
  kept.shadow_position = shadow.position;
  kept.shadow_direction = shadow.direction;
  kept.shadow_light = shadow.light;
  kept.first_albedo = first_albedo;
  kept.first_normal = first_normal;
  kept.sum = sum;
  return kept;
}

fn resumed(kept: PathState, pixel_seed: u32) -> Path {
  flight.waits = true;
  flight.distance = kept.distance;
  flight.stretch_end = kept.stretch_end;
  flight.majorant = kept.majorant;
  flight.hit_t = kept.hit_t;
  flight.hit_slot = kept.hit_slot;
  in_shadow = kept.in_shadow != 0u;
  shadow = Shadow(kept.shadow_position, kept.shadow_direction, kept.shadow_light);
  first_albedo = kept.first_albedo;
  first_normal = kept.first_normal;
  return Path(
    kept.position, kept.direction, kept.weight, kept.light, kept.bounces, kept.number, pixel_seed, kept.density,
  );
}
