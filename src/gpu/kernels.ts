/** Compute pipelines by WGSL module, conditions and override constants, each linked and compiled once a device. */
import { DeviceError } from '../errors.js';
import type { ShaderConditions } from './link-key.js';
import { linkShader } from './link-shader.js';

/** Waits for work of the device that is under way. */
export type Wait = <T>(pending: Promise<T>) => Promise<T>;

export interface KernelVariant {
  /** Parts of the module to keep. */
  readonly conditions?: ShaderConditions;
  /** Values of its override constants. */
  readonly constants?: Readonly<Record<string, number>>;
}

export class Kernels {
  readonly #device: GPUDevice;
  readonly #wait: Wait;
  readonly #modules = new Map<string, Promise<GPUShaderModule>>();
  readonly #pipelines = new Map<string, Promise<GPUComputePipeline>>();

  constructor(device: GPUDevice, wait: Wait) {
    this.#device = device;
    this.#wait = wait;
  }

  /**
   * The pipeline of entry point `main` in the module at `path` below `wgsl/`.
   * @throws DeviceError if the adapter's compiler refuses it.
   */
  get(path: string, { conditions = {}, constants = {} }: KernelVariant = {}): Promise<GPUComputePipeline> {
    return memoize(this.#pipelines, JSON.stringify([path, conditions, constants]), async () => {
      const module = await memoize(this.#modules, JSON.stringify([path, conditions]), async () =>
        this.#device.createShaderModule({ label: path, code: await linkShader(path, conditions) }),
      );
      try {
        const descriptor = { label: path, layout: 'auto', compute: { module, entryPoint: 'main', constants } } as const;
        return await this.#wait(this.#device.createComputePipelineAsync(descriptor));
      } catch (cause) {
        throw new DeviceError(`the adapter refuses the kernel ${path}: ${(cause as Error).message}`, { cause });
      }
    });
  }
}

function memoize<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let value = cache.get(key);
  if (!value) {
    value = make();
    cache.set(key, value);
  }
  return value;
}
