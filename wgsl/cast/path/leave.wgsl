// Ways in which a path goes on from where it met a medium or a surface, with the light that is drawn for it there.

import package::cast::path::albedo::{medium_albedo, reflectance, scattered_about, similar_albedo};
import package::cast::path::light::drawn_light::{draw_in_medium, draw_on_finish, draw_on_surface};
import package::cast::path::path::Path;
import package::cast::path::path_frame::{frame, way_of};
import package::cast::path::random::random;
import package::cast::path::surface::coated_surface::{CoatedSurface, scatter_on};
import package::cast::path::surface::finish::{FinishedSurface, LOBE_REFRACTING, send_on};
import package::cast::path::surface::matt::mirrored_at;

// The distance off a mesh at which paths continue, in the tree's lengths, in which meshes are about 1 large.
const SURFACE_OFFSET = 2e-5;

fn leave_medium(path: ptr<function, Path>, color: vec3f, u: vec2f, state: ptr<function, u32>) {
  let before = (*path).direction;
  (*path).direction = scattered_about(u, before);
  (*path).weight *= similar_albedo(medium_albedo(reflectance(color)));
  draw_in_medium(path, before, state);
}

// @param side the normal of the side that the path stays on.
fn leave_surface(path: ptr<function, Path>, surface: CoatedSurface, side: vec3f, u: vec2f, state: ptr<function, u32>) {
  let before = (*path).weight;
  let sent = scatter_on(surface, u, state);
  (*path).direction = turned_to(side, sent.direction);
  (*path).weight *= sent.weight;
  draw_on_surface(path, surface, side, sent, before, state);
}

fn leave_finish(path: ptr<function, Path>, surface: FinishedSurface, u: vec2f, state: ptr<function, u32>) {
  let others = vec2f(random(state), random(state));
  let events = vec2f(random(state), random(state));
  // Points that are spread evenly are for the lobe that most paths take.
  let is_matt = surface.metallic <= 0.5 && surface.transmission <= 0.5;
  let sent = send_on(surface, select(u, others, is_matt), select(others, u, is_matt), events);
  let side = select(surface.side, -surface.side, sent.lobe == LOBE_REFRACTING);
  let before = (*path).weight;
  let outside = (*path).position + off_surface(surface.side);
  (*path).direction = turned_to(side, sent.direction);
  (*path).weight *= sent.weight;
  (*path).position += off_surface(side);
  draw_on_finish(path, surface, sent.lobe, before, outside, state);
}

// Smooth normals may lead into the surface.
fn turned_to(side: vec3f, direction: vec3f) -> vec3f {
  return select(direction, mirrored_at(side, direction), dot(direction, side) < 0.0);
}

fn off_surface(side: vec3f) -> vec3f {
  return SURFACE_OFFSET / frame.tree_unit * way_of(side);
}
