// Follows light backwards from the pixels of an image, from collision to collision with a volume and with meshes, until it
// leaves the scene: J. Kajiya, "The rendering equation", 1986.

import package::cast::frame::image::{grid, image};
import package::cast::frame::write_color::write_color;
import package::cast::fused::fused_volumes::is_in_box;
import package::bvh::slot_triangle::NO_TRIANGLE;
import package::cast::light::tree_ray::{TreeHit, TreeRay, before_tree_hits, is_blocked, nearest_hit, surface_on};
@if(finish) import package::cast::mesh::material::{material_of, material_opacity};
@if(finish) import package::cast::path::surface::mesh_finish::{MeshFinish, finish_of};
import package::cast::mesh::surface_point::{
  SurfacePoint, opacity_seen_along, surface_color, surface_normal, surface_style,
};
import package::cast::path::directions::about_normal;
@if(meshes) import package::cast::path::surface::own_light::own_light;
@if(finish) import package::cast::path::surface::finish::{FinishedSurface, LOBE_REFRACTING, seen_from_above, send_on};
@if(coat) import package::cast::path::surface::coated_surface::{CoatedSurface, scatter_on};
import package::cast::path::environment::environment;
import package::cast::path::environment_map::{Light, draw_light, light_from, light_seen};
import package::cast::path::drawn_light::light_met;
@if(environment_map) import package::cast::path::drawn_light::draw_shadow;
@if(guides) import package::cast::path::guides::{note_first, write_guides};
@if(paged) import package::cast::paged::path_states::{has_ended, note_end, path_states, state_of_pixel};
@if(paged) import package::cast::paged::ray_states::is_in_strip;
@if(paged) import package::cast::paged::flight::flight;
@if(paged) import package::cast::paged::pauses::{paused, resumed};
@if(environment_map) import package::cast::path::path::Shadow;
@if(finish) import package::cast::path::path::{LOBE_NONE, finished, finished_lobe};
@if(finish && environment_map) import package::cast::path::path::{position_on_finish, weight_before_finish};
@if(paged && environment_map) import package::cast::path::path::{in_shadow, shadow};
import package::cast::path::albedo::{medium_albedo, reflectance, scattered_about, similar_albedo, surface_albedo};
import package::cast::path::medium::{Collision, next_collision};
import package::cast::volume::density::own_extinction;
import package::cast::path::path::{GROUND_SEED, Path, path_through, square_point};
@if(volume) import package::cast::path::path::free_path_number;
import package::cast::path::path_frame::{frame, way_of};
import package::cast::path::random::{random, seed_of, stratified};
import package::cast::ray::hit::FARTHEST;
import package::tiles::grid::tile_at;
import package::cast::volume::sample::{place_in_texture, sample_gradient};

override tile_width = 16u;
override tile_height = 16u;
override invocations = 64u;

// Light that was scattered so often has almost nothing left, unless it is in a medium that absorbs almost none: there it comes
// from all around alike.
const MAX_BOUNCES = 512u;
// Bounces from which on Russian roulette ends faint paths.
const SURE_BOUNCES = 3u;
// Changes of extinction by this share of its mean, twice over, make a surface. Same as in src/transfer/environment.ts.
@if(volume) const FULL_SURFACE_CHANGE = 2.0;
@if(environment_map) const PI = 3.141592653589793;
// The distance off a mesh at which paths continue, in the tree's lengths, in which meshes are about 1 large.
@if(meshes) const SURFACE_OFFSET = 2e-5;

