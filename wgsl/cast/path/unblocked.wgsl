// Meshes in the way of a path, and ways that meet nothing.

import package::bvh::slot_triangle::NO_TRIANGLE;
import package::cast::light::tree_ray::{TreeHit, TreeRay, before_tree_hits, is_blocked, nearest_hit, surface_on};
import package::cast::mesh::appearance::TRANSLUCENT;
import package::cast::mesh::material::{material_of, material_opacity};
import package::cast::mesh::surface_point::{opacity_seen_along, surface_color, surface_style};
import package::cast::paged::flight::{flight, waits};
import package::cast::paged::pages::PAGED;
import package::cast::path::medium::next_collision;
import package::cast::path::path_frame::{frame, way_of};
import package::cast::path::random::random;
import package::cast::path::surface::mesh_finish::finish_of;
import package::cast::ray::hit::FARTHEST;

// Whether a path would meet nothing: as often as light gets through. Meshes come first: a way that waits has passed them.
fn leaves(position: vec3f, direction: vec3f, state: ptr<function, u32>) -> bool {
  @if(meshes) if !waits() && is_stopped(tree_ray(position, direction), state) { return false; }
  @if(!volume) return true;
  @else {
    var drawn = 0.0;
    if !waits() { drawn = random(state); }
    return next_collision(position, way_of(direction), FARTHEST, drawn, state).distance < 0.0;
  }
}

fn is_stopped(start: TreeRay, state: ptr<function, u32>) -> bool {
  if TRANSLUCENT { return stopping_hit(start, state).slot != NO_TRIANGLE; }
  return is_blocked(start, FARTHEST);
}

// The nearest triangle that lets no light through, which a way that waits has found before.
fn hit_ahead(start: TreeRay, state: ptr<function, u32>) -> TreeHit {
  if waits() { return TreeHit(flight.hit_t, flight.hit_slot, 0u); }
  let hit = stopping_hit(start, state);
  if PAGED {
    flight.hit_t = hit.t;
    flight.hit_slot = hit.slot;
  }
  return hit;
}

// Translucent triangles stop as many paths as they are opaque.
fn stopping_hit(start: TreeRay, state: ptr<function, u32>) -> TreeHit {
  var hit = before_tree_hits();
  loop {
    hit = nearest_hit(start, hit, 0.0);
    if !TRANSLUCENT || hit.slot == NO_TRIANGLE { return hit; }
    if random(state) < opacity_along(start, hit.slot) { return hit; }
  }
}

fn opacity_along(start: TreeRay, slot: u32) -> f32 {
  let surface = surface_on(start, slot);
  // Glass refracts, from within too, where other surfaces are met or not.
  @if(finish) if finish_of(surface).transmission > 0.0 {
    let material = material_of(surface.face);
    return surface_style(surface).opacity * material_opacity(material, surface.face, surface.barycentrics, surface.images);
  }
  return surface_style(surface).opacity * opacity_seen_along(surface, start.direction, surface_color(surface));
}

fn tree_ray(position: vec3f, direction: vec3f) -> TreeRay {
  let place = frame.tree_origin + position.x * frame.tree_x + position.y * frame.tree_y + position.z * frame.tree_z;
  return TreeRay(place, direction);
}
