// An invocation with one ray; four.wgsl has the same for four, so that code for one is code for four.

alias Floats = f32;
alias Uints = u32;
alias Bools = bool;
const RAYS = 1u;

fn ray_numbers(invocation: u32) -> Uints {
  return invocation;
}

fn nth_float(floats: Floats, n: u32) -> f32 {
  return floats;
}

fn nth_uint(uints: Uints, n: u32) -> u32 {
  return uints;
}

// The first ray from `n` on that exists, or RAYS.
fn next_ray(present: Bools, n: u32) -> u32 {
  return select(RAYS, 0u, present && n == 0u);
}
