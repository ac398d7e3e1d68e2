/** Reads the pixels of a stack into a volume, slice by slice, so that no more than two are in memory besides it. */
import { InputError } from '../../../errors.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { checkNumbers } from '../../volumes/samples/voxels.js';
import type { VolumeFile, VolumeSelection } from '../../volumes/source.js';
import {
  countComponents,
  isInverted,
  type PossibleValues,
  possibleValues,
  writeValues,
} from '../pixels/slice-values.js';
import { FrameSource } from '../pixels/stored-frame.js';
import { describeTimes } from './describe-times.js';
import type { Stack } from './find-stacks.js';
import type { Slice } from './slice.js';
import { placeStack } from './stack-geometry.js';

/** Called after each slice. */
export type ReportProgress = (done: number, total: number) => void;

/**
 * Reads the volume of one point in time and one component, or of all channels of colours, as `selection` says.
 * @throws InputError, without the folder's name but with the file's, if there is no such time or component, or a file is
 * damaged.
 */
export async function readStack(
  stack: Stack,
  { component: asked, time = 0 }: VolumeSelection,
  report: ReportProgress,
): Promise<VolumeFile> {
  const geometry = placeStack(stack.positions);
  const slices = stack.positions.map(({ slices }) => slices[time]);
  const first = slices[0] ?? fail('time', time, stack.times);
  const components = countComponents(first.pixels);
  if (asked !== undefined && asked >= components) fail('component', asked, components);
  const taken = asked === undefined && components === 3 ? [0, 1, 2] : [asked ?? 0];
  const inverted = isInverted(first.pixels, stack.instance.modality);
  const { columns, rows } = first.pixels;
  const read = createSliceReader(slices as Slice[], { components: taken, inverted }, columns * rows, report);

  const range = combineRanges((slices as Slice[]).map(possibleValues));
  let writers: readonly VoxelWriter[] | undefined;
  for (const [k, { first, second, weight }] of geometry.sources.entries()) {
    const values = await read(first);
    // Allocated after the first slice, since compressed ones say only when they are decoded whether they are as large as
    // claimed.
    writers ??= taken.map(() => new VoxelWriter(range, columns * rows, geometry.depth));
    const others = weight === 0 ? undefined : await read(second);
    for (const [channel, writer] of writers.entries()) {
      if (others) writer.writeBetween(k, values[channel]!, others[channel]!, weight);
      else writer.write(k, values[channel]!);
    }
  }
  const channels = writers!.map((writer) => writer.finish());
  const { voxels, padded } = channels[0]!;
  const difference = describeTimes(stack);
  const notes = [
    ...stack.notes,
    ...geometry.notes,
    ...(stack.times > 1
      ? [
          `has ${stack.times} points in time${difference ? ` (by ${difference})` : ''}; took time ${time}, --time takes any of 0 to ${stack.times - 1}`,
        ]
      : []),
    ...(components > 1 && asked !== undefined
      ? [
          `has ${components} components a voxel (red, green, blue); took component ${asked}, --component takes any of 0 to ${components - 1}`,
        ]
      : []),
    ...(inverted ? ['is MONOCHROME1, whose low values are bright; its values were inverted'] : []),
    ...(padded > 0 ? [`has ${padded} voxels of padding, which got the lowest value of the others`] : []),
  ];
  const sizes = [columns, rows, geometry.depth] as const;
  checkNumbers(voxels, sizes);
  const { indexToWorld, anatomical } = geometry;
  const white = first.pixels.palettes.length > 0 ? 0xff : range.high;
  const colors = taken.length === 3 ? { channels: channels.map((channel) => channel.voxels), white } : undefined;
  return { volume: createVolume({ sizes, voxels, indexToWorld, anatomical }), colors, times: stack.times, notes };
}

function fail(role: 'component' | 'time', index: number, count: number): never {
  const right = count > 1 ? `one of 0 to ${count - 1}` : 'nothing but 0, as there is one only';
  throw new InputError(`has no ${role} ${index}; right for --${role} is ${right}`);
}

/** Reads the components' values of slices by their index; the latest two stay, since interpolation asks for them again and again. */
function createSliceReader(
  slices: readonly Slice[],
  { components, inverted }: { components: readonly number[]; inverted: boolean },
  count: number,
  report: ReportProgress,
): (index: number) => Promise<readonly Float64Array[]> {
  const frames = new FrameSource();
  const kept: { index: number; values?: readonly Float64Array[] }[] = [{ index: -1 }, { index: -1 }];
  return async (index) => {
    const known = kept.find((slot) => slot.index === index);
    if (known?.values) return known.values;
    const slot = kept[0]!.index < kept[1]!.index ? kept[0]! : kept[1]!;
    const slice = slices[index]!;
    const { pixels, frame } = slice;
    slot.index = -1;
    const values = await nameInErrors(pixels.content.name, async () => {
      const stored = await frames.read(pixels, frame);
      slot.values ??= components.map(() => new Float64Array(count));
      for (const [channel, component] of components.entries()) {
        writeValues(slice, stored, { component, inverted }, slot.values[channel]!);
      }
      return slot.values;
    });
    slot.index = index;
    report(index + 1, slices.length);
    return values;
  };
}

function combineRanges(ranges: readonly PossibleValues[]): PossibleValues {
  let [low, high, integral] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const range of ranges) {
    low = Math.min(low, range.low);
    high = Math.max(high, range.high);
    integral &&= range.integral;
  }
  return { low, high, integral };
}

const INTEGER_TYPES = [
  { low: 0, high: 0xff, create: (count: number): VoxelArray => new Uint8Array(count) },
  { low: -0x8000, high: 0x7fff, create: (count: number): VoxelArray => new Int16Array(count) },
  { low: 0, high: 0xffff, create: (count: number): VoxelArray => new Uint16Array(count) },
  { low: -0x80000000, high: 0x7fffffff, create: (count: number): VoxelArray => new Int32Array(count) },
] as const;

/** Bits of the integers that float32 holds. */
const FLOAT32_EXACT = 2 ** 24;

/** Writes slices into voxels of the smallest type that holds them. */
class VoxelWriter {
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
    // CT of 16 unsigned bits minus 1024 hardly ever needs more than int16, which takes half the memory: it is tried first.
    const tried =
      low < 0 && high <= 0xffff ? { low: Math.max(low, -0x8000), high: Math.min(high, 0x7fff) } : { low, high };
    const type = integral ? INTEGER_TYPES.find((type) => type.low <= tried.low && type.high >= tried.high) : undefined;
    this.#low = type?.low ?? Number.NEGATIVE_INFINITY;
    this.#high = type?.high ?? Number.POSITIVE_INFINITY;
    const wide = integral || Math.max(-low, high) < Number.POSITIVE_INFINITY ? high - low > FLOAT32_EXACT : false;
    const total = count * depth;
    this.#voxels = type ? type.create(total) : wide ? new Float64Array(total) : new Float32Array(total);
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
