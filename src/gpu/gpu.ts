/** A device with all that its adapter offers, or one that somebody else owns, and the errors that would corrupt a result. */
import { DeviceError } from '../errors.js';
import { type AdapterKind, type AdapterNames, type AdapterTraits, describeAdapter } from './adapter-traits.js';
import { startMapping } from './host/mapping.js';
import { Kernels, type Wait } from './kernels.js';
import { MAP_MODE } from './usages.js';

/** Optional features that some kernel has a variant for. */
const USEFUL_FEATURES = ['float32-filterable', 'subgroups', 'texture-formats-tier1', 'timestamp-query'] as const;

/** A feature that is requested where the adapter has it. */
export type GpuFeature = (typeof USEFUL_FEATURES)[number];

/** Options of `Gpu.open`. */
export interface GpuOptions {
  /** Treat the adapter as one of this kind, not as what it is: to measure or test the variants that are chosen there. */
  readonly treatAs?: AdapterKind | undefined;
  /** How to wait for the device; default: as the event loop does. */
  readonly wait?: Wait | undefined;
  /** Features to do without though the adapter has them: to test the variants for adapters that lack them. */
  readonly withoutFeatures?: readonly GpuFeature[] | undefined;
}

/** Facts about a device that was opened elsewhere. */
export interface SharedDeviceOptions extends Omit<GpuOptions, 'withoutFeatures'> {
  /** The device's own `adapterInfo` by default. */
  readonly adapterInfo?: GPUAdapterInfo | undefined;
}

const NO_INFO: AdapterNames = { vendor: '', architecture: '', device: '', description: '' };

/** A device with the features and limits that the renderer needs, its cache of kernels, and its health. */
export class Gpu {
  /** WebGPU's device. */
  readonly device: GPUDevice;
  /** Its kernels, which are compiled when they are first needed. */
  readonly kernels: Kernels;
  /** Traits of its adapter, by which kernels are chosen. */
  readonly traits: AdapterTraits;
  /** How the adapter names itself. */
  readonly adapterInfo: AdapterNames;
  /** The adapter's name for users. */
  readonly adapterName: string;
  readonly #wait: Wait;
  /** Callers that wait for the device, which may be lost meanwhile. */
  readonly #waiting = new Set<(loss: DeviceError) => void>();
  /** The adapter must outlive the device: Dawn's Node binding aborts at random when it is collected first. */
  readonly #adapter: GPUAdapter | undefined;
  readonly #ownsDevice: boolean;
  /** Why the device is lost, for good. */
  #loss: DeviceError | undefined;
  /** Reported since it was last asked for. */
  #error: DeviceError | undefined;

  private constructor(
    device: GPUDevice,
    adapter: GPUAdapter | undefined,
    { adapterInfo, treatAs, wait = (pending) => pending }: SharedDeviceOptions,
  ) {
    const info = adapterInfo ?? adapter?.info ?? device.adapterInfo ?? NO_INFO;
    this.device = device;
    this.#adapter = adapter;
    this.#ownsDevice = adapter !== undefined;
    this.adapterInfo = info;
    this.adapterName = nameAdapter(info);
    this.traits = { ...describeAdapter(info), ...(treatAs && { kind: treatAs }) };
    this.#wait = wait;
    this.kernels = new Kernels(device, this.wait);
    // Errors on a device that others use too may be theirs; ours are caught in scopes.
    if (this.#ownsDevice) device.addEventListener('uncapturederror', this.#keepError);
    void device.lost.then(({ reason, message }) => {
      const how = reason === 'destroyed' ? 'destroyed' : `lost: ${firstLine(message)}`;
      this.#loss = new DeviceError(`the GPU device was ${how}`);
      for (const giveUp of this.#waiting) giveUp(this.#loss);
    });
  }

  /** Waits for work that is under way. Some of what a lost device had under way never ends. @throws DeviceError then. */
  readonly wait: Wait = <T>(pending: Promise<T>) => {
    let giveUp: (loss: DeviceError) => void = () => undefined;
    // Not by `Promise.race`, which takes as many promises again.
    const ended = new Promise<T>((resolve, reject) => {
      giveUp = reject;
      pending.then(resolve, reject);
    });
    this.#waiting.add(giveUp);
    const leave = () => this.#waiting.delete(giveUp);
    ended.then(leave, leave);
    return this.#wait(ended);
  };

  readonly #keepError = (event: GPUUncapturedErrorEvent): void => {
    // The thrown error says it, and it need not go to the console as well.
    event.preventDefault();
    this.#error ??= reportedError(event.error);
  };

  /**
   * Opens a device with every limit that the adapter offers and the features that tilecast can use.
   * @throws DeviceError where the adapter gives no device.
   */
  static async open(adapter: GPUAdapter, { withoutFeatures = [], ...options }: GpuOptions = {}): Promise<Gpu> {
    const requiredFeatures = USEFUL_FEATURES.filter(
      (feature) => adapter.features.has(feature) && !withoutFeatures.includes(feature),
    );
    try {
      const device = await adapter.requestDevice({ requiredFeatures, requiredLimits: offeredLimits(adapter) });
      return new Gpu(device, adapter, options);
    } catch (cause) {
      throw new DeviceError(`adapter ${nameAdapter(adapter.info)} gives no device: ${firstLine(String(cause))}`, {
        cause,
      });
    }
  }

  /**
   * Shares a device that somebody else owns, with the limits and features that it has: three.js's, or a page's. Its handlers
   * stay as they are, and `destroy` leaves it alone. Its owner keeps its adapter for as long.
   */
  static from(device: GPUDevice, options: SharedDeviceOptions = {}): Gpu {
    return new Gpu(device, undefined, options);
  }

  /** Whether the adapter computes on the CPU. */
  get software(): boolean {
    return this.traits.kind !== 'gpu';
  }

  /** Whether the device was opened with a feature. */
  has(feature: GpuFeature): boolean {
    return this.device.features.has(feature);
  }

  /** @throws DeviceError if the device is lost, or has reported an error since this was last asked. */
  assertHealthy(): void {
    const failure = this.#loss ?? this.#error;
    this.#error = undefined;
    if (failure) throw failure;
  }

  /**
   * Runs `submit`, which encodes and submits work at once.
   * @throws DeviceError if the device refuses any of it.
   */
  async guard(submit: () => void): Promise<void> {
    const { outOfMemory, invalid } = await this.#inScopes(submit);
    const error = invalid ?? outOfMemory;
    if (error) throw reportedError(error);
  }

  /**
   * The result of `allocate`, or `undefined` where memory is all that it lacked.
   * @throws DeviceError for any other error of the GPU.
   */
  async tryAllocate<T extends { destroy(): void }>(allocate: () => T): Promise<T | undefined> {
    const { result: resource, outOfMemory, invalid } = await this.#inScopes(allocate);
    if (invalid) throw new DeviceError(`the GPU refused an allocation: ${firstLine(invalid.message)}`);
    if (!outOfMemory) return resource;
    resource.destroy();
    return undefined;
  }

  /** The result of `work`, and the device's report on it. @throws what `work` throws. */
  async #inScopes<Result>(work: () => Result) {
    this.device.pushErrorScope('validation');
    this.device.pushErrorScope('out-of-memory');
    let done: { readonly result: Result } | { readonly thrown: unknown };
    try {
      done = { result: work() };
    } catch (thrown) {
      done = { thrown };
    }
    // The scopes end in any case, or they would catch what others do.
    const [outOfMemory, invalid] = await Promise.all([this.device.popErrorScope(), this.device.popErrorScope()]);
    if ('thrown' in done) throw done.thrown;
    return { result: done.result, outOfMemory, invalid };
  }

