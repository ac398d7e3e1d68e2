// One level of a split, and the digit of the key that it splits by.

struct Level {
  // Most items that the buffers hold.
  capacity: u32,
  // Keys beyond it count as it.
  last_key: u32,
  // The digit is the key, shifted and masked.
  shift: u32,
  mask: u32,
  // Values of the digit.
  digits: u32,
  // The digits that a dispatch counts or scatters: all, or a range of them.
  first_digit: u32,
  digit_range: u32,
  // Segments of the items, each of which is split separately.
  segments: u32,
  // Bins of all segments.
  bins: u32,
  // Pieces that all items are cut into together, the least size of one, and what all sizes but the last are multiples of.
  pieces: u32,
  min_piece_items: u32,
  piece_step: u32,
  // Among the words of a sort's sweeps: where its digits' starts are, and where what its tiles publish.
  digit_starts: u32,
  published: u32,
}

@group(0) @binding(0) var<uniform> level: Level;

// A dispatch looks at a range of the digits, not at all of them.
override ranged = false;

// The part of the key that a dispatch splits by, read from the uniforms once: SwiftShader would read them for every item.
struct Digit {
  last_key: u32,
  shift: u32,
  mask: u32,
  // The range, where there is one.
  first: u32,
  range: u32,
}

fn read_digit() -> Digit {
  return Digit(level.last_key, level.shift, level.mask, level.first_digit, level.digit_range);
}

// The digits of four keys; of those beyond the range, the one that follows it.
fn find_digits(digit: Digit, keys: vec4u) -> vec4u {
  let found = (min(keys, vec4u(digit.last_key)) >> vec4u(digit.shift)) & vec4u(digit.mask);
  if ranged { return min(found - digit.first, vec4u(digit.range)); }
  return found;
}
