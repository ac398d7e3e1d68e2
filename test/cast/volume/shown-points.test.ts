/** The box of what can be seen, against voxels that were put where it must end. */
import { describe, expect, it } from 'vitest';
import { shownPoints } from '../../../src/cast/volume/shown-points.js';
import type { Affine } from '../../../src/math/affine.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { cropToVoxels } from '../../../src/volume/crop.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume, type VoxelArray } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SIZES: Vec3 = [9, 7, 8];
const GEOMETRY: Affine = {
  columns: [
    [2, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  origin: [10, 20, 30],
};
const RAMP = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [
    { value: 10, opacity: 0 },
    { value: 20, opacity: 0.5 },
  ],
});

/** 15 at each of the voxels, 0 elsewhere. */
function createDots(
  dots: readonly Vec3[],
  voxels: VoxelArray = new Uint8Array(SIZES[0] * SIZES[1] * SIZES[2]),
  value = 15,
) {
  for (const [i, j, k] of dots) voxels[i + SIZES[0] * (j + SIZES[1] * k)] = value;
  return createVolume({ sizes: SIZES, voxels, indexToWorld: GEOMETRY });
}

const ends = (corners: readonly Vec3[]) =>
  [0, 1, 2].map((axis) => {
    const along = corners.map((corner) => corner[axis]!);
    return [Math.min(...along), Math.max(...along)];
  });

/** The box in the world of voxels from `first` to `last`. */
const boxOf = (first: Vec3, last: Vec3) =>
  [0, 1, 2].map((axis) => {
    const spacing = GEOMETRY.columns[axis]![axis]!;
    return [
      GEOMETRY.origin[axis]! + spacing * (first[axis]! - 0.5),
      GEOMETRY.origin[axis]! + spacing * (last[axis]! + 0.5),
    ];
  });

