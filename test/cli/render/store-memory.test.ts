/** Memory for the decoded chunks of stores that nobody bounds. */
import { expect, it } from 'vitest';
import { chooseDetail, divideMemory } from '../../../src/cli/render/load/open-store-volume.js';
import { createVolume, type Gpu } from '../../../src/index.js';
import { storeOfVolume } from '../../../src/lab.js';

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
