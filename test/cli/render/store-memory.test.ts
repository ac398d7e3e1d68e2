/** Memory for the decoded chunks of stores that nobody bounds. */
import { expect, it } from 'vitest';
import { chooseDetail, divideMemory } from '../../../src/cli/render/load/open-store-volume.js';
import { createVolume, type Gpu, InputError, type Level } from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';
import { IDENTITY_AFFINE } from '../../../src/math/affine.js';
import { boundHostMemory, openMemory } from '../../../src/node/host-memory.js';
import { createStore } from '../../../src/paged/store.js';

const GIB = 2 ** 30;
const noGpu = () => Promise.reject<Gpu>(new Error('there is none'));

it('is a gibibyte at most, however many channels share it', () => {
  for (const channels of [1, 3, 8]) {
    const { shareBytes } = divideMemory(undefined, channels, 1);
    expect(channels * shareBytes).toBeLessThanOrEqual(GIB);
    expect(channels * shareBytes).toBeGreaterThan(0.99 * GIB);
  }
});

it('is that of chunks alone: a level that fits on the device is read whole', async () => {
  const volume = createVolume({ sizes: [128, 128, 128], voxels: new Uint16Array(128 ** 3) });
  const store = storeOfVolume('the volume', volume);
  const share = { account: undefined, shareBytes: 1000 };
  const whole = await chooseDetail({}, false)(store, noGpu(), share);
  expect(whole.pages).toBeUndefined();
  expect(whole.volume.sizes).toEqual([128, 128, 128]);
  const paged = await chooseDetail({ memory: 1 }, false)(store, noGpu(), share);
  expect(paged.pages!.chunks.maxBytes).toBe(1000);
  const roomy = await chooseDetail({ memory: 1 }, false)(store, noGpu(), divideMemory(undefined, 1, 1));
  expect(roomy.pages!.chunks.maxBytes).toBeLessThanOrEqual(GIB);
});

it('suffices to decode large chunks a few times each, or is refused with how much would', async () => {
  const level: Level = {
    sizes: [1024, 1024, 1024],
    chunkSizes: [256, 256, 256],
    type: 'uint16',
    indexToWorld: IDENTITY_AFFINE,
    readChunk: () => Promise.reject(new InputError('it was read')),
  };
  const store = createStore({ name: 'large', format: 'Zarr', anatomical: false }, level);
  const open = (mib: number) => {
    boundHostMemory(mib * 2 ** 20);
    return chooseDetail({ memory: 1 }, false)(store, noGpu(), divideMemory(openMemory('large'), 1, 1));
  };
  try {
    await expect(open(84)).rejects.toThrow(
      /^large: takes 84\.25 MiB with the decoded chunks .*--host-memory allows 84 MiB/,
    );
    await expect(open(84.25)).rejects.toThrow('it was read');
  } finally {
    boundHostMemory(undefined);
  }
});

it.each([
  // Half of the device's, which holds more chunks than those whose faces are kept.
  { chunk: 64, deviceMib: 64, cacheMib: 32 },
  // Two chunks, and the faces of 8 × 8.
  { chunk: 128, deviceMib: 64, cacheMib: 8 + (64 * 6 * 128 * 128 * 3 * 2) / 2 ** 20 },
  { chunk: 128, deviceMib: 40, cacheMib: 40 },
  // Four, whatever the device's is.
  { chunk: 256, deviceMib: 64, cacheMib: 128 },
])('of chunks of $chunk³ is $cacheMib MiB beside $deviceMib on the device', async ({ chunk, deviceMib, cacheMib }) => {
  const level: Level = {
    sizes: [1024, 1024, 1024],
    chunkSizes: [chunk, chunk, chunk],
    type: 'uint16',
    indexToWorld: IDENTITY_AFFINE,
    readChunk: async () => ({ voxels: new Uint16Array(1), offset: 0, strides: [0, 0, 0] }),
  };
  const store = createStore({ name: 'large', format: 'Zarr', anatomical: false }, level);
  const opened = await chooseDetail({ memory: deviceMib }, false)(store, noGpu(), divideMemory(undefined, 1, 1));
  expect(opened.pages!.chunks.maxBytes).toBeCloseTo(cacheMib * 2 ** 20, 0);
});
