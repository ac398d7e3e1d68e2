/** The store of a volume that is read piece by piece: levels of detail, each cut into chunks. */
import type { Affine } from '../math/affine.js';
import type { Vec3 } from '../math/vec3.js';
import type { LabelStyle } from '../volume/mask.js';
import type { VoxelArray, VoxelMeaning } from '../volume/volume.js';

const ARRAYS = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

/** The types of a store's voxels. */
export type VoxelType = keyof typeof ARRAYS;

export const VOXEL_TYPES = Object.keys(ARRAYS) as readonly VoxelType[];

/** A zeroed array of voxels. */
export function createVoxels(type: VoxelType, count: number): VoxelArray {
  return new ARRAYS[type](count);
}

/** Voxels in memory that threads share, where there is such memory. */
export function createSharedVoxels(type: VoxelType, count: number): VoxelArray {
  if (typeof SharedArrayBuffer === 'undefined') return createVoxels(type, count);
  const Voxels: new (memory: SharedArrayBuffer) => VoxelArray = ARRAYS[type];
  return new Voxels(new SharedArrayBuffer(count * voxelSizeBytes(type)));
}

/** The voxels in bytes that begin where such voxels may. */
export function viewVoxels(type: VoxelType, { buffer, byteOffset, byteLength }: Uint8Array): VoxelArray {
  const Voxels: new (memory: ArrayBufferLike, offset: number, count: number) => VoxelArray = ARRAYS[type];
  return new Voxels(buffer, byteOffset, byteLength / voxelSizeBytes(type));
}

/** Bytes of a voxel of the type. */
export function voxelSizeBytes(type: VoxelType): number {
  return ARRAYS[type].BYTES_PER_ELEMENT;
}

/** The voxels of a chunk as its codec left them. */
export interface ChunkVoxels {
  /** The voxels of the chunk. */
  readonly voxels: VoxelArray;
  /** Place in `voxels` of the chunk's first voxel, and how far the next ones along i, j and k are from it. */
  readonly offset: number;
  /** Voxels from one to the next along each axis. */
  readonly strides: Vec3;
  /** Frees the memory of `voxels`, once nobody uses them; undefined where others may have them. */
  readonly free?: (() => void) | undefined;
  /** Whether the store has no such chunk, and its fill value stands for it. */
  readonly isAbsent?: boolean | undefined;
}

/** The smallest and the largest value in cubes of voxels, along i first, then j, then k. */
export interface BlockRanges {
  /** Voxels along a cube's side. */
  readonly side: number;
  /** A pair for each cube. */
  readonly pairs: VoxelArray;
}

/** Which chunks of a level exist, in a store that omits chunks of a single value. */
export interface PresentChunks {
  /** Whether the store has a chunk. */
  readonly has: (chunk: Vec3) => boolean;
  /** Lists them, where that takes less than asking for each; undefined where it does not. */
  readonly list?: (() => readonly Vec3[]) | undefined;
  /** The value of all voxels in the others. */
  readonly fill: number;
}

/** Chunks of a level that are not there. */
export interface AbsentChunks {
  readonly count: number;
  /** Chunks among which they were looked for. */
  readonly of: number;
  /** Whether all chunks of the level were. */
  readonly isAll: boolean;
  /** The value that stands for theirs. */
  readonly fill: number;
  /** The least number of them that are beside a chunk that ends in other values. */
  readonly contradicted: number;
}

