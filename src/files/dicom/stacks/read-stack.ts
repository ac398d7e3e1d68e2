/** Reads the pixels of a stack into a volume, slice by slice, so that no more than two are in memory besides it. */
import { InputError } from '../../../errors.js';
import { createVolume } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import type { VolumeFile, VolumeSelection } from '../../volumes/source.js';
import {
  countComponents,
  findScale,
  isInverted,
  type PossibleValues,
  possibleValues,
  writeValues,
} from '../pixels/slice-values.js';
import { FrameSource, type StoredArray } from '../pixels/stored-frame.js';
import { describeTimes } from './describe-times.js';
import { findDisplay } from './find-display.js';
import type { Stack } from './find-stacks.js';
import type { Slice } from './slice.js';
import { placeStack } from './stack-geometry.js';
import { VoxelWriter } from './voxel-writer.js';

/** The modality of doses of radiation. */
const DOSE = 'RTDOSE';

/** Called after each slice. */
export type ReportProgress = (done: number, total: number) => void;

/**
 * Reads the volume of one point in time and one component, or of all channels of colours, as `selection` says.
 * @param memory takes the voxels.
 * @throws InputError, without the folder's name but with the file's, if there is no such time or component, or a file is
 * damaged.
 */
export async function readStack(
  stack: Stack,
  { component: asked, time = 0 }: VolumeSelection,
  report: ReportProgress,
  memory?: MemoryAccount,
): Promise<VolumeFile> {
  const geometry = placeStack(stack.positions);
  const slices = stack.positions.map(({ slices }) => slices[time]);
  const first = slices[0] ?? fail('time', time, stack.times);
  const components = countComponents(first.pixels);
  if (asked !== undefined && asked >= components) fail('component', asked, components);
  const taken = asked === undefined && components === 3 ? [0, 1, 2] : [asked ?? 0];
  const inverted = isInverted(first.pixels, stack.instance.modality);
  const { columns, rows } = first.pixels;
  const of = { components: taken, inverted, count: columns * rows };
  const reader = new SliceReader(slices as Slice[], of, report);
  const range = combineRanges((slices as Slice[]).map(possibleValues));
  // Allocated after the first slice, since compressed ones say only when they are decoded whether they are as large as
  // claimed.
  let writers: readonly VoxelWriter[] | undefined;
  const open = () => {
    if (writers) return writers;
    const sizeBytes = VoxelWriter.sizeBytes(range, columns * rows, geometry.depth) * taken.length;
    memory?.spend(sizeBytes, `the voxels of ${slices.length} slices`);
    writers = taken.map(() => new VoxelWriter(range, columns * rows, geometry.depth));
    return writers;
  };
  const isPlain = components === 1 && geometry.sources.every(({ weight }) => weight === 0);
  for (const [k, { first, second, weight }] of geometry.sources.entries()) {
    if (isPlain && slices[first]!.pixels.type === 'integer') {
      const samples = await reader.readSamples(first);
      const slice = slices[first]!;
      open()[0]!.writeSamples(k, samples, findScale(slice, inverted), possibleValues(slice));
      continue;
    }
    const values = await reader.readValues(first);
    const others = weight === 0 ? undefined : await reader.readValues(second);
    for (const [channel, writer] of open().entries()) {
      if (others) writer.writeBetween(k, values[channel]!, others[channel]!, weight);
      else writer.write(k, values[channel]!);
    }
  }
  const channels = writers!.map((writer) => writer.finish());
  const { voxels, padded } = channels[0]!;
  const choices = { time, component: asked, components };
  const notes = [...stack.notes, ...geometry.notes, ...noteChoices(stack, choices), ...noteValues(inverted, padded)];
  const sizes = [columns, rows, geometry.depth] as const;
  const { indexToWorld, anatomical } = geometry;
  const white = first.pixels.palettes.length > 0 ? 0xff : range.high;
  const colors = taken.length === 3 ? { channels: channels.map((channel) => channel.voxels), white } : undefined;
  const meaning = stack.instance.modality === DOSE ? ('dose' as const) : undefined;
  return {
    volume: createVolume({ sizes, voxels, indexToWorld, anatomical, meaning }),
    colors,
    times: stack.times,
    notes,
    ...(components === 1 && { display: findDisplay(slices as Slice[], stack.instance.modality) }),
  };
}

/** Notes on the point in time and the component that were read of several. */
function noteChoices(
  stack: Stack,
  { time, component, components }: { time: number; component: number | undefined; components: number },
): string[] {
  const notes: string[] = [];
  if (stack.times > 1) {
    const difference = describeTimes(stack);
    notes.push(
      `has ${stack.times} points in time${difference ? ` (by ${difference})` : ''}; took time ${time}, --time takes any of 0 to ${stack.times - 1}`,
    );
  }
  if (components > 1 && component !== undefined) {
    notes.push(
      `has ${components} components per voxel (red, green, blue); took component ${component}, --component takes any of 0 to ${components - 1}`,
    );
  }
  return notes;
}

/** Notes on values that are not as they are stored. */
function noteValues(inverted: boolean, padded: number): string[] {
  const notes: string[] = [];
  if (inverted) notes.push('is MONOCHROME1, whose low values are bright; its values were inverted');
  if (padded > 0) notes.push(`has ${padded} voxels of padding, which got the lowest value of the others`);
  return notes;
}

function fail(role: 'component' | 'time', index: number, count: number): never {
  const right = count > 1 ? `one of 0 to ${count - 1}` : 'nothing but 0, as there is one only';
  throw new InputError(`has no ${role} ${index}; right for --${role} is ${right}`);
}

/** Reads slices by their index. */
class SliceReader {
  readonly #slices: readonly Slice[];
  readonly #of: { readonly components: readonly number[]; readonly inverted: boolean; readonly count: number };
  readonly #report: ReportProgress;
  readonly #frames = new FrameSource();
  /** The latest two stay, since interpolation asks for them again and again. */
  readonly #kept: { index: number; values?: readonly Float64Array[] }[] = [{ index: -1 }, { index: -1 }];

  constructor(
    slices: readonly Slice[],
    of: { readonly components: readonly number[]; readonly inverted: boolean; readonly count: number },
    report: ReportProgress,
  ) {
    this.#slices = slices;
    this.#of = of;
    this.#report = report;
  }

  /** The stored samples, at least one for each pixel. */
  async readSamples(index: number): Promise<StoredArray> {
    const { pixels, frame } = this.#slices[index]!;
    const { samples } = await nameInErrors(pixels.content.name, () => this.#frames.read(pixels, frame));
    this.#report(index + 1, this.#slices.length);
    return samples;
  }

  /** The values of each component. */
  async readValues(index: number): Promise<readonly Float64Array[]> {
    const kept = this.#kept;
    const known = kept.find((slot) => slot.index === index);
    if (known?.values) return known.values;
    const slot = kept[0]!.index < kept[1]!.index ? kept[0]! : kept[1]!;
    const slice = this.#slices[index]!;
    const { pixels, frame } = slice;
    const { components, inverted, count } = this.#of;
    slot.index = -1;
    const values = await nameInErrors(pixels.content.name, async () => {
      const stored = await this.#frames.read(pixels, frame);
      slot.values ??= components.map(() => new Float64Array(count));
      for (const [channel, component] of components.entries()) {
        writeValues(slice, stored, { component, inverted }, slot.values[channel]!);
      }
      return slot.values;
    });
    slot.index = index;
    this.#report(index + 1, this.#slices.length);
    return values;
  }
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
