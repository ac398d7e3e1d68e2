// The rays of one invocation: one, or four, which share what they read. Code for one is code for four.

import package::cast::frame::image::image;

@if(quads) alias Floats = vec4f;
@if(quads) alias Uints = vec4u;
@if(quads) alias Bools = vec4<bool>;
@if(quads) const RAYS = 4u;
@else alias Floats = f32;
@if(!quads) alias Uints = u32;
@if(!quads) alias Bools = bool;
@if(!quads) const RAYS = 1u;

// Invocations of a workgroup.
override invocations = 64u;

struct Rays {
  // Pixels, right and up from the image's centre.
  x: Floats,
  y: Floats,
  // Whether each of them is of the image.
  present: Bools,
}

// The pixels that they show, by column and row; those that are not `present` are not of the image.
struct Pixels {
  x: Uints,
  y: Uints,
  present: Bools,
}

// `offset` is in pixels from their centres.
fn rays_through(pixels: Pixels, offset: vec2f) -> Rays {
  return Rays(
    Floats(pixels.x) + 0.5 - 0.5 * f32(image.width) + offset.x,
    0.5 * f32(image.height) - 0.5 - Floats(pixels.y) + offset.y,
    pixels.present,
  );
}

@if(quads)
fn ray_numbers(invocation: u32) -> vec4u {
  return 4u * invocation + vec4u(0u, 1u, 2u, 3u);
}
@else
fn ray_numbers(invocation: u32) -> u32 {
  return invocation;
}

@if(quads)
fn nth_float(values: vec4f, n: u32) -> f32 {
  return values[n];
}
@else
fn nth_float(value: f32, n: u32) -> f32 {
  return value;
}

@if(quads)
fn nth_uint(values: vec4u, n: u32) -> u32 {
  return values[n];
}
@else
fn nth_uint(value: u32, n: u32) -> u32 {
  return value;
}

@if(quads)
fn nth_bool(values: vec4<bool>, n: u32) -> bool {
  return values[n];
}
@else
fn nth_bool(value: bool, n: u32) -> bool {
  return value;
}

// The first ray from `n` on that exists, or RAYS.
@if(quads)
fn next_ray(present: vec4<bool>, n: u32) -> u32 {
  let numbers = vec4u(0u, 1u, 2u, 3u);
  let found = select(vec4u(RAYS), numbers, present & (numbers >= vec4u(n)));
  return min(min(found.x, found.y), min(found.z, found.w));
}
@else
fn next_ray(present: bool, n: u32) -> u32 {
  return select(RAYS, 0u, present && n == 0u);
}

@if(quads)
fn any_left(local: u32, left: vec4<bool>) -> bool {
  return any(left);
}
@if(primary_bvh)
fn any_left(local: u32, left: bool) -> bool {
  return left;
}

var<workgroup> rays_left: atomic<u32>;

// All invocations of the workgroup must call it.
@if(!quads && !primary_bvh)
fn any_left(local: u32, left: bool) -> bool {
  if local == 0u {
    atomicStore(&rays_left, 0u);
  }
  workgroupBarrier();
  if left {
    atomicStore(&rays_left, 1u);
  }
  return workgroupUniformLoad(&rays_left) > 0u;
}
