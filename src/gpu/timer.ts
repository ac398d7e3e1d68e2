/** Times the passes of a frame: by the GPU's own timestamps where the adapter has them, else by the wall clock. */
import { BUFFER_USAGE } from './constants.js';
import type { Gpu } from './gpu.js';

const MAX_PASSES = 32;
const BYTES_PER_TIMESTAMP = 8;

/** Milliseconds by pass, and which clock gave them. */
export interface PassTimes {
  readonly timer: 'gpu' | 'wall';
  readonly timesMs: Readonly<Record<string, number>>;
}

/** Collects the times of the passes between two calls of `collect`. */
export class PassTimer {
  readonly timer: PassTimes['timer'];
  readonly #gpu: Gpu;
  readonly #queries: GPUQuerySet | undefined;
  #names: string[] = [];

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
    this.timer = gpu.has('timestamp-query') ? 'gpu' : 'wall';
    if (this.timer === 'gpu') {
      this.#queries = gpu.device.createQuerySet({ label: 'timer.queries', type: 'timestamp', count: 2 * MAX_PASSES });
    }
  }

  /** What to begin the compute pass `name` with. */
  describePass(name: string): GPUComputePassDescriptor {
    const index = this.#names.push(name) - 1;
    if (!this.#queries || index >= MAX_PASSES) return { label: name };
    return {
      label: name,
      timestampWrites: {
        querySet: this.#queries,
        beginningOfPassWriteIndex: 2 * index,
        endOfPassWriteIndex: 2 * index + 1,
      },
    };
  }

  /** Waits for the passes described since the last call; with the wall clock they share the time from `startMs` on. */
  async collect(startMs: number): Promise<PassTimes> {
    const names = this.#names;
    this.#names = [];
    if (!this.#queries) {
      await this.#gpu.device.queue.onSubmittedWorkDone();
      return { timer: 'wall', timesMs: { [names.join('+')]: performance.now() - startMs } };
    }
    const timestamps = await this.#readTimestamps(this.#queries, Math.min(names.length, MAX_PASSES));
    const timesMs: Record<string, number> = {};
    for (const [index, name] of names.slice(0, MAX_PASSES).entries()) {
      const nanoseconds = Number(timestamps[2 * index + 1]! - timestamps[2 * index]!);
      timesMs[name] = (timesMs[name] ?? 0) + nanoseconds / 1e6;
    }
    return { timer: 'gpu', timesMs };
  }

  async #readTimestamps(queries: GPUQuerySet, passes: number): Promise<BigUint64Array> {
    const { device } = this.#gpu;
    const size = 2 * passes * BYTES_PER_TIMESTAMP;
    const resolved = device.createBuffer({
      label: 'timer.resolved',
      size,
      usage: BUFFER_USAGE.QUERY_RESOLVE | BUFFER_USAGE.COPY_SRC,
    });
    const readback = device.createBuffer({
      label: 'timer.readback',
      size,
      usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST,
    });
    const encoder = device.createCommandEncoder({ label: 'timer.resolve' });
    encoder.resolveQuerySet(queries, 0, 2 * passes, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, readback, 0, size);
    device.queue.submit([encoder.finish()]);
    const timestamps = new BigUint64Array(await this.#gpu.read(readback));
    resolved.destroy();
    readback.destroy();
    return timestamps;
  }
}
