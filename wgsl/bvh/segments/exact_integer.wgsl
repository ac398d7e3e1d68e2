// Integers of any length that the products of three differences of f32 can have, in slots of private memory: limbs of 16
// bits, the lowest first, and a sign. WGSL lets compilers fuse and reassociate floating-point numbers, which exact
// expansions of them do not survive; integers are safe.

const LIMB_BITS = 16u;
const LIMB_MASK = 0xffffu;
// A difference of two f32 has up to 278 bits: their exponents may differ by 253. A difference of those has 279.
const MAX_LIMBS = 18u;
// Limbs of a sum of products of three.
const SLOT_LIMBS = 3u * MAX_LIMBS + 2u;
const SLOTS = 27u;

var<private> limbs: array<u32, SLOTS * SLOT_LIMBS>;
// -1, 0 or 1.
var<private> signs: array<i32, SLOTS>;

// The integer m * 2^shift of an f32, without its sign; the shift is that of the lowest bit of m.
struct Mantissa {
  bits: u32,
  exponent: i32,
}

fn mantissa_of(number: f32) -> Mantissa {
  let bits = bitcast<u32>(number);
  let biased = (bits >> 23u) & 0xffu;
  let fraction = bits & 0x7fffffu;
  return Mantissa(select(fraction, fraction | 0x800000u, biased > 0u), max(i32(biased), 1));
}

// The exponents of the lowest and beyond the highest bit that is set; of zero, none.
fn bit_range(number: f32, range: vec2i) -> vec2i {
  let mantissa = mantissa_of(number);
  if mantissa.bits == 0u {
    return range;
  }
  let lowest = mantissa.exponent + i32(countTrailingZeros(mantissa.bits));
  let beyond = mantissa.exponent + 32 - i32(countLeadingZeros(mantissa.bits));
  return vec2i(min(range.x, lowest), max(range.y, beyond));
}

// The bits of a mantissa from 2^(16 limb) on, where 2^lowest is 1.
fn mantissa_limb(mantissa: Mantissa, lowest: i32, limb: u32) -> i32 {
  let shift = mantissa.exponent - lowest - i32(LIMB_BITS * limb);
  if shift >= i32(LIMB_BITS) || shift <= -32 {
    return 0;
  }
  if shift >= 0 {
    return i32((mantissa.bits << u32(shift)) & LIMB_MASK);
  }
  return i32((mantissa.bits >> u32(-shift)) & LIMB_MASK);
}

fn sign_factor(number: f32) -> i32 {
  return 1 - 2 * i32(bitcast<u32>(number) >> 31u);
}

// slot = (x - y) / 2^lowest, in `length` limbs.
fn set_difference(slot: u32, x: f32, y: f32, lowest: i32, length: u32) {
  let x_mantissa = mantissa_of(x);
  let y_mantissa = mantissa_of(y);
  let x_sign = sign_factor(x);
  let y_sign = -sign_factor(y);
  var carry = 0;
  for (var k = 0u; k < length; k += 1u) {
    let limb =
      x_sign * mantissa_limb(x_mantissa, lowest, k) + y_sign * mantissa_limb(y_mantissa, lowest, k) + carry;
    limbs[slot * SLOT_LIMBS + k] = u32(limb) & LIMB_MASK;
    carry = limb >> LIMB_BITS;
  }
  take_sign(slot, length, carry < 0);
}

// slot = x_sign x + y_sign y, in `length` limbs.
fn set_sum(slot: u32, x: u32, x_sign: i32, x_length: u32, y: u32, y_sign: i32, y_length: u32, length: u32) {
  let x_factor = x_sign * signs[x];
  let y_factor = y_sign * signs[y];
  var carry = 0;
  for (var k = 0u; k < length; k += 1u) {
    var limb = carry;
    if k < x_length {
      limb += x_factor * i32(limbs[x * SLOT_LIMBS + k]);
    }
    if k < y_length {
      limb += y_factor * i32(limbs[y * SLOT_LIMBS + k]);
    }
    limbs[slot * SLOT_LIMBS + k] = u32(limb) & LIMB_MASK;
    carry = limb >> LIMB_BITS;
  }
  take_sign(slot, length, carry < 0);
}

// Turns a two's complement into sign and magnitude.
fn take_sign(slot: u32, length: u32, negative: bool) {
  var carry = 1u;
  var any_bits = 0u;
  for (var k = slot * SLOT_LIMBS; k < slot * SLOT_LIMBS + length; k += 1u) {
    if negative {
      let limb = (limbs[k] ^ LIMB_MASK) + carry;
      limbs[k] = limb & LIMB_MASK;
      carry = limb >> LIMB_BITS;
    }
    any_bits |= limbs[k];
  }
  signs[slot] = select(select(1, -1, negative), 0, any_bits == 0u);
}

// slot = x y, in the sum of their lengths; `slot` is neither of them.
fn set_product(slot: u32, x: u32, x_length: u32, y: u32, y_length: u32) {
  let target_limb = slot * SLOT_LIMBS;
  for (var k = 0u; k < x_length + y_length; k += 1u) {
    limbs[target_limb + k] = 0u;
  }
  signs[slot] = signs[x] * signs[y];
  if signs[slot] == 0 {
    return;
  }
  for (var i = 0u; i < x_length; i += 1u) {
    let factor = limbs[x * SLOT_LIMBS + i];
    var carry = 0u;
    for (var j = 0u; j < y_length; j += 1u) {
      // The sum is at most (2^16 - 1)^2 + 2 (2^16 - 1) = 2^32 - 1.
      let limb = limbs[target_limb + i + j] + factor * limbs[y * SLOT_LIMBS + j] + carry;
      limbs[target_limb + i + j] = limb & LIMB_MASK;
      carry = limb >> LIMB_BITS;
    }
    limbs[target_limb + i + y_length] = carry;
  }
}

// The highest limb that is not zero; 0 where none is.
fn top_limb(slot: u32, length: u32) -> u32 {
  var k = length;
  while k > 1u && limbs[slot * SLOT_LIMBS + k - 1u] == 0u {
    k -= 1u;
  }
  return k - 1u;
}

// The magnitude in units of limb `top` - 2, for ratios.
fn magnitude(slot: u32, top: u32) -> f32 {
  var sum = 0.0;
  for (var k = 0u; k < 3u; k += 1u) {
    sum *= 65536.0;
    if top >= k {
      sum += f32(limbs[slot * SLOT_LIMBS + top - k]);
    }
  }
  return sum;
}
