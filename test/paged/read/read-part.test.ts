/** Parts that are read of a level are those that are cut out of all of it. */
import { expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.js';
import { mapVec3 } from '../../../src/math/vec3.js';
import { readLevel } from '../../../src/paged/read/read-level.js';
import { readPart } from '../../../src/paged/read/read-part.js';
import { cutPart, orderCells, rangeOfCell, splitCells } from '../../../src/volume/split-volume.js';
import { createVolume } from '../../../src/volume/volume.js';
import { memoryStore } from '../memory-store.js';

it('reads what cutPart cuts, and only chunks that have some of it', async () => {
  const sizes: Vec3 = [37, 9, 7];
  const voxels = Int16Array.from({ length: 37 * 9 * 7 }, (_, index) => (index * 7919) % 3001);
  const indexToWorld = {
    columns: [
      [0.5, 0, 0],
      [0, 0, 3],
      [0, -2, 0],
    ],
    origin: [7, 8, 9],
  } as const;
  const read = new Set<string>();
  const chunkSizes: Vec3 = [5, 4, 6];
  const store = memoryStore(createVolume({ sizes, voxels, indexToWorld }), {
    chunkSizes,
    onRead: (chunk) => read.add(chunk.join()),
  });
  const [level] = store.levels;
  const whole = await readLevel(store, level);
  const all = read.size;
  for (const step of [0.5, 2]) {
    for (const cell of orderCells(splitCells(sizes, 4), { forward: [1, 1, 1] })) {
      read.clear();
      expect(await readPart({ store, level }, cell, { step })).toEqual(cutPart(whole, cell, { step }));
      const { first, end } = rangeOfCell(sizes, cell, step);
      const counts = mapVec3(
        chunkSizes,
        (side, axis) => Math.ceil(end[axis]! / side) - Math.floor(first[axis]! / side),
      );
      expect(read.size).toBe(counts[0] * counts[1] * counts[2]);
      expect(read.size).toBeLessThan(all);
    }
  }
});
