/** Unpacks voxels on the device from words of their own type into the texture, and finds the range of each brick. */
import { chooseByAdapter } from '../../../gpu/adapter-traits.js';
import { encodeKernel } from '../../../gpu/encode-kernel.js';
import type { Gpu } from '../../../gpu/gpu.js';
import { StagingRing } from '../../../gpu/host/staging-ring.js';
import { packStruct, sizeBytesOf } from '../../../gpu/shaders/structs.js';
import type { PassTimer } from '../../../gpu/timer.js';
import { BUFFER_USAGE } from '../../../gpu/usages.js';
import type { Volume } from '../../../volume/volume.js';
import { BrickRanges, loadRangesKernel, type SliceChunk } from '../../bricks/ranges.js';
import { alignRow, createFill, type ReadVoxels, wordBytes } from './stage-voxels.js';
import { describeVoxelType, type VoxelFormat } from './voxel-format.js';

const WORKGROUP_WIDTH = 64;
/** Voxels for an invocation, whole bricks: measured on SwiftShader, rows of 64 cost half of what rows of 4 do. */
const RUN_VOXELS = { gpu: 8, llvmpipe: 64, swiftshader: 64 } as const;
const MAX_WORKGROUPS = 65_535;

/** Pieces that a large volume goes up in: the device unpacks one while the next is written. */
const PIECES = 16;
const LEAST_PIECE_BYTES = 1 << 26;

/** A driver takes 37 ms to make 64 MiB of staging memory on an H100, three times what it takes to fill them. */
const STAGING_BYTES = 1 << 24;
const STAGINGS = 3;

/** The kernel stores 32-bit floats by default. */
const VOXEL_CONDITIONS = { r8unorm: { r8unorm: true }, rg8unorm: { rg8unorm: true }, r32float: {} } as const;

export interface UnpackPlan {
  readonly voxelFormat: VoxelFormat;
  readonly texture: GPUTexture;
  readonly brickSide: number;
  readonly maxChunkBytes: number;
  /** Undefined where frames come between, whose passes are timed. */
  readonly timer?: PassTimer;
  /** Awaited before each piece, which is then done before the next. */
  readonly pace?: (() => Promise<unknown>) | undefined;
  /** Reads voxels that are not in memory yet. */
  readonly read: ReadVoxels | undefined;
}

/** Whether the least signed integer is 0 on the device. */
const isFlipped = ({ isCopied, offset }: VoxelFormat) => isCopied && offset > 0;

type UnpackKernels = Awaited<ReturnType<typeof loadUnpackKernels>>;

/** The kernel that unpacks a volume, and the voxels of each of its invocations; that of the bricks' ranges comes with it. */
export async function loadUnpackKernels(
  gpu: Gpu,
  { voxels, sizes: [nx, ny] }: Pick<Volume, 'voxels' | 'sizes'>,
  voxelFormat: VoxelFormat,
  brickSide: number,
) {
  const { format, isCopied, offset, factor } = voxelFormat;
  const leastRun = Math.ceil((nx * ny) / (WORKGROUP_WIDTH * MAX_WORKGROUPS));
  const run = Math.max(chooseByAdapter(gpu.traits, RUN_VOXELS), brickSide * Math.ceil(leastRun / brickSide));
  const [kernel] = await Promise.all([
    gpu.kernels.get('cast/volume/resident/unpack.wgsl', {
      conditions: isCopied ? { copied: true } : VOXEL_CONDITIONS[format],
      constants: {
        ...describeVoxelType(voxels instanceof Float64Array ? new Float32Array() : voxels),
        // Integers without a sign by then.
        ...(isFlipped(voxelFormat) && { kind: 0 }),
        offset: isFlipped(voxelFormat) ? 0 : offset,
        factor,
        run,
        workgroup_width: WORKGROUP_WIDTH,
        brick_side: brickSide,
      },
    }),
    loadRangesKernel(gpu, brickSide, voxelFormat),
  ]);
  return { kernel, run };
}

/** Slices as the words of the buffer hold them. */
interface SliceLayout {
  readonly width: number;
  readonly height: number;
  /** Voxels from one row to the next. */
  readonly pitch: number;
  readonly bytesPerVoxel: number;
}

/** Bytes of whole words for a number of slices. */
const sliceBytes = (slices: number, { height, pitch, bytesPerVoxel }: SliceLayout) =>
  wordBytes(slices * height * pitch, bytesPerVoxel);

/** Unpacks slices that lie in `words` into the texture, and finds the ranges of their bricks. */
class SliceUnpacker {
  readonly words: GPUBuffer;
  readonly #gpu: Gpu;
  readonly #plan: UnpackPlan;
  readonly #layout: SliceLayout;
  readonly #kernels: UnpackKernels;
  readonly #ranges: BrickRanges;
  readonly #uniforms: GPUBuffer;

