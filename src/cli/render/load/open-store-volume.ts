/** Opens the volume of a store for a picture: whole where it fits on the device, else page by page. */
import {
  createVolume,
  type Gpu,
  type Level,
  openPagedVolume,
  type PagedVolume,
  pageVolume,
  readLevel,
  type Store,
  type StoreChannel,
  type Vec3,
  type Volume,
  type VolumeFile,
} from '../../../index.js';
import {
  fewChunksBytes,
  fitsOneTexture,
  fitsWhole,
  leastCacheBytes,
  levelSizeBytes,
  type PartSource,
  readBasis,
} from '../../../lab.js';
import { type InputMemory, isHostMemoryBound, STREAMED_BYTES } from '../../../node/host-memory.js';
import { keepHeapSmall } from '../../../node/small-heap.js';
import { returnFreedMemory } from '../../../node/threads/return-freed-memory.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { showProgress } from '../../read-volume-input.js';

export interface OpenedVolume {
  /** The preview of a store in pages. */
  readonly volume: Volume;
  readonly pages?: PagedVolume | undefined;
  /** The level that parts are read of, where the volume is none that parts can be cut out of. */
  readonly partSource?: PartSource | undefined;
  /** The store's finest level, of which another may be shown. */
  readonly finest?: Level | undefined;
  /** The voxels that the view and the default appearance follow from, if it is not the volume: the same whatever of a store is loaded. */
  readonly basis?: Volume | undefined;
  readonly notes: readonly string[];
  /** Points in time that there are, of which it is one; 1 by default. */
  readonly times?: number | undefined;
  /** The one that it is; 0 by default. */
  readonly time?: number | undefined;
  /** The channel of a store that it is, where several are shown together. */
  readonly channel?: StoreChannel | undefined;
  /** The name of the world's unit where it is known. */
  readonly unit?: string | undefined;
  /** Labels that the file names. */
  readonly labels?: VolumeFile['labels'];
}

/** Texels along each side of the 3D textures that every adapter has. */
const LEAST_MAX_SIDE = 2048;

const BYTES_PER_MIB = 2 ** 20;
/** Memory for decoded chunks, unless the user says how much, is half of what the device may take, up to this. */
const CACHE_BYTES_MAX = 512 * BYTES_PER_MIB;
/** Memory costs less than requests do: slices of 1024² voxels that three layers of pages reach take so much. */
const REMOTE_CACHE_BYTES = 256 * BYTES_PER_MIB;
/** Memory of the process that a store, or one of its channels, takes. */
export interface StoreMemory {
  /** Undefined where nobody bounds the memory: voxels that fit on the device are read whole then. */
  readonly account: InputMemory | undefined;
  /** Bytes of its voxels, or of its decoded chunks. */
  readonly shareBytes: number;
}

/** A store that other inputs, or other points in time, come beside takes this share of the memory that is left. */
export const SHARE_BESIDE = 1 / 2;

/** A share of what is left of the memory, or of what chunks may take where nobody bounds it, the same for each of some channels. */
export const divideMemory = (account: InputMemory | undefined, channels: number, share: number): StoreMemory => ({
  account,
  shareBytes: Math.floor(((account?.bytesLeft ?? STREAMED_BYTES) * share) / channels),
});

/** A volume with pages if no texture of the device can hold it; else it would be made smaller. */
export async function pageIfTooLarge<Opened extends OpenedVolume>(opened: Opened, gpu: Promise<Gpu>): Promise<Opened> {
  const { volume } = opened;
  const fits = await gpu.then(
    (device) => fitsOneTexture(device, volume),
    () => Math.max(...volume.sizes) <= LEAST_MAX_SIDE,
  );
  return fits ? opened : { ...opened, pages: pageVolume(volume) };
}

const maxSideOf = (gpu: Promise<Gpu>) =>
  gpu.then(
    ({ device }) => device.limits.maxTextureDimension3D,
    () => LEAST_MAX_SIDE,
  );

