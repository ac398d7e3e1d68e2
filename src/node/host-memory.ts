/**
 * Memory of the process for what is read of inputs: files, what is inflated from them, and their voxels. One bound for the whole
 * process, so that no reader can be forgotten. Unless the user gives it, what has to be whole may take what the machine has free.
 */
import { freemem, totalmem } from 'node:os';
import { type Decompress, InputError, type MemoryAccount } from '../index.js';

const BYTES_PER_MIB = 2 ** 20;

/** Bytes for decoded chunks of stores, and of whatever else is read piece by piece, unless the user bounds memory. */
export const STREAMED_BYTES = 2 ** 30;

/** Less is read whole without a question. */
const UNASKED_BYTES = 2 ** 30;

/** Inflated data are collected in pieces, which are joined. */
const INFLATED_COPIES = 2;

/** Inflated data, as messages call them. */
const INFLATED = 'what is inflated of it';

/** Readings of an input in memory at once: the point in time that is shown, and the one that is read meanwhile. */
const READINGS_KEPT = 2;

/** Bytes of a gzip member's header and trailer, of which the last four are its inflated size modulo 2^32. */
const GZIP_BYTES_MIN = 18;

let bound: HostMemory | undefined;

/**
 * Bounds what the process holds of the inputs that are opened from now on, which are all that there are.
 * @param bytesMax undefined lets them take whatever their readers allow.
 */
export function boundHostMemory(bytesMax: number | undefined): void {
  bound = bytesMax === undefined ? undefined : new HostMemory(bytesMax);
}

/** Counts from nothing again within the same bound: inputs of another picture follow, and those of the last are gone. */
export function recountHostMemory(): void {
  boundHostMemory(bound?.bytesMax);
}

/** Whether memory is bounded: threads that read ahead do not count theirs. */
export const isHostMemoryBound = (): boolean => bound !== undefined;

/** Bytes that are left for all inputs; Infinity where there is no bound. */
export const hostBytesLeft = (): number => bound?.bytesLeft ?? Number.POSITIVE_INFINITY;

/** An account of an input that is about to be opened; undefined where there is no bound. */
export function openMemory(name: string): InputMemory | undefined {
  if (!bound) return undefined;
  bound.inputs++;
  return new InputMemory(bound, name);
}

/** The bytes of all inputs together. */
class HostMemory {
  readonly bytesMax: number;
  usedBytes = 0;
  /** Inputs that were opened. */
  inputs = 0;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  get bytesLeft(): number {
    return Math.max(0, this.bytesMax - this.usedBytes);
  }
}

/** One input's share of the memory. */
export class InputMemory implements MemoryAccount {
  readonly #host: HostMemory;
  readonly #name: string;
  /** Bytes of the reading that goes on. */
  #spent = 0;
  /** Bytes that the latest readings left, the latest last. */
  readonly #left: number[] = [];

  constructor(host: HostMemory, name: string) {
    this.#host = host;
    this.#name = name;
  }

  /** Bytes that are left for all inputs. */
  get bytesLeft(): number {
    return this.#host.bytesLeft;
  }

  /** Whether it is the only input so far. */
  get isOnly(): boolean {
    return this.#host.inputs === 1;
  }

  /** @throws InputError that says how much it takes in all, if `sizeBytes` more are not left. */
  readonly check = (sizeBytes: number, what: string): void => {
    const { usedBytes, bytesMax } = this.#host;
    if (usedBytes + sizeBytes > bytesMax) throw this.refuse(`takes ${inMib(usedBytes + sizeBytes)} MiB with ${what}`);
  };

  /** Counts bytes for as long as the process has the input. */
  keep(sizeBytes: number, what: string): void {
    this.check(sizeBytes, what);
    this.#host.usedBytes += sizeBytes;
  }

  /** Counts bytes until the reading that goes on is settled. @throws InputError as `check` does. */
  readonly spend = (sizeBytes: number, what: string): void => {
    this.keep(sizeBytes, what);
    this.#spent += sizeBytes;
  };

  /** Counts data that are about to be inflated. @throws InputError as `check` does. */
  readonly spendInflated = (sizeBytes: number): void => {
    this.check(INFLATED_COPIES * sizeBytes, INFLATED);
    this.spend(sizeBytes, INFLATED);
  };

