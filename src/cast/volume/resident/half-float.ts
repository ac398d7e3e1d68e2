/** 16-bit floats (IEEE 754 binary16), which Node 20 has no type for. */

const bits = new Uint32Array(1);
const float = new Float32Array(bits.buffer);

/** Difference of the exponents' biases, at a float32's exponent. */
const REBIAS = (127 - 15) << 23;
const MANTISSA_BITS_LOST = 13;
const SMALLEST_NORMAL = 2 ** -14;

/**
 * The bits of the nearest 16-bit float, ties to even.
 * @param value from 0 to 65,504; what is below 2⁻¹⁴ becomes 0, as adapters may do anyway.
 */
export function toHalfBits(value: number): number {
  if (value < SMALLEST_NORMAL) return 0;
  float[0] = value;
  const word = bits[0]!;
  const tie = (word >>> MANTISSA_BITS_LOST) & 1;
  return (word - REBIAS + 0xfff + tie) >>> MANTISSA_BITS_LOST;
}