  constructor(gpu: Gpu, plan: UnpackPlan, layout: SliceLayout, kernels: UnpackKernels, ranges: BrickRanges) {
    this.#gpu = gpu;
    this.#plan = plan;
    this.#layout = layout;
    this.#kernels = kernels;
    this.#ranges = ranges;
    this.words = gpu.device.createBuffer({
      label: 'volume.words',
      size: sliceBytes(ranges.maxSlices, layout),
      usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST | BUFFER_USAGE.COPY_SRC,
    });
    this.#uniforms = gpu.device.createBuffer({
      label: 'volume.chunk',
      size: sizeBytesOf('Chunk'),
      usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
    });
  }

  encode(encoder: GPUCommandEncoder, chunk: SliceChunk): void {
    const { firstSlice, slices } = chunk;
    const { texture, timer, voxelFormat } = this.#plan;
    const { width, height, pitch, bytesPerVoxel } = this.#layout;
    const { kernel, run } = this.#kernels;
    const extent = packStruct('Chunk', { size: [width, height, slices], first_slice: firstSlice, row_pitch: pitch });
    this.#gpu.device.queue.writeBuffer(this.#uniforms, 0, extent);
    if (voxelFormat.isCopied) {
      encoder.copyBufferToTexture(
        { buffer: this.words, bytesPerRow: pitch * bytesPerVoxel, rowsPerImage: height },
        { texture, origin: [0, 0, firstSlice] },
        [width, height, slices],
      );
    }
    const resources = {
      chunk: this.#uniforms,
      words: this.words,
      row_ranges: this.#ranges.rows,
      ...(!voxelFormat.isCopied && { voxels: texture }),
    };
    const pass = encoder.beginComputePass(timer?.describePass('upload') ?? { label: 'upload' });
    const workgroups = [Math.ceil((Math.ceil(width / run) * height) / WORKGROUP_WIDTH), slices] as const;
    encodeKernel(this.#gpu, pass, kernel, resources, workgroups);
    this.#ranges.encode(pass, chunk);
    pass.end();
  }

  destroy(): void {
    this.words.destroy();
    this.#uniforms.destroy();
  }
}

/** Uploads a volume piece by piece and unpacks it into its texture. @returns the ranges of the bricks. */
export async function unpack(gpu: Gpu, volume: Volume, plan: UnpackPlan): Promise<GPUTexture> {
  const { voxelFormat, brickSide, maxChunkBytes, pace, read } = plan;
  const { maxStorageBufferBindingSize, maxBufferSize } = gpu.device.limits;
  // WGSL has no 64-bit floats; the texture would round them to 32 bits all the same.
  const voxels = volume.voxels instanceof Float64Array ? Float32Array.from(volume.voxels) : volume.voxels;
  const pieceBytes = Math.max(voxels.byteLength / PIECES, LEAST_PIECE_BYTES);
  // lavapipe's bindings are of 128 MiB at most.
  const chunkBytes = Math.min(pieceBytes, maxChunkBytes, maxStorageBufferBindingSize, maxBufferSize);
  const { BYTES_PER_ELEMENT: bytesPerVoxel } = voxels;
  const [width, height] = volume.sizes;
  const pitch = voxelFormat.isCopied ? alignRow(width, bytesPerVoxel) : width;
  const layout = { width, height, pitch, bytesPerVoxel };
  const maxSlices = Math.floor(chunkBytes / (pitch * height * bytesPerVoxel));
  const [kernels, ranges] = await Promise.all([
    loadUnpackKernels(gpu, volume, voxelFormat, brickSide),
    BrickRanges.create(gpu, { sizes: volume.sizes, side: brickSide }, voxelFormat, maxSlices),
  ]);
  const unpacker = new SliceUnpacker(gpu, plan, layout, kernels, ranges);
  const staging = new StagingRing(gpu, 'volume.staging', STAGINGS);
  const fill = createFill(voxels, { width, pitch, isFlipped: isFlipped(voxelFormat) }, read);
  try {
    for (const chunk of ranges.chunks) {
      await pace?.();
      await uploadChunk(staging, chunk, { layout, unpacker, fill });
      if (!pace) continue;
      await staging.finish();
      await gpu.idle();
    }
  } finally {
    await staging.finish().finally(() => {
      for (const resource of [unpacker, ranges, staging]) resource.destroy();
    });
  }
  return ranges.texture;
}

/** Resolves once all of the chunk's pieces have staging memory; it is unpacked after the last of them. */
async function uploadChunk(
  staging: StagingRing,
  chunk: SliceChunk,
  { layout, unpacker, fill }: { layout: SliceLayout; unpacker: SliceUnpacker; fill: ReturnType<typeof createFill> },
): Promise<void> {
  const { firstSlice, slices } = chunk;
  const allBytes = sliceBytes(slices, layout);
  const encodeAfter = (encoder: GPUCommandEncoder) => unpacker.encode(encoder, chunk);
  const rowsOf = (count: number) => count * layout.height;
  for (let offsetBytes = 0; offsetBytes < allBytes; offsetBytes += STAGING_BYTES) {
    const sizeBytes = Math.min(allBytes - offsetBytes, STAGING_BYTES);
    const isLast = offsetBytes + sizeBytes === allBytes;
    await staging.upload({
      sizeBytes,
      fill: (bytes) => fill(new Uint8Array(bytes, 0, sizeBytes), rowsOf(firstSlice), rowsOf(slices), offsetBytes),
      copies: [{ from: 0, to: unpacker.words, offsetBytes, sizeBytes }],
      encodeAfter: isLast ? encodeAfter : undefined,
    });
  }
}
