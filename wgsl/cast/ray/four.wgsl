// An invocation with four rays, which share what they read; one.wgsl has the same for one.

alias Floats = vec4f;
alias Uints = vec4u;
alias Bools = vec4<bool>;
const RAYS = 4u;

fn ray_numbers(invocation: u32) -> Uints {
  return 4u * invocation + vec4u(0u, 1u, 2u, 3u);
}

fn nth_float(floats: Floats, n: u32) -> f32 {
  return floats[n];
}

fn nth_uint(uints: Uints, n: u32) -> u32 {
  return uints[n];
}

// The first ray from `n` on that exists, or RAYS.
fn next_ray(present: Bools, n: u32) -> u32 {
  let numbers = vec4u(0u, 1u, 2u, 3u);
  let found = select(vec4u(RAYS), numbers, present & (numbers >= vec4u(n)));
  return min(min(found.x, found.y), min(found.z, found.w));
}
