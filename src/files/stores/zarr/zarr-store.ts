/** Opens OME-Zarr stores, and plain Zarr arrays, of Zarr 2 and 3. */
import * as zarr from 'zarrita';
import { InputError } from '../../../errors.js';
import { IDENTITY_AFFINE, scaleColumns } from '../../../math/affine.js';
import { addScaled, mapVec3, normalize, type Vec3 } from '../../../math/vec3.js';
import { type BlockRanges, createVoxels, type Level, type Store } from '../../../paged/store.js';
import type { VoxelArray } from '../../../volume/volume.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { dropInfinite } from '../../volumes/samples/settle-infinite.js';
import type { VolumeSelection } from '../../volumes/source.js';
import { findMeaning } from '../../volumes/tell-meaning.js';
import { endWith, freeOfDecoded, giveToWorker } from '../decoding/decode-beside.js';
import { LostBytesError } from '../decoding/worker-pool.js';
import { type KeyStore, keysBelow } from '../key-store.js';
import { listChannels, pickIndex } from '../pick-index.js';
import { AdaptedArrays, convertFill, convertStored } from './adapted-arrays.js';
import { boundArchive } from './bound-archive.js';
import { boundCodecs } from './bound-codecs.js';
import { checkArray, type ZarrArray } from './check-array.js';
import { checkCodecs } from './check-codecs.js';
import { findPresent } from './find-present.js';
import { findStoreImage } from './find-store-image.js';
import { LackingChunks } from './lacking-chunks.js';
import {
  AXIS_ROLES,
  type AxisRole,
  type Multiscale,
  type NgffAxis,
  type NgffDataset,
  parseMultiscale,
  type RangesNote,
} from './ngff.js';
import { deepenPlane } from './plane-arrays.js';

/** Which image of several, and which voxels of arrays of more than three dimensions, to take. */
export type StoreSelection = Pick<VolumeSelection, 'component' | 'series' | 'time' | 'voxels'>;

/**
 * Opens the store at the root of `keys`. The levels are those of the selection if there are several channels or times.
 * @param isWhole whether all of the store has been written, so that what is not there is missing.
 * @throws InputError, one line that starts with the store's name, if it is none that can be read.
 */
export function openZarr(keys: KeyStore, selection: StoreSelection = {}, isWhole = true): Promise<Store> {
  return nameInErrors(keys.name, () => openImage(keys, selection, isWhole).catch(refuseMetadata));
}

/** Metadata that is damaged may fail anywhere. */
function refuseMetadata(cause: unknown): never {
  if (cause instanceof InputError) throw cause;
  throw new InputError(`is no Zarr store that can be read: ${(cause as Error).message}`, { cause });
}

async function openImage(keys: KeyStore, selection: StoreSelection, isWhole: boolean): Promise<Store> {
  boundCodecs();
  const adapted = new AdaptedArrays();
  const root = zarr.root(readableOf(keys, adapted));
  const node = await openNode(root, keys);
  const chosen = node.kind === 'group' ? await findStoreImage(keys, node.attrs ?? {}, selection.series) : undefined;
  if (chosen) {
    const { series: _, ...others } = selection;
    const within = chosen.series === undefined ? others : { ...others, series: chosen.series };
    const store = await openImage(keysBelow(keys, chosen.path), within, isWhole);
    return { ...store, notes: [...chosen.notes, ...store.notes] };
  }
  if (selection.series !== undefined) throw new InputError('holds one image; leave out --series');
  const named = node.kind === 'array' ? imageOfArray(node) : parseMultiscale(node.attrs ?? {});
  if (!named) {
    throw new InputError('holds no multiscale image at its root; name the group or the array in it that does');
  }
  const { image, arrays, isPlane } = deepenPlane(named, node.kind === 'array' ? [node] : await openArrays(root, named));
  const types = arrays.map((array) => checkArray(array, adapted.typeOf(array)));
  const picks = pickIndices(image, arrays[0]!, selection);
  const lacking = new LackingChunks();
  const levels = arrays.map((array, index): Level => {
    const level = createLevel(keys.name, image, image.datasets[index]!, array, {
      ...picks,
      stored: adapted.typeOf(array),
    });
    const fill = fillOf(array, adapted);
    const present = () =>
      findPresent(
        keys,
        array,
        { type: types[index]!, fill },
        { spatial: picks.spatial, chunkIndexOf: (chunk) => placeChunk(array, picks, chunk) },
      );
    const readRanges = rangesReader(keys, image.ranges[index], { index, sizes: level.sizes });
    const readNamed = readRanges && (() => nameInErrors(keys.name, () => readRanges().catch(refuseMetadata)));
    const isRemote = keys.list === undefined;
    const described = { ...level, type: types[index]!, fill, readRanges: readNamed, ...(isRemote && { isRemote }) };
    // Names of a picture's chunks have a number less.
    const watched = isWhole && !isPlane;
    return watched ? { ...lacking.watch(described, String(index)), findPresent: present } : described;
  });
  const bound = await boundArchive(
    keys,
    levels.map(({ sizes, type }, index) => ({ sizes, type, array: arrays[index]! })),
  );
  return {
    name: keys.name,
    format: node.kind === 'array' ? 'Zarr' : `OME-Zarr ${image.version}`,
    levels: levels.filter((_, index) => bound.isRead[index]) as unknown as Store['levels'],
    anatomical: image.placement?.anatomical ?? false,
    isLabels: image.isLabels,
    labels: image.labels,
    meaning: findMeaning(keys.name, selection, image.isLabels ? 'labels' : undefined),
    unit: image.unit,
    channels: picks.channels,
    ...(picks.channels.length > 1 && { channel: picks.channels[selection.component ?? 0] }),
    times: picks.times,
    countLacking: () => lacking.count,
    notes: [
      ...(image.others > 0 ? [`holds ${image.others} more images, which were left out`] : []),
      ...image.notes,
      ...picks.notes,
      ...bound.notes,
    ],
  };
}

