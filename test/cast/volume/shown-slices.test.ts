/** Slices gone through in any order, as threads do, against all of them in their own. */
import { describe, expect, it } from 'vitest';
import {
  createShownEnds,
  createShownSearch,
  findShownSlices,
  splitSlices,
  type VoxelIntervals,
} from '../../../src/cast/volume/shown-boxes.js';
import { pointsOfShown, shownPoints } from '../../../src/cast/volume/shown-points.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { cropToVoxels } from '../../../src/volume/crop.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const TYPES = [Uint8Array, Int8Array, Float32Array] as const;
const MODES = ['composite', 'mip', 'average', 'isosurface'] as const;

/** A ball in noise, some of which comes to what is visible only together. */
function createScene(seed: number) {
  const random = createRandom(seed);
  const draw = (end: number) => Math.floor(end * random());
  const sizes: Vec3 = [1 + draw(30), 1 + draw(30), 1 + draw(80)];
  const middle = sizes.map((size) => size * random());
  const noise = [0, 0.01, 0.2, 1][draw(4)]!;
  const voxels = new TYPES[draw(3)]!(sizes[0] * sizes[1] * sizes[2]).map((_, index) => {
    const [i, j, k] = [
      index % sizes[0],
      Math.floor(index / sizes[0]) % sizes[1],
      Math.floor(index / sizes[0] / sizes[1]),
    ];
    const isBall = Math.hypot(i - middle[0]!, j - middle[1]!, k - middle[2]!) < 5;
    return isBall ? 30 : random() < noise ? 20 * random() : 0;
  });
  const volume = createVolume({ sizes, voxels });
  const faint = [0.3, 2e-3, 3e-4, 2e-5][draw(4)]!;
  const transfer = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: 5, opacity: 0 },
      { value: 20, opacity: faint },
      { value: 30, opacity: random() < 0.8 ? 0.5 : faint },
    ],
  });
  const labels = createVolume({ sizes, voxels: Uint8Array.from(voxels, () => draw(3)) });
  const mask = createMask({ labels, styles: [{ label: 1 }, { label: 2, opacity: 0.3 }] });
  const last = sizes.map((size) => draw(size)) as unknown as Vec3;
  return {
    volume,
    transfer,
    mode: MODES[draw(4)]!,
    isoValue: 15,
    ...(random() < 0.3 && { mask }),
    ...(random() < 0.3 && { clip: cropToVoxels(volume, [0, 0, 0], last) }),
  };
}

describe('slices gone through by threads', () => {
  it.each(Array.from({ length: 40 }, (_, index) => 70_100 + index))('show the same points, seed %i', (seed) => {
    const scene = createScene(seed);
    const random = createRandom(seed + 1);
    const expected = shownPoints(scene);
    const { sizes } = scene.volume;
    for (const threads of [1, 2, 3, 4, 5]) {
      const ends = createShownEnds(threads % 2 === 0);
      const searches = Array.from({ length: threads }, () => createShownSearch(scene, ends));
      // The order in which threads take what is left may be any, and so may be the moments at which they share what they know.
      const runs = splitSlices(sizes, 2 * threads - 1);
      const steps = runs.map((slices, run) => findShownSlices(searches[run % threads]!, slices));
      const columns = runs.map((): readonly VoxelIntervals[] => []);
      const open = new Set(runs.keys());
      while (open.size > 0) {
        const run = [...open][Math.floor(open.size * random())]!;
        const { done, value } = steps[run]!.next();
        if (done) {
          columns[run] = value;
          open.delete(run);
        }
      }
      const soFars = searches.map(({ soFar }) => soFar);
      expect(pointsOfShown(scene.volume, columns.flat(), soFars), `${threads} threads`).toEqual(expected);
    }
  });

  it('are all slices, once', () => {
    for (const nk of [1, 2, 31, 32, 33, 64, 100, 1023]) {
      for (const count of [1, 2, 5, 8, 40]) {
        const parts = splitSlices([1, 1, nk], count);
        const slices = parts.flatMap(({ first, last }) =>
          Array.from({ length: last + 1 - first }, (_, n) => first + n),
        );
        expect(slices).toEqual(Array.from({ length: nk }, (_, k) => k));
        expect(parts.length).toBeLessThanOrEqual(count);
      }
    }
  });
});
