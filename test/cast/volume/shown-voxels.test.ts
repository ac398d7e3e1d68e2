/** Visible voxels: found four bytes at a time as they are one by one. */
import { describe, expect, it } from 'vitest';
import { createShownVoxels } from '../../../src/cast/volume/shown-voxels.js';
import { createTransferFunction, evaluateOpacity } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SIZES = [67, 64, 64] as const;
const COUNT = SIZES[0] * SIZES[1] * SIZES[2];
const TYPES = { Uint8Array, Int8Array, Uint16Array, Int16Array };

it.each([0, 1, 62, 126, 127, 128, 254])('of bytes above %i are those of a loop, between any two places', (hidden) => {
  const seed = 9300 + hidden;
  const random = createRandom(seed);
  const voxels = Uint8Array.from({ length: COUNT }, () => {
    const isShown = hidden < 255 && random() < 0.02;
    return isShown ? hidden + 1 + Math.floor((255 - hidden) * random()) : Math.floor((hidden + 1) * random());
  });
  const transfer = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: hidden, opacity: 0 },
      { value: hidden + 0.5, opacity: 0.5 },
    ],
  });
  const shown = createShownVoxels({ volume: createVolume({ sizes: SIZES, voxels }), transfer }, 1000, 300);
  for (let probe = 0; probe < 3000; probe++) {
    const first = Math.floor((COUNT - 300) * random());
    const end = first + Math.floor(300 * random());
    let expected = first;
    while (expected < end && voxels[expected]! <= hidden) expected++;
    expect(shown.findNext(first, end), `seed ${seed}, from ${first} to ${end}`).toBe(expected);
  }
});

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
      for (let at = shown.findNext(row + first, row + end); at < row + end; at = shown.findNext(at + 1, row + end)) {
        found.push([at - row, shown.depth]);
      }
      expect(found).toEqual(expected);
    }
  });
});

it('of labels are those that a mask of the same voxels shows, as a mask of a copy does', () => {
  const random = createRandom(9200);
  const voxels = Uint8Array.from({ length: COUNT }, () => Math.floor(5 * random()));
  const volume = createVolume({ sizes: SIZES, voxels });
  const transfer = createTransferFunction({
    colors: [{ value: 1, color: [1, 1, 1] }],
    opacities: [{ value: 1, opacity: 0.8 }],
  });
  const styles = [
    { label: 2, color: [1, 0, 0] },
    { label: 4, color: [0, 1, 0], opacity: 0.5 },
  ] as const;
  const list = (labels: typeof volume) => {
    const shown = createShownVoxels({ volume, transfer, mask: createMask({ labels, styles }) }, 1000, 2000);
    const found: (readonly [number, number])[] = [];
    for (let i = shown.findNext(0, 3000); i < 3000; i = shown.findNext(i + 1, 3000)) found.push([i, shown.depth]);
    return found;
  };
  const own = list(volume);
  expect(own.length).toBeGreaterThan(500);
  expect(own).toEqual(list({ ...volume, voxels: voxels.slice() }));
});
