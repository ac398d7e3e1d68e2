// The rays of one invocation: one, or four, which share what they read. Code for one is code for four.

@if(quads) alias Floats = vec4f;
@if(quads) alias Uints = vec4u;
@if(quads) alias Bools = vec4<bool>;
@if(quads) const RAYS = 4u;
@if(!quads) alias Floats = f32;
@if(!quads) alias Uints = u32;
@if(!quads) alias Bools = bool;
@if(!quads) const RAYS = 1u;

// Of a workgroup.
override invocations = 64u;

const NO_TRIANGLE = 0xffffffffu;

struct MeshRays {
  // In perspective where they are at depth 1, in parallel projection where they are everywhere.
  x: Floats,
  y: Floats,
  // Whether there is a pixel.
  present: Bools,
}

// The nearest hits, NO_TRIANGLE where there are none.
struct MeshHits {
  depth: Floats,
  triangle: Uints,
}

@if(quads)
fn ray_numbers(invocation: u32) -> vec4u {
  return 4u * invocation + vec4u(0u, 1u, 2u, 3u);
}
@if(!quads)
fn ray_numbers(invocation: u32) -> u32 {
  return invocation;
}

@if(quads)
fn nth_float(values: vec4f, n: u32) -> f32 {
  return values[n];
}
@if(!quads)
fn nth_float(value: f32, n: u32) -> f32 {
  return value;
}

@if(quads)
fn nth_uint(values: vec4u, n: u32) -> u32 {
  return values[n];
}
@if(!quads)
fn nth_uint(value: u32, n: u32) -> u32 {
  return value;
}

@if(quads)
fn nth_bool(values: vec4<bool>, n: u32) -> bool {
  return values[n];
}
@if(!quads)
fn nth_bool(value: bool, n: u32) -> bool {
  return value;
}

fn ray_place(rays: MeshRays, n: u32) -> vec2f {
  return vec2f(nth_float(rays.x, n), nth_float(rays.y, n));
}

// The first ray from `n` on that hits a triangle, or RAYS.
@if(quads)
fn next_hit(hits: MeshHits, n: u32) -> u32 {
  let found = select(vec4u(RAYS), vec4u(0u, 1u, 2u, 3u), hits.triangle != vec4u(NO_TRIANGLE));
  let left = select(found, vec4u(RAYS), found < vec4u(n));
  return min(min(left.x, left.y), min(left.z, left.w));
}
@if(!quads)
fn next_hit(hits: MeshHits, n: u32) -> u32 {
  return select(RAYS, 0u, n == 0u && hits.triangle != NO_TRIANGLE);
}
