/** Triangles in boxes and balls against all triangles, and single ones where it is known. */
import { describe, expect, it } from 'vitest';
import { Bvh } from '../../../../src/bvh/bvh.js';
import { type Ball, findOverlaps } from '../../../../src/bvh/queries/points/find-overlaps.js';
import { OVERLAP_REGIONS, OverlapQuery } from '../../../../src/bvh/queries/points/overlap-query.js';
import { InputError } from '../../../../src/errors.js';
import { readWords } from '../../../../src/gpu/allocate-storage.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import type { Box } from '../../../../src/mesh/bounding-box.js';
import {
  createIcosphere,
  createTorus,
  createTriangleSoup,
} from '../../../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../../../src/mesh/generators/random.js';
import { overlapsBall, overlapsBox } from '../../../../src/mesh/triangle/overlap-triangle.js';
import { triangleCorners } from '../../../../src/mesh/triangle/triangle-corners.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { createSlivers } from '../slivers.js';

const gpu = useTestGpu();

const UNIT: Box = { min: [-1, -1, -1], max: [1, 1, 1] };

describe('overlapsBox', () => {
  it.each<[string, [Vec3, Vec3, Vec3], boolean]>([
    [
      'inside',
      [
        [0, 0, 0],
        [0.5, 0, 0],
        [0, 0.5, 0],
      ],
      true,
    ],
    [
      'around it',
      [
        [-9, -9, 0],
        [9, -9, 0],
        [0, 9, 0],
      ],
      true,
    ],
    [
      'across a corner',
      [
        [2.5, 0, 0],
        [0, 2.5, 0],
        [0, 0, 2.5],
      ],
      true,
    ],
    [
      'touching a corner',
      [
        [3, 0, 0],
        [0, 3, 0],
        [0, 0, 3],
      ],
      true,
    ],
    [
      'beyond a corner',
      [
        [3.1, 0, 0],
        [0, 3.1, 0],
        [0, 0, 3.1],
      ],
      false,
    ],
    [
      'touching a face',
      [
        [1, 5, 0],
        [1, -5, 0],
        [4, 0, 0],
      ],
      true,
    ],
    [
      'beside an edge',
      [
        [2.1, 0, -5],
        [0, 2.1, 5],
        [3, 3, 0],
      ],
      false,
    ],
    [
      'with its box alone',
      [
        [-3, 1.5, 0],
        [1.5, -3, 0],
        [-9, -9, 0],
      ],
      true,
    ],
    [
      'beside, with its box around',
      [
        [-3, 5.5, 0],
        [5.5, -3, 0],
        [9, 9, 0],
      ],
      false,
    ],
  ])('knows a triangle %s', (_, corners, expected) => {
    expect(overlapsBox(corners, UNIT)).toBe(expected);
  });

  it('agrees with points of the triangle, seed 41', () => {
    const random = createRandom(41);
    const vector = (): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
    for (let turn = 0; turn < 500; turn++) {
      const [a, b, c] = [vector(), vector(), vector()];
      let nearest = Infinity;
      for (let i = 0; i <= 40; i++) {
        for (let j = 0; j <= 40 - i; j++) {
          const place = a.map((x, axis) => x + (i / 40) * (b[axis]! - x) + (j / 40) * (c[axis]! - x));
          nearest = Math.min(nearest, Math.max(...place.map(Math.abs)));
        }
      }
      // Places are at most 0.15 apart.
      if (nearest <= 1) expect(overlapsBox([a, b, c], UNIT)).toBe(true);
      if (nearest > 1.15) expect(overlapsBox([a, b, c], UNIT)).toBe(false);
    }
  });
});

