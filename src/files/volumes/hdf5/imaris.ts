/** Imaris's volumes in HDF5 (.ims): https://imaris.oxinst.com/support/imaris-file-format. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume } from '../../../volume/volume.js';
import { type SampleAxis, selectSamples } from '../samples/select-samples.js';
import type { VolumeFile, VolumeSelection } from '../source.js';
import type { Hdf5File } from './hdf5-file.js';
import { nameUnit } from './name-unit.js';

const FINEST = 'DataSet/ResolutionLevel 0';
const IMAGE = 'DataSetInfo/Image';

export const isImaris = (file: Hdf5File): boolean => file.has(`${FINEST}/TimePoint 0/Channel 0/Data`);

const countOf = (names: readonly string[], word: string) => names.filter((name) => name.startsWith(`${word} `)).length;

/** One channel at one point in time, of the finest level. The world has the file's unit, mostly micrometres. */
export function readImaris(file: Hdf5File, selection: VolumeSelection): VolumeFile {
  const times = countOf(file.keys(FINEST), 'TimePoint');
  const channels = countOf(file.keys(`${FINEST}/TimePoint 0`), 'Channel');
  const path = `${FINEST}/TimePoint ${selection.time ?? 0}/Channel ${selection.component ?? 0}`;
  const sizesOf = (owner: string, names: readonly string[]) => names.map((name) => Number(file.text(owner, name)));
  const first = `${FINEST}/TimePoint 0/Channel 0`;
  const own = sizesOf(first, ['ImageSizeX', 'ImageSizeY', 'ImageSizeZ']);
  const sizes = (own.every((size) => size > 0) ? own : sizesOf(IMAGE, ['X', 'Y', 'Z'])) as unknown as Vec3;
  const axes: SampleAxis[] = [
    ...sizes.map((size) => ({ size, role: 'space' as const, label: '' })),
    { size: channels, role: 'component', label: 'channels' },
    { size: times, role: 'time', label: 'time points' },
  ];
  const { notes } = selectSamples(axes, selection);
  const data = file.array(`${path}/Data`);
  // Blocks fill the array up, beyond the image.
  if (
    data.shape.length !== 3 ||
    !sizes.every((size, axis) => Number.isInteger(size) && size > 0 && size <= data.shape[2 - axis]!)
  ) {
    throw new InputError(
      `has images of ${sizes.join(' × ')} voxels in arrays of ${data.shape.toReversed().join(' × ')}`,
    );
  }
  const voxels = file.read(
    data,
    [2, 1, 0].map((axis) => [0, sizes[axis]!] as const),
  );
  const [low, high] = ['ExtMin', 'ExtMax'].map((end) => sizesOf(IMAGE, [`${end}0`, `${end}1`, `${end}2`])) as [
    number[],
    number[],
  ];
  const spacings = sizes.map((size, axis) => (high[axis]! - low[axis]!) / size);
  if (!spacings.every((spacing) => spacing > 0 && Number.isFinite(spacing))) {
    throw new InputError(
      `has an extent of ${low.join(', ')} to ${high.join(', ')}; one that grows along all axes would be right`,
    );
  }
  const [x, y, z] = spacings as [number, number, number];
  const columns = [[x, 0, 0] as const, [0, y, 0] as const, [0, 0, z] as const] as const;
  // The extent is that of the voxels' box, and the origin a voxel's centre.
  const origin: Vec3 = [low[0]! + x / 2, low[1]! + y / 2, low[2]! + z / 2];
  const unit = nameUnit(file.text(IMAGE, 'Unit'));
  return {
    volume: createVolume({ sizes, voxels, indexToWorld: { columns, origin } }),
    times,
    time: selection.time ?? 0,
    ...(unit && { unit }),
    notes,
  };
}
