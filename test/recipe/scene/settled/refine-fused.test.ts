/** Volumes after the first on a much coarser grid: refined, unless they are labels, lack voxels, or are shown plainly. */
import { expect, it } from 'vitest';
import { chooseScene } from '../../../../src/recipe/scene/choose-scene.js';
import { describeFused } from '../../../../src/recipe/scene/describe-volume-scene.js';
import { Parts } from '../../../../src/recipe/scene/parts.js';
import { refineFused as refineOver, staysCoarse } from '../../../../src/recipe/scene/settled/refine-fused.js';
import { createTransferFunction } from '../../../../src/transfer/transfer-function.js';
import { createVolume, type Volume } from '../../../../src/volume/volume.js';
import { createRandom } from '../../../camera/random.js';

const gridOf = (spacing: number) => ({
  columns: [
    [spacing, 0, 0],
    [0, spacing, 0],
    [0, 0, spacing],
  ] as const,
  origin: [0, 0, 0] as const,
});
const SIDE = 12;
const fill = (value: (at: number) => number, spacing: number) =>
  createVolume({
    sizes: [SIDE, SIDE, SIDE],
    voxels: Float32Array.from({ length: SIDE ** 3 }, (_, at) => value(at)),
    indexToWorld: gridOf(spacing),
  });

const transferOf = (opacityOfZero: number) =>
  createTransferFunction({
    colors: [{ value: 0, color: [1, 0, 0] }],
    opacities: [
      { value: 0, opacity: opacityOfZero },
      { value: 4, opacity: 1 },
    ],
  });
const refineFused = (volume: Volume, spacing: number) => refineOver(volume, spacing, transferOf(0));

const anatomy = fill((at) => at % 97, 1);
const map = fill((at) => Math.max(Math.sin(at / 7) * 4, 0), 3);

it('are refined over a finer first one, in opacities of their own grid, and not by quality plain', () => {
  const describe = (over: typeof map, quality: string) =>
    describeFused(new Parts(), { volume: anatomy, fused: [{ volume: over }] }, chooseScene({ quality } as never))[0]!;
  const fine = describe(map, 'fine');
  expect(fine.volume.sizes).toEqual([3 * SIDE, 3 * SIDE, 3 * SIDE]);
  expect(fine.finest).toBe(map);
  expect(describe(map, 'plain').volume).toBe(map);
  expect(refineFused(map, 1)).toBe(fine.volume);
});

it('are refined by two where they are too large to be by three, as a map of a head by 2 mm is', () => {
  const sizes = [91, 109, 91] as const;
  const voxels = Float32Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, at) =>
    Math.max(4 * Math.sin(at / 7), 0),
  );
  const large = createVolume({ sizes, voxels, indexToWorld: gridOf(2) });
  expect(refineFused(large, 1).sizes).toEqual([182, 218, 182]);
});

it('stay as they are on a grid about as fine, with missing voxels, and where they are labels', () => {
  expect(refineFused(map, 2.5)).toBe(map);
  const missing = fill((at) => (at < 5 ? Number.NaN : at), 3);
  expect(refineFused(missing, 1)).toBe(missing);
  const labels = { ...fill((at) => Math.floor(at / 500), 3), meaning: 'labels' as const };
  expect(refineFused(labels, 1)).toBe(labels);
});

it('are cut to what is not zero where all of them are too large, unless zeros are seen; what is still too large is told', () => {
  const size = 162;
  const fillLarge = (valueAt: (i: number, j: number, k: number) => number) =>
    createVolume({
      sizes: [size, size, size],
      voxels: Float32Array.from({ length: size ** 3 }, (_, at) =>
        valueAt(at % size, Math.floor(at / size) % size, Math.floor(at / size ** 2)),
      ),
      indexToWorld: gridOf(2),
    });
  const ball = (i: number, j: number, k: number) => Math.max(20 - Math.hypot(i - 100, j - 60, k - 81), 0);
  const map = fillLarge(ball);
  const shown = refineFused(map, 1);
  expect(Math.max(...shown.sizes)).toBeLessThan(3 * 60);
  expect(staysCoarse(map, shown, 1)).toBe(false);
  // The middle of the ball, by the world, in the voxels that the middle of a finer one falls into.
  const middle = [200, 120, 162].map((world, axis) =>
    Math.round((world - shown.indexToWorld.origin[axis]!) / shown.indexToWorld.columns[axis]![axis]!),
  );
  const [i, j, k] = middle as [number, number, number];
  expect(shown.voxels[i + shown.sizes[0] * (j + shown.sizes[1] * k)]).toBeCloseTo(20, 5);
  expect(refineOver(map, 1, transferOf(0.5))).toBe(map);
  const full = fillLarge((...index) => 1 + ball(...index) + (index[0] % 7) / 9);
  expect(refineFused(full, 1)).toBe(full);
  expect(staysCoarse(full, full, 1)).toBe(true);
  expect(staysCoarse(full, full, 1.5)).toBe(false);
});

it('are cut to what a threshold leaves where no mask left zeros, of both signs, and again for another threshold', () => {
  const size = 162;
  const noise = createRandom(77);
  const voxels = Float32Array.from({ length: size ** 3 }, (_, at) => {
    const [i, j, k] = [at % size, Math.floor(at / size) % size, Math.floor(at / size ** 2)];
    const reach = (x: number) => Math.max(9 - Math.hypot(i - x, j - 60, k - 81) / 2, 0);
    return reach(100) - reach(60) + 2 * noise() - 1;
  });
  const map = createVolume({ sizes: [size, size, size], voxels, indexToWorld: gridOf(2) });
  const beyond = (threshold: number, isOfBoth = true) =>
    createTransferFunction({
      colors: [{ value: 0, color: [1, 0, 0] }],
      opacities: [
        ...(isOfBoth ? [{ value: -threshold - 1, opacity: 1 }] : []),
        { value: -threshold, opacity: 0 },
        { value: threshold, opacity: 0 },
        { value: threshold + 1, opacity: 1 },
      ],
    });
  const shown = refineOver(map, 1, beyond(3));
  expect(staysCoarse(map, shown, 1)).toBe(false);
  // Both balls of 12 voxels beyond 3, with four around them, by three.
  expect(shown.sizes[0]).toBeGreaterThan(3 * (40 + 2 * 12));
  expect(shown.sizes[0]).toBeLessThan(3 * (40 + 2 * 20));
  expect(refineOver(map, 1, beyond(3))).toBe(shown);
  const positive = refineOver(map, 1, beyond(3, false));
  expect(positive.sizes[0]).toBeLessThan(3 * 2 * 20);
  expect(refineOver(map, 1, beyond(0.5))).toBe(map);
  expect(staysCoarse(map, map, 1)).toBe(true);
});
