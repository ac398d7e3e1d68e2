// The light that a surface sends towards the eye: by shadow rays, mirrors and ambient occlusion, along the tree of all meshes.

import package::cast::frame::image::image;
import package::cast::mesh::appearance::appearance;
import package::cast::light::lights::{lifted, place_of, scene_lights};
import package::cast::light::through_volume::{arriving_through, openness_at};
import package::cast::mesh::surface_point::{SurfacePoint, color_in_lights, direction_to_light, lit_color, opacity_seen_along, shaded_color, surface_color, surface_normal, surface_style};
import package::cast::light::occlusion::openness;
import package::cast::light::soft_shadow::visible_share;
import package::cast::light::tree_ray::{TreeRay, before_tree_hits, is_blocked, nearest_hit, space, surface_on};
import package::cast::ray::hit::FARTHEST;
import package::bvh::slot_triangle::NO_TRIANGLE;

// Surfaces cast shadows on each other.
@if(shadows) const SHADOWS = true;
@else const SHADOWS = false;

// Surfaces reflect others.
override mirrors = false;
// Ambient light is reduced near surfaces that hide it.
override occlusion = false;
// Lights are discs: several rays sample how much of one is visible.
override soft_shadows = false;

// `depth` is along the ray from the eye, in the camera's view.
fn trace_light(seen: SurfacePoint, primary: TreeRay, depth: f32, rotation: u32) -> vec3f {
  if mirrors { return trace_reflections(seen, primary, depth, rotation); }
  return trace_first(seen, primary, depth, rotation);
}

fn trace_first(seen: SurfacePoint, primary: TreeRay, depth: f32, rotation: u32) -> vec3f {
  let t = depth * space.per_view_length;
  let slant = length(primary.direction);
  let ahead = primary.direction / slant;
  return light_of(seen, ahead, leave(seen, primary.start + t * primary.direction, ahead, t * slant), rotation);
}

// Reflections are traced on, from surface to surface. Translucent ones are in front of what follows, and mirror nothing but for
// the eye.
fn trace_reflections(seen: SurfacePoint, primary: TreeRay, depth: f32, rotation: u32) -> vec3f {
  let slant = length(primary.direction);
  var surface = seen;
  var ray = TreeRay(primary.start, primary.direction / slant);
  // Distance from the eye to the ray's start, and from there to the surface.
  var travelled = 0.0;
  var t = depth * space.per_view_length * slant;
  var color = vec3f(0.0);
  var weight = 1.0;
  var reflections = 0u;
  var passes = false;
  // Opacity of a surface that lets light pass.
  var opacity = 1.0;
  var last = before_tree_hits();
  loop {
    let leaving = leave(surface, ray.start + t * ray.direction, ray.direction, travelled + t);
    let style = surface_style(surface);
    let mirrored = select(0.0, style.reflectivity, reflections < appearance.reflections && !passes);
    let own = select(1.0 - mirrored, opacity, passes);
    if own > 0.0 {
      color += weight * own * light_of(surface, ray.direction, leaving, rotation);
    }
    weight *= 1.0 - own;
    if weight <= 0.0 {
      return color;
    }
    if !passes {
      travelled += t;
      ray = TreeRay(leaving.start, mirror(ray.direction, surface_normal(surface), leaving.side));
      reflections += 1u;
      last = before_tree_hits();
    }
    last = nearest_hit(ray, last, 0.0);
    if last.slot == NO_TRIANGLE {
      return color + weight * image.background;
    }
    t = last.t;
    surface = surface_on(ray, last.slot);
    @if(translucent) {
      opacity = surface_style(surface).opacity * opacity_seen_along(surface, ray.direction, surface_color(surface));
      passes = opacity < 1.0;
    }
  }
}

// The start of rays that leave a surface.
struct Leaving {
  start: vec3f,
  // The triangle's normal on the side that is seen.
  side: vec3f,
}

// Fraction of a position's largest component: several times what f32 rounds off it and the triangle. It exceeds the CPU
// reference's own offset only near the eye, or far from most triangles.
const PLACE_ERROR = 0x1p-21f;

fn leave(surface: SurfacePoint, point: vec3f, ahead: vec3f, travelled: f32) -> Leaving {
  let side = select(1.0, -1.0, dot(surface.flat_normal, ahead) > 0.0) * surface.flat_normal;
  let size = max(max(abs(point.x), abs(point.y)), abs(point.z));
  return Leaving(point + max(appearance.ray_offset * travelled, PLACE_ERROR * size) * side, side);
}

fn light_of(surface: SurfacePoint, ahead: vec3f, leaving: Leaving, rotation: u32) -> vec3f {
  var ambient = appearance.lighting.ambient;
  if occlusion {
    let normal = surface_normal(surface);
    let facing = select(normal, -normal, dot(normal, leaving.side) < 0.0);
    ambient *= openness(leaving.start, facing, leaving.side, rotation);
  }
  let color = surface_color(surface);
  return color_in_light(ambient, surface, color, ahead, leaving, rotation);
}

// The colour in the lights of a list.
@if(lights)
fn color_in_light(ambient: f32, surface: SurfacePoint, color: vec3f, ahead: vec3f, leaving: Leaving, rotation: u32) -> vec3f {
  let place = lifted(place_of(leaving.start), leaving.side);
  var arriving = arriving_through(place);
  for (var n = 0u; SHADOWS && n < scene_lights.count; n += 1u) {
    let direction = scene_lights.lights[n].direction;
    if any(direction != vec3f(0.0)) && arriving[n] > 0.0 {
      arriving[n] *= share_of_light(leaving.start, direction, rotation);
    }
  }
  return color_in_lights(ambient * openness_at(place), surface, color, ahead, arriving);
}
// The colour in the only light.
@else
fn color_in_light(ambient: f32, surface: SurfacePoint, color: vec3f, ahead: vec3f, leaving: Leaving, rotation: u32) -> vec3f {
  if SHADOWS && is_blocked(TreeRay(leaving.start, direction_to_light(ahead)), FARTHEST) {
    return shaded_color(ambient, surface, color);
  }
  return lit_color(ambient, surface, color, ahead);
}

fn share_of_light(start: vec3f, direction: vec3f, rotation: u32) -> f32 {
  if soft_shadows { return visible_share(start, direction, rotation); }
  return select(1.0, 0.0, is_blocked(TreeRay(start, direction), FARTHEST));
}

// Least sine of the angle at which a mirrored ray leaves the surface: normals between corners can lead it into the surface.
const LEAST_LIFT = 0.015625;

fn mirror(ahead: vec3f, normal: vec3f, side: vec3f) -> vec3f {
  let mirrored = reflect(ahead, normal);
  let lift = dot(mirrored, side);
  return select(mirrored, normalize(mirrored + (LEAST_LIFT - lift) * side), lift < LEAST_LIFT);
}
