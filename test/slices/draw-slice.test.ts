/** Slices against a resampling of their own, in grey, of every pixel. */
import { describe, expect, it } from 'vitest';
import { corners, createVolume, type Vec3, worldToIndex } from '../../src/index.js';
import { transformPoint } from '../../src/math/affine.js';
import { distanceToBox, greyOf, slicePoint } from '../../src/reference/slice.js';
import { drawSlice, sampleSlice, volumeSource } from '../../src/slices/draw-slice.js';
import { greyPaint, toPixels } from '../../src/slices/layers/paint.js';
import { namedPlane, obliquePlane, type PlaneName } from '../../src/slices/planes.js';
import { locateSlice } from '../../src/slices/positions.js';
import { SLAB_MODES } from '../../src/slices/sample-slice.js';
import { extentAlong, fitGrid, type SliceGrid } from '../../src/slices/slice-grid.js';
import { between, createRandom, type Random, randomAxes, randomDirection } from '../camera/random.js';

const PLANES = 200;
/** Of 255: two ways of rounding in float64 may differ by it, and only where it decides. */
const ROUNDING = 1e-6;

function randomVolume(random: Random) {
  const size = () => Math.ceil(between(random, 1, 9));
  const sizes: Vec3 = [size(), size(), size()];
  const voxels = Float32Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, () => between(random, -100, 100));
  return createVolume({ sizes, voxels, indexToWorld: randomAxes(random, random() < 0.5 ? 1 : -1) });
}

const pointOf = ({ origin, right, down }: SliceGrid, x: number, y: number): Vec3 =>
  origin.map((start, axis) => start + x * right[axis]! + y * down[axis]!) as unknown as Vec3;