@compute @workgroup_size(invocations)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
  let tile = image.first_tile + group.y * image.tile_columns + group.x;
  let pixel = tile_at(grid, tile) * vec2u(tile_width, tile_height) + vec2u(local % tile_width, local / tile_width);
  if local >= tile_width * tile_height || pixel.x >= image.width || pixel.y >= image.height {
    return;
  }
  @if(paged) if !is_in_strip(pixel.y) || has_ended(pixel.x, pixel.y) { return; }
  let index = pixel.y * image.width + pixel.x;
  let color = trace_paths(pixel) / f32(image.rays);
  @if(paged) if flight.waits { return; }
  @if(paged) note_end(pixel.x, pixel.y);
  @if(guides) write_guides(index, color);
  write_color(index, color);
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
    @if(paged) if flight.waits {
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
  @if(paged && environment_map) if in_shadow { return lit(path, shadow, state); }
  let goes_on = scatter(path, state);
  @if(paged) if flight.waits { return GOES_ON; }
  if !goes_on {
    if (*path).bounces == 0u { return background_met(*path, state); }
    return vec4f((*path).light + clamped((*path).weight * light_met(*path), (*path).bounces), 1.0);
  }
  (*path).bounces += 1u;
  if (*path).bounces == MAX_BOUNCES {
    return vec4f((*path).light + clamped((*path).weight * frame.mean_light, (*path).bounces), 1.0);
  }
  @if(!environment_map) return play_roulette(path, state);
  @if(environment_map && !paged) return lit(path, draw_shadow(*path, state), state);
  @if(environment_map && paged) shadow = draw_shadow(*path, state);
  @if(environment_map && paged) return lit(path, shadow, state);
}

// Adds the light that was drawn for a path, where nothing is in its way.
@if(environment_map)
fn lit(path: ptr<function, Path>, drawn: Shadow, state: ptr<function, u32>) -> vec4f {
  let arrives = any(drawn.light > vec3f(0.0)) && leaves(drawn.position, drawn.direction, state);
  @if(paged) in_shadow = flight.waits;
  @if(paged) if flight.waits { return GOES_ON; }
  if arrives { (*path).light += clamped(drawn.light, (*path).bounces); }
  return play_roulette(path, state);
}

// Light with which a path comes after so many scatterings, at most as much as is asked for: whoever asks gives the light of caustics
// up, which few paths bring, each as a bright dot.
fn clamped(light: vec3f, bounces: u32) -> vec3f {
  let mean = dot(light, vec3f(1.0 / 3.0));
  if bounces < 2u || mean <= frame.most_indirect { return light; }
  return light * (frame.most_indirect / mean);
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
  var shadow = 0.0;
  if ground < FARTHEST {
    @if(guides) note_first(vec3f(0.0), ground * frame.depth_scale, frame.ground_normal);
    shadow = shadow_at(path, path.position + ground * way_of(path.direction), state);
  }
  if frame.shows_environment == 0u { return vec4f(0.0, 0.0, 0.0, shadow); }
  @if(environment_map) let seen = light_seen(path.direction);
  @if(!environment_map) let seen = environment(path.direction);
  return vec4f((1.0 - shadow) * seen, 1.0);
}

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
  @if(environment_map) {
    let drawn = draw_light(stratified(path.number, image.rays, path.pixel_seed + GROUND_SEED + 3u));
    return kept_from(position, light_from(about), state) + kept_from(position, drawn, state);
  }
}

// A direction's part in that, by the balance heuristic for directions that are drawn about the normal and as light is.
@if(environment_map)
fn kept_from(position: vec3f, light: Light, state: ptr<function, u32>) -> f32 {
  let met = max(dot(light.direction, frame.ground_normal), 0.0) / PI;
  if met <= 0.0 || leaves(position, light.direction, state) { return 0.0; }
  return dot(light.color, vec3f(1.0)) * met / ((met + light.density) * frame.ground_light);
}

// Whether a path would meet nothing: as often as light gets through. Meshes come first: a way that waits has passed them.
fn leaves(position: vec3f, direction: vec3f, state: ptr<function, u32>) -> bool {
  @if(!paged) let is_new = true;
  @if(paged) let is_new = !flight.waits;
  @if(meshes) let start = TreeRay(tree_place(position), direction);
  @if(meshes && translucent) if is_new && stopping_hit(start, state).slot != NO_TRIANGLE { return false; }
  @if(meshes && !translucent) if is_new && is_blocked(start, FARTHEST) { return false; }
  @if(volume) {
    var drawn = 0.0;
    if is_new { drawn = random(state); }
    return next_collision(position, way_of(direction), FARTHEST, drawn, state).distance < 0.0;
  }
  @if(!volume) return true;
}

