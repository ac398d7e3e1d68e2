/** The parts of pyramids: the order of chunks, ranges that are found box by box, and reduction. */
import { describe, expect, it } from 'vitest';
import { mapVec3, type Vec3 } from '../../../src/math/vec3.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { orderChunks } from '../../../src/paged/pyramid/order-chunks.js';
import { planPyramid } from '../../../src/paged/pyramid/plan-pyramid.js';
import { RangeCollector } from '../../../src/paged/pyramid/range-collector.js';
import { reduceChunk } from '../../../src/paged/pyramid/reduce-chunk.js';
import type { VoxelArray } from '../../../src/volume/volume.js';
import { rangesOf } from '../memory-store.js';

const seed = 4711;

describe('the order of chunks', () => {
  const levels = planPyramid([100, 900, 300], [1, 1, 1], 10);
  const inRuns = [...orderChunks(levels, 10, 2, Number.POSITIVE_INFINITY, 4)];
  const all = inRuns.flat();
  const few = [...orderChunks(levels, 10, 2, 1, 10)].flat();

  it('comes in runs along i', () => {
    expect(inRuns.slice(0, 3).map(({ length }) => length)).toEqual([4, 4, 2]);
    for (const run of inRuns)
      for (const [at, chunk] of run.entries()) expect(chunk).toEqual([run[0]![0] + at, ...run[0]!.slice(1)]);
  });

  it('has each chunk once', () => {
    for (const order of [all, few]) {
      expect(order.length).toBe(10 * 90 * 30);
      expect(new Set(order.map(String)).size).toBe(order.length);
    }
  });

  it('is that of files where there is memory for whole layers, and of groups of rows where there is not', () => {
    const [i, j, k] = all[90 * 10]!;
    expect([i, j, k]).toEqual([0, 0, 1]);
    const rows = few.findIndex((chunk) => chunk[2] === 1) / 10;
    expect(rows).toBeLessThan(90);
    expect(Math.log2(rows) % 1).toBe(0);
  });
});

const TYPES = [Int16Array, Uint16Array, Int8Array, Uint8Array, Int32Array, Float32Array] as const;

/** Values to the ends of the type; some of floats are missing. */
function randomVoxels(ArrayType: (typeof TYPES)[number], count: number, random: () => number): VoxelArray {
  const voxels = new ArrayType(count);
  const isFloat = voxels instanceof Float32Array;
  const width = 2 ** (8 * voxels.BYTES_PER_ELEMENT);
  for (let at = 0; at < count; at++) {
    voxels[at] = isFloat ? (random() < 0.05 ? Number.NaN : random() - 0.5) : Math.floor(random() * width);
  }
  return voxels;
}

describe.each(TYPES)('%o', (ArrayType) => {
  it('has the same ranges box by box as voxel by voxel', () => {
    const random = createRandom(seed);
    for (const [sizes, side, boxSide] of [
      [[21, 13, 18], 4, 8],
      [[9, 10, 11], 3, 6],
      [[7, 5, 3], 1, 2],
      [[6, 7, 8], 2, 4],
      [[1, 1, 40], 16, 32],
      [[37, 18, 19], 16, 32],
    ] as const) {
      const voxels = randomVoxels(ArrayType, sizes[0] * sizes[1] * sizes[2], random);
      const ranges = new RangeCollector(sizes, side);
      const strides: Vec3 = [1, sizes[0], sizes[0] * sizes[1]];
      for (let k = 0; k < sizes[2]; k += boxSide) {
        for (let j = 0; j < sizes[1]; j += boxSide) {
          for (let i = 0; i < sizes[0]; i += boxSide) {
            const first: Vec3 = [i, j, k];
            const end = mapVec3(first, (index, axis) => Math.min(index + boxSide, sizes[axis]!));
            const offset = i + strides[1] * j + strides[2] * k;
            ranges.add({ first, end }, { voxels, offset, strides });
          }
        }
      }
      const pairs = [...ranges.lows].flatMap((low, cube) => [low, ranges.highs[cube]!]);
      expect(pairs, `${sizes}, seed ${seed}`).toEqual([...rangesOf({ sizes, voxels }, side).pairs]);
    }
  });

  it('is reduced to the mean of each block, whatever part of it there is', () => {
    const random = createRandom(seed);
    const side = 8;
    const voxels = randomVoxels(ArrayType, side ** 3, random);
    const isFloat = voxels instanceof Float32Array;
    for (const [sizes, factors] of [
      [
        [8, 8, 8],
        [2, 2, 2],
      ],
      [
        [7, 5, 3],
        [2, 2, 2],
      ],
      [
        [7, 8, 3],
        [2, 1, 2],
      ],
      [
        [5, 7, 3],
        [1, 2, 2],
      ],
      [
        [8, 1, 1],
        [2, 2, 1],
      ],
    ] as const) {
      const target = new ArrayType(side ** 3);
      reduceChunk({ voxels, side }, sizes, factors, 'mean', target, [0, 0, 0]);
      const [ni, nj, nk] = mapVec3(sizes, (size, axis) => Math.ceil(size / factors[axis]!));
      for (let at = 0; at < ni * nj * nk; at++) {
        const place: Vec3 = [at % ni, Math.floor(at / ni) % nj, Math.floor(at / (ni * nj))];
        const block: number[] = [];
        for (let part = 0; part < 8; part++) {
          const offset = [part & 1, (part >> 1) & 1, part >> 2];
          const [x, y, z] = place.map((index, axis) => index * factors[axis]! + offset[axis]!) as unknown as Vec3;
          const isWithin = offset.every((step, axis) => step < factors[axis]!);
          if (isWithin && x < sizes[0] && y < sizes[1] && z < sizes[2]) block.push(voxels[x + side * (y + side * z)]!);
        }
        const mean = block.reduce((sum, value) => sum + value, 0) / block.length;
        const made = target[place[0] + side * (place[1] + side * place[2])]!;
        expect(made, `${sizes} by ${factors} at ${place}`).toBe(isFloat ? Math.fround(mean) : Math.round(mean) + 0);
      }
    }
  });
});
