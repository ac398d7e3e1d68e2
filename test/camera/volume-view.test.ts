/** The view that nobody asked for: face-on where a volume is flat. */
import { describe, expect, it } from 'vitest';
import { viewDirection } from '../../src/camera/views.js';
import { flatPartView, type ViewedVolume, volumeView } from '../../src/camera/volume-view.js';
import { transformPoint } from '../../src/math/affine.js';
import { cross, dot, length, scale, type Vec3 } from '../../src/math/vec3.js';
import { createRandom, randomAxes, randomRotation } from './random.js';

const grid = (sizes: Vec3, spacings: Vec3 = [1, 1, 1], anatomical = false): ViewedVolume => ({
  sizes,
  indexToWorld: {
    columns: [
      [spacings[0], 0, 0],
      [0, spacings[1], 0],
      [0, 0, spacings[2]],
    ],
    origin: [0, 0, 0],
  },
  anatomical,
});

const imageRight = ({ forward, up }: { forward: Vec3; up: Vec3 }) => cross(forward, up);
const expectClose = (actual: Vec3, expected: Vec3) => {
  for (const axis of [0, 1, 2] as const) expect(actual[axis]).toBeCloseTo(expected[axis], 10);
};
/** Any order of axes. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

describe('the view of a volume', () => {
  it.each([true, false])('that is not flat is from its front (anatomical: %s)', (anatomical) => {
    const volume = grid([64, 64, 30], [1, 1, 2], anatomical);
    expect(volumeView(volume)).toEqual(viewDirection(anatomical ? 'anterior' : 'b', volume.indexToWorld));
  });

  it('that is long is from its front', () => {
    const volume = grid([10, 10, 100]);
    expect(volumeView(volume)).toEqual(viewDirection('b', volume.indexToWorld));
  });

  it.each([1, 6])('of %d slices shows a picture as its file has it: i to the right, j downwards', (slices) => {
    const view = volumeView(grid([256, 200, slices]));
    expectClose(imageRight(view), [1, 0, 0]);
    expectClose(view.up, [0, -1, 0]);
    expectClose(view.forward, [0, 0, 1]);
  });

  it('of one slice is face-on, however thick it is', () => {
    expectClose(volumeView(grid([40, 42, 1], [1, 1, 20])).forward, [0, 0, 1]);
    expect(volumeView(grid([40, 1, 1], [1, 1, 20]))).toEqual(viewDirection('b', grid([1, 1, 1]).indexToWorld));
  });

  it('of one sheet along i or j has k upwards', () => {
    for (const sizes of [
      [1, 80, 90],
      [80, 1, 90],
    ] as const)
      expectClose(volumeView(grid(sizes)).up, [0, 0, 1]);
    expectClose(imageRight(volumeView(grid([1, 80, 90]))), [0, 1, 0]);
    expectClose(imageRight(volumeView(grid([80, 1, 90]))), [1, 0, 0]);
  });

  it('depends on lengths, not on numbers of voxels: 30 slices of a sheet are flat, and 6 thick ones are not', () => {
    expectClose(volumeView(grid([300, 300, 30])).forward, [0, 0, 1]);
    expect(volumeView(grid([60, 60, 6], [1, 1, 8]))).toEqual(viewDirection('b', grid([1, 1, 1]).indexToWorld));
  });

  it('of a stack that is wider than deep is through the lens, unless it is of a patient', () => {
    const stack: Vec3 = [57, 61, 31];
    expectClose(volumeView(grid(stack)).forward, [0, 0, 1]);
    expectClose(volumeView(grid(stack)).up, [0, -1, 0]);
    expect(volumeView(grid(stack, [1, 1, 1], true))).toEqual(viewDirection('anterior', grid(stack).indexToWorld));
    // Neither is deep enough, nor are other axes those of slices.
    for (const sizes of [
      [57, 61, 40],
      [31, 61, 57],
      [61, 31, 57],
    ] as const) {
      expect(volumeView(grid(sizes))).toEqual(viewDirection('b', grid(sizes).indexToWorld));
    }
  });

  it('of what is much longer than it is wide and tall is from its side, whatever the order of the axes', () => {
    const { indexToWorld } = grid([1, 1, 1]);
    expect(volumeView(grid([64, 110, 60], [1, 1, 1], true))).toEqual(viewDirection('left', indexToWorld));
    expect(volumeView(grid([64, 110, 60]))).toEqual(viewDirection('c', indexToWorld));
    expect(volumeView(grid([64, 30, 60], [1, 3.7, 1], true))).toEqual(viewDirection('left', indexToWorld));
    for (const sizes of [
      [64, 90, 60],
      [64, 110, 90],
      [110, 64, 60],
      [64, 60, 110],
    ] as const) {
      expect(volumeView(grid(sizes, [1, 1, 1], true))).toEqual(viewDirection('anterior', indexToWorld));
    }
    const turned = { columns: [[0, 1, 0] as Vec3, [1, 0, 0] as Vec3, [0, 0, 1] as Vec3], origin: [0, 0, 0] } as const;
    expect(volumeView({ sizes: [110, 64, 60], indexToWorld: turned, anatomical: true })).toEqual(
      viewDirection('left', turned),
    );
  });

  it('of a single slice between half-spaces is as of one that is alone', () => {
    const between = (low: number, high: number, axis = 2) =>
      [1, -1].map((sign) => ({
        normal: [0, 1, 2].map((other) => (other === axis ? sign : 0)) as unknown as Vec3,
        offset: sign > 0 ? low : -high,
      }));
    const cube = grid([60, 60, 60], [1, 1, 2]);
    expect(volumeView(cube, between(39, 41))).toEqual(volumeView(grid([60, 60, 1], [1, 1, 2])));
    expect(volumeView(cube, between(30.5, 31.5, 0))).toEqual(volumeView(grid([1, 60, 60], [1, 1, 2])));
    expect(volumeView(cube, between(39, 43))).toEqual(volumeView(cube));
    expect(volumeView(cube, [{ normal: [0.3, 0, 1], offset: 60 }])).toEqual(volumeView(cube));
  });

  it.each([
    ['axial', 2, [1, 0, 0], [0, -1, 0]],
    ['coronal', 1, [1, 0, 0], [0, 0, 1]],
    ['sagittal', 0, [0, 1, 0], [0, 0, 1]],
  ] as const)('of a patient is radiological: %s', (_, thin, right, up) => {
    const sizes = [100, 100, 100].map((size, axis) => (axis === thin ? 4 : size)) as unknown as Vec3;
    const view = volumeView(grid(sizes, [1, 1, 1], true));
    expectClose(imageRight(view), right);
    expectClose(view.up, up);
  });

  it('of a patient is the same whatever the order and direction of the axes', () => {
    const random = createRandom(901);
    const turn = randomRotation(random, 0.4);
    const columns = (
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 3],
      ] as const
    ).map((column) => turn(column));
    const sizes = [120, 90, 3];
    const expected = volumeView({
      sizes: sizes as unknown as Vec3,
      indexToWorld: { columns: columns as never, origin: [0, 0, 0] },
      anatomical: true,
    });
    for (const order of ORDERS) {
      for (const signs of [
        [1, 1, 1],
        [-1, 1, 1],
        [1, -1, -1],
      ]) {
        const view = volumeView({
          sizes: order.map((axis) => sizes[axis]!) as unknown as Vec3,
          indexToWorld: {
            columns: order.map((axis, at) => scale(columns[axis]!, signs[at]!)) as never,
            origin: [0, 0, 0],
          },
          anatomical: true,
        });
        expectClose(view.forward, expected.forward);
        expectClose(view.up, expected.up);
      }
    }
  });

  it('does not depend on the unit of length', () => {
    const random = createRandom(902);
    for (let trial = 0; trial < 50; trial++) {
      const { columns } = randomAxes(random, trial % 2 === 0 ? 1 : -1);
      const sizes = [
        1 + Math.floor(100 * random()),
        1 + Math.floor(100 * random()),
        1 + Math.floor(9 * random()),
      ] as const;
      const anatomical = random() < 0.5;
      const view = volumeView({ sizes, indexToWorld: { columns, origin: [0, 0, 0] }, anatomical });
      const scaled = columns.map((column) => scale(column, 1000)) as unknown as typeof columns;
      const larger = volumeView({ sizes, indexToWorld: { columns: scaled, origin: [0, 0, 0] }, anatomical });
      expectClose(larger.forward, view.forward);
      expectClose(larger.up, view.up);
      expect(length(view.forward)).toBeCloseTo(1, 12);
      expect(dot(view.forward, view.up)).toBeCloseTo(0, 12);
    }
  });
});

describe('the view of a part', () => {
  /** The corners of a box of voxels. */
  const cornersOf = ([i, j, k]: Vec3, [di, dj, dk]: Vec3): Vec3[] =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => [
      i + (corner & 1 ? di : 0),
      j + (corner & 2 ? dj : 0),
      k + (corner & 4 ? dk : 0),
    ]);

  it.each([0, 1, 2] as const)('that is flat along axis %d is that of a volume of its size', (axis) => {
    const sizes = [40, 50, 60].map((size, at) => (at === axis ? 2 : size)) as unknown as Vec3;
    for (const anatomical of [true, false]) {
      const points = cornersOf([12, 7, 9], sizes);
      const view = flatPartView(grid([100, 100, 100], [1, 1, 1], anatomical), points);
      expect(view).toEqual(volumeView(grid(sizes, [1, 1, 1], anatomical)));
    }
  });

  it('goes by lengths in the world, in an oblique grid too', () => {
    const random = createRandom(7);
    const { columns } = grid([1, 1, 1], [1, 1, 6]).indexToWorld;
    const rotate = randomRotation(random);
    const indexToWorld = { columns: columns.map(rotate) as unknown as typeof columns, origin: [3, -4, 5] as const };
    const volume = { ...grid([90, 90, 30], [1, 1, 6]), indexToWorld };
    const toWorld = (points: Vec3[]) => points.map((point) => transformPoint(indexToWorld, point));
    const flat = flatPartView(volume, toWorld(cornersOf([5, 5, 5], [60, 70, 2])));
    expect(Math.abs(dot(flat!.forward, rotate([0, 0, 1])))).toBeCloseTo(1, 10);
    expect(flatPartView(volume, toWorld(cornersOf([5, 5, 5], [60, 70, 4])))).toBeUndefined();
  });

  it('that is a rod, a block or nothing is not known', () => {
    const volume = grid([100, 100, 100]);
    expect(flatPartView(volume, cornersOf([0, 0, 0], [3, 3, 90]))).toBeUndefined();
    expect(flatPartView(volume, cornersOf([0, 0, 0], [30, 40, 50]))).toBeUndefined();
    expect(flatPartView(volume, [])).toBeUndefined();
  });
});
