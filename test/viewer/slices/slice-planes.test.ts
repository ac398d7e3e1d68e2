/** Slices as radiologists read them: the patient's right on the left, their front or head above, whatever the file's axes. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/index.js';
import { slicePlanes } from '../../../src/viewer/slices/slice-planes.js';

const SIZES: Vec3 = [3, 5, 7];
/** Columns of maps to LPS: as it is, RAS, slices along x, and turned a little. */
const MAPS: Record<string, readonly [Vec3, Vec3, Vec3]> = {
  LPS: [
    [1, 0, 0],
    [0, 2, 0],
    [0, 0, 3],
  ],
  RAS: [
    [-1, 0, 0],
    [0, -2, 0],
    [0, 0, 3],
  ],
  'sagittal slices': [
    [0, 1, 0],
    [0, 0, -2],
    [3, 0, 0],
  ],
  oblique: [
    [0.1, -0.9, 0.2],
    [-1.8, -0.2, 0.1],
    [0.2, 0.4, 2.9],
  ],
};

const [RIGHT, DOWN] = [
  { axial: [0, 1], coronal: [0, 1], sagittal: [1, 1] },
  { axial: [1, 1], coronal: [2, -1], sagittal: [2, -1] },
] as const;

describe.each(Object.entries(MAPS))('planes of a volume in %s', (_, columns) => {
  it.each(slicePlanes({ sizes: SIZES, indexToWorld: { columns, origin: [0, 0, 0] } }))(
    'run the right way: $name',
    ({ name, right, down, normal, flipsRight, flipsDown, widthWorld, heightWorld }) => {
      const alongRight = columns[right][RIGHT[name][0]] * RIGHT[name][1] * (flipsRight ? -1 : 1);
      const alongDown = columns[down][DOWN[name][0]] * DOWN[name][1] * (flipsDown ? -1 : 1);
      expect(alongRight).toBeGreaterThan(0.8 * Math.hypot(...columns[right]));
      expect(alongDown).toBeGreaterThan(0.8 * Math.hypot(...columns[down]));
      expect(new Set([right, down, normal]).size).toBe(3);
      expect(widthWorld).toBeCloseTo(SIZES[right] * Math.hypot(...columns[right]), 12);
      expect(heightWorld).toBeCloseTo(SIZES[down] * Math.hypot(...columns[down]), 12);
    },
  );
});
