/** Writes the slices of a stack into voxels of the smallest type that holds them. */
import type { VoxelArray } from '../../../volume/volume.js';
import type { PossibleValues, StoredScale } from '../pixels/slice-values.js';
import type { StoredArray } from '../pixels/stored-frame.js';

const INTEGER_TYPES = [
  { low: 0, high: 0xff, create: (count: number): VoxelArray => new Uint8Array(count) },
  { low: -0x8000, high: 0x7fff, create: (count: number): VoxelArray => new Int16Array(count) },
  { low: 0, high: 0xffff, create: (count: number): VoxelArray => new Uint16Array(count) },
  { low: -0x80000000, high: 0x7fffffff, create: (count: number): VoxelArray => new Int32Array(count) },
] as const;

/** Bits of the integers that float32 holds. */
const FLOAT32_EXACT = 2 ** 24;

interface VoxelType {
  /** Values beyond these do not fit. */
  readonly low: number;
  readonly high: number;
  readonly create: (count: number) => VoxelArray;
}

/** The type of voxels whose values are most likely. */
function chooseType({ low, high, integral }: PossibleValues): VoxelType {
  // CT of 16 unsigned bits minus 1024 hardly ever needs more than int16, which takes half the memory: it is tried first.
  const tried =
    low < 0 && high <= 0xffff ? { low: Math.max(low, -0x8000), high: Math.min(high, 0x7fff) } : { low, high };
  const type = integral ? INTEGER_TYPES.find((type) => type.low <= tried.low && type.high >= tried.high) : undefined;
  if (type) return type;
  const wide = integral || Math.max(-low, high) < Number.POSITIVE_INFINITY ? high - low > FLOAT32_EXACT : false;
  return {
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
    create: (count) => (wide ? new Float64Array(count) : new Float32Array(count)),
  };
}

/** Writes slices into voxels of the smallest type that holds them. */
export class VoxelWriter {
  readonly #count: number;
  readonly #depth: number;
  readonly #integral: boolean;
  #voxels: VoxelArray;
  /** Values beyond these do not fit. */
  #low: number;
  #high: number;
  /** A bit for each voxel that is padding; made when there is one. */
  #padding: Uint8Array | undefined;

  constructor({ low, high, integral }: PossibleValues, count: number, depth: number) {
    this.#count = count;
    this.#depth = depth;
    this.#integral = integral;
    const type = chooseType({ low, high, integral });
    this.#low = type.low;
    this.#high = type.high;
    this.#voxels = type.create(count * depth);
  }

  /** Bytes that the voxels take unless values do not fit that hardly occur, which double or quadruple them. */
  static sizeBytes(values: PossibleValues, count: number, depth: number): number {
    return chooseType(values).create(0).BYTES_PER_ELEMENT * count * depth;
  }

