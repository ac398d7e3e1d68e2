/** The scan kernels' result: exclusive sums, modulo 2³². */

export function exclusiveScan(values: Uint32Array): Uint32Array {
  const sums = new Uint32Array(values.length);
  let sum = 0;
  for (const [index, value] of values.entries()) {
    sums[index] = sum;
    sum = (sum + value) >>> 0;
  }
  return sums;
}
