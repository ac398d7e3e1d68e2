/** Slices as radiologists read them, across the world's axes, and leafed through by voxels, whatever the file's axes. */
import { describe, expect, it } from 'vitest';
import { IDENTITY_AFFINE, transformPoint, type Vec3 } from '../../../src/index.js';
import { fitGrid } from '../../../src/slices/slice-grid.js';
import { canvasGrid } from '../../../src/viewer/slices/canvas-grid.js';
import {
  planeOfPicture,
  pointOfSlice,
  sliceNumber,
  slicePlanes,
  slicePosition,
  toSlice,
} from '../../../src/viewer/slices/slice-planes.js';
import { boxOf, WHOLE } from '../../../src/viewer/slices/slice-viewport.js';

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
const DIRECTIONS = {
  axial: [
    [1, 0, 0],
    [0, 1, 0],
  ],
  coronal: [
    [1, 0, 0],
    [0, 0, -1],
  ],
  sagittal: [
    [0, 1, 0],
    [0, 0, -1],
  ],
} as const;

describe.each(Object.entries(MAPS))('planes of a volume in %s', (map, columns) => {
  const volume = { sizes: SIZES, indexToWorld: { columns, origin: [4, -5, 6] as Vec3 } };
  describe.each(slicePlanes(volume))('$name', (plane) => {
    it('run the right way', () => {
      const [right, down] = DIRECTIONS[plane.name];
      expect(plane.right).toEqual(right);
      expect(plane.down.map((x) => x + 0)).toEqual(down);
    });

    it('have the pixels of tilecast slices on a canvas of that size', () => {
      const wanted = fitGrid(volume, plane, 1.25, 0.1);
      const viewport = boxOf(plane, WHOLE, plane.widthWorld / 0.1, plane.heightWorld / 0.1);
      const inset = { x: (wanted.width - viewport.width) / 2, y: (wanted.height - viewport.height) / 2 };
      const grid = canvasGrid(plane, 1.25, { ...viewport, ...inset }, wanted);
      for (const part of ['origin', 'right', 'down'] as const) {
        for (const axis of [0, 1, 2]) expect(grid[part][axis]).toBeCloseTo(wanted[part][axis]!, 9);
      }
    });

    it('find places again', () => {
      const world = pointOfSlice(plane, { x: 0.3, y: 0.8 }, 2);
      expect(toSlice(plane, world).x).toBeCloseTo(0.3, 12);
      expect(toSlice(plane, world).y).toBeCloseTo(0.8, 12);
    });

    it('number slices as voxels are numbered', () => {
      for (const number of [0, 1, plane.count - 1]) {
        const world = pointOfSlice(plane, { x: 0.5, y: 0.5 }, slicePosition(plane, number));
        expect(sliceNumber(plane, world)).toBe(number);
        expect(sliceNumber(plane, pointOfSlice(plane, { x: 0, y: 0 }, slicePosition(plane, number)))).toBe(number);
      }
      if (map === 'oblique') return;
      const axis = columns.findIndex((column) => column.some((x, along) => x !== 0 && plane.normal[along] !== 0));
      expect(plane.count).toBe(SIZES[axis]);
      const index = SIZES.map((_, other) => (other === axis ? 2 : 0)) as unknown as Vec3;
      expect(sliceNumber(plane, transformPoint(volume.indexToWorld, index))).toBe(2);
    });
  });
});

it('a volume of one slice has a plane that it lies in, unless it is oblique', () => {
  const of = (sizes: Vec3, columns: readonly [Vec3, Vec3, Vec3] = IDENTITY_AFFINE.columns) =>
    planeOfPicture({ sizes, indexToWorld: { columns, origin: [0, 0, 0] } });
  expect([of([8, 9, 1]), of([8, 1, 9]), of([1, 8, 9])]).toEqual(['axial', 'coronal', 'sagittal']);
  expect([of([8, 9, 7]), of([8, 1, 1])]).toEqual([undefined, undefined]);
  const turned: readonly [Vec3, Vec3, Vec3] = [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ];
  expect(of([8, 9, 1], turned)).toBe('coronal');
  const oblique: readonly [Vec3, Vec3, Vec3] = [
    [1, 0, 0],
    [0, 0.8, 0.6],
    [0, -0.6, 0.8],
  ];
  expect(of([8, 9, 1], oblique)).toBeUndefined();
});
