/** Visible voxels: found four bytes at a time as they are one by one. */
import { describe, expect, it } from 'vitest';
import { createShownVoxels } from '../../../src/cast/volume/shown-voxels.js';
import { createTransferFunction, evaluateOpacity } from '../../../src/transfer/transfer-function.js';
import { createVolume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SIZES = [67, 64, 64] as const;
const COUNT = SIZES[0] * SIZES[1] * SIZES[2];
const TYPES = { Uint8Array, Int8Array, Uint16Array, Int16Array };

describe.each(Object.entries(TYPES))('of a volume in %s', (_, Voxels) => {
  it.each([0, 4, 2])('are those of a loop over all voxels, %i bytes into a buffer', (offset) => {
    const random = createRandom(9100 + offset);
    const voxels = new Voxels(new ArrayBuffer(offset + COUNT * Voxels.BYTES_PER_ELEMENT), offset, COUNT);
    // Noise below what is visible, and now and then a run of visible voxels.
    for (let at = 0; at < COUNT; at++) voxels[at] = Math.floor(20 * random());
    for (let run = 0; run < 900; run++) {
      const start = Math.floor(COUNT * random());
      voxels.fill(30 + Math.floor(90 * random()), start, start + Math.ceil(5 * random()));
    }
    const transfer = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: 25, opacity: 0 },
        { value: 120, opacity: 0.5 },
      ],
    });
    const shown = createShownVoxels({ volume: createVolume({ sizes: SIZES, voxels }), transfer }, 1000, 300);
    for (let k = 0; k < SIZES[1] * SIZES[2]; k++) {
      const row = SIZES[0] * k;
      const first = Math.floor(5 * random());
      const end = SIZES[0] - Math.floor(5 * random());
      const expected: (readonly [number, number])[] = [];
      for (let i = first; i < end; i++) {
        const opacity = evaluateOpacity(transfer, voxels[row + i]!);
        const depth = Math.min(Math.round(1000 * opacity), 300);
        if (depth > 0) expected.push([i, depth]);
      }
      const found: (readonly [number, number])[] = [];
      for (let i = shown.findNext(row, first, end); i < end; i = shown.findNext(row, i + 1, end)) {
        found.push([i, shown.depth]);
      }
      expect(found).toEqual(expected);
    }
  });
});
