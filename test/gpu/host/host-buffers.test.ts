/** Mappable buffers that go from one owner to the next. */
import { expect, it } from 'vitest';
import { keepHostBuffer, takeHostBuffer } from '../../../src/gpu/host/host-buffers.js';
import { Readback } from '../../../src/gpu/host/readback.js';
import { Staging } from '../../../src/gpu/host/staging.js';
import { BUFFER_USAGE } from '../../../src/gpu/usages.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();

/** Sends words through a staging and a readback of their own, which are released. */
async function sendThere(words: Uint32Array): Promise<Uint32Array> {
  const usage = BUFFER_USAGE.COPY_SRC | BUFFER_USAGE.COPY_DST;
  const there = gpu().device.createBuffer({ size: words.byteLength, usage });
  const staging = new Staging(gpu(), 'test.staging');
  const readback = new Readback(gpu(), 'test.readback');
  const ranges = [{ buffer: there, offsetBytes: 0, sizeBytes: words.byteLength }];
  const copies = [{ from: 0, to: there, offsetBytes: 0, sizeBytes: words.byteLength }];
  const fill = (bytes: ArrayBuffer) => new Uint32Array(bytes).set(words);
  const encodeAfter = (encoder: GPUCommandEncoder) => readback.copy(encoder, ranges);
  await staging.upload({ sizeBytes: words.byteLength, fill, copies, encodeAfter });
  const [bytes] = await readback.read(ranges);
  staging.release();
  readback.release();
  there.destroy();
  return new Uint32Array(bytes!);
}

it('sends words through memory that others have left', async () => {
  for (const length of [64, 20, 64, 200]) {
    const words = Uint32Array.from({ length }, (_, index) => index * length);
    expect(await sendThere(words)).toEqual(words);
  }
});

it('keeps buffers up to a size, and hands each out once', () => {
  const usage = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;
  const make = (size: number) => gpu().device.createBuffer({ size, usage });
  const [first, second, third] = [make(20 * 2 ** 20), make(10 * 2 ** 20), make(12 * 2 ** 20)];
  for (const buffer of [first, second, third]) keepHostBuffer(gpu(), { buffer });
  expect(takeHostBuffer(gpu(), usage, 16 * 2 ** 20)).toBeUndefined();
  expect(takeHostBuffer(gpu(), usage, 11 * 2 ** 20)?.buffer).toBe(third);
  expect(takeHostBuffer(gpu(), usage, 2 ** 20)).toBeUndefined();
  expect(takeHostBuffer(gpu(), BUFFER_USAGE.MAP_WRITE | BUFFER_USAGE.COPY_SRC, 9 * 2 ** 20)).toBeUndefined();
  expect(takeHostBuffer(gpu(), usage, 9 * 2 ** 20)?.buffer).toBe(second);
  for (const buffer of [second, third]) buffer.destroy();
});
