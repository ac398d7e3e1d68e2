/** Opens N5 stores. */
import { InputError } from '../../../errors.js';
import { mapVec3, type Vec3 } from '../../../math/vec3.js';
import { type ChunkVoxels, createVoxels, type Level, type Store } from '../../../paged/store.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { findMeaning } from '../../volumes/tell-meaning.js';
import { boundLevels } from '../bound-levels.js';
import { type KeyStore, keysBelow } from '../key-store.js';
import { listChannels, pickIndex } from '../pick-index.js';
import { WIDE_LABELS_NOTE } from '../wide-labels.js';
import type { StoreSelection } from '../zarr/zarr-store.js';
import { readN5Block } from './n5-block.js';
import { findN5Image, findN5Series, type N5Image } from './n5-image.js';
import { type N5Array, type N5Placement, placeLevels, rolesOf } from './n5-metadata.js';

/**
 * Opens the image at the root of `keys`: an array, a group of levels named s0, s1, … or as it lists them, or BigDataViewer's setups.
 * @throws InputError, one line that starts with the store's name, if it is none that can be read.
 */
export function openN5(keys: KeyStore, selection: StoreSelection): Promise<Store> {
  return nameInErrors(keys.name, () => openImage(keys, selection));
}

async function openImage(keys: KeyStore, selection: StoreSelection): Promise<Store> {
  const { series, ...others } = selection;
  if (series !== undefined) return openImage(keysBelow(keys, await findN5Series(keys, series)), others);
  const picked = { channel: selection.component ?? 0, time: selection.time ?? 0 };
  const image = await findN5Image(keys, picked);
  const picks = pickAxes(image, selection);
  const placements = placeLevels(image.levels, image.group);
  const levels = image.levels.map((array, index) => createLevel(keys, array, placements[index]!, picks));
  const bound = boundLevels(keys, levels);
  const isWide = image.levels[0].stored === 'uint64';
  return {
    name: keys.name,
    format: 'N5',
    levels: bound.levels,
    anatomical: false,
    isLabels: false,
    meaning: findMeaning(keys.name, selection, isWide ? 'perhaps labels' : undefined),
    unit: placements[0]!.unit,
    channels: listChannels(picks.channels),
    times: picks.times,
    notes: [...picks.notes, ...(isWide ? [WIDE_LABELS_NOTE] : []), ...bound.notes],
  };
}

/** The axes of arrays that span space, as i, j and k, and the index along each other one. */
interface Picks {
  readonly spatial: Vec3;
  /** 0 along the axes of space. */
  readonly indices: readonly number[];
  readonly channels: number;
  readonly times: number;
  readonly notes: readonly string[];
}

function pickAxes({ levels, setups }: N5Image, { component, time }: StoreSelection): Picks {
  const [first] = levels;
  const roles = rolesOf(first);
  const differs = levels.find(({ sizes, type }) => sizes.length !== first.sizes.length || type !== first.type);
  if (differs)
    throw new InputError(`has levels that are not alike: ${differs.folder} is of other axes or another type`);
  const spatial = roles.flatMap((role, axis) => (role === 'space' ? [axis] : [])) as unknown as Vec3;
  const countOf = (wanted: string) => roles.reduce((n, role, axis) => (role === wanted ? first.sizes[axis]! : n), 1);
  const channels = setups?.channels ?? countOf('channel');
  const times = setups?.times ?? countOf('time');
  const [channel, point] = [pickIndex(component, channels, 'channels'), pickIndex(time, times, 'times')];
  const indices = roles.map((role) => {
    if (role === 'space' || setups) return 0;
    return role === 'time' ? point.index : channel.index;
  });
  return { spatial, indices, channels, times, notes: [...channel.notes, ...point.notes] };
}

function createLevel(
  keys: KeyStore,
  array: N5Array,
  { spacing: [x, y, z], origin }: N5Placement,
  { spatial, indices }: Picks,
): Level {
  const { folder, sizes, blockSizes, type } = array;
  /** The number of a block along each axis of the array. */
  const blockIndexOf = (chunk: Vec3) => {
    const blockIndex = indices.map((index, axis) => Math.floor(index / blockSizes[axis]!));
    for (const axis of [0, 1, 2] as const) blockIndex[spatial[axis]] = chunk[axis];
    return blockIndex;
  };
  const readChunk = async (blockIndex: readonly number[], signal?: AbortSignal): Promise<ChunkVoxels> => {
    const needed = blockIndex.map((number, axis) =>
      Math.min(blockSizes[axis]!, sizes[axis]! - number * blockSizes[axis]!),
    );
    const bytes = await keys.get(`${folder}/${blockIndex.join('/')}`, signal);
    if (!bytes) {
      const [i, j, k] = mapVec3(spatial, (axis) => needed[axis]!);
      return { voxels: createVoxels(type, i * j * k), offset: 0, strides: [1, i, i * j], isAbsent: true };
    }
    const block = await readN5Block(bytes, array, needed);
    const strides = block.sizes.map((_, axis) =>
      block.sizes.slice(0, axis).reduce((product, size) => product * size, 1),
    );
    const offset = indices.reduce((sum, index, axis) => sum + (index % blockSizes[axis]!) * strides[axis]!, 0);
    return { voxels: block.values, offset, strides: mapVec3(spatial, (axis) => strides[axis]!) };
  };
  return {
    sizes: mapVec3(spatial, (axis) => sizes[axis]!),
    chunkSizes: mapVec3(spatial, (axis) => blockSizes[axis]!),
    type,
    indexToWorld: {
      columns: [
        [x, 0, 0],
        [0, y, 0],
        [0, 0, z],
      ],
      origin,
    },
    readChunk: (chunk, signal) =>
      nameInErrors(keys.name, async () => {
        const blockIndex = blockIndexOf(chunk);
        return nameInErrors(`its block ${folder}/${blockIndex.join('/')}`, () => readChunk(blockIndex, signal));
      }),
    findPresent: async () => {
      const files = await keys.list?.(`${folder}/`);
      if (!files) return undefined;
      const present = new Set(files);
      return { fill: 0, has: (chunk) => present.has(blockIndexOf(chunk).join('/')) };
    },
  };
}
