/** The budget of reading a file: memory and work that follow from how much the user really gave. */
import { InputError } from '../../errors.js';
import type { FileSource } from '../volumes/source.js';

/** Bounds of what a reader may cost: memory and steps. */
export interface BudgetOptions {
  /** Bytes and steps that any input may cost, however small it is. */
  readonly freeBytes?: number;
  /** Steps that any input may cost, however small it is. */
  readonly freeSteps?: number;
  /** More of both for every byte of input. */
  readonly bytesPerByte?: number;
  /** More steps for every byte of input. */
  readonly stepsPerByte?: number;
}

/**
 * The free bytes are what no machine minds, and the ratio is the most that DEFLATE inflates anything by
 * (https://zlib.net/zlib_tech.html). A step is a comparison or two: 2^28 take half a
 * second.
 */
export const BUDGET_DEFAULTS = {
  freeBytes: 1 << 28,
  freeSteps: 1 << 28,
  bytesPerByte: 1032,
  stepsPerByte: 32,
} as const satisfies Required<BudgetOptions>;

/**
 * A file that goes by mail may not take the memory of the machine: below 1 MiB, 512 MiB are the most. A mask of 512 × 512 × 1000
 * voxels, whose file is often half a MiB, takes 500 to inflate.
 */
export const SMALL_INPUT = { belowBytes: 1 << 20, bytesMax: 512 << 20 } as const;

/**
 * Refuses what takes more than small inputs may, copies that go again included; larger inputs are bounded by their budget alone.
 * @param what takes them, as the subject of the message.
 * @throws InputError that says what to do.
 */
export function checkSmallInput(inputBytes: number, sizeBytes: number, what: string): void {
  const { belowBytes, bytesMax } = SMALL_INPUT;
  if (inputBytes >= belowBytes || sizeBytes <= bytesMax) return;
  throw new InputError(
    `asks for too much memory: ${what} would take ${sizeBytes} bytes, and ${bytesMax} are the most for an input of ${inputBytes}, as for all below 1 MiB; decompress it first if that is right`,
  );
}

/**
 * The allowance of one input. A reader makes one with the size of its file, adds those of the further files that it
 * reads, and asks before it does what a header of few bytes could make large: allocate, inflate, read data files, or run
 * a loop whose rounds are not bounded by the bytes that it steps over.
 *
 * ```ts
 * const budget = new Budget(source.bytes.length);
 * budget.spendBytes(4 * count, `${count} voxels`);     // before `new Float32Array(count)`
 * budget.spendSteps(corners ** 2, 'cutting polygons'); // before or within the loop
 * ```
 */
export class Budget {
  readonly #options: Required<BudgetOptions>;
  #inputBytes: number;
  #bytes = 0;
  #steps = 0;

  constructor(inputBytes: number, options: BudgetOptions = {}) {
    this.#inputBytes = inputBytes;
    this.#options = { ...BUDGET_DEFAULTS, ...options };
  }

  /** Counts another file of the same input. */
  addInput(sizeBytes: number): void {
    this.#inputBytes += sizeBytes;
  }

  /** Bytes left to allocate: the bound for decompressors, which ask as they go. */
  get bytesLeft(): number {
    const most = this.#isSmall ? Math.min(this.#bytesByRatio, SMALL_INPUT.bytesMax) : this.#bytesByRatio;
    return Math.max(0, most - this.#bytes);
  }

  get #isSmall(): boolean {
    return this.#inputBytes < SMALL_INPUT.belowBytes;
  }

  get #bytesByRatio(): number {
    const { freeBytes, bytesPerByte } = this.#options;
    return freeBytes + bytesPerByte * this.#inputBytes;
  }

  /** Steps that are left. */
  get stepsLeft(): number {
    const { freeSteps, stepsPerByte } = this.#options;
    return Math.max(0, freeSteps + stepsPerByte * this.#inputBytes - this.#steps);
  }

  /**
   * @param what takes them, as the subject of the message: "200 data files".
   * @throws InputError if more bytes are requested than are left.
   */
  spendBytes(sizeBytes: number, what: string): void {
    if (!(sizeBytes <= this.bytesLeft)) {
      const isForSize = this.#isSmall && this.#bytes + sizeBytes <= this.#bytesByRatio;
      const advice = isForSize ? ', as for all below 1 MiB; decompress it first if that is right' : '';
      throw new InputError(
        `asks for too much memory: ${what} would take ${sizeBytes} bytes, and ${this.bytesLeft} are the most for an input of ${this.#inputBytes}${advice}`,
      );
    }
    this.#bytes += sizeBytes;
  }

  /**
   * @param what takes them, as a noun: "cutting polygons".
   * @throws InputError if more steps are requested than are left.
   */
  spendSteps(steps: number, what: string): void {
    if (!(steps <= this.stepsLeft)) {
      throw new InputError(
        `asks for too much work: ${what} would take too long for an input of ${this.#inputBytes} bytes`,
      );
    }
    this.#steps += steps;
  }
}

/** Lists and texts that a file may hold, whatever its size; far more than any program writes. */
export const FILE_LIMITS = {
  /** Corners of one face: more than V8's arrays should be asked to hold. */
  faceCorners: 1 << 20,
  /** Data files that one header names. */
  dataFiles: 1 << 16,
  /** Bytes of a line of text. */
  lineBytes: 1 << 16,
  /** Bytes of descriptions: transfer functions, cameras, material libraries, matrices. */
  textBytes: 1 << 24,
} as const;

/**
 * The source with one budget for all that its reader asks for. The first reading of a file is input that the user gave;
 * reading it again, and inflating, is work that a header of few bytes can ask for without end. Every reader gets its
 * source through here.
 */
export function meterSource(source: FileSource): FileSource {
  const budget = new Budget(source.bytes.length);
  const known = new Set<string>();
  return {
    ...source,
    readSibling: async (name, sizeBytesMax = Number.POSITIVE_INFINITY) => {
      const path = simplifyPath(name);
      if (known.has(path)) {
        const bytes = await source.readSibling(name, Math.min(sizeBytesMax, budget.bytesLeft));
        budget.spendBytes(bytes.length, 'a file that it names again and again');
        return bytes;
      }
      if (known.size === FILE_LIMITS.dataFiles) {
        throw new InputError(`names more files than the ${FILE_LIMITS.dataFiles} that are read`);
      }
      known.add(path);
      const bytes = await source.readSibling(name, sizeBytesMax);
      budget.addInput(bytes.length);
      return bytes;
    },
    gunzip: async (bytes, sizeBytesMax) => {
      const inflated = await source.gunzip(bytes, Math.min(sizeBytesMax, budget.bytesLeft));
      budget.spendBytes(inflated.length, 'what it inflates');
      return inflated;
    },
  };
}

/** Drops the steps that lead nowhere, which would make many names of one file. */
function simplifyPath(name: string): string {
  const parts: string[] = [];
  for (const part of name.split(/[\\/]+/)) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
