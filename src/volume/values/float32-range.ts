/** Whether values can be drawn: devices have voxels as 32-bit floats, and take differences of them. */
import { InputError } from '../../errors.js';
import type { Volume } from '../volume.js';

/** Half of the largest 32-bit float, so that no difference of two values is beyond it. */
const LARGEST = 2 ** 127 - 2 ** 103;

const fitting = new WeakSet<Volume['voxels']>();

/**
 * @param name of the volume, which the message starts with. Voxels that have passed are not looked through again.
 * @throws InputError for values that are infinite or beyond ±1.7e38.
 */
export function checkFloat32Range({ voxels }: Pick<Volume, 'voxels'>, name: string): void {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array) || fitting.has(voxels)) return;
  if (voxels instanceof Float32Array && areModerate(voxels)) {
    fitting.add(voxels);
    return;
  }
  let [low, high] = [Infinity, -Infinity];
  for (let index = 0; index < voxels.length; index++) {
    const value = voxels[index]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (Math.max(-low, high) > LARGEST) {
    throw new InputError(
      `${name}: has values from ${low} to ${high}, and pictures are of 32-bit floats, from -1.7e38 to 1.7e38; scale the values`,
    );
  }
  fitting.add(voxels);
}

/** Bits of a 32-bit float that are all 1 from 2^127 on, and of infinities and NaN. */
const LARGE_BITS = 0x7f000000;

/** Whether all are finite and within the bounds, by their bits: that takes a quarter of the time of comparisons. */
function areModerate({ buffer, byteOffset, length }: Float32Array): boolean {
  const bits = new Uint32Array(buffer, byteOffset, length);
  for (let index = 0; index < length; index++) if ((bits[index]! & LARGE_BITS) === LARGE_BITS) return false;
  return true;
}
