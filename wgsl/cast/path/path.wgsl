// Paths of light, how they begin, and the evenly spread numbers by which they go on.

import package::cast::frame::image::image;
import package::cast::paged::flight::waits;
import package::cast::path::directions::on_disk;
import package::cast::path::path_frame::frame;
import package::cast::path::random::{random, stratified};

// Bounces whose directions are spread evenly over the paths of a pixel.
const STRATIFIED_BOUNCES = 4u;
// Seed of the points of the lens, beyond those of bounces.
const LENS_SEED = 3u * (STRATIFIED_BOUNCES + 1u);
// Seed of what draws light, beyond those.
const LIGHT_SEED = LENS_SEED + 3u;
// Seed of what draws free paths, beyond those.
const FREE_PATH_SEED = LENS_SEED + 3u * (STRATIFIED_BOUNCES + 1u);
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
  // Probability per steradian that its direction was drawn where it was scattered last.
  density: f32,
}

// The point of the unit square by which a path is scattered.
fn square_point(path: Path, state: ptr<function, u32>) -> vec2f {
  if path.bounces < STRATIFIED_BOUNCES { return stratified(path.number, image.rays, path.pixel_seed + 3u * (path.bounces + 1u)); }
  return vec2f(random(state), random(state));
}

// The number by which the length of a free path is drawn.
fn free_path_number(path: Path, state: ptr<function, u32>) -> f32 {
  if waits() { return 0.0; }
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
    // A thin lens: all rays through a point of the plane in focus reach one point of the image.
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

// The point of the unit square by which light is drawn for a path where it is scattered.
fn light_point(path: Path, state: ptr<function, u32>) -> vec2f {
  if path.bounces < STRATIFIED_BOUNCES {
    return stratified(path.number, image.rays, path.pixel_seed + LIGHT_SEED + 3u * path.bounces);
  }
  return vec2f(random(state), random(state));
}

// Light with which a path comes after so many scatterings, at most as much as is asked for: whoever asks gives the light of caustics
// up, which few paths bring, each as a bright dot.
fn clamped(light: vec3f, bounces: u32) -> vec3f {
  let mean = dot(light, vec3f(1.0 / 3.0));
  if bounces < 2u || mean <= frame.most_indirect { return light; }
  return light * (frame.most_indirect / mean);
}
