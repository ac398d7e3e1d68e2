// Random numbers of a path: M. Jarzynski and M. Olano, "Hash functions for GPU rendering", JCGT 9(3), 2020: PCG for a sequence,
// and its hash over pixel and frame for where it starts. src/reference/path/random.ts has the same.

fn pcg(state: u32) -> u32 {
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

fn next_state(state: u32) -> u32 {
  return state * 747796405u + 2891336453u;
}

fn seed_of(pixel: vec2u, path: u32, seed: u32) -> u32 {
  return pcg(next_state(pixel.x + pcg(next_state(pixel.y + pcg(next_state(path + pcg(next_state(seed))))))));
}

// A number from 0 on, below 1.
fn random(state: ptr<function, u32>) -> f32 {
  *state = next_state(*state);
  return f32(pcg(*state) >> 8u) * 0x1p-24f;
}