describe('the box', () => {
  const dots: Vec3[] = [
    [2, 5, 1],
    [7, 1, 4],
    [3, 3, 6],
  ];

  it.each([
    ['bytes', new Uint8Array(504)],
    ['negative shorts', new Int16Array(504).fill(-32_768)],
    ['floats', new Float32Array(504)],
    ['floats, NaN where nothing is', new Float32Array(504).fill(Number.NaN)],
  ])('holds the voxels that are shown and no more, of %s', (_, voxels) => {
    expect(ends(shownPoints({ volume: createDots(dots, voxels), transfer: RAMP }))).toEqual(
      boxOf([2, 1, 1], [7, 5, 6]),
    );
  });

  it('leaves out what clipping cuts away', () => {
    const volume = createDots(dots);
    const clip = cropToVoxels(volume, [0, 0, 0], [8, 6, 4]);
    expect(ends(shownPoints({ volume, transfer: RAMP, clip }))).toEqual(boxOf([2, 1, 1], [7, 5, 4]));
    const askew = [{ normal: [-0.5, 0, -1], offset: -44.5 }] as const;
    expect(ends(shownPoints({ volume, transfer: RAMP, clip: [...askew] }))).toEqual(boxOf([2, 3, 1], [3, 5, 6]));
  });

  it('leaves out what a mask hides, on its own grid or another', () => {
    const volume = createDots(dots);
    const labels = createDots([dots[0]!, dots[1]!], new Uint8Array(504), 3);
    const mask = createMask({ labels, styles: [{ label: 3 }] });
    expect(ends(shownPoints({ volume, transfer: RAMP, mask }))).toEqual(boxOf([2, 1, 1], [7, 5, 4]));
    const coarse = createMask({
      labels: createVolume({
        sizes: [1, 1, 1],
        voxels: Uint8Array.of(3),
        indexToWorld: {
          columns: [
            [40, 0, 0],
            [0, 40, 0],
            [0, 0, 5],
          ],
          origin: [14, 23, 32],
        },
      }),
      styles: [{ label: 3 }],
    });
    expect(ends(shownPoints({ volume, transfer: RAMP, mask: coarse }))).toEqual(boxOf([2, 1, 1], [7, 5, 4]));
  });

  it('ends at the surface', () => {
    const volume = createDots(dots);
    expect(ends(shownPoints({ volume, transfer: RAMP, mode: 'isosurface', isoValue: 12 }))).toEqual(
      boxOf([2, 1, 1], [7, 5, 6]),
    );
    expect(shownPoints({ volume, transfer: RAMP, mode: 'isosurface', isoValue: 16 })).toEqual([]);
  });

  it('leaves out a stray voxel that 8 bits cannot show, but not a line of them', () => {
    const faint = createDots(dots);
    faint.voxels[8 + 9 * (6 + 7 * 7)] = 10;
    const transfer = createTransferFunction({
      ...RAMP,
      opacities: [
        { value: 9, opacity: 0 },
        { value: 10, opacity: 0.001 },
        { value: 15, opacity: 0.5 },
      ],
    });
    expect(ends(shownPoints({ volume: faint, transfer }))).toEqual(boxOf([2, 1, 1], [7, 5, 6]));
    for (let i = 0; i < 9; i++) faint.voxels[i + 9 * (6 + 7 * 7)] = 10;
    expect(ends(shownPoints({ volume: faint, transfer }))[1]).toEqual(boxOf([0, 1, 0], [0, 6, 0])[1]);
  });

  it('is that of all visible voxels and lines, read one by one', () => {
    for (let seed = 1; seed <= 15; seed++) {
      const random = createRandom(seed);
      const sizes: Vec3 = [1 + Math.floor(24 * random()), 1 + Math.floor(24 * random()), 1 + Math.floor(24 * random())];
      const middle = sizes.map((size) => size * random());
      const noise = 0.2 * random() ** 3;
      const at = (index: number): Vec3 => [
        index % sizes[0],
        Math.floor(index / sizes[0]) % sizes[1],
        Math.floor(index / (sizes[0] * sizes[1])),
      ];
      const voxels = Uint8Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, index) =>
        Math.hypot(...at(index).map((place, axis) => place - middle[axis]!)) < 6 || random() < noise ? 15 : 0,
      );
      const opacity = [0.5, 0.003, 0.0004][seed % 3]!;
      const transfer = createTransferFunction({
        ...RAMP,
        opacities: [
          { value: 14, opacity: 0 },
          { value: 15, opacity },
        ],
      });
      const volume = createVolume({ sizes, voxels });
      const expected = [0, 1, 2].map((axis) => {
        const sums = new Map<string, number>();
        // Lines along each of the other axes that meet a plane across this one.
        for (const [index, value] of voxels.entries()) {
          const place = at(index);
          for (const along of [0, 1, 2].filter((other) => other !== axis && (other === 0 || other === 2))) {
            const line = `${along}:${place.map((number, other) => (other === along ? '' : number))}`;
            if (value > 0) sums.set(line, (sums.get(line) ?? 0) + opacity);
          }
        }
        const planes = [...sums]
          .filter(([, sum]) => sum >= 1 / 255)
          .map(([line]) => Number(line.slice(2).split(',')[axis]));
        return planes.length > 0 ? [Math.min(...planes) - 0.5, Math.max(...planes) + 0.5] : undefined;
      });
      const points = shownPoints({ volume, transfer });
      const message = `seed ${seed}`;
      if (expected.includes(undefined)) expect(points, message).toEqual([]);
      else
        for (const [axis, [low, high]] of ends(points).entries()) {
          // Columns end where they hold less than the box does.
          expect(low, message).toBeGreaterThanOrEqual(expected[axis]![0]!);
          expect(high, message).toBeLessThanOrEqual(expected[axis]![1]!);
          if (opacity === 0.5 && noise < 1e-4) expect([low, high], message).toEqual(expected[axis]);
        }
    }
  });

  it('is none where nothing is shown', () => {
    expect(shownPoints({ volume: createDots([]), transfer: RAMP })).toEqual([]);
  });
});
