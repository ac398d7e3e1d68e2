// Light around a scene as paths have it: met where they leave, and drawn where they were scattered, each by its share.

import package::cast::path::environment::environment;
@if(environment_map) import package::cast::path::environment_map::{Light, draw_light, light_from};
@if(environment_map && volume) import package::cast::path::albedo::phase_of;
import package::cast::path::path::Path;
@if(environment_map) import package::cast::path::path::{Shadow, light_point};
@if(finish) import package::cast::path::path::{LOBE_NONE, finished, finished_lobe};
@if(finish && environment_map) import package::cast::path::path::{position_on_finish, weight_before_finish};
@if(finish) import package::cast::path::surface::finish::{LOBE_MATT, LOBE_MIRROR, LOBE_REFRACTING, MirroredTo, mirrored_to};
@if(coat) import package::cast::path::surface::coated_surface::{CoatedSurface, surface_density, surface_share};

@if(environment_map) const DRAWN_PI = 3.141592653589793;

// The light that a path meets which leaves the scene.
@if(!environment_map)
fn light_met(path: Path) -> vec3f {
  return environment(path.direction);
}

// Light that is met and light that is drawn each count for their share of the probability that a direction is taken at all, so
// that both together are the light: the balance heuristic of E. Veach and L. Guibas, "Optimally combining sampling techniques
// for Monte Carlo rendering", 1995. At equal CPU time that leaves an eighth of the noise under a sun and half of it under a
// window, and 1.2 times of it under an even sky, on which all of it is lost.
@if(environment_map)
fn light_met(path: Path) -> vec3f {
  let light = light_from(path.direction);
  // Light that is refracted is never drawn.
  @if(finish) if finished_lobe == LOBE_REFRACTING { return light.color; }
  let met = scatter_density(path, path.direction);
  // Light that is never drawn is met alone, whatever rounding makes of its share.
  return light.color * select(met / (met + light.density), 1.0, light.density == 0.0);
}

@if(environment_map)
fn draw_shadow(path: Path, state: ptr<function, u32>) -> Shadow {
  let light = draw_light(light_point(path, state));
  @if(finish) if finished_lobe != LOBE_NONE { return Shadow(position_on_finish, light.direction, finished_light(path, light)); }
  let met = scatter_density(path, light.direction);
  if met <= 0.0 || light.density <= 0.0 { return Shadow(path.position, light.direction, vec3f(0.0)); }
  @if(coat) if any(path.normal != vec3f(0.0)) {
    let surface = CoatedSurface(path.normal, -path.before, path.reflected);
    let share = surface_share(surface, light.direction) + surface_share(surface, mirrored_at(path.side, light.direction));
    return Shadow(path.position, light.direction, path.weight_before * share * light.color / (met + light.density));
  }
  return Shadow(path.position, light.direction, path.weight * light.color * (met / (met + light.density)));
}

// Drawn light on a finished surface: that of its matt layer where the path was sent on by that, and what it mirrors.
@if(environment_map && finish)
fn finished_light(path: Path, light: Light) -> vec3f {
  if light.density <= 0.0 || dot(light.direction, finished.side) <= 0.0 { return vec3f(0.0); }
  let mirrored = mirrored_by_finish(light.direction);
  var share = weight_before_finish * mirrored.share / (mirrored.density + light.density);
  if finished_lobe == LOBE_MATT {
    let met = scatter_density(path, light.direction);
    share += path.weight * met / (met + light.density);
  }
  return share * light.color;
}

// Directions below the triangle are mirrored up.
@if(environment_map && finish)
fn mirrored_by_finish(direction: vec3f) -> MirroredTo {
  let above = mirrored_to(finished, direction);
  let below = mirrored_to(finished, mirrored_at(finished.side, direction));
  return MirroredTo(above.share + below.share, above.density + below.density);
}

// Probability per steradian that a path continues along a direction.
@if(environment_map)
fn scatter_density(path: Path, direction: vec3f) -> f32 {
  if all(path.normal == vec3f(0.0)) {
    @if(volume) return phase_of(dot(path.before, direction));
    @if(!volume) return 1.0 / (4.0 * DRAWN_PI);
  }
  let mirrored = mirrored_at(path.side, direction);
  @if(finish) if finished_lobe != LOBE_NONE {
    if dot(direction, path.side) <= 0.0 { return 0.0; }
    if finished_lobe == LOBE_MIRROR { return mirrored_by_finish(direction).density; }
    return (max(dot(direction, path.normal), 0.0) + max(dot(mirrored, path.normal), 0.0)) / DRAWN_PI;
  }
  @if(coat) let surface = CoatedSurface(path.normal, -path.before, path.reflected);
  @if(coat) let density = surface_density(surface, direction) + surface_density(surface, mirrored);
  @if(!coat) let density = (max(dot(direction, path.normal), 0.0) + max(dot(mirrored, path.normal), 0.0)) / DRAWN_PI;
  return select(0.0, density, dot(direction, path.side) > 0.0);
}

@if(environment_map)
fn mirrored_at(side: vec3f, direction: vec3f) -> vec3f {
  return direction - 2.0 * dot(direction, side) * side;
}
