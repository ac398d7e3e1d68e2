/** Refined maps: values away from zeros stay, and the edge of a mask has no stairs. */
import { expect, it } from 'vitest';
import { refine } from '../../../src/volume/resample/refine.js';
import { refineMasked } from '../../../src/volume/resample/refine-masked.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';

const SIDE = 20;
const SLOPE = 0.37;

/** 5 below a slanted plane, and zero above it. */
const slanted = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Float32Array.from({ length: SIDE ** 3 }, (_, at) => {
    const [i, j, k] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
    return k < 6 + SLOPE * i + 0.21 * j ? 5 : 0;
  }),
});

const valueAt = ({ sizes: [ni, nj], voxels }: Volume, i: number, j: number, k: number) =>
  voxels[i + ni * (j + nj * k)]!;

/** How far the place where the map falls below half is from a plane, in voxels of the map: the most of neighbours along i. */
function largestStair(fine: Volume): number {
  const heightAt = (i: number) => {
    let k = 9;
    while (valueAt(fine, i, 31, k) >= 2.5) k++;
    const [above, below] = [valueAt(fine, i, 31, k), valueAt(fine, i, 31, k - 1)];
    return (k - (2.5 - above) / (below - above)) / 3 - SLOPE * (i / 3);
  };
  const heights = Array.from({ length: 40 }, (_, at) => heightAt(10 + at));
  const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length;
  return Math.max(...heights.map((height) => Math.abs(height - mean)));
}

it('has an edge that stays near the plane that its stairs are of', () => {
  expect(largestStair(refine(slanted))).toBeGreaterThan(0.4);
  expect(largestStair(refineMasked(slanted))).toBeLessThan(0.1);
});

it('keeps values where there are no zeros beside, and nothing far from all others', () => {
  const fine = refineMasked(slanted);
  expect(valueAt(fine, 31, 31, 7)).toBe(5);
  expect(valueAt(fine, 31, 31, 55)).toBe(0);
  const whole = { ...slanted, voxels: slanted.voxels.map((value) => value + 1) };
  expect(refineMasked(whole).voxels).toEqual(refine(whole).voxels);
});
