// Paths of light in a volume in pages, as they wait between rounds.

import package::cast::paged::path_states::PathState;
import package::cast::paged::flight::flight;
@if(guides) import package::cast::path::guides::{first_albedo, first_normal};
import package::cast::path::path::Path;
@if(environment_map) import package::cast::path::path::{Shadow, in_shadow, shadow};
@if(finish && environment_map) import package::cast::path::path::{finished, finished_lobe};
@if(finish && environment_map) import package::cast::path::surface::finish::{FinishedSurface, LOBE_REFRACTING};

// A path that waits for a page, with what the paths of its pixel have found so far.
@if(paged)
fn paused(path: Path, state: u32, sum: vec4f) -> PathState {
  var kept: PathState;
  kept.position = path.position;
  kept.number = path.number;
  kept.direction = path.direction;
  kept.bounces = path.bounces;
  kept.weight = path.weight;
  kept.random = state;
  kept.light = path.light;
  kept.distance = flight.distance;
  kept.stretch_end = flight.stretch_end;
  kept.majorant = flight.majorant;
  kept.hit_t = flight.hit_t;
  kept.hit_slot = flight.hit_slot;
  @if(environment_map) {
    kept.in_shadow = u32(in_shadow);
    kept.normal = path.normal;
    kept.side = path.side;
    kept.before = path.before;
    kept.shadow_position = shadow.position;
    kept.shadow_direction = shadow.direction;
    kept.shadow_light = shadow.light;
  }
  @if(environment_map && coat) kept.weight_before = path.weight_before;
  @if(environment_map && coat) kept.reflected = path.reflected;
  @if(finish && environment_map) {
    kept.finished_lobe = finished_lobe;
    kept.finished_color = finished.color;
    kept.finished_metallic = finished.metallic;
    kept.finished_width = finished.width;
    kept.finished_ior = finished.ior;
    kept.finished_transmission = finished.transmission;
  }
  @if(guides) kept.first_albedo = first_albedo;
  @if(guides) kept.first_normal = first_normal;
  kept.sum = sum;
  return kept;
}

@if(paged)
fn resumed(kept: PathState, pixel_seed: u32) -> Path {
  var path: Path;
  path.position = kept.position;
  path.number = kept.number;
  path.pixel_seed = pixel_seed;
  path.direction = kept.direction;
  path.bounces = kept.bounces;
  path.weight = kept.weight;
  path.light = kept.light;
  flight.waits = true;
  flight.distance = kept.distance;
  flight.stretch_end = kept.stretch_end;
  flight.majorant = kept.majorant;
  flight.hit_t = kept.hit_t;
  flight.hit_slot = kept.hit_slot;
  @if(environment_map) {
    in_shadow = kept.in_shadow != 0u;
    path.normal = kept.normal;
    path.side = kept.side;
    path.before = kept.before;
    shadow = Shadow(kept.shadow_position, kept.shadow_direction, kept.shadow_light);
  }
  @if(environment_map && coat) path.weight_before = kept.weight_before;
  @if(environment_map && coat) path.reflected = kept.reflected;
  @if(finish && environment_map) {
    finished_lobe = kept.finished_lobe;
    // Refracted paths are on the other side.
    let side = select(path.side, -path.side, finished_lobe == LOBE_REFRACTING);
    finished = FinishedSurface(
      path.normal, side, -path.before, kept.finished_color, kept.finished_metallic, kept.finished_width, kept.finished_ior,
      kept.finished_transmission,
    );
  }
  @if(guides) first_albedo = kept.first_albedo;
  @if(guides) first_normal = kept.first_normal;
  return path;
}
