/** Takes one scalar volume out of samples that may hold several components per voxel and several points in time. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { VoxelArray } from '../../../volume/volume.js';
import type { MemoryAccount } from '../../bytes/memory-account.js';
import type { Colors, VolumeSelection } from '../source.js';
import { decodeVoxels, type Endianness, type ScalarType, scalarSizeBytes } from './voxels.js';

export interface SampleAxis {
  readonly size: number;
  readonly role: 'space' | 'component' | 'time';
  /** The file's name for it. */
  readonly label: string;
}

/** The selected volume's samples: (i, j, k) at offset + i · strides[0] + j · strides[1] + k · strides[2]. */
export interface SampleSelection {
  readonly sizes: Vec3;
  readonly offset: number;
  readonly strides: Vec3;
  /** Points in time that there are, of which one is selected. */
  readonly times: number;
  readonly notes: readonly string[];
  /** Present where the selection takes no component of colours; the samples are the first's, and the others' are beside them. */
  readonly colors?: ColorSamples | undefined;
}

interface ColorSamples {
  readonly count: 3 | 4;
  /** The step from a sample of one channel to that of the next. */
  readonly stride: number;
  readonly white: number;
}

export function countSamples(axes: readonly Pick<SampleAxis, 'size'>[]): number {
  return axes.reduce((count, { size }) => count * size, 1);
}

/**
 * Finds the samples of the selected component and time.
 * @param axes fastest first; three of them, the slower ones last, span space.
 * @param white the value of a full channel, where three or four components are colours.
 * @throws InputError if there is no such component or time.
 */
export function selectSamples(
  axes: readonly SampleAxis[],
  selection: VolumeSelection,
  white?: number,
): SampleSelection {
  const strides = axes.map((_, axis) => countSamples(axes.slice(0, axis)));
  const withRole = (role: SampleAxis['role']) => axes.flatMap((axis, index) => (axis.role === role ? [index] : []));
  const notes: string[] = [];
  let offset = 0;
  let times = 1;
  const colors = white === undefined ? undefined : findColors(axes, strides, selection, white);
  for (const role of ['component', 'time'] as const) {
    const ofRole = withRole(role).filter((axis) => axes[axis]!.size > 1);
    const count = countSamples(ofRole.map((axis) => axes[axis]!));
    const index = selection[role] ?? 0;
    if (role === 'time') times = count;
    if (!(Number.isSafeInteger(index) && index >= 0 && index < count)) {
      const right = count > 1 ? `one of 0 to ${count - 1}` : 'nothing but 0, as there is one only';
      throw new InputError(`has no ${role} ${index}; right for --${role} is ${right}`);
    }
    if (count > 1 && !(colors && role === 'component')) {
      const whose = ofRole.map((axis) => axes[axis]!.label).join(' and ');
      const what = role === 'component' ? `${count} components per voxel` : `${count} points in time`;
      notes.push(`has ${what} (${whose}); took ${role} ${index}, --${role} takes any of 0 to ${count - 1}`);
    }
    // The components of a matrix, say, are on two axes: they count as one, the faster first.
    let rest = index;
    for (const axis of ofRole) {
      offset += (rest % axes[axis]!.size) * strides[axis]!;
      rest = Math.floor(rest / axes[axis]!.size);
    }
  }
  const space = withRole('space');
  const inSpace = (numbers: readonly number[]) => space.map((axis) => numbers[axis]!) as unknown as Vec3;
  return { sizes: inSpace(axes.map(({ size }) => size)), offset, strides: inSpace(strides), times, notes, colors };
}

function findColors(
  axes: readonly SampleAxis[],
  strides: readonly number[],
  { component }: VolumeSelection,
  white: number,
): ColorSamples | undefined {
  const [channels, ...others] = axes.filter(({ role, size }) => role === 'component' && size > 1);
  if (component !== undefined || others.length > 0 || !channels) return undefined;
  const { size: count } = channels;
  return count === 3 || count === 4 ? { count, stride: strides[axes.indexOf(channels)]!, white } : undefined;
}

/** The selected voxels by `extract`, and those of all channels where they are colours. */
export function extractChannels(
  selected: SampleSelection,
  extract: (selection: SampleSelection) => VoxelArray,
): { voxels: VoxelArray; colors: Colors | undefined } {
  const { colors, offset } = selected;
  const voxels = extract(selected);
  if (!colors) return { voxels, colors: undefined };
  const others = Array.from({ length: colors.count - 1 }, (_, other) =>
    extract({ ...selected, offset: offset + (other + 1) * colors.stride }),
  );
  return { voxels, colors: { channels: [voxels, ...others], white: colors.white } };
}

/**
 * The selected voxels among all samples in `data`: a view where alignment, byte order and strides allow, else a copy.
 * @param memory takes the copies.
 */
export function extractVoxels(
  data: Uint8Array,
  type: ScalarType,
  endianness: Endianness,
  { sizes, offset, strides }: SampleSelection,
  memory?: MemoryAccount,
): VoxelArray {
  const [sizeI, sizeJ, sizeK] = sizes;
  const count = sizeI * sizeJ * sizeK;
  if (strides[0] === 1 && strides[1] === sizeI && strides[2] === sizeI * sizeJ) {
    const sizeBytes = scalarSizeBytes(type);
    return decodeVoxels(data.subarray(offset * sizeBytes, (offset + count) * sizeBytes), type, endianness, memory);
  }
  return gatherVoxels(decodeVoxels(data, type, endianness, memory), { sizes, offset, strides }, memory);
}

/**
 * The selected voxels among `samples`: those themselves where they are all, in this order, else a copy.
 * @param memory takes the copy.
 */
export function gatherVoxels(
  samples: VoxelArray,
  { sizes, offset, strides }: Pick<SampleSelection, 'sizes' | 'offset' | 'strides'>,
  memory?: MemoryAccount,
): VoxelArray {
  const [sizeI, sizeJ, sizeK] = sizes;
  const count = sizeI * sizeJ * sizeK;
  const inOrder = strides[0] === 1 && strides[1] === sizeI && strides[2] === sizeI * sizeJ;
  if (inOrder && samples.length === count) return samples;
  memory?.spend(count * samples.BYTES_PER_ELEMENT, 'its voxels');
  const voxels = samples.slice(0, count);
  let index = 0;
  for (let k = 0; k < sizeK; k++) {
    for (let j = 0; j < sizeJ; j++) {
      let from = offset + j * strides[1] + k * strides[2];
      for (let i = 0; i < sizeI; i++, from += strides[0]) voxels[index++] = samples[from]!;
    }
  }
  return voxels;
}
