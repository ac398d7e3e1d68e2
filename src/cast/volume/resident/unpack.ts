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

/** Uploads a volume piece by piece and unpacks it into its texture. @returns the ranges of the bricks. */
export async function unpack(
  gpu: Gpu,
  volume: Volume,
  { voxelFormat, texture, brickSide, maxChunkBytes, timer, pace, read }: UnpackPlan,
): Promise<GPUTexture> {
  const { device } = gpu;
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  // WGSL has no 64-bit floats; the texture would round them to 32 bits all the same.
  const voxels = volume.voxels instanceof Float64Array ? Float32Array.from(volume.voxels) : volume.voxels;
  const pieceBytes = Math.max(voxels.byteLength / PIECES, LEAST_PIECE_BYTES);
  // lavapipe's bindings are of 128 MiB at most.
  const chunkBytes = Math.min(pieceBytes, maxChunkBytes, maxStorageBufferBindingSize, maxBufferSize);
  const { BYTES_PER_ELEMENT: bytesPerVoxel } = voxels;
  const { isCopied } = voxelFormat;
  const [nx, ny] = volume.sizes;
  const rows = { width: nx, pitch: isCopied ? alignRow(nx, bytesPerVoxel) : nx, isFlipped: isFlipped(voxelFormat) };
  const sliceVoxels = rows.pitch * ny;
  const [{ kernel, run }, ranges] = await Promise.all([
    loadUnpackKernels(gpu, volume, voxelFormat, brickSide),
    BrickRanges.create(
      gpu,
      { sizes: volume.sizes, side: brickSide },
      voxelFormat,
      Math.floor(chunkBytes / (sliceVoxels * bytesPerVoxel)),
    ),
  ]);
  const words = device.createBuffer({
    label: 'volume.words',
    size: wordBytes(ranges.maxSlices * sliceVoxels, bytesPerVoxel),
    usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST | BUFFER_USAGE.COPY_SRC,
  });
  const uniforms = device.createBuffer({
    label: 'volume.chunk',
    size: sizeBytesOf('Chunk'),
    usage: BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST,
  });
  const resources = { chunk: uniforms, words, row_ranges: ranges.rows, ...(!isCopied && { voxels: texture }) };
  const staging = new StagingRing(gpu, 'volume.staging', STAGINGS);
  const encodeUnpack = (encoder: GPUCommandEncoder, chunk: SliceChunk) => {
    const { firstSlice, slices } = chunk;
    const extent = packStruct('Chunk', { size: [nx, ny, slices], first_slice: firstSlice, row_pitch: rows.pitch });
    device.queue.writeBuffer(uniforms, 0, extent);
    if (isCopied) {
      encoder.copyBufferToTexture(
        { buffer: words, bytesPerRow: rows.pitch * bytesPerVoxel, rowsPerImage: ny },
        { texture, origin: [0, 0, firstSlice] },
        [nx, ny, slices],
      );
    }
    const pass = encoder.beginComputePass(timer?.describePass('upload') ?? { label: 'upload' });
    const workgroups = [Math.ceil((Math.ceil(nx / run) * ny) / WORKGROUP_WIDTH), slices] as const;
    encodeKernel(gpu, pass, kernel, resources, workgroups);
    ranges.encode(pass, chunk);
    pass.end();
  };
  const fill = createFill(voxels, rows, read);
  try {
    for (const chunk of ranges.chunks) {
      await pace?.();
      const { firstSlice, slices } = chunk;
      const allBytes = wordBytes(slices * sliceVoxels, bytesPerVoxel);
      const encodeAfter = (encoder: GPUCommandEncoder) => encodeUnpack(encoder, chunk);
      for (let offsetBytes = 0; offsetBytes < allBytes; offsetBytes += STAGING_BYTES) {
        const sizeBytes = Math.min(allBytes - offsetBytes, STAGING_BYTES);
        const isLast = offsetBytes + sizeBytes === allBytes;
        await staging.upload({
          sizeBytes,
          fill: (bytes) => fill(new Uint8Array(bytes, 0, sizeBytes), firstSlice * ny, slices * ny, offsetBytes),
          copies: [{ from: 0, to: words, offsetBytes, sizeBytes }],
          encodeAfter: isLast ? encodeAfter : undefined,
        });
      }
      if (!pace) continue;
      await staging.finish();
      await gpu.idle();
    }
  } finally {
    await staging.finish().finally(() => {
      for (const resource of [words, uniforms, ranges, staging]) resource.destroy();
    });
  }
  return ranges.texture;
}
