/** Isosurfaces as meshes: like the CPU reference, closed whatever the values, and where the caster sees them. */
import { describe, expect, it } from 'vitest';
import { extractIsosurface } from '../../src/isosurface/extract-isosurface.js';
import { type Affine, determinant, invert, transformPoint } from '../../src/math/affine.js';
import { cross, length, subtract, type Vec3 } from '../../src/math/vec3.js';
import { CELL_EDGES, cellCases, LOOP_EDGES_MAX, loopsOfCase } from '../../src/mesh/cell-cases.js';
import { findClosedness } from '../../src/mesh/topology/closedness.js';
import { triangleCorners } from '../../src/mesh/triangle/triangle-corners.js';
import { extractIsosurface as extractOnCpu } from '../../src/reference/isosurface/extract-isosurface.js';
import { createVolume, type Volume } from '../../src/volume/volume.js';
import { createRandom } from '../camera/random.js';
import { cornersOf, countEdges, volumeOf } from '../mesh/measure-mesh.js';
import { useTestGpu } from '../open-test-gpu.js';

const gpu = useTestGpu();

const SIZES = [9, 7, 8] as const;

function fill(
  valueAt: (i: number, j: number, k: number) => number,
  sizes: Vec3 = SIZES,
  rest: Partial<Volume> = {},
): Volume {
  const voxels = new Float32Array(sizes[0] * sizes[1] * sizes[2]);
  for (let at = 0; at < voxels.length; at++) {
    const row = Math.floor(at / sizes[0]);
    voxels[at] = valueAt(at % sizes[0], row % sizes[1], Math.floor(row / sizes[1]));
  }
  return createVolume({ sizes, voxels, ...rest });
}

/** Oblique, anisotropic and left-handed. */
const OBLIQUE: Affine = {
  columns: [
    [0.8, 0.3, 0.1],
    [-0.2, 1.1, 0.2],
    [0.1, 0.2, -1.7],
  ],
  origin: [5, -7, 11],
};

const noise = (seed: number, levels = 0) => {
  const random = createRandom(seed);
  return fill(() => (levels > 0 ? Math.floor(random() * levels) : random() - 0.5));
};

const ball = (rest: Partial<Volume> = {}) => fill((i, j, k) => 3 - Math.hypot(i - 4, j - 3, k - 3.5), SIZES, rest);

/** Volumes in which every case, tie and ambiguity comes up. */
const HARD: readonly [string, Volume, number][] = [
  ['random noise', noise(1), 0],
  ['noise of few values, at one of them', noise(2, 3), 1],
  ['labels, at their value', noise(3, 2), 1],
  ['a checkerboard', fill((i, j, k) => (i + j + k) % 2), 0.5],
  ['a plane through the centres of voxels', fill((_i, _j, k) => k), 4],
  ['an oblique plane through the centres of voxels', fill((i, j, k) => i + j + k), 10],
  ['nothing but the isovalue', fill(() => 5), 5],
  ['missing values', fill((i, j, k) => ((i * j + k) % 5 === 0 ? Number.NaN : Math.sin(i + 2 * j + 3 * k))), 0],
  ['huge values', fill((i, j, k) => (i + j + k - 10) * 1e38), 0],
  ['tiny values', fill((i, j, k) => (i + j + k - 10) * 1e-44), 0],
  ['one voxel', fill(() => 1, [1, 1, 1]), 0],
];

describe.each(HARD)('of %s', (_, volume, isoValue) => {
  it('is closed, with each edge between two triangles that face the same way', async () => {
    const mesh = await extractIsosurface(gpu(), volume, isoValue);
    expect(findClosedness(mesh)).toEqual({ closed: true, openEdges: 0, misorientedEdges: 0 });
    expect(countEdges(mesh).open).toBe(0);
    expect(volumeOf(mesh)).toBeGreaterThan(0);
  });

  it.each([true, false])('is the CPU reference’s, closed %s, in slabs of a layer or whole', async (closed) => {
    const expected = extractOnCpu(volume, isoValue, closed);
    for (const slabPoints of [1, 1 << 20]) {
      const extracting = extractIsosurface(gpu(), volume, isoValue, { closed, slabPoints });
      if (expected.length === 0) {
        await expect(extracting).rejects.toThrow('is empty');
        continue;
      }
      const corners = cornersOf(await extracting);
      expect(corners.length).toBe(expected.length);
      let largest = 0;
      for (const [at, coordinate] of corners.entries())
        largest = Math.max(largest, Math.abs(coordinate - expected[at]!));
      // float32 rounds differences, their quotient and indices below 16.
      expect(largest).toBeLessThan(2 ** -19);
    }
  });
});

