/** The greys of slices: by the window that is chosen, the file's own ones, or the values. */
import { expect, it } from 'vitest';
import { computeStatistics, createVolume } from '../../../src/index.js';
import { greyAppearanceOf } from '../../../src/slices/layers/default-window.js';

const statistics = computeStatistics(
  createVolume({ sizes: [10, 10, 1], voxels: Int16Array.from({ length: 100 }, (_, at) => at) }),
);
const straight = { center: 50, width: 40, range: [30, 70] } as const;
const curved = { center: 20, width: 20, range: [10, 30], isSigmoid: true } as const;

it('are those of the file’s window whose values are chosen, which rise as it says', () => {
  const display = { windows: [straight, curved] };
  expect(greyAppearanceOf(statistics, display)).toMatchObject({ own: straight, isSigmoid: false });
  expect(greyAppearanceOf(statistics, display, curved.range, true)).toMatchObject({ own: curved, isSigmoid: true });
  // Values that somebody types rise in a straight line.
  expect(greyAppearanceOf(statistics, display, curved.range)).toMatchObject({ own: undefined, isSigmoid: false });
  expect(greyAppearanceOf(statistics, { windows: [curved, straight] })).toMatchObject({ own: curved, isSigmoid: true });
});
