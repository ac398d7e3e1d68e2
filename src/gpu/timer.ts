/** Times the passes of a frame: by the GPU's own timestamps where the adapter has them, else by the wall clock. */

import type { Gpu } from './gpu.js';
import { destroyOnceMapped } from './host/mapping.js';
import { BUFFER_USAGE } from './usages.js';

const MAX_PASSES = 32;
const BYTES_PER_TIMESTAMP = 8;

/** Milliseconds by pass, and which clock gave them. */
export interface PassTimes {
  /** Whether the device measured the times, or the clock of the program. */
  readonly timer: 'gpu' | 'wall';
  /** Milliseconds of each pass, by its name. */
  readonly timesMs: Readonly<Record<string, number>>;
}

interface Queries {
  readonly set: GPUQuerySet;
  readonly resolved: GPUBuffer;
  readonly readback: GPUBuffer;
}

/** Times the passes of a frame: begin, describe each pass, resolve in the last of their encoders, submit, collect. */
export class PassTimer {
  readonly #gpu: Gpu;
  #queries: Queries | undefined;
  #useTimestamps = false;
  #names: string[] = [];
  #startMs = 0;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** @param timestamps whether to use the GPU's clock where there is one; its first use compiles a kernel of Dawn's. */
  begin(timestamps: boolean): void {
    this.#useTimestamps = timestamps && this.#gpu.has('timestamp-query');
    this.#names = [];
    this.#startMs = performance.now();
  }

  /** Whether passes are timed one by one. */
  get timesPasses(): boolean {
    return this.#useTimestamps;
  }

  /** The descriptor to begin the compute pass `name` with; passes of one name add up, passes beyond the 32nd are not timed. */
  describePass(name: string): GPUComputePassDescriptor {
    const index = this.#names.push(name) - 1;
    if (!this.#useTimestamps || index >= MAX_PASSES) return { label: name };
    this.#queries ??= createQueries(this.#gpu.device);
    return {
      label: name,
      timestampWrites: {
        querySet: this.#queries.set,
        beginningOfPassWriteIndex: 2 * index,
        endOfPassWriteIndex: 2 * index + 1,
      },
    };
  }

  /** Encodes what `collect` reads; after the last pass. */
  resolve(encoder: GPUCommandEncoder): void {
    if (!this.#useTimestamps || !this.#queries) return;
    const { set, resolved, readback } = this.#queries;
    const queries = 2 * Math.min(this.#names.length, MAX_PASSES);
    encoder.resolveQuerySet(set, 0, queries, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, readback, 0, queries * BYTES_PER_TIMESTAMP);
  }

  /** The time since `begin` of the passes so far, by the wall clock, when it is called; other frames may begin before that. */
  startStopwatch(): () => PassTimes {
    const name = [...new Set(this.#names.slice(0, MAX_PASSES))].join('+');
    const startMs = this.#startMs;
    return () => ({ timer: 'wall', timesMs: { [name]: performance.now() - startMs } });
  }

  /** Waits for the passes. They share the time since `begin` if the wall clock is the timer. */
  async collect(): Promise<PassTimes> {
    const names = this.#names.slice(0, MAX_PASSES);
    if (!this.#useTimestamps || !this.#queries) {
      const stop = this.startStopwatch();
      await this.#gpu.idle();
      return stop();
    }
    const timestamps = new BigUint64Array(await this.#gpu.read(this.#queries.readback));
    const timesMs: Record<string, number> = {};
    for (const [index, name] of names.entries()) {
      const nanoseconds = Number(timestamps[2 * index + 1]! - timestamps[2 * index]!);
      timesMs[name] = (timesMs[name] ?? 0) + nanoseconds / 1e6;
    }
    return { timer: 'gpu', timesMs };
  }

  destroy(): void {
    if (!this.#queries) return;
    const { set, resolved, readback } = this.#queries;
    set.destroy();
    resolved.destroy();
    destroyOnceMapped(readback);
    this.#queries = undefined;
  }
}

function createQueries(device: GPUDevice): Queries {
  const size = 2 * MAX_PASSES * BYTES_PER_TIMESTAMP;
  const createBuffer = (label: string, usage: number) => device.createBuffer({ label: `timer.${label}`, size, usage });
  return {
    set: device.createQuerySet({ label: 'timer.queries', type: 'timestamp', count: 2 * MAX_PASSES }),
    resolved: createBuffer('resolved', BUFFER_USAGE.QUERY_RESOLVE | BUFFER_USAGE.COPY_SRC),
    readback: createBuffer('readback', BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST),
  };
}
