/** A device with all that its adapter offers, and the errors that would corrupt a result made fatal. */
import { DeviceError } from '../errors.js';
import { MAP_MODE } from './constants.js';
import { Kernels, type Wait } from './kernels.js';

/** Optional features that some kernel has a variant for. */
const USEFUL_FEATURES = ['float32-filterable', 'subgroups', 'texture-formats-tier1', 'timestamp-query'] as const;

export type GpuFeature = (typeof USEFUL_FEATURES)[number];

export interface GpuOptions {
  /** Whether the adapter computes on the CPU; it changes which variant of a pass is fastest. */
  readonly software?: boolean;
  /** How to wait for the device; default: as the event loop does. */
  readonly wait?: Wait;
  /** Features to do without though the adapter has them: to test the variants for adapters that lack them. */
  readonly withoutFeatures?: readonly GpuFeature[];
}

export class Gpu {
  readonly device: GPUDevice;
  readonly kernels: Kernels;
  readonly software: boolean;
  /** What to call the adapter in front of the user. */
  readonly adapterName: string;
  /** The adapter must outlive the device: Dawn's Node binding aborts at random when it is collected first. */
  readonly adapter: GPUAdapter;
  readonly wait: Wait;
  #failure: DeviceError | undefined;

  private constructor(
    adapter: GPUAdapter,
    device: GPUDevice,
    { software, wait }: Required<Omit<GpuOptions, 'withoutFeatures'>>,
  ) {
    this.adapter = adapter;
    this.device = device;
    this.wait = wait;
    this.kernels = new Kernels(device, wait);
    this.software = software;
    this.adapterName = nameAdapter(adapter.info);
    device.onuncapturederror = ({ error }) => {
      this.#failure ??= new DeviceError(`the GPU reported an error: ${firstLine(error.message)}`);
    };
    void device.lost.then(({ reason, message }) => {
      if (reason !== 'destroyed') this.#failure ??= new DeviceError(`the GPU device was lost: ${firstLine(message)}`);
    });
  }

  /**
   * Opens a device with every limit that the adapter offers and the features that tilecast can use.
   * @throws DeviceError where the adapter gives no device.
   */
  static async open(
    adapter: GPUAdapter,
    { software = false, wait = (pending) => pending, withoutFeatures = [] }: GpuOptions = {},
  ): Promise<Gpu> {
    const requiredFeatures = USEFUL_FEATURES.filter(
      (feature) => adapter.features.has(feature) && !withoutFeatures.includes(feature),
    );
    try {
      const device = await adapter.requestDevice({ requiredFeatures, requiredLimits: offeredLimits(adapter) });
      return new Gpu(adapter, device, { software, wait });
    } catch (cause) {
      throw new DeviceError(`adapter ${nameAdapter(adapter.info)} gives no device: ${firstLine(String(cause))}`, {
        cause,
      });
    }
  }

  has(feature: GpuFeature): boolean {
    return this.device.features.has(feature);
  }

  /** @throws DeviceError if the device was lost or has reported an error since it was opened. */
  assertHealthy(): void {
    if (this.#failure) throw this.#failure;
  }

  /**
   * What `allocate` makes, or `undefined` where memory is all that it lacked.
   * @throws DeviceError for any other error of the GPU.
   */
  async tryAllocate<T extends { destroy(): void }>(allocate: () => T): Promise<T | undefined> {
    this.device.pushErrorScope('validation');
    this.device.pushErrorScope('out-of-memory');
    const resource = allocate();
    const [outOfMemory, invalid] = await Promise.all([this.device.popErrorScope(), this.device.popErrorScope()]);
    if (invalid) throw new DeviceError(`the GPU refused an allocation: ${firstLine(invalid.message)}`);
    if (!outOfMemory) return resource;
    resource.destroy();
    return undefined;
  }

  /**
   * Copies a buffer with MAP_READ usage to the CPU once the work submitted so far is done.
   * @throws DeviceError if anything went wrong on the device until then: what was read would be worthless.
   */
  async read(buffer: GPUBuffer): Promise<ArrayBuffer> {
    try {
      await this.wait(buffer.mapAsync(MAP_MODE.READ));
    } catch (cause) {
      await Promise.resolve();
      this.assertHealthy();
      throw new DeviceError(`a GPU buffer could not be read: ${firstLine(String(cause))}`, { cause });
    }
    const bytes = buffer.getMappedRange().slice(0);
    buffer.unmap();
    this.assertHealthy();
    return bytes;
  }

  destroy(): void {
    this.device.destroy();
  }
}

function nameAdapter({ vendor, architecture, device, description }: GPUAdapterInfo): string {
  return description || [vendor, architecture, device].filter(Boolean).join(' ') || 'unnamed adapter';
}

function offeredLimits(adapter: GPUAdapter): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const name in adapter.limits) {
    const value = adapter.limits[name as keyof GPUSupportedLimits];
    if (typeof value === 'number') limits[name] = value;
  }
  return limits;
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.trim() ?? '';