  /** @param values NaN for padding. */
  write(k: number, values: Float64Array): void {
    const start = k * this.#count;
    let [voxels, low, high] = [this.#voxels, this.#low, this.#high];
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!;
      if (value >= low && value <= high) voxels[start + index] = value;
      else if (Number.isNaN(value)) this.#markPadding(start + index);
      else {
        this.#widen();
        [voxels, low, high] = [this.#voxels, this.#low, this.#high];
        voxels[start + index] = value;
      }
    }
  }

  /**
   * Writes stored integers, of which there are at least as many as voxels in a slice, without a copy of their values.
   * @param possible what the slice can hold: where that fits, no value is compared.
   */
  writeSamples(k: number, samples: StoredArray, scale: StoredScale, possible: PossibleValues): void {
    const start = k * this.#count;
    if (scale.padding) this.#markPaddedSamples(start, samples, scale);
    if (!this.#holds(possible)) {
      const held = rangeOfSamples(samples, this.#count, scale);
      if (!this.#holds(held)) this.#widen();
    }
    copySamples(samples, this.#count, scale, this.#voxels, start);
  }

  #holds({ low, high }: Pick<PossibleValues, 'low' | 'high'>): boolean {
    return low >= this.#low && high <= this.#high;
  }

  #markPaddedSamples(start: number, samples: StoredArray, { up, down, signed, padding }: StoredScale): void {
    const [low, high] = padding!;
    for (let index = 0; index < this.#count; index++) {
      const stored = signed ? (samples[index]! << up) >> down : (samples[index]! << up) >>> down;
      if (stored >= low && stored <= high) this.#markPadding(start + index);
    }
  }

  /** Interpolates between two slices; where one of them is padding, takes the nearer. */
  writeBetween(k: number, before: Float64Array, after: Float64Array, weight: number): void {
    const nearer = weight < 0.5 ? before : after;
    const values = before.map((first, index) => {
      const value = first + weight * (after[index]! - first);
      if (Number.isNaN(value)) return nearer[index]!;
      return this.#integral ? Math.round(value) : value;
    });
    this.write(k, values);
  }

  /** @returns the voxels, padding replaced by the lowest value of the others, or by 0 where there are none. */
  finish(): { voxels: VoxelArray; padded: number } {
    const [voxels, padding] = [this.#voxels, this.#padding];
    if (!padding) return { voxels, padded: 0 };
    const isPadding = (index: number) => ((padding[index >> 3]! >> (index & 7)) & 1) === 1;
    let lowest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < voxels.length; index++) {
      if (voxels[index]! < lowest && !isPadding(index)) lowest = voxels[index]!;
    }
    let padded = 0;
    for (let index = 0; index < voxels.length; index++) {
      if (!isPadding(index)) continue;
      voxels[index] = Number.isFinite(lowest) ? lowest : 0;
      padded += 1;
    }
    return { voxels, padded };
  }

  #markPadding(index: number): void {
    this.#padding ??= new Uint8Array(Math.ceil((this.#count * this.#depth) / 8));
    this.#padding[index >> 3]! |= 1 << (index & 7);
  }

  #widen(): void {
    const wide = INTEGER_TYPES.at(-1)!;
    this.#voxels = Int32Array.from(this.#voxels);
    [this.#low, this.#high] = [wide.low, wide.high];
  }
}

/** Writes the values of samples. Loops apart for signs, and nothing compared in them: together they take four times as long. */
function copySamples(samples: StoredArray, count: number, scale: StoredScale, voxels: VoxelArray, start: number): void {
  const { up, down, signed, factor, offset } = scale;
  if (isStoredAsIs(samples, scale, voxels)) {
    const Voxels = voxels.constructor as new (buffer: ArrayBuffer, byteOffset: number, length: number) => VoxelArray;
    voxels.set(new Voxels(samples.buffer as ArrayBuffer, samples.byteOffset, count), start);
  } else if (factor === 1 && isInteger32(offset)) shiftSamples(samples, count, scale, voxels, start);
  else if (signed)
    for (let index = 0; index < count; index++)
      voxels[start + index] = ((samples[index]! << up) >> down) * factor + offset;
  else
    for (let index = 0; index < count; index++)
      voxels[start + index] = ((samples[index]! << up) >>> down) * factor + offset;
}

/** Whether voxels have the bits of samples, of which all count. */
function isStoredAsIs(samples: StoredArray, { up, down, factor, offset }: StoredScale, voxels: VoxelArray): boolean {
  const unused = 32 - 8 * samples.BYTES_PER_ELEMENT;
  const isWhole = up === unused && down === unused && factor === 1 && offset === 0;
  return isWhole && isIntegers(voxels) && voxels.BYTES_PER_ELEMENT === samples.BYTES_PER_ELEMENT;
}

const isIntegers = (voxels: VoxelArray) => !(voxels instanceof Float32Array || voxels instanceof Float64Array);

const isInteger32 = (value: number) => value === (value | 0);

/** Integers all the way, in a third of the time that floats take; `offset` is one of 32 bits. */
function shiftSamples(
  samples: StoredArray,
  count: number,
  { up, down, signed, offset }: StoredScale,
  voxels: VoxelArray,
  start: number,
): void {
  const added = offset | 0;
  if (signed)
    for (let index = 0; index < count; index++) voxels[start + index] = ((samples[index]! << up) >> down) + added;
  else for (let index = 0; index < count; index++) voxels[start + index] = ((samples[index]! << up) >>> down) + added;
}

/** The least and the largest value of samples that are no padding; the ends are the wrong way round where there are none. */
function rangeOfSamples(
  samples: StoredArray,
  count: number,
  { up, down, signed, factor, offset, padding }: StoredScale,
) {
  const [paddingLow, paddingHigh] = padding ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < count; index++) {
    const stored = signed ? (samples[index]! << up) >> down : (samples[index]! << up) >>> down;
    if (stored >= paddingLow && stored <= paddingHigh) continue;
    if (stored < least) least = stored;
    if (stored > most) most = stored;
  }
  if (least > most) return { low: least, high: most };
  const ends = [least * factor + offset, most * factor + offset];
  return { low: Math.min(...ends), high: Math.max(...ends) };
}
