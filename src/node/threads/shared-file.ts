/** Files of plain voxels in memory that threads share: they read one while the process does something else. */
import { closeSync, constants, fstatSync, openSync, read, readSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ReadVoxels, Vec3 } from '../../index.js';
import {
  findFlatLayout,
  isSwapped,
  type Statistics,
  type VoxelArray,
  type VoxelType,
  viewVoxels,
  voxelSizeBytes,
} from '../../worker.js';
import { pieceOf } from './pieces.js';
import { createCounter, performTogether, startThreads, threadsFor } from './voxel-threads.js';

/** Every adapter has textures for so many voxels along each side, and memory for so many bytes: others may be read in pages. */
const MAX_SIDE = 2048;
const MAX_BYTES = 2 ** 30;

/** Room before a file's bytes, so that voxels lie where those of any type may. */
const ALIGNMENT = 8;

/** Bytes of a file that hold most headers. */
const START_BYTES = 2 ** 16;

/** Opening a FIFO waits for somebody at the other end, unless it is asked not to. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const readAsync = promisify(read);

export class SharedFile {
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly voxels: VoxelArray;
  readonly sizes: Vec3;
  /** The counts of the threads, if they were asked to count. Rejects where one failed, or found fewer bytes. */
  readonly filled: Promise<readonly (Statistics | undefined)[]>;
  /** Whether voxels are counted. */
  readonly counts: boolean;
  readonly #descriptor: number;
  /** The byte of the file where the voxels begin. */
  readonly #start: number;
  /** Users of the open file: its threads, its owner until it is closed, and each `use`. */
  #readers = 2;
  readonly #uses = new Set<Promise<unknown>>();
  #isAbandoned = false;

  /** @param descriptor of the open file. */
  constructor(descriptor: number, { head, size, type, sizes, start }: FoundVoxels, threads: number, counts: boolean) {
    const room = (ALIGNMENT - (start % ALIGNMENT)) % ALIGNMENT;
    this.bytes = new Uint8Array(new SharedArrayBuffer(room + size), room);
    this.bytes.set(head.subarray(0, start));
    const voxels = viewVoxels(type, this.bytes.subarray(start));
    const pieceVoxels = pieceOf(voxels, threads);
    this.voxels = voxels;
    this.sizes = sizes;
    this.#descriptor = descriptor;
    this.#start = start;
    this.counts = counts && voxels.BYTES_PER_ELEMENT <= 2;
    const next = createCounter();
    const task = { voxels, pieceVoxels, counts: this.counts, descriptor, start, next } as const;
    this.filled = performTogether(threads, { kind: 'fill', ...task });
    const end = () => this.#release();
    this.filled.then(end, end);
  }

  /** Has `use` read voxels, which need not be in memory yet: Node's own threads read. The file stays open until it is done. */
  async use<T>(use: (read: ReadVoxels) => Promise<T>): Promise<T> {
    if (this.#readers === 0) throw new Error('the file is closed');
    this.#readers++;
    const using = use((target, offsetBytes) => this.#read(target, offsetBytes));
    this.#uses.add(using);
    try {
      return await using;
    } finally {
      this.#uses.delete(using);
      this.#release();
    }
  }

  /** @throws an Error if the file ends before, or is abandoned. */
  async #read(target: Uint8Array, offsetBytes: number): Promise<void> {
    for (let done = 0; done < target.length; ) {
      if (this.#isAbandoned) throw new Error('the file is abandoned');
      const position = this.#start + offsetBytes + done;
      const { bytesRead } = await readAsync(this.#descriptor, target, done, target.length - done, position);
      if (bytesRead === 0) throw new Error('the file is cut short');
      done += bytesRead;
    }
  }

  /** Lets nobody read any more, and waits until nobody writes to memory that is about to go. */
  async abandon(): Promise<void> {
    this.#isAbandoned = true;
    await Promise.allSettled(this.#uses);
  }

  /** Closes the file, once threads have read it. */
  close(): void {
    this.#release();
  }

  #release(): void {
    this.#readers--;
    if (this.#readers === 0) closeSync(this.#descriptor);
  }
}

/**
 * Has threads read a file, if it is an uncompressed volume of one file, and large enough for them. They may still be starting.
 * @param counts whether they count voxels of 8 and 16 bits.
 * @param leastBytes bytes of voxels that are worth a thread.
 * @returns undefined for all other files, and for what is none.
 */
export function openShared(path: string, counts: boolean, leastBytes?: number): SharedFile | undefined {
  let descriptor: number | undefined;
  try {
    const status = statSync(path);
    const threads = status.isFile() ? threadsFor(status.size, leastBytes) : 0;
    if (threads === 0) return undefined;
    startThreads(threads).catch(() => undefined);
    descriptor = openSync(path, OPEN_FLAGS);
    const found = findVoxels(descriptor);
    if (found) return new SharedFile(descriptor, found, threads, counts);
  } catch {
    // Whoever reads it next says what is wrong with it.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return undefined;
}

/** The voxels that a file has, and their place in it. */
interface FoundVoxels {
  readonly head: Uint8Array;
  readonly size: number;
  readonly type: VoxelType;
  readonly sizes: Vec3;
  readonly start: number;
}

function findVoxels(descriptor: number): FoundVoxels | undefined {
  const status = fstatSync(descriptor);
  if (!status.isFile()) return undefined;
  const { size } = status;
  const head = new Uint8Array(Math.min(START_BYTES, size));
  const bytesRead = readSync(descriptor, head, 0, head.length, 0);
  const layout = bytesRead === head.length ? findFlatLayout(head) : undefined;
  if (!layout || layout.dataFile !== undefined || isSwapped(layout.type, layout.endianness)) return undefined;
  const { type, sizes } = layout;
  const sizeBytes = sizes[0] * sizes[1] * sizes[2] * voxelSizeBytes(type);
  const start = layout.dataStart < 0 ? size - sizeBytes : layout.dataStart;
  const isWhole = start >= 0 && start <= head.length && start + sizeBytes === size;
  if (!isWhole || Math.max(...sizes) > MAX_SIDE || sizeBytes > MAX_BYTES) return undefined;
  return { head, size, type, sizes, start };
}
