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

// A point of the unit square, of those with numbers from 0 on that are spread evenly: B. Burley, "Practical hash-based Owen
// scrambling", JCGT 9(4), 2020, the first two dimensions of Sobol's sequence. Each seed has other points, in another order.
fn stratified(number: u32, count: u32, seed: u32) -> vec2f {
  // Bits above those of the count would be the same for all of them.
  let index = scrambled(number, pcg(seed)) & (0xffffffffu >> countLeadingZeros(count));
  var second = 0u;
  var vector = 0x80000000u;
  for (var bits = index; bits != 0u; bits >>= 1u) {
    second ^= select(0u, vector, (bits & 1u) == 1u);
    vector ^= vector >> 1u;
  }
  let point = vec2u(scrambled(reverseBits(index), pcg(seed + 1u)), scrambled(second, pcg(seed + 2u)));
  return vec2f(point >> vec2u(8u)) * 0x1p-24f;
}

// Owen's scrambling, by the hash of S. Laine and T. Karras, "Stratified sampling for stochastic transparency", 2011: whether a bit
// is flipped depends on the bits above it.
fn scrambled(number: u32, seed: u32) -> u32 {
  var bits = reverseBits(number) + seed;
  bits ^= bits * 0x6c50b47cu;
  bits ^= bits * 0xb82f1e52u;
  bits ^= bits * 0xc7afe638u;
  bits ^= bits * 0x8d22f6e6u;
  return reverseBits(bits);
}
