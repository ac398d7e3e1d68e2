// Numbers as unevaluated sums of two f32, about 48 bits: Dekker, "A floating-point technique for extending the available
// precision", 1971, and Knuth's sum. Compilers may fuse products with sums and take sums apart, NVIDIA's does, and the errors
// that are looked for would be 0: products of halves are exact, fused or not, and all else that is rounded passes through
// `rounded`.

struct DoubleFloat {
  high: f32,
  low: f32,
}

// high + low where |low| is at most half a unit in the last place of the sum.
fn renormalize(high: f32, low: f32) -> DoubleFloat {
  let sum = rounded(high + low);
  return DoubleFloat(sum, low - rounded(sum - high));
}

// The sum of two f32, exactly.
fn exact_sum(a: f32, b: f32) -> DoubleFloat {
  let sum = rounded(a + b);
  let b_part = rounded(sum - a);
  return DoubleFloat(sum, (a - rounded(sum - b_part)) + (b - b_part));
}

// The product of two f32, exactly.
fn exact_product(a: f32, b: f32) -> DoubleFloat {
  let product = rounded(a * b);
  let a_upper = upper_half(a);
  let b_upper = upper_half(b);
  let a_lower = a - a_upper;
  let b_lower = b - b_upper;
  return DoubleFloat(product, ((a_upper * b_upper - product) + a_upper * b_lower + a_lower * b_upper) + a_lower * b_lower);
}

fn add(a: DoubleFloat, b: DoubleFloat) -> DoubleFloat {
  let sum = exact_sum(a.high, b.high);
  return renormalize(sum.high, sum.low + a.low + b.low);
}

fn subtract(a: DoubleFloat, b: DoubleFloat) -> DoubleFloat {
  return add(a, DoubleFloat(-b.high, -b.low));
}

// The number that a result is rounded to. No compiler sees through the integer, which no number here reaches: it is a NaN's. On
// SwiftShader bounds for floats took five times the instructions.
fn rounded(a: f32) -> f32 {
  return bitcast<f32>(min(bitcast<i32>(a), 0x7ffffffe));
}

// The upper 12 bits of an f32.
fn upper_half(a: f32) -> f32 {
  return bitcast<f32>(bitcast<u32>(a) & 0xfffff000u);
}

fn multiply(a: DoubleFloat, b: DoubleFloat) -> DoubleFloat {
  let product = exact_product(a.high, b.high);
  return renormalize(product.high, product.low + (a.high * b.low + a.low * b.high));
}

fn divide(a: DoubleFloat, b: DoubleFloat) -> DoubleFloat {
  let quotient = rounded(a.high / b.high);
  let rest = subtract(a, multiply(DoubleFloat(quotient, 0.0), b));
  return renormalize(quotient, rest.high / b.high);
}

// The square root of a number greater than 0.
fn square_root(a: DoubleFloat) -> DoubleFloat {
  let root = rounded(sqrt(a.high));
  let rest = subtract(a, multiply(DoubleFloat(root, 0.0), DoubleFloat(root, 0.0)));
  return renormalize(root, rest.high / (2.0 * root));
}