it('cuts no cell so that two cells could have the same line on their face', () => {
  const facesOf = (edge: number) => {
    const [u, v] = [((edge >> 2) + 1) % 3, ((edge >> 2) + 2) % 3];
    return [2 * u + (edge & 1), 2 * v + ((edge >> 1) & 1)];
  };
  const areOnFace = (a: number, b: number) => facesOf(a).some((face) => facesOf(b).includes(face));
  let lines = 0;
  for (let inside = 0; inside < 256; inside++) {
    for (const { edges, cuts } of loopsOfCase(inside)) {
      expect(edges.length).toBeLessThanOrEqual(LOOP_EDGES_MAX);
      expect(Math.max(...edges)).toBeLessThan(CELL_EDGES);
      for (const cut of cuts) {
        const used = new Map<string, number>();
        for (const triangle of cut) {
          for (const [at, place] of triangle.entries()) {
            const [a, b] = [edges[place]!, edges[triangle[(at + 1) % 3]!]!];
            const key = [Math.min(a, b), Math.max(a, b)].join();
            used.set(key, (used.get(key) ?? 0) + 1);
          }
        }
        // An edge that two triangles of a cell share is a line within it.
        for (const [key, count] of used) {
          const [a, b] = key.split(',').map(Number) as [number, number];
          if (count === 2 && areOnFace(a, b)) lines++;
        }
      }
    }
  }
  expect(lines).toBe(0);
  // An edge of the outline has one triangle, and each cut uses all of them.
  const { counts } = cellCases();
  expect(loopsOfCase(0b10010110).length).toBe(4);
  expect(counts[1]).toBe(1);
});

describe('whatever the order of the axes', () => {
  const ORDERS = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [1, 0, 2],
    [0, 2, 1],
    [2, 1, 0],
  ] as const;
  const side = 9;
  const random = createRandom(77);
  const [smooth, rough] = [
    (x: number, y: number, z: number) =>
      Math.sin(0.9 * x + 0.3) + Math.cos(0.7 * y - 0.2 * z) + 0.6 * Math.sin(0.8 * z + 0.4 * x),
    Array.from({ length: side ** 3 }, () => random() - 0.5),
  ];
  const FIELDS: readonly [string, (x: number, y: number, z: number) => number][] = [
    ['a smooth field', smooth],
    ['noise', (x, y, z) => rough[x + side * (y + side * z)]!],
    ['labels', (x, y, z) => Number(Math.hypot(x - 4, y - 4, z - 4) < 3.4) - 0.5],
  ];

  /** A flat part may be cut in either way, which changes neither area nor volume. */
  it.each(FIELDS)('%s has the same surface', async (_, valueAt) => {
    const measured: [area: number, volume: number][] = [];
    for (const order of ORDERS) {
      for (const mirrored of [false, true]) {
        const place = (index: Vec3) => {
          const at = [0, 0, 0];
          for (const [n, axis] of order.entries()) at[axis] = mirrored ? side - 1 - index[n]! : index[n]!;
          return at as unknown as Vec3;
        };
        const volume = fill((i, j, k) => valueAt(...place([i, j, k])), [side, side, side]);
        const mesh = await extractIsosurface(gpu(), volume, 0);
        const corners = cornersOf(mesh);
        let area = 0;
        for (let at = 0; at < corners.length; at += 9) {
          const [p, q, r] = [0, 3, 6].map((n) => corners.slice(at + n, at + n + 3) as unknown as Vec3) as [
            Vec3,
            Vec3,
            Vec3,
          ];
          area += length(cross(subtract(q, p), subtract(r, p))) / 2;
        }
        measured.push([area, volumeOf(mesh)]);
      }
    }
    const [[area, volume]] = measured as [[number, number]];
    for (const [otherArea, otherVolume] of measured) {
      expect(Math.abs(otherArea / area - 1)).toBeLessThan(1e-5);
      expect(Math.abs(otherVolume / volume - 1)).toBeLessThan(1e-5);
    }
  });
});

