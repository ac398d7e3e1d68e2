// Light around a scene as paths have it: met where they leave, and drawn where they are scattered, each by its share.

import package::cast::path::albedo::phase_of;
import package::cast::path::light::environment::environment;
import package::cast::path::light::environment_map::{Light, draw_light, light_from};
import package::cast::path::path::{Path, light_point};
import package::cast::path::surface::coated_surface::{CoatedSurface, Scattered, response_to};
import package::cast::path::surface::finish::{FinishedSurface, LOBE_MATT, LOBE_MIRROR, LOBE_REFRACTING, mirrored_to};
import package::cast::path::surface::matt::{matt_density, mirrored_at};
import package::cast::path::surface::response::Response;

// Light that is drawn for a path, which is 0 where none can arrive.
struct Shadow {
  // On the outer side of glass that refracts the path.
  position: vec3f,
  direction: vec3f,
  light: vec3f,
}

// That of where a path was scattered last, and whether it is what waits for a page.
var<private> shadow: Shadow;
var<private> in_shadow: bool;

// Above any density: light that is never sampled is only found by paths that meet it.
const UNDRAWN = 1e30;
// Light that is drawn as many times as often as it is met. From 2 on, large windows and even skies have more noise, above 7 lamps.
const LEAST_DRAWN_ALONE = 5.0;

// The light that a path meets which leaves the scene. Light that is met and light that is drawn each count for their share of the
// probability that a direction is taken at all, so that both together are the light: the balance heuristic of E. Veach and
// L. Guibas, "Optimally combining sampling techniques for Monte Carlo rendering", 1995. At equal CPU time that leaves an eighth of
// the noise under a sun and half of it under a window, and 1.2 times of it under an even sky, on which all of it is lost.
fn light_met(path: Path) -> vec3f {
  @if(!environment_map) return environment(path.direction);
  @else {
    let light = light_from(path.direction);
    if is_drawn_alone(light.density, path.density) { return vec3f(0.0); }
    // Whatever rounding makes of the share of light that is never drawn.
    return light.color * select(path.density / (path.density + light.density), 1.0, light.density == 0.0);
  }
}

// Draws light for a path that a medium has scattered, with its direction before.
fn draw_in_medium(path: ptr<function, Path>, before: vec3f, state: ptr<function, u32>) {
  @if(environment_map) {
    (*path).density = phase_of(dot(before, (*path).direction));
    let light = draw_light(light_point(*path, state));
    let density = phase_of(dot(before, light.direction));
    shadow = Shadow((*path).position, light.direction, share_of(light, (*path).weight, Response(vec3f(density), density)));
  }
}

// Draws light for a path that a surface has scattered, with its weight before. Directions below the side are mirrored up.
fn draw_on_surface(
  path: ptr<function, Path>, surface: CoatedSurface, side: vec3f, sent: Scattered, weight: vec3f, state: ptr<function, u32>,
) {
  @if(environment_map) {
    (*path).density = sent.density + response_to(surface, mirrored_at(side, sent.direction)).density;
    let light = draw_light(light_point(*path, state));
    var color = vec3f(0.0);
    if dot(light.direction, side) > 0.0 {
      let above = response_to(surface, light.direction);
      let below = response_to(surface, mirrored_at(side, light.direction));
      color = share_of(light, weight, Response(above.share + below.share, above.density + below.density));
    }
    shadow = Shadow((*path).position, light.direction, color);
  }
}

// Draws light for a path that a lobe of a finished surface has sent on, with its weight before; the surface is seen at `position`.
fn draw_on_finish(
  path: ptr<function, Path>, surface: FinishedSurface, lobe: u32, weight: vec3f, position: vec3f, state: ptr<function, u32>,
) {
  @if(environment_map) {
    (*path).density = lobe_density(surface, lobe, (*path).direction);
    let light = draw_light(light_point(*path, state));
    var color = vec3f(0.0);
    if dot(light.direction, surface.side) > 0.0 {
      color = share_of(light, weight, mirrored_by_finish(surface, light.direction));
      // The matt layer's light is drawn where that sent the path on.
      let matt = select(0.0, matt_density(surface.normal, surface.side, light.direction), lobe == LOBE_MATT);
      color += share_of(light, (*path).weight, Response(vec3f(matt), matt));
    }
    shadow = Shadow(position, light.direction, color);
  }
}

// Drawn light that a path of a weight has, as far as it is not met.
fn share_of(light: Light, weight: vec3f, response: Response) -> vec3f {
  if response.density <= 0.0 || light.density <= 0.0 { return vec3f(0.0); }
  let met = select(response.density, 0.0, is_drawn_alone(light.density, response.density));
  return weight * response.share * light.color / (met + light.density);
}

// Whether light of a direction counts where it is drawn alone, since it is met so seldom that it would be noise: their cutoff
// heuristic. Meshes have 0.36 to 0.87 of the variance under a lamp by it. In volumes ways to lamps are open at random, and two chances
// to meet light have less noise than one: there it would add a tenth.
@if(!volume)
fn is_drawn_alone(drawn: f32, met: f32) -> bool {
  return drawn > LEAST_DRAWN_ALONE * met;
}
@else
fn is_drawn_alone(drawn: f32, met: f32) -> bool {
  return false;
}

fn lobe_density(surface: FinishedSurface, lobe: u32, direction: vec3f) -> f32 {
  if lobe == LOBE_REFRACTING { return UNDRAWN; }
  if dot(direction, surface.side) <= 0.0 { return 0.0; }
  if lobe == LOBE_MIRROR { return mirrored_by_finish(surface, direction).density; }
  return matt_density(surface.normal, surface.side, direction);
}

// Directions below the triangle are mirrored up.
fn mirrored_by_finish(surface: FinishedSurface, direction: vec3f) -> Response {
  let above = mirrored_to(surface, direction);
  let below = mirrored_to(surface, mirrored_at(surface.side, direction));
  return Response(above.share + below.share, above.density + below.density);
}
