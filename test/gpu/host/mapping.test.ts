/** Buffers are never destroyed while they are being mapped: see `src/gpu/host/mapping.ts`. */
import { beforeEach, expect, it, vi } from 'vitest';
import { DeviceError } from '../../../src/errors.js';
import { Gpu } from '../../../src/gpu/gpu.js';
import { keepHostBuffer } from '../../../src/gpu/host/host-buffers.js';
import { destroyOnceMapped, startMapping } from '../../../src/gpu/host/mapping.js';
import { Readback } from '../../../src/gpu/host/readback.js';
import { Staging } from '../../../src/gpu/host/staging.js';
import { BUFFER_USAGE, MAP_MODE } from '../../../src/gpu/usages.js';
import { openNullAdapter } from '../../open-null-adapter.js';

let gpu: Gpu;
/** The state of each buffer when it was destroyed. */
let destroyed: GPUBufferMapState[];

beforeEach(async () => {
  gpu = await Gpu.open(await openNullAdapter());
  destroyed = [];
  const create = gpu.device.createBuffer.bind(gpu.device);
  vi.spyOn(gpu.device, 'createBuffer').mockImplementation((descriptor) => {
    const buffer = create(descriptor);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      destroyed.push(buffer.mapState);
      return destroy();
    };
    return buffer;
  });
  return () => gpu.destroy();
});

const upload = (staging: Staging, sizeBytes: number) =>
  staging.upload({ sizeBytes, fill: () => undefined, copies: [] });

it('waits for the next mapping of a staging buffer that is destroyed, outgrown or one too many', async () => {
  const staging = new Staging(gpu, 'test');
  await upload(staging, 16);
  await upload(staging, 64);
  staging.destroy();
  staging.destroy();
  const released = new Staging(gpu, 'test');
  await upload(released, 2 ** 20);
  released.release();
  keepHostBuffer(gpu, { buffer: gpu.device.createBuffer({ size: 2 ** 25, usage: BUFFER_USAGE.COPY_DST }) });
  await vi.waitFor(() => expect(destroyed).toEqual(['mapped', 'mapped', 'mapped']));
});

it('waits for what is being read back', async () => {
  const buffer = gpu.device.createBuffer({ size: 16, usage: BUFFER_USAGE.COPY_SRC });
  const ranges = [{ buffer, offsetBytes: 0, sizeBytes: 16 }];
  const readback = new Readback(gpu, 'test');
  const encoder = gpu.device.createCommandEncoder();
  readback.copy(encoder, ranges);
  gpu.device.queue.submit([encoder.finish()]);
  const reading = readback.read(ranges);
  readback.destroy();
  await expect(reading).rejects.toThrow(DeviceError);
  expect(destroyed).toEqual(['mapped']);
});

it('destroys at once what is not being mapped, and does so when the device goes amid a mapping', async () => {
  const usage = BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST;
  const [idle, mapping] = [1, 2].map(() => gpu.device.createBuffer({ size: 16, usage }));
  destroyOnceMapped(idle!);
  expect(destroyed).toEqual(['unmapped']);
  void startMapping(mapping!, MAP_MODE.READ);
  destroyOnceMapped(mapping!);
  gpu.destroy();
  await vi.waitFor(() => expect(destroyed).toHaveLength(2));
  expect(destroyed).not.toContain('pending');
});