describe('findOverlaps', () => {
  it.each([
    ['a torus', createTorus({ majorSegments: 24, minorSegments: 12 })],
    ['a soup', createTriangleSoup({ count: 500, seed: 3 })],
    ['slivers', createSlivers(300, 5)],
  ])('finds those of %s that every triangle gives, seed 42', async (_, mesh) => {
    const random = createRandom(42);
    const vector = (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const regions = Array.from({ length: 60 }, (__, index): Box | Ball => {
      const center = vector();
      const size = 10 ** (-3 * random());
      if (index % 2 === 0) return { center, radius: size };
      return { min: center, max: center.map((x) => x + size) as unknown as Vec3 };
    });
    const bvh = await Bvh.build(gpu(), mesh);
    const { offsets, triangles } = await findOverlaps(bvh, mesh, regions);
    bvh.destroy();
    for (const [index, region] of regions.entries()) {
      const expected = Array.from({ length: mesh.triangles.length / 3 }, (__, triangle) => triangle).filter(
        (triangle) => {
          const corners = triangleCorners(mesh, triangle);
          return 'radius' in region
            ? overlapsBall(corners, region.center, region.radius)
            : overlapsBox(corners, region);
        },
      );
      expect(Array.from(triangles.subarray(offsets[index], offsets[index + 1]))).toEqual(expected);
    }
    expect(triangles.length).toBeGreaterThan(100);
  });

  it('answers about nothing, and refuses what is not finite', async () => {
    const mesh = createIcosphere({ subdivisions: 0 });
    const bvh = await Bvh.build(gpu(), mesh);
    expect((await findOverlaps(bvh, mesh, [])).offsets).toEqual(Uint32Array.of(0));
    expect((await findOverlaps(bvh, mesh, [{ center: [9, 9, 9], radius: 1 }])).triangles).toHaveLength(0);
    await expect(findOverlaps(bvh, mesh, [{ center: [0, 0, 0], radius: Infinity }])).rejects.toThrow(InputError);
    bvh.destroy();
  });
});

describe('OverlapQuery', () => {
  it.each(OVERLAP_REGIONS)('lists all triangles that meet %s and few that do not, seed 43', async (kind) => {
    const mesh = createTorus({ majorSegments: 40, minorSegments: 20 });
    const random = createRandom(43);
    const regions = Array.from({ length: 50 }, (): { center: Vec3; size: number } => ({
      center: [3 * random() - 1.5, 3 * random() - 1.5, random() - 0.5],
      size: Math.fround(10 ** (-2 * random())),
    }));
    const meets = ({ center, size }: (typeof regions)[number], wider: number) => {
      const radius = size * wider;
      return Array.from({ length: mesh.triangles.length / 3 }, (_, triangle) => triangle).filter((triangle) => {
        const corners = triangleCorners(mesh, triangle);
        if (kind === 'balls') return overlapsBall(corners, center, radius);
        const [min, max] = [-1, 1].map((side) => center.map((x) => x + side * radius) as unknown as Vec3);
        return overlapsBox(corners, { min: min!, max: max! });
      });
    };
    const bvh = await Bvh.build(gpu(), mesh);
    // Longer than what is asked.
    const query = await OverlapQuery.create(bvh, { capacity: 60, kind });
    const words = regions.flatMap(({ center, size }) =>
      kind === 'balls' ? [...center, size] : [-1, 1].flatMap((side) => center.map((x) => x + side * size)),
    );
    gpu().device.queue.writeBuffer(query.regions, 0, Float32Array.from(words));
    for (const count of [3, 50]) {
      const total = await query.run(count);
      const [offsets, triangles] = await readWords(gpu(), [
        { buffer: query.offsets, length: count + 1 },
        { buffer: query.triangles, length: total },
      ]);
      expect(offsets![count]).toBe(total);
      for (const [index, region] of regions.slice(0, count).entries()) {
        const found = triangles!.slice(offsets![index], offsets![index + 1]).sort();
        expect([...found]).toEqual(expect.arrayContaining(meets(region, 1 - 1e-5)));
        expect(meets(region, 1 + 1e-3)).toEqual(expect.arrayContaining([...found]));
      }
      if (count === 50) expect(total).toBeGreaterThan(200);
    }
    query.destroy();
    bvh.destroy();
  });

  it('refuses regions that are none', async () => {
    const bvh = await Bvh.build(gpu(), createIcosphere({ subdivisions: 0 }));
    await expect(OverlapQuery.create(bvh, { capacity: 1, kind: 'cones' as never })).rejects.toThrow(
      'regions to overlap are boxes or balls, not cones',
    );
    bvh.destroy();
  });
});
