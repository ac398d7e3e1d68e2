/** MINC 2 volumes in HDF5: https://en.wikibooks.org/wiki/MINC/SoftwareDevelopment/MINC2.0_File_Format_Reference. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import { scale, type Vec3 } from '../../../math/vec3.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { rasToLps } from '../ras-to-lps.js';
import { gatherVoxels, type SampleAxis, selectSamples } from '../samples/select-samples.js';
import type { VolumeFile, VolumeSelection } from '../source.js';
import type { Hdf5File } from './hdf5-file.js';

const IMAGE = 'minc-2.0/image/0/image';
const DIMENSIONS = 'minc-2.0/dimensions';

const SPACE = ['xspace', 'yspace', 'zspace'] as const;
const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export const isMinc = (file: Hdf5File): boolean => file.has(IMAGE);

/** One point in time, in real values. The world is RAS by the dimensions' starts, steps and directions, and becomes LPS. */
export function readMinc(file: Hdf5File, selection: VolumeSelection): VolumeFile {
  const image = file.array(IMAGE);
  const names = (file.text(IMAGE, 'dimorder') ?? '').split(',').map((name) => name.trim());
  const space = names.filter((name) => (SPACE as readonly string[]).includes(name));
  if (names.length !== image.shape.length || new Set(space).size !== 3) {
    throw new InputError(`has the dimensions ${quote(names.join(','))}; three of space, and perhaps time, can be read`);
  }
  const axes = names.map((name, axis): SampleAxis => {
    const role = space.includes(name) ? 'space' : name === 'time' ? 'time' : 'component';
    return { size: image.shape[axis]!, role, label: name };
  });
  if (names.filter((name) => !space.includes(name)).length > 1) {
    throw new InputError(`has the dimensions ${quote(names.join(','))}; one besides those of space can be read`);
  }
  // The file's last dimension is fastest, and becomes i.
  const selected = selectSamples([...axes].reverse(), selection);
  const other = axes.findIndex(({ role }) => role !== 'space');
  const index = other < 0 ? 0 : (selection[axes[other]!.role as 'time' | 'component'] ?? 0);
  const ranges = image.shape.map((size, axis): [number, number] => (axis === other ? [index, index + 1] : [0, size]));
  const stored = file.read(image, ranges);
  const sizes = selected.sizes;
  const strides: Vec3 = [1, sizes[0], sizes[0] * sizes[1]];
  const real = image.isFloat ? stored : scaleToReal(file, stored, ranges);
  const voxels = gatherVoxels(real, { sizes, offset: 0, strides }, file.memory);
  const indexToWorld = placeInWorld(file, [...space].reverse());
  const volume = createVolume({ sizes, voxels, indexToWorld, anatomical: true });
  return { volume, times: selected.times, notes: selected.notes };
}

/**
 * Integers between the ends of the valid range stand for reals between those of `image-min` and `image-max`, which the slowest
 * dimensions may have of their own for each slice.
 */
function scaleToReal(file: Hdf5File, stored: VoxelArray, ranges: readonly (readonly [number, number])[]): VoxelArray {
  const folder = IMAGE.slice(0, IMAGE.lastIndexOf('/'));
  if (!file.has(`${folder}/image-min`) || !file.has(`${folder}/image-max`)) return stored;
  const [low, high] = validRange(file, stored);
  const [mins, maxs] = ['image-min', 'image-max'].map((name) => {
    const array = file.array(`${folder}/${name}`);
    return file.read(array, ranges.slice(0, array.shape.length));
  }) as [VoxelArray, VoxelArray];
  if (mins.length !== maxs.length || stored.length % Math.max(mins.length, 1) !== 0) {
    throw new InputError(
      `has ${mins.length} values of image-min and ${maxs.length} of image-max, which do not fit its slices`,
    );
  }
  const count = stored.length / mins.length;
  const Real = stored.BYTES_PER_ELEMENT <= 2 ? Float32Array : Float64Array;
  file.memory?.spend(Real.BYTES_PER_ELEMENT * stored.length, 'its voxels');
  const real = new Real(stored.length);
  for (let slice = 0; slice < mins.length; slice++) {
    const slope = (maxs[slice]! - mins[slice]!) / (high - low);
    for (let at = slice * count; at < (slice + 1) * count; at++) real[at] = (stored[at]! - low) * slope + mins[slice]!;
  }
  return real;
}

/** The range that the file says, or all that the type has. */
function validRange(file: Hdf5File, stored: VoxelArray): readonly [number, number] {
  const range = file.numbers(IMAGE, 'valid_range');
  if (range.length === 2 && range[0] !== range[1]) return [Math.min(...range), Math.max(...range)];
  const bits = 8 * stored.BYTES_PER_ELEMENT;
  const isSigned = stored instanceof Int8Array || stored instanceof Int16Array || stored instanceof Int32Array;
  return isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
}

/** @param names of the dimensions of space, the fastest first. */
function placeInWorld(file: Hdf5File, names: readonly string[]): Affine {
  const origin = [0, 0, 0];
  const columns = names.map((name) => {
    const path = `${DIMENSIONS}/${name}`;
    const spacing = file.text(path, 'spacing') ?? '';
    if (spacing.startsWith('irregular'))
      throw new InputError(`has slices along ${name} at irregular distances, which cannot be read`);
    const [start = 0] = file.numbers(path, 'start');
    const [step = 1] = file.numbers(path, 'step');
    const cosines = file.numbers(path, 'direction_cosines');
    const direction = (cosines.length === 3 ? cosines : UNITS[SPACE.indexOf(name as 'xspace')]!) as unknown as Vec3;
    for (const axis of [0, 1, 2] as const) origin[axis]! += start * direction[axis];
    return scale(direction, step);
  });
  return rasToLps({ columns: columns as unknown as Affine['columns'], origin: origin as unknown as Vec3 });
}
