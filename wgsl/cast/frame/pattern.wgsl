// The places of rays in their pixels, and of samples in their steps; src/cast/frame/sample-pattern.ts writes it.

struct Pattern {
  // Pixels from the centre, right and up.
  subpixels: array<vec4f, MAX_SUBPIXELS>,
  // Phases of the first sample, for a block of NOISE_SIDE² pixels that repeats, row by row.
  noise: array<vec4f, NOISE_QUADS>,
}

const MAX_SUBPIXELS = 64;
const NOISE_SIDE = 32u;
const NOISE_QUADS = 256;

@group(0) @binding(3) var<uniform> pattern: Pattern;

fn phase_of(x: u32, y: u32) -> f32 {
  let index = y % NOISE_SIDE * NOISE_SIDE + x % NOISE_SIDE;
  return pattern.noise[index / 4u][index % 4u];
}
