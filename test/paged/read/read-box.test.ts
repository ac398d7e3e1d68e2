/** Boxes of random voxels are copied as voxel by voxel, whatever their types, their rows and where their memory begins. */
import { expect, test } from 'vitest';
import { mapVec3, type Vec3 } from '../../../src/math/vec3.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { copyChunk } from '../../../src/paged/read/read-box.js';
import type { VoxelArray } from '../../../src/volume/volume.js';

const TYPES = [Uint8Array, Int16Array, Uint16Array, Float32Array, Float64Array] as const;

const seed = 1312;

test('300 random boxes', () => {
  const random = createRandom(seed);
  const integer = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  /** Zeros that begin anywhere in their memory. */
  const create = (ArrayType: (typeof TYPES)[number], count: number): VoxelArray =>
    new ArrayType(
      new ArrayBuffer((count + 3) * ArrayType.BYTES_PER_ELEMENT),
      integer(0, 3) * ArrayType.BYTES_PER_ELEMENT,
      count,
    );
  for (let round = 0; round < 300; round++) {
    const Source = TYPES[integer(0, TYPES.length - 1)]!;
    const Target = integer(0, 3) > 0 ? Source : Float64Array;
    const step = integer(1, 2) ** 2;
    const chunkSizes: Vec3 = [step * integer(1, 320 / step), integer(1, 4), integer(1, 3)];
    const chunk: Vec3 = [integer(0, 1), integer(0, 1), integer(0, 1)];
    const start = mapVec3(chunk, (number, axis) => number * chunkSizes[axis]!);
    const first = mapVec3(start, (at, axis) => Math.max(at + step * integer(-1, chunkSizes[axis]! / step - 1), 0));
    const end = mapVec3(start, (at, axis) => Math.max(first[axis]! + 1, at + integer(1, chunkSizes[axis]! + 2)));
    const pitch = end[0] - first[0] + integer(0, 1) * 4;
    const height = end[1] - first[1];
    const source = create(Source, chunkSizes[0] * chunkSizes[1] * chunkSizes[2]);
    for (let at = 0; at < source.length; at++) source[at] = 1 + integer(0, 200);
    const voxels = create(Target, pitch * height * (end[2] - first[2]));
    const expected = new Float64Array(voxels.length);
    for (let at = 0; at < source.length; at++) {
      const place: Vec3 = [
        start[0] + (at % chunkSizes[0]),
        start[1] + (Math.floor(at / chunkSizes[0]) % chunkSizes[1]),
        start[2] + Math.floor(at / (chunkSizes[0] * chunkSizes[1])),
      ];
      if (place.some((index, axis) => index < first[axis]! || index >= end[axis]!)) continue;
      const [i, j, k] = mapVec3(place, (index, axis) => index - first[axis]!);
      expected[i + pitch * (j + height * k)] = source[at]!;
    }
    copyChunk(
      { chunkSizes },
      chunk,
      { voxels: source, offset: 0, strides: [1, chunkSizes[0], chunkSizes[0] * chunkSizes[1]] },
      { first, end },
      { voxels, first, strides: [pitch, pitch * height] },
    );
    expect([...voxels], `round ${round} of seed ${seed}`).toEqual([...expected]);
  }
});