  /**
   * Copies the first bytes of a buffer with MAP_READ usage, all by default, once the work submitted so far is done.
   * @throws DeviceError if anything went wrong on the device until then: what was read would be worthless.
   */
  read(buffer: GPUBuffer, sizeBytes: number = buffer.size): Promise<ArrayBuffer> {
    return this.view(buffer, sizeBytes, (bytes) => bytes.slice(0));
  }

  /**
   * Hands `use` the first bytes of a buffer with MAP_READ usage, once the work submitted so far is done. They are gone when it
   * returns.
   * @throws DeviceError as `read` does.
   */
  async view<T>(buffer: GPUBuffer, sizeBytes: number, use: (bytes: ArrayBuffer) => T): Promise<T> {
    const bytes = await this.mapBytes(buffer, sizeBytes);
    try {
      return use(bytes);
    } finally {
      buffer.unmap();
    }
  }

  /**
   * The first bytes of a buffer with MAP_READ usage, once the work submitted so far is done, where they lie: they are gone when
   * the caller unmaps the buffer.
   * @throws DeviceError as `read` does.
   */
  async mapBytes(buffer: GPUBuffer, sizeBytes: number): Promise<ArrayBuffer> {
    await this.map(buffer, () => startMapping(buffer, MAP_MODE.READ, sizeBytes));
    if (buffer.mapState !== 'mapped')
      throw new DeviceError(`the GPU buffer ${buffer.label} was freed while it was read`);
    try {
      this.assertHealthy();
      return buffer.getMappedRange(0, sizeBytes);
    } catch (error) {
      buffer.unmap();
      throw error;
    }
  }

  /** Waits until a buffer is mapped. @throws DeviceError if that fails. */
  async map(buffer: GPUBuffer, startMapping: () => Promise<undefined>): Promise<void> {
    try {
      await this.wait(startMapping());
    } catch (cause) {
      await Promise.resolve();
      this.assertHealthy();
      throw new DeviceError(`the GPU buffer ${buffer.label} could not be mapped: ${firstLine(String(cause))}`, {
        cause,
      });
    }
  }

  /** Resolves once the work submitted so far is done. */
  async idle(): Promise<void> {
    await this.wait(this.device.queue.onSubmittedWorkDone());
  }

  /** Frees the device, unless somebody else owns it. */
  destroy(): void {
    if (!this.#ownsDevice) return;
    this.device.removeEventListener('uncapturederror', this.#keepError);
    this.device.destroy();
    void this.#adapter;
  }
}

const reportedError = ({ message }: GPUError) => new DeviceError(`the GPU reported an error: ${firstLine(message)}`);

function nameAdapter({ vendor, architecture, device, description }: AdapterNames): string {
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