// Takes a path to where it is scattered next, and sends it on; false where it leaves the scene.
fn scatter(path: ptr<function, Path>, state: ptr<function, u32>) -> bool {
  let way = way_of((*path).direction);
  var longest = ground_distance(*path);
  @if(meshes) let start = TreeRay(tree_place((*path).position), (*path).direction);
  @if(meshes && !paged) let hit = stopping_hit(start, state);
  @if(meshes && paged) var hit = TreeHit(flight.hit_t, flight.hit_slot, 0u);
  @if(meshes && paged) if !flight.waits {
    hit = stopping_hit(start, state);
    flight.hit_t = hit.t;
    flight.hit_slot = hit.slot;
  }
  @if(meshes) let meets_mesh = hit.slot != NO_TRIANGLE && hit.t / frame.tree_unit < longest;
  @if(meshes) if meets_mesh { longest = hit.t / frame.tree_unit; }
  @if(volume) {
    let collision = next_collision((*path).position, way, longest, free_path_number(*path, state), state);
    @if(paged) if flight.waits { return false; }
    if collision.distance >= 0.0 {
      (*path).position += collision.distance * way;
      @if(finish) finished_lobe = LOBE_NONE;
      *path = scattered(*path, collision, state);
      return true;
    }
  }
  @if(meshes) if meets_mesh {
    let surface = surface_on(start, hit.slot);
    let side = select(1.0, -1.0, dot(surface.flat_normal, start.direction) > 0.0) * surface.flat_normal;
    let normal = surface_normal(surface);
    let facing = select(normal, -normal, dot(normal, side) < 0.0);
    @if(environment_map) (*path).before = start.direction;
    @if(environment_map && coat) (*path).weight_before = (*path).weight;
    let reflected = reflectance(surface_color(surface));
    let u = square_point(*path, state);
    // Light is drawn from what is around alone, and paths meet meshes that emit it by themselves.
    (*path).light += clamped((*path).weight * own_light(surface), (*path).bounces);
    @if(finish) let finish = finish_of(surface);
    @if(finish) if finish.ior > 0.0 {
      @if(guides) if (*path).bounces == 0u { note_first(surface_color(surface), longest * frame.depth_scale, facing); }
      (*path).position += longest * way;
      leave_finish(path, finished_surface(surface, finish, start.direction, facing, side, reflected), u, state);
      return true;
    }
    @if(finish) finished_lobe = LOBE_NONE;
    @if(!coat) let next = about_normal(u, facing);
    @if(!coat) (*path).weight *= reflected;
    @if(coat) let sent = scatter_on(CoatedSurface(facing, -start.direction, reflected), u, random(state));
    @if(coat) let next = sent.direction;
    @if(coat) (*path).weight *= sent.weight;
    @if(environment_map && coat) (*path).reflected = reflected;
    let lift = dot(next, side);
    @if(guides) if (*path).bounces == 0u { note_first(surface_color(surface), longest * frame.depth_scale, facing); }
    // Smooth normals may lead into the surface.
    (*path).direction = select(next, next - 2.0 * lift * side, lift < 0.0);
    (*path).position += longest * way + SURFACE_OFFSET / frame.tree_unit * way_of(side);
    @if(environment_map) (*path).normal = facing;
    @if(environment_map) (*path).side = side;
    return true;
  }
  return false;
}

@if(meshes && finish)
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

