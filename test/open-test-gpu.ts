/** The adapter that tests run on: the software one wherever it runs, so that machines agree. */
import { afterAll, beforeAll } from 'vitest';
import { DeviceError, type Gpu, type GpuFeature } from '../src/index.js';
import { openGpu } from '../src/node/adapters.js';

/** Set to `hardware` to run the tests on the system's GPU. */
const WANTED = process.env['TILECAST_TEST_ADAPTER'] ?? 'software';

export async function openTestGpu(withoutFeatures: readonly GpuFeature[] = []): Promise<Gpu> {
  if (WANTED === 'hardware') return openGpu({ withoutFeatures });
  try {
    return await openGpu({ software: true, withoutFeatures });
  } catch (error) {
    if (error instanceof DeviceError) return openGpu({ withoutFeatures });
    throw error;
  }
}

/** A device for the tests of one file, destroyed after them. */
export function useTestGpu(withoutFeatures: readonly GpuFeature[] = []): () => Gpu {
  let gpu: Gpu | undefined;
  beforeAll(async () => {
    gpu = await openTestGpu(withoutFeatures);
  });
  afterAll(() => gpu?.destroy());
  return () => {
    if (!gpu) throw new Error('the device is there from beforeAll on');
    return gpu;
  };
}