describe('in the world', () => {
  it('is where the voxels are, and faces away from larger values, whatever the axes', async () => {
    for (const indexToWorld of [
      OBLIQUE,
      { ...OBLIQUE, columns: [OBLIQUE.columns[1], OBLIQUE.columns[0], OBLIQUE.columns[2]] } as Affine,
    ]) {
      const mesh = await extractIsosurface(gpu(), ball({ indexToWorld }), 0.25);
      const toIndex = invert(indexToWorld);
      const corners = cornersOf(mesh);
      for (let at = 0; at < corners.length; at += 3) {
        const [i, j, k] = transformPoint(toIndex, corners.subarray(at, at + 3) as unknown as Vec3);
        // The distance between two voxels is not quite linear.
        expect(Math.abs(Math.hypot(i - 4, j - 3, k - 3.5) - 2.75)).toBeLessThan(0.06);
      }
      const scaled = volumeOf(mesh) / Math.abs(determinant(indexToWorld));
      expect(scaled).toBeCloseTo(volumeOf(await extractIsosurface(gpu(), ball(), 0.25)), 4);
    }
  });

  it('ends at the volume’s box where it is closed, and at the outer centres where it is not', async () => {
    const volume = fill(() => 1);
    const extent = (corners: Float64Array, axis: number) => {
      const coordinates = corners.filter((_, at) => at % 3 === axis);
      return [Math.min(...coordinates), Math.max(...coordinates)];
    };
    const corners = cornersOf(await extractIsosurface(gpu(), volume, 0));
    for (const [axis, size] of SIZES.entries()) {
      const [low, high] = extent(corners, axis) as [number, number];
      expect(low).toBeCloseTo(-0.5 - 2 ** -10, 6);
      expect(high).toBeCloseTo(size - 0.5 + 2 ** -10, 6);
    }
    const open = await extractIsosurface(
      gpu(),
      fill((i) => i - 3.25),
      0,
      { closed: false },
    );
    expect(findClosedness(open).closed).toBe(false);
    expect(extent(cornersOf(open), 0)).toEqual([3.25, 3.25]);
    expect(extent(cornersOf(open), 2)).toEqual([0, 7]);
    await expect(extractIsosurface(gpu(), volume, 0, { closed: false })).rejects.toThrow(
      'the isosurface of 0 is empty',
    );
  });

  it('has its vertices where a ray through the centres of voxels meets the isovalue', async () => {
    const volume = noise(4);
    const mesh = await extractIsosurface(gpu(), volume, 0.1);
    const found = new Set<string>();
    for (let triangle = 0; triangle < mesh.triangles.length / 3; triangle++) {
      for (const corner of triangleCorners(mesh, triangle)) found.add(corner.map((x) => Math.round(512 * x)).join());
    }
    const at = (i: number, j: number, k: number) => volume.voxels[i + SIZES[0] * (j + SIZES[1] * k)]!;
    let crossings = 0;
    for (let k = 0; k < SIZES[2]; k++) {
      for (let j = 0; j < SIZES[1]; j++) {
        for (let i = 0; i + 1 < SIZES[0]; i++) {
          const [a, b] = [at(i, j, k) - 0.1, at(i + 1, j, k) - 0.1];
          if (a >= 0 === b >= 0) continue;
          const share = Math.min(Math.max(a / (a - b), 2 ** -10), 1 - 2 ** -10);
          expect(found).toContain([Math.round(512 * (i + share)), 512 * j, 512 * k].join());
          crossings++;
        }
      }
    }
    expect(crossings).toBeGreaterThan(50);
  });
});

it('needs a finite isovalue that something is above', async () => {
  await expect(extractIsosurface(gpu(), ball(), Number.NaN)).rejects.toThrow('an isovalue must be a finite number');
  await expect(extractIsosurface(gpu(), ball(), 100)).rejects.toThrow('the isosurface of 100 is empty');
});

it('ends when it is told to, and tells how far it is', async () => {
  const shares: number[] = [];
  await extractIsosurface(gpu(), ball(), 0, { slabPoints: 600, onProgress: (share) => shares.push(share) });
  expect(shares.at(-1)).toBe(1);
  expect(shares.length).toBeGreaterThan(1);
  await expect(extractIsosurface(gpu(), ball(), 0, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  );
});
