/** The adapter that tests run on: SwiftShader wherever it runs, so that machines agree, or the one that is asked for. */
import { beforeAll } from 'vitest';
import { DeviceError, type Gpu, type GpuFeature } from '../src/index.js';
import { type OpenGpuOptions, openGpu } from '../src/node/adapters/adapters.js';

const ADAPTERS: Readonly<Record<string, Pick<OpenGpuOptions, 'adapter' | 'treatAs'>>> = {
  swiftshader: { adapter: 'swiftshader' },
  lavapipe: { adapter: 'lavapipe' },
  hardware: { adapter: 'gpu' },
  // Runs the kernels of GPUs where there is none.
  'swiftshader-as-gpu': { adapter: 'swiftshader', treatAs: 'gpu' },
};

/** Names one of them for a whole run of the tests. */
const WANTED = process.env['TILECAST_TEST_ADAPTER'] || undefined;

export type TestGpuOptions = Pick<OpenGpuOptions, 'withoutFeatures' | 'treatAs'>;

export async function openTestGpu(options: TestGpuOptions = {}): Promise<Gpu> {
  if (WANTED !== undefined) {
    const wanted = ADAPTERS[WANTED];
    if (!wanted) throw new Error(`TILECAST_TEST_ADAPTER is one of ${Object.keys(ADAPTERS).join(', ')}, not ${WANTED}`);
    return openGpu({ ...wanted, ...options });
  }
  try {
    return await openGpu({ ...options, adapter: 'swiftshader' });
  } catch (error) {
    if (error instanceof DeviceError) return openGpu(options);
    throw error;
  }
}

const shared = new Map<string, Promise<Gpu>>();

/** A device that test files of one process share, with the kernels that it has compiled: that takes most of their time. */
export function useTestGpu(withoutFeatures: readonly GpuFeature[] = []): () => Gpu {
  const key = withoutFeatures.join();
  let gpu: Gpu | undefined;
  beforeAll(async () => {
    const opening = shared.get(key) ?? openTestGpu({ withoutFeatures });
    shared.set(key, opening);
    gpu = await opening;
    gpu.assertHealthy();
  });
  return () => {
    if (!gpu) throw new Error('the device is there from beforeAll on');
    return gpu;
  };
}
