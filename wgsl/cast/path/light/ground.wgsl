// The shadow catcher: a ground that shows only shadows.

import package::cast::path::directions::about_normal;
import package::cast::frame::image::image;
import package::cast::path::light::environment::environment;
import package::cast::path::light::environment_map::{Light, draw_light, light_from};
import package::cast::path::path::{GROUND_SEED, Path};
import package::cast::path::path_frame::{frame, way_of};
import package::cast::path::random::stratified;
import package::cast::path::unblocked::leaves;
import package::cast::ray::hit::FARTHEST;

const GROUND_PI = 3.141592653589793;

// How far a path that has met nothing yet goes to the ground of shadows.
fn ground_distance(path: Path) -> f32 {
  if frame.has_ground == 0u || path.bounces > 0u || dot(path.direction, frame.ground_normal) >= 0.0 { return FARTHEST; }
  let distance = -(dot(frame.ground.xyz, path.position) + frame.ground.w) / dot(frame.ground.xyz, way_of(path.direction));
  return select(FARTHEST, distance, distance > 0.0);
}

// The share of the light on the ground that something keeps from it: 0 wherever nothing is in the way, without noise.
fn shadow_at(path: Path, position: vec3f, state: ptr<function, u32>) -> f32 {
  let about = about_normal(stratified(path.number, image.rays, path.pixel_seed + GROUND_SEED), frame.ground_normal);
  @if(!environment_map) return select(dot(environment(about), vec3f(1.0)) / frame.ground_light, 0.0, leaves(position, about, state));
  @else {
    let drawn = draw_light(stratified(path.number, image.rays, path.pixel_seed + GROUND_SEED + 3u));
    var light = light_from(about);
    var kept = 0.0;
    for (var turn = 0u; turn < 2u; turn += 1u) {
      kept += kept_from(position, light, state);
      light = drawn;
    }
    return kept;
  }
}

// A direction's part in that, by the balance heuristic for directions that are drawn about the normal and as light is.
fn kept_from(position: vec3f, light: Light, state: ptr<function, u32>) -> f32 {
  let met = max(dot(light.direction, frame.ground_normal), 0.0) / GROUND_PI;
  if met <= 0.0 || leaves(position, light.direction, state) { return 0.0; }
  return dot(light.color, vec3f(1.0)) * met / ((met + light.density) * frame.ground_light);
}
