/** Times compute passes: by the GPU's own timestamps where the adapter has them, else by the wall clock. */
import type { Gpu } from 'tilecast';

/** Flags of GPUBufferUsage and GPUMapMode, which Node has no globals for. */
const MAP_READ = 0x1;
const COPY_SRC = 0x4;
const COPY_DST = 0x8;
const STORAGE = 0x80;
const QUERY_RESOLVE = 0x200;

export interface Times {
  readonly medianMs: number;
  /** The time of a shared machine at its quietest. */
  readonly leastMs: number;
}

export type Encode = (pass: GPUComputePassEncoder) => void;

export class Bench {
  readonly gpu: Gpu;
  readonly timer: 'gpu' | 'wall';
  readonly #queries: GPUQuerySet | undefined;
  readonly #resolved: GPUBuffer;
  readonly #readback: GPUBuffer;

  constructor(gpu: Gpu) {
    this.gpu = gpu;
    this.timer = gpu.has('timestamp-query') ? 'gpu' : 'wall';
    if (this.timer === 'gpu') this.#queries = gpu.device.createQuerySet({ type: 'timestamp', count: 2 });
    this.#resolved = gpu.device.createBuffer({ size: 16, usage: QUERY_RESOLVE | COPY_SRC });
    this.#readback = gpu.device.createBuffer({ size: 16, usage: MAP_READ | COPY_DST });
  }

  storage(words: number): GPUBuffer {
    return this.gpu.device.createBuffer({ size: 4 * words, usage: STORAGE | COPY_SRC | COPY_DST });
  }

  async read(buffer: GPUBuffer, words: number): Promise<Uint32Array> {
    const readback = this.gpu.device.createBuffer({ size: 4 * words, usage: MAP_READ | COPY_DST });
    const encoder = this.gpu.device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, readback, 0, 4 * words);
    this.gpu.device.queue.submit([encoder.finish()]);
    const bytes = await this.gpu.read(readback);
    readback.destroy();
    return new Uint32Array(bytes);
  }

  async timeMs(encode: Encode): Promise<number> {
    const { device } = this.gpu;
    const encoder = device.createCommandEncoder();
    const timestampWrites = this.#queries && {
      querySet: this.#queries,
      beginningOfPassWriteIndex: 0,
      endOfPassWriteIndex: 1,
    };
    const pass = encoder.beginComputePass(timestampWrites && { timestampWrites });
    encode(pass);
    pass.end();
    if (this.#queries) {
      encoder.resolveQuerySet(this.#queries, 0, 2, this.#resolved, 0);
      encoder.copyBufferToBuffer(this.#resolved, 0, this.#readback, 0, 16);
    }
    const startMs = performance.now();
    device.queue.submit([encoder.finish()]);
    if (!this.#queries) {
      await this.gpu.wait(device.queue.onSubmittedWorkDone());
      this.gpu.assertHealthy();
      return performance.now() - startMs;
    }
    const [begin, end] = new BigUint64Array(await this.gpu.read(this.#readback));
    return Number(end! - begin!) / 1e6;
  }

  /**
   * Repeats in turn, so that what else the machine does meets all jobs alike. Rounds before them warm up, one at least: a GPU
   * that was idle takes a second to raise its clock, on an H100 from 345 to 1980 MHz.
   */
  async times<Name extends string>(
    jobs: ReadonlyMap<Name, Encode>,
    repeats: number,
    warmUpMs = this.timer === 'gpu' ? 1500 : 0,
  ): Promise<Record<Name, Times>> {
    const endMs = performance.now() + warmUpMs;
    do {
      for (const encode of jobs.values()) await this.timeMs(encode);
    } while (performance.now() < endMs);
    const all = new Map<Name, number[]>([...jobs.keys()].map((name) => [name, []]));
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const [name, encode] of jobs) all.get(name)!.push(await this.timeMs(encode));
    }
    return Object.fromEntries([...all].map(([name, ms]) => [name, summarize(ms)])) as Record<Name, Times>;
  }
}

function summarize(ms: readonly number[]): Times {
  const sorted = ms.toSorted((a, b) => a - b);
  return { medianMs: round(sorted[Math.floor(ms.length / 2)]!), leastMs: round(sorted[0]!) };
}

const round = (ms: number) => Number(ms.toFixed(3));