/** One resolution of a volume. */
export interface Level {
  /** Voxels along i, j and k. */
  readonly sizes: Vec3;
  /** Voxels of a chunk; the last ones of an axis may stick out. */
  readonly chunkSizes: Vec3;
  /** The type of a voxel. */
  readonly type: VoxelType;
  /** From the level's voxel indices to the world. */
  readonly indexToWorld: Affine;
  /**
   * Reads the chunk with this number along i, j and k.
   * @throws InputError, one line that starts with the store's name, if it cannot be read.
   */
  readonly readChunk: (chunk: Vec3, signal?: AbortSignal) => Promise<ChunkVoxels>;
  /** Reads all voxels, i fastest, and reports pieces of them; undefined where nothing is faster than the chunks. */
  readonly readAll?: ((report?: (done: number, total: number) => void) => Promise<VoxelArray>) | undefined;
  /** Reads what the store says about the values in its voxels; undefined where it says nothing. */
  readonly readRanges?: (() => Promise<BlockRanges>) | undefined;
  /** The value of voxels in chunks that are not there; default 0. */
  readonly fill?: number | undefined;
  /** Whether each chunk is a request to a server, which cannot say what is there. */
  readonly isRemote?: boolean | undefined;
  /** Finds the chunks that are there without reading them; undefined where that is not known, or no faster. */
  readonly findPresent?: (() => Promise<PresentChunks | undefined>) | undefined;
}

/** One channel of a store. */
export interface StoreChannel {
  /** Its name in the store. */
  readonly label: string;
  /** The values that its writer shows from black to full. */
  readonly window: readonly [number, number] | undefined;
  /** The colour that its writer shows it in. */
  readonly color?: Vec3 | undefined;
  /** Whether its writer says that it is shown, with others that are. */
  readonly isActive?: boolean;
}

/** A volume in levels and chunks, of which only the description is in memory. */
export interface Store {
  /** Path or address: it stands in messages. */
  readonly name: string;
  /** Format and version, such as "OME-Zarr 0.5". */
  readonly format: string;
  /** Finest first; one at least. */
  readonly levels: readonly [Level, ...Level[]];
  /** Whether the world is anatomical, and then LPS. */
  readonly anatomical: boolean;
  /** Whether values are numbers of regions, which have no mean. */
  readonly isLabels: boolean;
  /** Names and colours of labels, where the store has any. */
  readonly labels?: readonly (LabelStyle & { readonly name: string })[] | undefined;
  /** The meaning of the voxels, as a volume has it. */
  readonly meaning?: VoxelMeaning | undefined;
  /** Name of a unit, such as "micrometer"; undefined where the store says none. */
  readonly unit: string | undefined;
  /** All channels of the store, of which the levels are one. */
  readonly channels: readonly StoreChannel[];
  /** The channel that the levels are; undefined where the store has one alone. */
  readonly channel?: StoreChannel | undefined;
  /** Points in time. */
  readonly times: number;
  /** Lines for the user about what was left out. */
  readonly notes: readonly string[];
  /** Chunks that were read so far and are missing, although the store's own ranges say that there is more than the fill value in them. */
  readonly countLacking?: (() => number) | undefined;
  /** Chunks that are not there although those beside them, of which some were read so far, make that unlikely; undefined: none. */
  readonly findAbsent?: (() => AbsentChunks | undefined) | undefined;
}

/** A store of one level of intensities without a unit. */
export const createStore = (
  { name, format, anatomical }: Pick<Store, 'name' | 'format' | 'anatomical'>,
  level: Level,
): Store => ({
  name,
  format,
  levels: [level],
  anatomical,
  isLabels: false,
  unit: undefined,
  channels: [],
  times: 1,
  notes: [],
});

/** The chunks along each axis. */
export function countChunks({ sizes, chunkSizes }: Pick<Level, 'sizes' | 'chunkSizes'>): Vec3 {
  return sizes.map((size, axis) => Math.ceil(size / chunkSizes[axis]!)) as unknown as Vec3;
}

/** Bytes of a decoded chunk. */
export function chunkSizeBytes({ chunkSizes, type }: Pick<Level, 'chunkSizes' | 'type'>): number {
  return chunkSizes.reduce((product, size) => product * size, voxelSizeBytes(type));
}

/** Bytes of all voxels, uncompressed. */
export function levelSizeBytes({ sizes, type }: Pick<Level, 'sizes' | 'type'>): number {
  return sizes[0] * sizes[1] * sizes[2] * voxelSizeBytes(type);
}
