/** Landmarks of one voxel each: balls of their labels, without touching; lines of single voxels: tubes; and everything else as it was. */
import { expect, it } from 'vitest';
import { extractShownSurfaces } from '../../src/isosurface/shown-label-surfaces.js';
import { transformPoint } from '../../src/math/affine.js';
import { distance, type Vec3 } from '../../src/math/vec3.js';
import { createLabelMeshes } from '../../src/recipe/scene/labels/label-surfaces.js';
import { enlargeDots } from '../../src/volume/enlarge-dots.js';
import { createMask, type Mask } from '../../src/volume/mask.js';
import { finishSteps } from '../../src/volume/steps.js';
import { createVolume } from '../../src/volume/volume.js';

const SIZES: Vec3 = [30, 34, 26];
/** Sheared, and of another spacing along each axis. */
const GRID = {
  columns: [
    [1, 0, 0],
    [0.5, 2, 0],
    [0, 0, 3],
  ],
  origin: [-7, 4, 20],
} as const;
const at = ([i, j, k]: Vec3) => i + SIZES[0] * (j + SIZES[1] * k);

function maskOf(dots: readonly (readonly [Vec3, number])[]): Mask {
  const voxels = new Uint8Array(SIZES[0] * SIZES[1] * SIZES[2]);
  for (const [place, label] of dots) voxels[at(place)] = label;
  const styles = [...new Set(dots.map(([, label]) => label))].map((label) => ({ label }));
  return createMask({ labels: createVolume({ sizes: SIZES, voxels, indexToWorld: GRID }), styles });
}

const DOTS = [
  [[4, 5, 3], 7],
  [[20, 25, 20], 2],
  [[22, 6, 12], 7],
] as const satisfies readonly (readonly [Vec3, number])[];

const trianglesOf = async (mask: Mask, smoothing: number) =>
  (await createLabelMeshes(mask, { smoothing }, finishSteps)).flatMap(({ posed }) => [...posed.mesh.positions]);

it('fills a ball of the world around each dot, on a sheared grid too', () => {
  const mask = maskOf(DOTS);
  const { labels } = enlargeDots(mask);
  const toWorld = (index: Vec3) => transformPoint(labels.indexToWorld, index);
  const radius = 7.5;
  for (let k = 0; k < SIZES[2]; k++) {
    for (let j = 0; j < SIZES[1]; j++) {
      for (let i = 0; i < SIZES[0]; i++) {
        const near = DOTS.find(([dot]) => distance(toWorld([i, j, k]), toWorld(dot)) <= radius);
        expect(labels.voxels[at([i, j, k])], `${[i, j, k]}`).toBe(near?.[1] ?? 0);
      }
    }
  }
});

it('keeps balls apart where dots are near each other', () => {
  const near = maskOf([
    [[10, 10, 10], 1],
    [[14, 10, 10], 2],
  ]);
  const { voxels } = enlargeDots(near).labels;
  expect([9, 10, 11, 12, 13, 14, 15].map((i) => voxels[at([i, 10, 10])])).toEqual([1, 1, 1, 0, 2, 2, 2]);
});

it('leaves regions, and more dots than landmarks, as they are', () => {
  const neighbors = maskOf([...DOTS, [[4, 5, 4], 2]]);
  expect(enlargeDots(neighbors)).toBe(neighbors);
  const many: [Vec3, number][] = [];
  for (let k = 0; k < 26; k += 2)
    for (let j = 0; j < 34; j += 2) for (let i = 0; i < 30; i += 2) many.push([[i, j, k], 3]);
  const scattered = maskOf(many);
  expect(many.length).toBeGreaterThan(1000);
  expect(enlargeDots(scattered)).toBe(scattered);
  // Labels that are not shown are no neighbours.
  const { labels, styles } = neighbors;
  expect(enlargeDots(createMask({ labels, styles: styles.filter(({ label }) => label === 7) }))).not.toBe(neighbors);
});

/** A diagonal line that turns, of two labels. */
const CURVE = Array.from({ length: 16 }, (_, at): readonly [Vec3, number] => [
  [6 + at, 8 + Math.min(at, 8), 12 + (at & 1)],
  at < 8 ? 1 : 2,
]);

it('fills a tube around a line of single voxels, each place by the label that is nearest', () => {
  const { labels } = enlargeDots(maskOf(CURVE));
  const toWorld = (index: Vec3) => transformPoint(labels.indexToWorld, index);
  const radius = 7.5;
  for (let k = 0; k < SIZES[2]; k++) {
    for (let j = 0; j < SIZES[1]; j++) {
      for (let i = 0; i < SIZES[0]; i++) {
        const distances = CURVE.map(([voxel, label]) => [distance(toWorld([i, j, k]), toWorld(voxel)), label] as const);
        const nearest = Math.min(...distances.map(([away]) => away));
        const right = nearest > radius ? [0] : distances.filter(([away]) => away === nearest).map(([, label]) => label);
        expect(right, `${[i, j, k]}`).toContain(labels.voxels[at([i, j, k])]);
      }
    }
  }
});

it('leaves lines with a dot beside them or a square in them, and those of too many voxels, as they are', () => {
  const straight = Array.from({ length: 10 }, (_, i): readonly [Vec3, number] => [[5 + i, 20, 20], 1]);
  const alone = maskOf([...straight, [[1, 1, 1], 1]]);
  expect(enlargeDots(alone)).toBe(alone);
  for (const across of [0, 1, 2]) {
    const square = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ].map(([u, v]): readonly [Vec3, number] => [
      [0, 1, 2].map((axis) => 3 + (axis === across ? 0 : axis === (across + 1) % 3 ? u! : v!)) as unknown as Vec3,
      1,
    ]);
    const wide = maskOf([...CURVE, ...square]);
    expect(enlargeDots(wide)).toBe(wide);
  }
  const long: [Vec3, number][] = [];
  for (let k = 0; k < 26; k += 2)
    for (let j = 0; j < 34; j += 3) for (let i = 0; i < 30; i++) long.push([[i, j, k], 1]);
  const many = maskOf(long);
  expect(long.length).toBeGreaterThan(2000);
  expect(enlargeDots(many)).toBe(many);
});

it('gives surfaces that are seen of a line, where smoothing alone leaves nothing', async () => {
  const mask = maskOf(CURVE);
  const smoothed = finishSteps(extractShownSurfaces(mask, { smoothing: 2 })).flatMap(({ mesh }) => [...mesh.positions]);
  expect((await trianglesOf(mask, 2)).length).toBeGreaterThan(2 * smoothed.length);
});

it('gives surfaces that are seen, where smoothing alone leaves a point; stairs are asked for as they are', async () => {
  const mask = maskOf(DOTS);
  const spread = (positions: readonly number[]) => {
    const xs = positions.filter((_, index) => index % 3 === 0);
    return xs.length === 0 ? 0 : new Set(xs.map((x) => Math.round(x))).size;
  };
  const smoothed = finishSteps(extractShownSurfaces(mask, { smoothing: 2 })).flatMap(({ mesh }) => [...mesh.positions]);
  expect(spread(await trianglesOf(mask, 2))).toBeGreaterThan(2 * spread(smoothed));
  expect(await trianglesOf(mask, 0)).toEqual(
    finishSteps(extractShownSurfaces(mask, { smoothing: 0 })).flatMap(({ mesh }) => [...mesh.positions]),
  );
});
