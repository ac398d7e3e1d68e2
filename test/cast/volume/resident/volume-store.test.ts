/** Volumes that nobody keeps any more are freed, with all that followed from them. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { Renderer } from '../../../../src/cast/renderer.js';
import { createVolume } from '../../../../src/volume/volume.js';
import { openTestGpu } from '../../../open-test-gpu.js';
import { makeTransfer } from '../../sample-scenes.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const transfer = makeTransfer([0, 255], 0.2);

it('keeps nothing of volumes that are gone', async () => {
  // GPUs look for the bricks that are visible in every frame, software only where it skips.
  const gpu = await openTestGpu({ treatAs: 'gpu' });
  const live = new Set<string>();
  const create = gpu.device.createBuffer.bind(gpu.device);
  let made = 0;
  vi.spyOn(gpu.device, 'createBuffer').mockImplementation((descriptor) => {
    const buffer = create(descriptor);
    if (!descriptor.label?.startsWith('bricks.')) return buffer;
    const name = `${descriptor.label} ${made++}`;
    live.add(name);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      live.delete(name);
      return destroy();
    };
    return buffer;
  });
  const renderer = new Renderer(gpu);
  const renderOne = async (seed: number) => {
    const voxels = Uint8Array.from({ length: 512 }, (_, index) => (index * seed) & 255);
    await renderer.render({ volume: createVolume({ sizes: [8, 8, 8], voxels }), transfer }, undefined, {
      width: 8,
      height: 8,
    });
  };
  await renderOne(1);
  const ofOne = live.size;
  expect(ofOne).toBeGreaterThan(0);
  for (let seed = 3; seed < 11; seed++) await renderOne(seed);
  for (let turn = 0; turn < 5; turn++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // The last frame's volume may still be there.
  expect(live.size).toBeLessThanOrEqual(2 * ofOne);
  renderer.destroy();
  gpu.destroy();
});