/**
 * The level of a store that is shown, and the MiB that it may take.
 * @param readsParts whether parts of it are all that will be read.
 */
export function chooseDetail(
  { detail: number = 0, memory: maxMib }: Pick<OptionValues, 'detail' | 'memory'>,
  readsParts: boolean,
) {
  // Before anything is read: the generation never shrinks.
  if (maxMib !== undefined || isHostMemoryBound()) {
    keepHeapSmall();
    void returnFreedMemory();
  }
  return async (store: Store, gpu: Promise<Gpu>, { account, shareBytes }: StoreMemory): Promise<OpenedVolume> => {
    const level = store.levels[number];
    if (!level) fail(`--detail: ${store.name} has the levels 0 to ${store.levels.length - 1}, and none ${number}`);
    const partSource = { store, level };
    const { notes, times, unit, labels } = store;
    const known = { finest: store.levels[0], notes, times, unit, ...(labels && { labels }) };
    if (readsParts) return { volume: outline(partSource), partSource, ...known };
    const maxSide = await maxSideOf(gpu);
    const hostBytes = account ? shareBytes : Number.POSITIVE_INFINITY;
    const maxBytes = maxMib && maxMib * BYTES_PER_MIB;
    const cacheBytes = account || !maxBytes ? shareBytes : Math.min(cacheBeside(maxBytes, level), shareBytes);
    const bytes = { ...(maxBytes && { atlasBytes: maxBytes }), cacheBytes };
    const wholeBytes = levelSizeBytes(level);
    const fitsDevice = fitsWhole(level, {
      maxSide,
      ...(maxBytes !== undefined && { maxBytes }),
    });
    if (fitsDevice && wholeBytes <= hostBytes) {
      account?.spend(wholeBytes, 'the voxels of its level');
      const volume = await showProgress((report) => readLevel(store, level, report), 'chunks');
      return { volume, basis: await readBasis(store, level, volume), ...known };
    }
    checkChunkMemory({ account, shareBytes }, level);
    account?.spend(hostBytes, 'its decoded chunks');
    const pages = await openPagedVolume(store, { level: number, ...bytes });
    const basis = await readBasis(store, level, pages.preview);
    return { volume: pages.preview, pages, partSource, basis, ...known };
  };
}

/** Bytes for decoded chunks, where nobody says how many, beside so many on the device. */
function cacheBeside(deviceBytes: number, level: Level): number {
  if (level.isRemote) return REMOTE_CACHE_BYTES;
  return Math.min(Math.max(deviceBytes / 2, fewChunksBytes(level, deviceBytes)), CACHE_BYTES_MAX);
}

/** @throws InputError that says how much memory suffices, where chunks would be decoded again and again. */
function checkChunkMemory({ account, shareBytes }: StoreMemory, level: Level): void {
  const leastBytes = leastCacheBytes(level);
  if (!account || shareBytes >= leastBytes) return;
  const share = shareBytes / Math.max(account.bytesLeft, 1);
  account.check(Math.ceil(leastBytes / Math.min(share || 1, 1)), 'the decoded chunks that its pages are cut out of');
}

/** A volume of one voxel in place of all of them. */
function outline({ store: { anatomical }, level: { sizes, indexToWorld } }: PartSource): Volume {
  const { columns, origin } = indexToWorld;
  const scaled = columns.map((column, axis) => column.map((x) => x * sizes[axis]!)) as unknown as typeof columns;
  const middle = origin.map((x, row) =>
    columns.reduce((sum, column, axis) => sum + (column[row]! * (sizes[axis]! - 1)) / 2, x),
  ) as unknown as Vec3;
  return createVolume({
    sizes: [1, 1, 1],
    voxels: new Uint8Array(1),
    indexToWorld: { columns: scaled, origin: middle },
    anatomical,
  });
}