const fillOf = (array: ZarrArray, adapted: AdaptedArrays) => convertFill(adapted.typeOf(array), array.fillValue);

/** Options of the library's requests for a chunk of which there is no file: it passes them on, and fills the chunk. */
const unanswered = new WeakSet<object>();

const readableOf = ({ get, getRange, isFresh }: KeyStore, adapted: AdaptedArrays): zarr.AsyncReadable => ({
  get: async (key, options) => {
    const bytes = await get(key, options?.signal);
    if (bytes && /\/(zarr\.json|\.zarray)$/.test(key)) {
      const known = adapted.adapt(key, bytes);
      checkCodecs(known);
      return known;
    }
    endWith(bytes, options?.signal);
    if (!bytes && options) unanswered.add(options);
    if (isFresh) giveToWorker(bytes);
    return bytes;
  },
  getRange: async (key, range, options) => {
    const bytes = await getRange(key, adapted.rangeOf(key, range), options?.signal);
    endWith(bytes, options?.signal);
    if (!bytes && options) unanswered.add(options);
    if (isFresh) giveToWorker(bytes);
    return bytes;
  },
});

/** Reads the same files, and notes whether one besides metadata was not there. */
function noteAbsence({ get, getRange }: zarr.AsyncReadable) {
  let isAbsent = false;
  const note = <Bytes>(key: string, bytes: Bytes) => {
    isAbsent ||= bytes === undefined && !/\/(?:zarr\.json|\.z[a-z]+)$/.test(key);
    return bytes;
  };
  const readable: zarr.AsyncReadable = {
    get: async (key, options) => note(key, await get(key, options)),
    getRange: async (key, range, options) => note(key, await getRange!(key, range, options)),
  };
  return { readable, lacks: () => isAbsent };
}

async function openNode(root: zarr.Location<zarr.AsyncReadable>, { tellRefusal }: KeyStore) {
  try {
    return await zarr.open(root);
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    const isAbsent = cause instanceof Error && cause.name === 'NotFoundError';
    const what = isAbsent ? 'is no Zarr store: it has no zarr.json, .zgroup or .zarray; get a whole copy' : undefined;
    const why = tellRefusal?.() ?? what ?? `is no Zarr store that can be read: ${(cause as Error).message}`;
    throw new InputError(why, { cause });
  }
}

function openArrays(root: zarr.Location<zarr.AsyncReadable>, { datasets }: Multiscale) {
  return Promise.all(datasets.map(({ path }) => openArray(root, path)));
}

async function openArray(root: zarr.Location<zarr.AsyncReadable>, path: string) {
  try {
    return await zarr.open(root.resolve(path), { kind: 'array' });
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError(`has no array "${path}" that can be read: ${(cause as Error).message}`, { cause });
  }
}

