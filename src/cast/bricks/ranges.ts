/** The smallest and the largest texel of each brick, found while its voxels go up. */
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { BUFFER_USAGE, TEXTURE_USAGE } from '../../gpu/usages.js';
import type { Vec3 } from '../../math/vec3.js';
import { encodeLoop } from '../../split/encode-loop.js';
import { countBricks } from '../../volume/bricks.js';
import type { VoxelFormat } from '../volume/resident/voxel-format.js';

/** Words of a row's range: two floats, or two integers of 16 bits. */
const wordsOfRange = ({ isCopied }: Pick<VoxelFormat, 'isCopied'>) => (isCopied ? 1 : 2);

/** Slices that are uploaded together: those of whole layers of bricks, and one before and after, into which these reach. */
export interface SliceChunk {
  readonly firstSlice: number;
  readonly slices: number;
  readonly firstLayer: number;
  readonly layers: number;
}

export interface BrickOptions {
  /** Voxels of the volume, and along a brick's side. */
  readonly sizes: Vec3;
  readonly side: number;
}

/** How ranges of rows are written. */
type RangeFormat = Pick<VoxelFormat, 'isCopied' | 'factor'>;

export const loadRangesKernel = ({ kernels }: Gpu, side: number, { isCopied, factor }: RangeFormat) =>
  kernels.get('cast/bricks/ranges.wgsl', {
    conditions: { copied: isCopied },
    constants: { brick_side: side, ...(isCopied && { factor }) },
  });

export class BrickRanges {
  /** rg32float, a texel a brick. */
  readonly texture: GPUTexture;
  /** The range of texels for each row of a chunk and each brick along it. */
  readonly rows: GPUBuffer;
  readonly chunks: readonly SliceChunk[];
  /** Slices of the largest chunk. */
  readonly maxSlices: number;
  readonly #gpu: Gpu;
  readonly #sizes: Vec3;
  readonly #side: number;
  readonly #kernel: Kernel<'cast/bricks/ranges.wgsl'>;
  readonly #uniforms: GPUBuffer;

  private constructor(
    gpu: Gpu,
    { sizes, side }: BrickOptions,
    chunks: readonly SliceChunk[],
    made: { readonly kernel: Kernel<'cast/bricks/ranges.wgsl'>; readonly rows: GPUBuffer },
  ) {
    this.#gpu = gpu;
    this.#sizes = sizes;
    this.#side = side;
    this.#kernel = made.kernel;
    this.rows = made.rows;
    this.chunks = chunks;
    this.maxSlices = Math.max(...chunks.map(({ slices }) => slices));
    this.#uniforms = gpu.device.createBuffer({
      label: 'bricks.chunk',
      size: sizeBytesOf('BrickChunk'),
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
    });
    this.texture = gpu.device.createTexture({
      label: 'bricks.ranges',
      size: [...countBricks(sizes, side)],
      dimension: '3d',
      format: 'rg32float',
      usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.STORAGE_BINDING | TEXTURE_USAGE.COPY_SRC,
    });
  }

  /**
   * @param maxSlices that may go up at once, as far as bricks allow.
   * @throws DeviceError where there is no memory.
   */
  static async create(gpu: Gpu, options: BrickOptions, format: RangeFormat, maxSlices: number): Promise<BrickRanges> {
    const { sizes, side } = options;
    const { maxStorageBufferBindingSize, maxBufferSize } = gpu.device.limits;
    const wordsPerSlice = wordsOfRange(format) * countBricks(sizes, side)[0] * sizes[1];
    const maxWords = Math.min(maxStorageBufferBindingSize, maxBufferSize) / 4;
    const chunks = listSliceChunks(options, Math.min(maxSlices, Math.floor(maxWords / wordsPerSlice)));
    const slices = Math.max(...chunks.map((chunk) => chunk.slices));
    const [kernel, { rows }] = await Promise.all([
      loadRangesKernel(gpu, side, format),
      allocateStorage(gpu, 'bricks', { rows: slices * wordsPerSlice }),
    ]);
    return new BrickRanges(gpu, options, chunks, { kernel, rows });
  }

  /** Encodes the reduction of a chunk's rows. Its uniforms are written at once: submit before the next. */
  encode(pass: GPUComputePassEncoder, { firstSlice, slices, firstLayer, layers }: SliceChunk): void {
    const [columns, rows] = countBricks(this.#sizes, this.#side);
    const chunk = packStruct('BrickChunk', {
      bricks: [columns, rows, layers],
      first_brick: firstLayer,
      rows: this.#sizes[1],
      first_slice: firstSlice,
      slices,
    });
    this.#gpu.device.queue.writeBuffer(this.#uniforms, 0, chunk);
    const resources = { chunk: this.#uniforms, row_ranges: this.rows, ranges: this.texture };
    encodeLoop(this.#gpu, pass, this.#kernel, resources, columns * rows * layers);
  }

  /** Frees all but the texture. */
  destroy(): void {
    this.rows.destroy();
    this.#uniforms.destroy();
  }
}

/** Each chunk has as many layers of bricks as go into `maxSlices`, and one at least. */
export function listSliceChunks({ sizes, side }: BrickOptions, maxSlices: number): SliceChunk[] {
  const [, , slices] = sizes;
  const [, , layers] = countBricks(sizes, side);
  const perChunk = slices <= maxSlices ? layers : Math.max(1, Math.floor((maxSlices - 2) / side));
  return Array.from({ length: Math.ceil(layers / perChunk) }, (_, index) => {
    const firstLayer = index * perChunk;
    const endLayer = Math.min(firstLayer + perChunk, layers);
    const firstSlice = Math.max(firstLayer * side - 1, 0);
    const endSlice = Math.min(endLayer * side + 1, slices);
    return { firstSlice, slices: endSlice - firstSlice, firstLayer, layers: endLayer - firstLayer };
  });
}