// Sends a path on that has met a finished surface.
@if(meshes && finish)
fn leave_finish(path: ptr<function, Path>, surface: FinishedSurface, u: vec2f, state: ptr<function, u32>) {
  let others = vec2f(random(state), random(state));
  let events = vec2f(random(state), random(state));
  // Points that are spread evenly are for the lobe that most paths take.
  let is_matt = surface.metallic <= 0.5 && surface.transmission <= 0.5;
  let sent = send_on(surface, select(u, others, is_matt), select(others, u, is_matt), events);
  let side = select(surface.side, -surface.side, sent.lobe == LOBE_REFRACTING);
  finished = surface;
  finished_lobe = sent.lobe;
  @if(environment_map) weight_before_finish = (*path).weight;
  @if(environment_map) position_on_finish = (*path).position + SURFACE_OFFSET / frame.tree_unit * way_of(surface.side);
  let lift = dot(sent.direction, side);
  (*path).direction = select(sent.direction, sent.direction - 2.0 * lift * side, lift < 0.0);
  (*path).weight *= sent.weight;
  (*path).position += SURFACE_OFFSET / frame.tree_unit * way_of(side);
  @if(environment_map) (*path).before = -surface.seen;
  @if(environment_map) (*path).normal = surface.normal;
  @if(environment_map) (*path).side = side;
}

// The nearest triangle that lets no light through: translucent ones stop as many paths as they are opaque.
@if(meshes)
fn stopping_hit(start: TreeRay, state: ptr<function, u32>) -> TreeHit {
  var hit = nearest_hit(start, before_tree_hits(), 0.0);
  @if(translucent) while hit.slot != NO_TRIANGLE && random(state) >= opacity_along(start, hit.slot) {
    hit = nearest_hit(start, hit, 0.0);
  }
  return hit;
}

@if(meshes && translucent)
fn opacity_along(start: TreeRay, slot: u32) -> f32 {
  let surface = surface_on(start, slot);
  // Glass refracts, from within too, where other surfaces are met or not.
  @if(finish) if finish_of(surface).transmission > 0.0 {
    let material = material_of(surface.face);
    return surface_style(surface).opacity * material_opacity(material, surface.face, surface.barycentrics, surface.images);
  }
  return surface_style(surface).opacity * opacity_seen_along(surface, start.direction, surface_color(surface));
}

// Scatters light: where there is a surface as such, and else as a medium does.
@if(volume)
fn scattered(path: Path, collision: Collision, state: ptr<function, u32>) -> Path {
  let gradient = sample_gradient(path.position);
  let magnitude = length(gradient);
  let normal = gradient / select(magnitude, 1.0, magnitude == 0.0);
  let u = square_point(path, state);
  var next = path;
  @if(environment_map) next.before = path.direction;
  @if(environment_map && coat) next.weight_before = path.weight;
  let change = surface_change(path.position, normal);
  let outward = select(normal, -normal, change > 0.0);
  @if(guides) if path.bounces == 0u {
    note_first(collision.color, collision.distance * frame.depth_scale, min(abs(change), 1.0) * outward);
  }
  if random(state) >= abs(change) {
    next.direction = scattered_about(u, path.direction);
    next.weight *= similar_albedo(medium_albedo(reflectance(collision.color)));
    @if(environment_map) next.normal = vec3f(0.0);
    return next;
  }
  let reflected = surface_albedo(reflectance(collision.color));
  @if(!coat) next.direction = about_normal(u, outward);
  @if(!coat) next.weight *= reflected;
  @if(coat) let sent = scatter_on(CoatedSurface(outward, -path.direction, reflected), u, random(state));
  @if(coat) next.direction = sent.direction;
  @if(coat) next.weight *= sent.weight;
  @if(environment_map && coat) next.reflected = reflected;
  @if(environment_map) next.normal = outward;
  @if(environment_map) next.side = outward;
  return next;
}

// The change of extinction along a normal, by which light is scattered as by a surface, to the thinner side: ±1 and beyond where
// it is three times as much a unit of length on.
@if(volume)
fn surface_change(position: vec3f, normal: vec3f) -> f32 {
  // The first volume's surfaces alone are lit as such.
  @if(fused) if !is_in_box(place_in_texture(position)) { return 0.0; }
  let half_unit = 0.5 * way_of(normal);
  let before = own_extinction(position - half_unit);
  let behind = own_extinction(position + half_unit);
  return FULL_SURFACE_CHANGE * (behind - before) / max(behind + before, 1e-30);
}

@if(meshes)
fn tree_place(position: vec3f) -> vec3f {
  return frame.tree_origin + position.x * frame.tree_x + position.y * frame.tree_y + position.z * frame.tree_z;
}