/** A plain array: its last three axes span space, or both of a picture, unless it names them. */
function imageOfArray({ shape, dimensionNames }: ZarrArray): Multiscale {
  if (shape.length < 2) {
    throw new InputError(`is an array of ${shape.length} dimensions; name one of 2 to 5, as pictures and volumes are`);
  }
  const roles: readonly AxisRole[] = ['time', 'channel', 'space', 'space', 'space'];
  if (shape.length > roles.length)
    throw new InputError(`is an array of ${shape.length} dimensions; 2 to 5 can be read`);
  const named = dimensionNames && namedAxes(dimensionNames);
  const axes = named ?? roles.slice(-shape.length).map((role): NgffAxis => ({ role, name: role, unit: undefined }));
  const [scale, translation] = [shape.map(() => 1), shape.map(() => 0)];
  const datasets = [{ path: '', scale, translation }];
  return {
    version: '',
    axes,
    datasets,
    unit: undefined,
    channels: [],
    isLabels: false,
    labels: undefined,
    ranges: [],
    placement: undefined,
    others: 0,
    notes: [],
  };
}

/** Axes that are t, c, x, y and z, two or three of them of space; undefined for other names. */
function namedAxes(names: readonly string[]): NgffAxis[] | undefined {
  const axes = names.flatMap((name): NgffAxis[] => {
    const role = AXIS_ROLES[String(name).toLowerCase()];
    return role ? [{ role, name, unit: undefined }] : [];
  });
  const isWhole =
    axes.length === names.length && new Set(axes.map(({ name }) => name.toLowerCase())).size === names.length;
  return isWhole && axes.filter(({ role }) => role === 'space').length >= 2 ? axes : undefined;
}

/** The axes of an array that span space, as i, j and k, and the index along each other one. */
interface Picks extends Pick<Store, 'channels' | 'times' | 'notes'> {
  /** Axes of the arrays, for i, j and k. */
  readonly spatial: Vec3;
  /** Indices along the arrays' axes; 0 along those of space. */
  readonly indices: readonly number[];
}

function pickIndices({ axes, channels }: Multiscale, { shape }: ZarrArray, selection: StoreSelection): Picks {
  const spatial = orderSpace(axes);
  const notes: string[] = [];
  const indices = axes.map(({ role }, axis) => {
    if (role === 'space') return 0;
    const [wanted, of] =
      role === 'time' ? ([selection.time, 'times'] as const) : ([selection.component, 'channels'] as const);
    const picked = pickIndex(wanted, shape[axis]!, of);
    notes.push(...picked.notes);
    return picked.index;
  });
  const countOf = (wanted: AxisRole) => axes.reduce((n, { role }, axis) => (role === wanted ? n * shape[axis]! : n), 1);
  const listed = listChannels(countOf('channel'), channels);
  return { spatial, indices, channels: listed, times: countOf('time'), notes };
}

/**
 * The axes of space as i, j and k: by their names, in whatever order the arrays have them; where they are not x, y and z, the last
 * one is i, as in OME-Zarr's own order.
 */
function orderSpace(axes: readonly NgffAxis[]): Vec3 {
  const space = axes.flatMap(({ role }, axis) => (role === 'space' ? [axis] : []));
  const byName = ['x', 'y', 'z'].map((wanted) => space.find((axis) => axes[axis]!.name.toLowerCase() === wanted));
  const isNamed = byName.every((axis) => axis !== undefined);
  return (isNamed ? byName : space.toReversed()) as unknown as Vec3;
}

function createLevel(
  name: string,
  image: Multiscale,
  { scale, translation }: NgffDataset,
  array: ZarrArray,
  { spatial, indices, stored }: Picks & { readonly stored: ReturnType<AdaptedArrays['typeOf']> },
): Omit<Level, 'type' | 'readRanges'> {
  return {
    sizes: mapVec3(spatial, (axis) => array.shape[axis]!),
    chunkSizes: mapVec3(spatial, (axis) => array.chunks[axis]!),
    indexToWorld: placeLevel(
      image,
      mapVec3(spatial, (axis) => scale[axis]!),
      mapVec3(spatial, (axis) => translation[axis]! - (image.placement ? image.datasets[0]!.translation[axis]! : 0)),
    ),
    readChunk: (chunk, signal) =>
      nameInErrors(name, async () => {
        const chunkIndex = placeChunk(array, { spatial, indices }, chunk);
        const asked = { ...(signal && { signal }) };
        const { data, stride } = await readZarrChunk(array, chunkIndex, asked);
        const offset = indices.reduce((sum, index, axis) => sum + (index % array.chunks[axis]!) * stride[axis]!, 0);
        const voxels = dropInfinite(stored ? convertStored(stored, data) : (data as VoxelArray));
        const strides = mapVec3(spatial, (axis) => stride[axis]!);
        return { voxels, offset, strides, free: freeOfDecoded(voxels), isAbsent: unanswered.has(asked) };
      }),
  };
}