  /** Takes what a reading leaves for what it spent, by default all of that. @throws InputError as `check` does. */
  settle(sizeBytes: number = this.#spent): void {
    this.#host.usedBytes -= this.#spent;
    this.#spent = 0;
    this.keep(sizeBytes, 'what is read of it');
    this.#left.push(sizeBytes);
    if (this.#left.length > READINGS_KEPT) this.#host.usedBytes -= this.#left.shift()!;
  }

  /** Inflates gzip data within what is left, unless they say themselves that they do not fit. */
  inflateBy(inflate: Decompress): Decompress {
    return async (bytes, sizeBytesMax) => {
      const claimed = claimedBytes(bytes);
      this.check(INFLATED_COPIES * claimed, INFLATED);
      const most = Math.floor(this.bytesLeft / INFLATED_COPIES);
      if (most >= sizeBytesMax) return this.#count(await inflate(bytes, sizeBytesMax));
      try {
        return this.#count(await inflate(bytes, most));
      } catch (cause) {
        if (!isTooLarge(cause)) throw cause;
        const least = this.#host.usedBytes + INFLATED_COPIES * most;
        throw this.refuse(`takes more than ${inMib(least)} MiB with ${INFLATED}`, cause);
      }
    };
  }

  #count(inflated: Uint8Array): Uint8Array {
    this.spend(inflated.length, INFLATED);
    return inflated;
  }

  /** The error of an input that does not fit. @param finding what it takes, in MiB. */
  refuse(finding: string, cause?: unknown): InputError {
    return new InputError(
      `${this.#name}: ${finding}, all inputs together; --host-memory allows ${this.#host.bytesMax / BYTES_PER_MIB} MiB: raise it, or make a store of the volume by tilecast convert, which is read piece by piece`,
      { cause },
    );
  }
}

/** Memory of an input that nobody bounds: all that the machine has free. */
export function freeMemory(name: string): MemoryAccount {
  const check: MemoryAccount['check'] = (sizeBytes, what) => {
    if (sizeBytes <= UNASKED_BYTES) return;
    const freeBytes = countFreeBytes();
    if (sizeBytes <= freeBytes) return;
    throw new InputError(
      `${name}: takes ${inMib(sizeBytes)} MiB with ${what}, and the machine has ${inMib(freeBytes)} MiB free; free some, or make a store of the volume on a larger machine, which is read piece by piece; --host-memory MIB has it read all the same`,
    );
  };
  return { check, spend: check, spendInflated: (sizeBytes) => check(INFLATED_COPIES * sizeBytes, INFLATED) };
}

/** Counts the bytes of a file that stays, or asks whether the machine has them free where nobody counts. */
export function keepFile(memory: InputMemory | undefined, name: string, sizeBytes: number): void {
  if (memory) memory.keep(sizeBytes, 'its file');
  else freeMemory(name).check(sizeBytes, 'its file');
}

/** Inflates gzip data that say of themselves how large they are, if there is room for them. */
export const inflateWithin =
  ({ spendInflated }: MemoryAccount, inflate: Decompress): Decompress =>
  async (bytes, sizeBytesMax) => {
    spendInflated(claimedBytes(bytes));
    return inflate(bytes, sizeBytesMax);
  };

/** Bytes that the process may take without others having to give theirs up. */
function countFreeBytes(): number {
  // macOS tells what is unused, and not what it would give up.
  if (process.platform === 'darwin') return totalmem();
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(freemem(), allowed) : freemem();
}

/** The inflated size of gzip data of one member below 4 GiB, by their end; of others it may be anything. */
function claimedBytes(bytes: Uint8Array): number {
  if (bytes.length < GZIP_BYTES_MIN) return 0;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(bytes.length - 4, true);
}

const isTooLarge = (error: unknown) =>
  error instanceof InputError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_BUFFER_TOO_LARGE';

/** Thousandths, rounded up: what a message names suffices. */
const inMib = (sizeBytes: number) => Math.ceil((1000 * sizeBytes) / BYTES_PER_MIB) / 1000;

/** Bytes of the buffers of all typed arrays in what was read, each counted once, but for the one that its file is in. */
export function countKeptBytes(read: unknown, file?: Uint8Array): number {
  const buffers = new Set<ArrayBufferLike>();
  const collect = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer);
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) collect(part);
  };
  collect(read);
  if (file) buffers.delete(file.buffer);
  return Array.from(buffers, ({ byteLength }) => byteLength).reduce((sum, bytes) => sum + bytes, 0);
}
