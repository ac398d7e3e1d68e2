// Morton codes: the bits of three coordinates by turns. G. M. Morton, IBM, 1966.

struct MortonCode {
  low: u32,
  high: u32,
}

const BITS_PER_AXIS = 21u;
const HALF_MASK = 0x3ffu;

// Code of a point in the unit cube, in cells of 2^-21; x has the highest bit of each three.
fn morton_code(point: vec3f) -> MortonCode {
  let cells = f32(1u << BITS_PER_AXIS);
  let cell = vec3u(clamp(point * cells, vec3f(0.0), vec3f(cells - 1.0)));
  // 30 bits of the lower half, 30 of the upper half, and 3 of the highest bits.
  let low = interleave(cell & vec3u(HALF_MASK));
  let middle = interleave((cell >> vec3u(10u)) & vec3u(HALF_MASK));
  let top = interleave(cell >> vec3u(20u));
  return MortonCode(low | (middle << 30u), (middle >> 2u) | (top << 28u));
}

fn interleave(cell: vec3u) -> u32 {
  let spread = spread_bits(cell);
  return (spread.x << 2u) | (spread.y << 1u) | spread.z;
}

// Puts two zeros above each of 10 bits.
fn spread_bits(word: vec3u) -> vec3u {
  var spread = (word | (word << vec3u(16u))) & vec3u(0x030000ffu);
  spread = (spread | (spread << vec3u(8u))) & vec3u(0x0300f00fu);
  spread = (spread | (spread << vec3u(4u))) & vec3u(0x030c30c3u);
  return (spread | (spread << vec3u(2u))) & vec3u(0x09249249u);
}