/** The number of a level's chunk along each axis of its array. */
function placeChunk(
  { chunks }: ZarrArray,
  { spatial, indices }: Pick<Picks, 'spatial' | 'indices'>,
  chunk: Vec3,
): number[] {
  const chunkIndex = indices.map((index, axis) => Math.floor(index / chunks[axis]!));
  for (const axis of [0, 1, 2] as const) chunkIndex[spatial[axis]] = chunk[axis];
  return chunkIndex;
}

/** @param shift of the first voxel: from the world's zero point, or from the finest level's where its place is known. */
function placeLevel({ placement }: Multiscale, spacing: Vec3, shift: Vec3): Level['indexToWorld'] {
  const { columns, origin } = placement?.indexToWorld ?? IDENTITY_AFFINE;
  const directions = [normalize(columns[0]), normalize(columns[1]), normalize(columns[2])] as const;
  return {
    columns: scaleColumns(directions, spacing),
    origin: directions.reduce((point, direction, axis) => addScaled(point, direction, shift[axis]!), origin),
  };
}

async function readZarrChunk(array: ZarrArray, chunkIndex: number[], asked: { readonly signal?: AbortSignal }) {
  try {
    const chunk = await array.getChunk(chunkIndex, asked);
    const wanted = array.chunks.reduce((product, size) => product * size, 1);
    const { length } = chunk.data as VoxelArray;
    if (length !== wanted) throw new Error(`it has ${length} values instead of ${wanted}`);
    return chunk;
  } catch (cause) {
    asked.signal?.throwIfAborted();
    if (cause instanceof InputError) throw cause;
    // Ends: a new worker gets a copy, which is decoded here if that one fails too.
    if ((cause as Error).cause instanceof LostBytesError) return readZarrChunk(array, chunkIndex, asked);
    // The library says which codec fails, and what that says is its cause.
    const { cause: inner, message } = cause as Error;
    const reason = inner instanceof Error ? inner.message : message;
    throw new InputError(`its chunk ${array.path}/${chunkIndex.join('/')} cannot be read: ${reason}`, { cause });
  }
}

/** Cubes whose ranges are read: those of a volume of 8192 voxels along each side, in cubes of 16. */
const CUBES_MAX = 2 ** 27;

/**
 * The ranges of a level's cubes are an array of four dimensions: smallest or largest, k, j and i. Unlike those of voxels, its chunk is
 * always there: without it, everything would look empty.
 */
function rangesReader(
  keys: KeyStore,
  note: RangesNote | undefined,
  { index: level, sizes }: { readonly index: number; readonly sizes: Vec3 },
): Level['readRanges'] {
  if (!note) return undefined;
  return async (): Promise<BlockRanges> => {
    const { readable, lacks } = noteAbsence(readableOf(keys, new AdaptedArrays()));
    const array = await openArray(zarr.root(readable), note.path);
    const type = checkArray(array);
    const count = sizes.reduce((product, size) => product * Math.ceil(size / note.side), 1);
    const expected = [2, ...mapVec3(sizes, (size) => Math.ceil(size / note.side)).toReversed()];
    if (array.shape.join() !== expected.join() || count > CUBES_MAX) {
      throw new InputError(`has ranges of level ${level} that are not two for each cube`);
    }
    const values = (await zarr.get(array)).data as VoxelArray;
    if (lacks()) {
      throw new InputError(`lacks the ranges of level ${level}, which say where it is empty; get a whole copy`);
    }
    const pairs = createVoxels(type, 2 * count);
    for (let cube = 0; cube < count; cube++) {
      pairs[2 * cube] = values[cube]!;
      pairs[2 * cube + 1] = values[count + cube]!;
    }
    return { side: note.side, pairs };
  };
}
