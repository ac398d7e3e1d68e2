/** Reads volumes from HDF5: MINC 2, Imaris, BigDataViewer, MATLAB 7.3, and arrays of any file by their names. */
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import { createVolume } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { selectOfArray } from '../npy/array-axes.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { extractChannels, gatherVoxels } from '../samples/select-samples.js';
import type { VolumeFile, VolumeReader, VolumeSelection } from '../source.js';
import { findSpimData, isBigDataViewer, readBigDataViewer } from './big-data-viewer.js';
import { type Hdf5Array, type Hdf5File, withHdf5 } from './hdf5-file.js';
import { isImaris, readImaris } from './imaris.js';
import { isHdf5 } from './is-hdf5.js';
import { isMinc, readMinc } from './minc.js';

/** Reads a volume. Arrays without a world of their own are as in NumPy: `array[k, j, i]`, 1 apart unless an attribute says. */
export const readHdf5: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const { bytes, memory } = source;
    if (!isHdf5(bytes)) {
      throw new InputError(
        'is no HDF5 file: it has no signature; check that it is of the kind its name says, or get a whole copy',
      );
    }
    const isViewers = selection.series === undefined && (await withHdf5(bytes, isBigDataViewer));
    const description = isViewers ? await findSpimData(source) : undefined;
    const read = (file: Hdf5File): VolumeFile => {
      if (isViewers) return readBigDataViewer(file, selection, description);
      if (selection.series === undefined && isMinc(file)) return readMinc(file, selection);
      if (selection.series === undefined && isImaris(file)) return readImaris(file, selection);
      return readArray(file, selection);
    };
    return withHdf5(bytes, read, memory);
  });

const LISTED_MAX = 8;

function readArray(file: Hdf5File, selection: VolumeSelection): VolumeFile {
  const { array, notes } = chooseArray(file, selection.series);
  const selected = selectOfArray(
    array.shape,
    false,
    selection,
    array.sizeBytes === 1 && !array.isFloat ? 0xff : undefined,
  );
  const samples = file.read(array);
  const { voxels, colors } = extractChannels(selected, (part) => gatherVoxels(samples, part, file.memory));
  const [x, y, z] = spacingsOf(file, array);
  const columns = [[x, 0, 0] as const, [0, y, 0] as const, [0, 0, z] as const] as const;
  const volume = createVolume({ sizes: selected.sizes, voxels, indexToWorld: { columns, origin: [0, 0, 0] } });
  return { volume, colors, times: selected.times, notes: [...notes, ...selected.notes] };
}

/** The array of that name, or the start of it; the largest volume by default. */
function chooseArray(file: Hdf5File, series: string | undefined): { array: Hdf5Array; notes: readonly string[] } {
  const arrays = file.arrays();
  const isVolume = ({ shape }: Hdf5Array) =>
    (shape.length === 3 || shape.length === 4) && shape.every((size) => size > 0);
  const volumes = arrays.filter(isVolume);
  const describe = ({ path, shape }: Hdf5Array) => `${quote(path)} (${shape.join(' × ')})`;
  const list = (some: readonly Hdf5Array[]) =>
    `${some.slice(0, LISTED_MAX).map(describe).join(', ')}${some.length > LISTED_MAX ? ', …' : ''}`;
  if (series !== undefined) {
    const wanted = series.replace(/^\/+/, '');
    const array =
      arrays.find(({ path }) => path === wanted) ??
      volumes[/^\d{1,6}$/.test(wanted) ? Number(wanted) - 1 : -1] ??
      volumes.find(({ path }) => path.startsWith(wanted));
    if (array) return { array, notes: [] };
    throw new InputError(`has no array ${quote(series)}; --series takes one of ${list(volumes)}`);
  }
  const sizeOf = ({ shape }: Hdf5Array) => shape.reduce((product, size) => product * size, 1);
  const [array, ...others] = [...volumes].sort((a, b) => sizeOf(b) - sizeOf(a));
  if (!array) {
    const held = arrays.length > 0 ? `; it has ${list(arrays)}` : '';
    const flat = arrays.find(({ shape }) => shape.length === 2);
    const help = flat ? `--series ${flat.path} shows one of two as a slice` : 'name a file that holds a volume';
    throw new InputError(`has no array of numbers of three or four dimensions${held}; ${help}`);
  }
  const note = `has ${volumes.length} volumes: ${list(volumes)}; took the largest, ${array.path}; --series takes another`;
  return { array, notes: others.length > 0 ? [note] : [] };
}

/** Micrometres along z, y and x, as ilastik's and Fiji's plugins write them. */
function spacingsOf(file: Hdf5File, { path }: Hdf5Array): Vec3 {
  const sizes = file.numbers(path, 'element_size_um');
  if (sizes.length !== 3 || !sizes.every((size) => size > 0 && Number.isFinite(size))) return [1, 1, 1];
  return [sizes[2]!, sizes[1]!, sizes[0]!];
}
