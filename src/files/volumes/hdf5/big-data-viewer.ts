/** BigDataViewer's volumes in HDF5: groups of time points, setups and levels. https://imagej.net/plugins/bdv. */
import { InputError } from '../../../errors.js';
import { type Affine, determinant, IDENTITY_AFFINE, scaleColumns } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { FILE_LIMITS } from '../../bytes/budget.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { selectSamples } from '../samples/select-samples.js';
import type { FileSource, VolumeFile, VolumeReader, VolumeSelection } from '../source.js';
import { type Hdf5File, withHdf5 } from './hdf5-file.js';
import { isHdf5 } from './is-hdf5.js';
import { nameUnit } from './name-unit.js';
import { parseSpimData, type SpimData } from './spim-data.js';

const TIME = /^t(\d{5,})$/;
const SETUP = /^s(\d{2,})$/;

export const isBigDataViewer = (file: Hdf5File): boolean => listTimes(file).length > 0;

/** Time points that have images: the metadata of setups, `s00` and so on, lie beside them. */
const listTimes = (file: Hdf5File) =>
  file.keys('/').filter((name) => TIME.test(name) && listSetups(file, name).length > 0);

const listSetups = (file: Hdf5File, time: string) =>
  file.keys(time).filter((name) => SETUP.test(name) && file.has(`${time}/${name}/0/cells`));

/** Reads the volume of an XML of BigDataViewer, whose HDF5 lies beside it. */
export const readSpimData: VolumeReader = ({ name, bytes, readSibling, memory }, selection) =>
  nameInErrors(name, async () => {
    const description = parseSpimData(bytes);
    const images = await readSibling(description.file);
    return nameInErrors(description.file, async () => {
      if (!isHdf5(images)) throw new InputError('is no HDF5 file: it has no signature; get a whole copy');
      const read = (file: Hdf5File) => {
        if (!isBigDataViewer(file)) throw new InputError('has no images of BigDataViewer, such as t00000/s00/0/cells');
        return readBigDataViewer(file, selection, description);
      };
      return withHdf5(images, read, memory);
    });
  });

/** Reads the XML of the same name beside an HDF5 file; undefined where there is none that can be read. */
export async function findSpimData({ name, readSibling }: FileSource): Promise<SpimData | undefined> {
  const own = name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  try {
    return parseSpimData(await readSibling(`${own}.xml`, FILE_LIMITS.textBytes));
  } catch (cause) {
    if (cause instanceof InputError) return undefined;
    throw cause;
  }
}

/** One setup, by `component`, at one point in time, of the finest level. The world is that of BigDataViewer. */
export function readBigDataViewer(
  file: Hdf5File,
  selection: VolumeSelection,
  description: SpimData | undefined,
): VolumeFile {
  const times = listTimes(file);
  const setups = listSetups(file, times[0]!);
  const space = [1, 1, 1].map((size) => ({ size, role: 'space' as const, label: '' }));
  const { notes } = selectSamples(
    [
      ...space,
      { size: setups.length, role: 'component', label: 'setups' },
      { size: times.length, role: 'time', label: 'time points' },
    ],
    selection,
  );
  const [time, setup] = [times[selection.time ?? 0]!, setups[selection.component ?? 0]!];
  const data = file.array(`${time}/${setup}/0/cells`);
  if (data.shape.length !== 3) {
    throw new InputError(`has the array ${data.path} of ${data.shape.length} dimensions; a volume's has 3`);
  }
  const sizes = data.shape.toReversed() as unknown as Vec3;
  const [setupNumber, timeNumber] = [Number(SETUP.exec(setup)![1]), Number(TIME.exec(time)![1])];
  const size = description?.voxelSizeOf(setupNumber);
  const placement = description?.placementOf(setupNumber, timeNumber);
  const indexToWorld = checkPlacement(placement ?? scaleAxes(size?.sizes));
  const unit = size && isInUnit(indexToWorld, size.sizes) ? nameUnit(size.unit) : undefined;
  const unplaced =
    'has no XML of BigDataViewer of its name beside it that says how far voxels are apart; they are 1 apart here';
  const volume = createVolume({
    sizes,
    voxels: unsign(file.read(data)),
    indexToWorld,
  });
  return {
    volume,
    times: times.length,
    time: selection.time ?? 0,
    ...(unit && { unit }),
    notes: [...notes, ...(size || placement ? [] : [unplaced])],
  };
}

/** BigDataViewer wrote unsigned numbers as signed ones, which its HDF5 library lacked. */
const unsign = (voxels: VoxelArray): VoxelArray =>
  voxels instanceof Int16Array ? new Uint16Array(voxels.buffer, voxels.byteOffset, voxels.length) : voxels;

const scaleAxes = (sizes: Vec3 = [1, 1, 1]): Affine => ({
  columns: scaleColumns(IDENTITY_AFFINE.columns, sizes),
  origin: [0, 0, 0],
});

/** Relative, of lengths that programs have rounded. */
const ROUNDING = 1e-3;

/** Whether the world measures in the unit of voxel sizes: many programs make the smallest of these 1. */
const isInUnit = ({ columns }: Affine, sizes: Vec3) =>
  columns.every((column, axis) => Math.abs(Math.hypot(...column) / sizes[axis]! - 1) < ROUNDING);

/** @throws InputError for a map that flattens the world. */
function checkPlacement(placement: Affine): Affine {
  if (determinant(placement) !== 0) return placement;
  throw new InputError('has a ViewRegistration that flattens the volume; three directions that differ would be right');
}
