// Paths of light, how they begin, and the evenly spread numbers by which they go on.

import package::cast::frame::image::image;
import package::cast::path::directions::on_disk;
import package::cast::path::path_frame::frame;
import package::cast::path::random::{random, stratified};
@if(finish) import package::cast::path::surface::finish::FinishedSurface;
@if(paged) import package::cast::paged::flight::flight;

// Bounces whose directions are spread evenly over the paths of a pixel.
const STRATIFIED_BOUNCES = 4u;
// Seed of the points of the lens, beyond those of bounces.
const LENS_SEED = 3u * (STRATIFIED_BOUNCES + 1u);
// Seed of what draws light, beyond those.
@if(environment_map) const LIGHT_SEED = LENS_SEED + 3u;
// Seed of what draws free paths, beyond those.
@if(volume) const FREE_PATH_SEED = LENS_SEED + 3u * (STRATIFIED_BOUNCES + 1u);
// Seed of what draws light for the ground of shadows, beyond those of the light of bounces.
const GROUND_SEED = LENS_SEED + 6u * (STRATIFIED_BOUNCES + 1u);

struct Path {
  position: vec3f,
  direction: vec3f,
  // Share that is left of the light that comes from here.
  weight: vec3f,
  // Light that it has found, and how often it was scattered.
  light: vec3f,
  bounces: u32,
  // Its number among those of the frame, and the seed of what they share.
  number: u32,
  pixel_seed: u32,
  // Shading normal of the surface that scattered it, and the normal of the side that it stays on; 0 in a medium.
  @if(environment_map) normal: vec3f,
  @if(environment_map) side: vec3f,
  // Its direction before it was scattered, and its weight; the share of light that the matt layer of the surface reflects.
  @if(environment_map) before: vec3f,
  @if(environment_map && coat) weight_before: vec3f,
  @if(environment_map && coat) reflected: vec3f,
}

// Light that is drawn for a path, which is 0 where none can arrive.
@if(environment_map)
struct Shadow {
  // On the outer side of glass that refracts the path.
  position: vec3f,
  direction: vec3f,
  light: vec3f,
}

// That of the path which waits for a page, and whether it is what waits.
@if(paged && environment_map) var<private> shadow: Shadow;
@if(paged && environment_map) var<private> in_shadow: bool;

// The finished surface that a path was sent on by, with the lobe that did it, its weight before and where it was: kept apart from
// paths, which change in a loop.
@if(finish) const LOBE_NONE = 3u;
@if(finish) var<private> finished: FinishedSurface;
@if(finish) var<private> finished_lobe: u32;
@if(finish && environment_map) var<private> weight_before_finish: vec3f;
@if(finish && environment_map) var<private> position_on_finish: vec3f;

// The point of the unit square by which a path is scattered.
fn square_point(path: Path, state: ptr<function, u32>) -> vec2f {
  if path.bounces < STRATIFIED_BOUNCES { return stratified(path.number, image.rays, path.pixel_seed + 3u * (path.bounces + 1u)); }
  return vec2f(random(state), random(state));
}

// The number by which the length of a free path is drawn.
@if(volume)
fn free_path_number(path: Path, state: ptr<function, u32>) -> f32 {
  @if(paged) if flight.waits { return 0.0; }
  if path.bounces < STRATIFIED_BOUNCES {
    return stratified(path.number, image.rays, path.pixel_seed + FREE_PATH_SEED + 3u * path.bounces).x;
  }
  return random(state);
}

fn path_through(pixel: vec2u, number: u32, pixel_seed: u32) -> Path {
  let within = stratified(number, image.rays, pixel_seed);
  let x = f32(pixel.x) + within.x - 0.5 * f32(image.width);
  let y = 0.5 * f32(image.height) - f32(pixel.y) - within.y;
  let position = frame.eye + x * frame.eye_right + y * frame.eye_up;
  var path: Path;
  path.position = position;
  var direction = frame.forward + x * frame.right + y * frame.up;
  if frame.has_lens != 0u {
    // A thin lens: all light of a point of the plane in focus comes to one point of the image.
    let lens = on_disk(stratified(number, image.rays, pixel_seed + LENS_SEED));
    path.position += lens.x * frame.lens_right + lens.y * frame.lens_up;
    direction -= lens.x * frame.focus_right + lens.y * frame.focus_up;
  }
  path.direction = normalize(direction);
  path.weight = vec3f(1.0);
  path.number = number;
  path.pixel_seed = pixel_seed;
  return path;
}

// A point of the unit square by which light is drawn for a path that was just scattered.
@if(environment_map)
fn light_point(path: Path, state: ptr<function, u32>) -> vec2f {
  let bounce = path.bounces - 1u;
  if bounce < STRATIFIED_BOUNCES {
    return stratified(path.number, image.rays, path.pixel_seed + LIGHT_SEED + 3u * bounce);
  }
  return vec2f(random(state), random(state));
}
