/** Pieces that go up through memory that takes turns, in their order however long each takes to be written. */
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { StagingRing } from '../../../src/gpu/host/staging-ring.js';
import { BUFFER_USAGE } from '../../../src/gpu/usages.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();
const PIECE_BYTES = 64;

function createTarget(size: number): GPUBuffer {
  const usage = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;
  return gpu().device.createBuffer({ size, usage });
}

it('submits pieces in their order, and writes several at a time', async () => {
  const ring = new StagingRing(gpu(), 'test.staging', 3);
  const target = createTarget(PIECE_BYTES);
  const submitted: number[] = [];
  let [writing, most] = [0, 0];
  for (let piece = 0; piece < 8; piece++) {
    const fill = async (bytes: ArrayBuffer) => {
      most = Math.max(most, ++writing);
      // The first of three takes longest.
      await setTimeout(10 * (3 - (piece % 3)));
      new Uint32Array(bytes).fill(piece);
      writing--;
    };
    const copies = [{ from: 0, to: target, offsetBytes: 0, sizeBytes: PIECE_BYTES }];
    await ring.upload({ sizeBytes: PIECE_BYTES, fill, copies, encodeAfter: () => submitted.push(piece) });
  }
  await ring.finish();
  expect(submitted).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
  expect(new Uint32Array(await gpu().read(target))).toEqual(new Uint32Array(PIECE_BYTES / 4).fill(7));
  for (const resource of [ring, target]) resource.destroy();
});

it('ends with what could not be written, once nobody writes any more', async () => {
  const ring = new StagingRing(gpu(), 'test.staging', 2);
  const target = createTarget(PIECE_BYTES);
  const copies = [{ from: 0, to: target, offsetBytes: 0, sizeBytes: PIECE_BYTES }];
  let isWritten = false;
  const fail = () => Promise.reject(new Error('cut short'));
  await ring.upload({ sizeBytes: PIECE_BYTES, fill: fail, copies });
  const write = async () => {
    await setTimeout(20);
    isWritten = true;
  };
  await ring.upload({ sizeBytes: PIECE_BYTES, fill: write, copies });
  await expect(ring.finish()).rejects.toThrow('cut short');
  expect(isWritten).toBe(true);
  for (const resource of [ring, target]) resource.destroy();
});