describe('a slice', () => {
  it(`has the greys of a float64 resampling, in ${PLANES} planes and windows`, async () => {
    const seed = Date.now() % 2 ** 31;
    const random = createRandom(seed);
    let shown = 0;
    const wrong: string[] = [];
    for (let plane = 0; plane < PLANES; plane++) {
      const volume = randomVolume(random);
      const directions = obliquePlane(randomDirection(random), undefined, { isNeurological: random() < 0.5 });
      const [low, high] = extentAlong(corners(volume), directions.normal);
      const position = between(random, low, high);
      const [widest] = [0, 1, 2].map((axis) => Math.hypot(...volume.indexToWorld.columns[axis]!)).sort((a, b) => b - a);
      const grid = fitGrid(volume, directions, position, between(random, 0.1, 0.6) * widest!);
      const start = between(random, -120, 80);
      const window = [start, start + between(random, 1, 150)] as const;
      const source = volumeSource(volume);
      const image = await drawSlice(
        grid,
        [{ kind: 'values', source, paint: greyPaint({ range: window }), isNearest: false }],
        {
          background: undefined,
          outlineWidth: 1,
        },
      );
      const pixels = toPixels(image);
      for (let y = 0; y < grid.height; y++) {
        for (let x = 0; x < grid.width; x++) {
          const point = pointOf(grid, x, y);
          const value = slicePoint(volume, point);
          const [red, green, blue, alpha] = pixels.subarray(4 * (y * grid.width + x));
          const grey = greyOf(value, window);
          const isCovered = Number.isNaN(value) ? alpha === 0 : alpha === 255;
          const isGrey = red === green && red === blue && Math.abs(grey - red!) <= 0.5 + ROUNDING;
          if (!isCovered && distanceToBox(volume, point) > ROUNDING)
            wrong.push(`plane ${plane}, pixel ${x}, ${y}: alpha`);
          if (Number.isNaN(value) || alpha === 0) continue;
          shown++;
          if (!isGrey) wrong.push(`plane ${plane}, pixel ${x}, ${y}: ${red} in place of ${grey}`);
        }
      }
    }
    expect(wrong, `seed ${seed}`).toEqual([]);
    expect(shown).toBeGreaterThan(20 * PLANES);
  });

  it('shows the nearest voxels, in planes of any direction', async () => {
    const seed = Date.now() % 2 ** 31;
    const random = createRandom(seed);
    const wrong: string[] = [];
    for (let plane = 0; plane < 50; plane++) {
      const volume = randomVolume(random);
      const { sizes, voxels, indexToWorld } = volume;
      const directions = obliquePlane(randomDirection(random), undefined);
      const [low, high] = extentAlong(corners(volume), directions.normal);
      const widest = Math.max(...indexToWorld.columns.map((column) => Math.hypot(...column)));
      const grid = fitGrid(volume, directions, between(random, low, high), 0.2 * widest);
      const values = await sampleSlice(volumeSource(volume), grid, { isNearest: true });
      for (let pixel = 0; pixel < values.length; pixel++) {
        const point = pointOf(grid, pixel % grid.width, Math.floor(pixel / grid.width));
        const index = transformPoint(worldToIndex(volume), point);
        // Rounding decides at the borders of voxels.
        if (index.some((p) => Math.abs(p - 0.5 - Math.round(p - 0.5)) < 2 * ROUNDING)) continue;
        const [i, j, k] = index.map(Math.round) as unknown as Vec3;
        const isInside = [i, j, k].every((p, axis) => p >= 0 && p < sizes[axis]!);
        const expected = isInside ? voxels[i + sizes[0] * (j + sizes[1] * k)]! : Number.NaN;
        if (!Object.is(values[pixel], expected)) wrong.push(`plane ${plane}, pixel ${pixel}`);
      }
    }
    expect(wrong, `seed ${seed}`).toEqual([]);
  });

  it('reduces a slab to the largest, the least or the mean of its samples', async () => {
    const sizes: Vec3 = [3, 2, 8];
    const voxels = Float32Array.from({ length: 48 }, (_, voxel) => (voxel * 37) % 48);
    const volume = createVolume({ sizes, voxels });
    const plane = namedPlane('axial');
    const columnOf = (x: number, y: number, from: number, to: number) =>
      Array.from({ length: to - from }, (_, k) => voxels[x + 3 * y + 6 * (from + k)]!);
    const reduce = {
      mip: (values: number[]) => Math.max(...values),
      minip: (values: number[]) => Math.min(...values),
      average: (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
    };
    for (const mode of SLAB_MODES) {
      // The slab of 4 around the border of voxels 3 and 4 holds the voxels 2 to 5; at the volume's end it is cut off.
      for (const [position, from, to] of [
        [3.5, 2, 6],
        [7.5, 6, 8],
      ] as const) {
        const grid = fitGrid(volume, plane, position, 1);
        const values = await sampleSlice(volumeSource(volume), grid, { slab: { thickness: 4, mode } });
        const expected = [0, 1].flatMap((y) => [0, 1, 2].map((x) => reduce[mode](columnOf(x, y, from, to))));
        expect(Array.from(values)).toEqual(expected.map((value) => expect.closeTo(value, 9)));
      }
    }
  });

  it('is one voxel a pixel where the volume is not turned, at the scale 1', async () => {
    const sizes: Vec3 = [5, 4, 3];
    const voxels = Uint8Array.from({ length: 60 }, (_, voxel) => 4 * voxel);
    const volume = createVolume({
      sizes,
      voxels,
      indexToWorld: {
        columns: [
          [0.7, 0, 0],
          [0, 0.7, 0],
          [0, 0, 0.7],
        ],
        origin: [-31.7, 12.3, 5.1],
      },
    });
    const at = (i: number, j: number, k: number) => voxels[i + 5 * (j + 4 * k)]!;
    const sample = async (name: PlaneName, voxel: number) => {
      const plane = namedPlane(name);
      const grid = fitGrid(volume, plane, locateSlice(volume, plane.normal, { voxel }), 0.7);
      return { ...grid, values: Array.from(await sampleSlice(volumeSource(volume), grid, {})) };
    };
    const rows = (width: number, height: number, get: (x: number, y: number) => number) =>
      Array.from({ length: width * height }, (_, pixel) => get(pixel % width, Math.floor(pixel / width)));
    expect(await sample('axial', 1)).toMatchObject({ width: 5, height: 4, values: rows(5, 4, (x, y) => at(x, y, 1)) });
    expect(await sample('coronal', 3)).toMatchObject({
      width: 5,
      height: 3,
      values: rows(5, 3, (x, y) => at(x, 3, 2 - y)),
    });
    expect(await sample('sagittal', 2)).toMatchObject({
      width: 4,
      height: 3,
      values: rows(4, 3, (x, y) => at(2, x, 2 - y)),
    });
  });

  it('shows what of a voxel is missing as nothing, and mixes the rest without it', async () => {
    const voxels = Float32Array.of(10, Number.NaN, 30, 40);
    const volume = createVolume({ sizes: [4, 1, 1], voxels });
    const grid = fitGrid(volume, namedPlane('axial'), 0, 0.5);
    const values = await sampleSlice(volumeSource(volume), grid, {});
    // Pixels at -0.25, 0.25, …: those nearest to the missing voxel are nothing, and no other knows of it.
    expect(Array.from(values.subarray(0, 8))).toEqual([10, 10, Number.NaN, Number.NaN, 30, 32.5, 37.5, 40]);
  });

  it('shows voxels in colours of their own, and those of another volume over it where these are not black', async () => {
    const grid = fitGrid(createVolume({ sizes: [3, 1, 1], voxels: new Uint8Array(3) }), namedPlane('axial'), 0, 1);
    const sourceOf = (voxels: Uint8Array) =>
      volumeSource({ ...createVolume({ sizes: [3, 1, 1], voxels: new Uint8Array(3) }), voxels });
    const red = sourceOf(Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0));
    const green = sourceOf(Uint8Array.of(0, 0, 0, 0, 0, 255, 0, 0, 0, 100, 0, 0));
    const over = { values: sourceOf(Uint8Array.of(0, 200, 70)), opacity: 0.4 };
    const layers = [
      { kind: 'colors', source: red, isNearest: false },
      { kind: 'colors', source: green, isNearest: false, over },
    ] as const;
    const pixels = toPixels(await drawSlice(grid, layers, { background: undefined, outlineWidth: 1 }));
    expect(Array.from(pixels)).toEqual([255, 0, 0, 255, 153, 102, 0, 255, 153, 40, 0, 255]);
  });
});
