// The next scattering of a path: in the volume, or on a mesh before it.

import package::bvh::slot_triangle::NO_TRIANGLE;
import package::cast::fused::fused_volumes::is_in_box;
import package::cast::light::tree_ray::{TreeRay, surface_on};
import package::cast::mesh::surface_point::{SurfacePoint, surface_color, surface_normal};
import package::cast::paged::flight::waits;
import package::cast::path::albedo::{reflectance, surface_albedo};
import package::cast::path::light::ground::ground_distance;
import package::cast::path::guides::note_first;
import package::cast::path::leave::{leave_finish, leave_medium, leave_surface, off_surface};
import package::cast::path::medium::{Collision, next_collision};
import package::cast::path::path::{Path, clamped, free_path_number, square_point};
import package::cast::path::path_frame::{frame, way_of};
import package::cast::path::random::random;
import package::cast::path::surface::coated_surface::CoatedSurface;
import package::cast::path::surface::finish::{FinishedSurface, seen_from_above};
import package::cast::path::surface::mesh_finish::{MeshFinish, finish_of};
import package::cast::path::surface::own_light::own_light;
import package::cast::path::unblocked::{hit_ahead, tree_ray};
import package::cast::volume::density::own_extinction;
import package::cast::volume::gradient::sample_gradient;
import package::cast::volume::sample::place_in_texture;

// Changes of extinction by this share of its mean, twice over, make a surface. Same as in src/transfer/light/environment.ts.
const FULL_SURFACE_CHANGE = 2.0;

// Takes a path to where it is scattered next, and sends it on; false where it leaves the scene.
fn scatter(path: ptr<function, Path>, state: ptr<function, u32>) -> bool {
  let way = way_of((*path).direction);
  var longest = ground_distance(*path);
  @if(meshes) let start = tree_ray((*path).position, (*path).direction);
  @if(meshes) let hit = hit_ahead(start, state);
  @if(meshes) let meets_mesh = hit.slot != NO_TRIANGLE && hit.t / frame.tree_unit < longest;
  @if(meshes) if meets_mesh { longest = hit.t / frame.tree_unit; }
  @if(volume) {
    let collision = next_collision((*path).position, way, longest, free_path_number(*path, state), state);
    if waits() { return false; }
    if collision.distance >= 0.0 {
      (*path).position += collision.distance * way;
      scatter_in_volume(path, collision, state);
      return true;
    }
  }
  @if(meshes) if meets_mesh {
    scatter_on_mesh(path, start, hit.slot, longest, state);
    return true;
  }
  return false;
}

// Scatters light: where there is a surface as such, and else as a medium does.
fn scatter_in_volume(path: ptr<function, Path>, collision: Collision, state: ptr<function, u32>) {
  let gradient = sample_gradient((*path).position);
  let magnitude = length(gradient);
  let normal = gradient / select(magnitude, 1.0, magnitude == 0.0);
  let u = square_point(*path, state);
  let change = surface_change((*path).position, normal);
  let outward = select(normal, -normal, change > 0.0);
  if (*path).bounces == 0u {
    note_first(collision.color, collision.distance * frame.depth_scale, min(abs(change), 1.0) * outward);
  }
  if random(state) >= abs(change) {
    leave_medium(path, collision.color, u, state);
    return;
  }
  let reflected = surface_albedo(reflectance(collision.color));
  leave_surface(path, CoatedSurface(outward, -(*path).direction, reflected), outward, u, state);
}

// The change of extinction along a normal, by which light is scattered as by a surface, to the thinner side: ±1 and beyond where
// it is three times as much a unit of length on.
fn surface_change(position: vec3f, normal: vec3f) -> f32 {
  // Only the first volume's surfaces are shaded as surfaces.
  @if(fused) if !is_in_box(place_in_texture(position)) { return 0.0; }
  let half_unit = 0.5 * way_of(normal);
  let before = own_extinction(position - half_unit);
  let behind = own_extinction(position + half_unit);
  return FULL_SURFACE_CHANGE * (behind - before) / max(behind + before, 1e-30);
}

// @param distance of the triangle, in units of length.
fn scatter_on_mesh(path: ptr<function, Path>, start: TreeRay, slot: u32, distance: f32, state: ptr<function, u32>) {
  let surface = surface_on(start, slot);
  let side = select(1.0, -1.0, dot(surface.flat_normal, start.direction) > 0.0) * surface.flat_normal;
  let normal = surface_normal(surface);
  let facing = select(normal, -normal, dot(normal, side) < 0.0);
  let color = surface_color(surface);
  let reflected = reflectance(color);
  let u = square_point(*path, state);
  let way = way_of((*path).direction);
  // Only the surroundings are sampled as lights; paths find emissive meshes by chance.
  (*path).light += clamped((*path).weight * own_light(surface), (*path).bounces);
  if (*path).bounces == 0u { note_first(color, distance * frame.depth_scale, facing); }
  @if(finish) {
    let finish = finish_of(surface);
    if finish.ior > 0.0 {
      (*path).position += distance * way;
      leave_finish(path, finished_surface(surface, finish, start.direction, facing, side, reflected), u, state);
      return;
    }
  }
  (*path).position += distance * way + off_surface(side);
  leave_surface(path, CoatedSurface(facing, -start.direction, reflected), side, u, state);
}

fn finished_surface(
  surface: SurfacePoint, finish: MeshFinish, direction: vec3f, facing: vec3f, side: vec3f, reflected: vec3f,
) -> FinishedSurface {
  // From within, what is beyond is air.
  let is_within = dot(surface.flat_normal, direction) > 0.0 && finish.transmission > 0.0;
  let ior = select(finish.ior, 1.0 / finish.ior, is_within);
  return seen_from_above(FinishedSurface(
    facing, side, -direction, reflected, finish.metallic, finish.facet_width, ior, finish.transmission,
  ));
}
