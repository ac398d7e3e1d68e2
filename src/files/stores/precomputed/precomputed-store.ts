/** Opens neuroglancer's precomputed volumes as stores of levels. */
import { InputError } from '../../../errors.js';
import { mapVec3, type Vec3 } from '../../../math/vec3.js';
import { type ChunkVoxels, countChunks, createVoxels, type Level, type Store } from '../../../paged/store.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { findMeaning } from '../../volumes/tell-meaning.js';
import { boundLevels } from '../bound-levels.js';
import { chooseSeries, quotePaths } from '../choose-series.js';
import { type KeyStore, keysBelow } from '../key-store.js';
import { readFields } from '../metadata-fields.js';
import { listChannels, pickIndex } from '../pick-index.js';
import { WIDE_LABELS_NOTE } from '../wide-labels.js';
import type { StoreSelection } from '../zarr/zarr-store.js';
import { type ChunkLayout, decodeChunkVoxels, encodedBytesMax } from './precomputed-chunk.js';
import { isPrecomputedInfo, type PrecomputedInfo, type PrecomputedScale, parseInfo } from './precomputed-info.js';
import { ShardReader } from './shard-reader.js';

/**
 * Opens the volume whose description is the file `info` at the root of `keys`.
 * @throws InputError, one line that starts with the store's name, if it is none that can be read.
 */
export function openPrecomputed(keys: KeyStore, selection: StoreSelection): Promise<Store> {
  return nameInErrors(keys.name, () => openImage(keys, selection));
}

async function openImage(keys: KeyStore, selection: StoreSelection): Promise<Store> {
  const { series, ...others } = selection;
  const fields = await readFields(keys, '/info');
  if (!fields) {
    const path = await findSeries(keys, series);
    if (path !== undefined) return openImage(keysBelow(keys, path), others);
    throw new InputError('has no file info, by which precomputed volumes are described');
  }
  if (series !== undefined) throw new InputError('holds one image; leave out --series');
  const info = parseInfo(fields);
  if ((selection.time ?? 0) > 0) throw new InputError('has 1 time; --time must be below that');
  const { index: channel, notes } = pickIndex(selection.component, info.channels, 'channels');
  const levels = info.scales.map((scale) => createLevel(keys, info, scale, channel));
  const bound = boundLevels(keys, levels);
  return {
    name: keys.name,
    format: 'precomputed',
    levels: bound.levels,
    anatomical: false,
    isLabels: info.isLabels,
    meaning: findMeaning(keys.name, selection, info.isLabels ? 'labels' : undefined),
    unit: 'nanometer',
    channels: listChannels(info.channels),
    times: 1,
    notes: [...notes, ...(info.isWide ? [WIDE_LABELS_NOTE] : []), ...bound.notes],
  };
}

/**
 * The path of one of the volumes in a folder that is none itself; undefined where it has none, or servers do not say.
 * @throws InputError, without the store's name, if there are several and none is chosen.
 */
async function findSeries(keys: KeyStore, series: string | undefined): Promise<string | undefined> {
  const files = (await keys.list?.('/')) ?? [];
  const volumes: string[] = [];
  for (const file of files.filter((name) => name.endsWith('/info')).sort()) {
    const fields = await readFields(keys, `/${file}`).catch(() => undefined);
    if (fields && isPrecomputedInfo(fields)) volumes.push(file.slice(0, -'/info'.length));
  }
  if (series !== undefined) return chooseSeries(volumes, series);
  if (volumes.length > 1) {
    throw new InputError(
      `holds ${volumes.length} images: ${quotePaths(volumes)}; name one, such as ${keys.name}/${volumes[0]}, or take it by --series`,
    );
  }
  return volumes[0];
}

function createLevel(keys: KeyStore, info: PrecomputedInfo, scale: PrecomputedScale, channel: number): Level {
  const { sizes, chunkSizes, resolution, offset, sharding } = scale;
  const folder = `/${scale.path}`;
  const shards = sharding && new ShardReader(keys, folder, sharding, countChunks(scale));
  const layoutOf = (chunk: Vec3): ChunkLayout => ({
    ...{ info, scale, channel },
    sizes: mapVec3(chunk, (number, axis) => Math.min(chunkSizes[axis]!, sizes[axis]! - number * chunkSizes[axis]!)),
  });
  const nameOf = (chunk: Vec3) =>
    chunk
      .map((number, axis) => {
        const first = offset[axis]! + number * chunkSizes[axis]!;
        return `${first}-${Math.min(first + chunkSizes[axis]!, offset[axis]! + sizes[axis]!)}`;
      })
      .join('_');
  const readFile = async (chunk: Vec3, signal?: AbortSignal) => {
    const key = `${folder}/${nameOf(chunk)}`;
    const stored = await keys.get(key, signal);
    // Folders hold chunks gzipped under another name, which servers hide.
    return stored ?? (keys.list ? keys.get(`${key}.gz`, signal) : undefined);
  };
  const readChunk = async (chunk: Vec3, signal?: AbortSignal): Promise<ChunkVoxels> => {
    const layout = layoutOf(chunk);
    const stored = await (shards ? shards.read(chunk, encodedBytesMax(layout), signal) : readFile(chunk, signal));
    if (stored) return decodeChunkVoxels(stored, layout);
    const [x, y, z] = layout.sizes;
    return { voxels: createVoxels(info.type, x * y * z), offset: 0, strides: [1, x, x * y], isAbsent: true };
  };
  return {
    ...{ sizes, chunkSizes, type: info.type },
    // Numbers of voxels are those of their lower corners.
    indexToWorld: {
      columns: [
        [resolution[0], 0, 0],
        [0, resolution[1], 0],
        [0, 0, resolution[2]],
      ],
      origin: mapVec3(resolution, (size, axis) => (offset[axis]! + 0.5) * size),
    },
    readChunk: (chunk, signal) =>
      nameInErrors(keys.name, async () => {
        const chunkFile = `its chunk ${scale.path}/${nameOf(chunk)}`;
        return nameInErrors(chunkFile, () => readChunk(chunk, signal));
      }),
    findPresent: async () => {
      const files = await keys.list?.(`${folder}/`);
      if (!files) return undefined;
      const present = new Set(files);
      const has = (chunk: Vec3) => {
        if (shards) return present.has(shards.fileOf(chunk));
        const name = nameOf(chunk);
        return present.has(name) || present.has(`${name}.gz`);
      };
      return { fill: 0, has };
    },
  };
}
