/** Puts a volume's voxels into a 3D texture on the device, smaller by a whole factor where it cannot hold them. */

import { DeviceError, InputError } from '../../../errors.js';
import { type ByAdapter, chooseByAdapter } from '../../../gpu/adapter-traits.js';
import { BUFFER_USAGE, TEXTURE_USAGE, ZERO_FILL_USAGE } from '../../../gpu/constants.js';
import { encodeKernel } from '../../../gpu/encode-kernel.js';
import type { Gpu } from '../../../gpu/gpu.js';
import { packStruct, sizeBytesOf } from '../../../gpu/shaders/structs.js';
import { Staging } from '../../../gpu/staging.js';
import type { PassTimer } from '../../../gpu/timer.js';
import { downsample } from '../../../volume/downsample.js';
import type { Volume, VoxelArray } from '../../../volume/volume.js';
import { withDefaults } from '../../../with-defaults.js';
import { BrickRanges } from '../../bricks/ranges.js';
import type { Residency } from '../../paged/residency.js';
import type { WordFormat } from '../sampling.js';
import { alignRow, type StagedRows, stageVoxels, wordBytes } from './stage-voxels.js';
import { chooseVoxelFormat, describeVoxelType, type VoxelFormat } from './voxel-format.js';

const WORKGROUP_WIDTH = 64;
/** Voxels for an invocation, whole bricks: measured on SwiftShader, rows of 64 cost half of what rows of 4 do. */
const RUN_VOXELS = { gpu: 8, llvmpipe: 64, swiftshader: 64 } as const;
/** Voxels along a brick's side, by measurement: experiments/skipping. */
const BRICK_SIDE: ByAdapter<4 | 8> = { gpu: 8, llvmpipe: 8, swiftshader: 4 };
const MAX_WORKGROUPS = 65_535;

export const fastestBrickSide = ({ traits }: Pick<Gpu, 'traits'>): 4 | 8 => chooseByAdapter(traits, BRICK_SIDE);

export interface UploadOptions {
  /** Whether a volume that the device cannot hold may be made smaller; default true. */
  readonly allowDownsample?: boolean;
  /** Bounds the pieces that a volume goes up in, which are runs of slices. */
  readonly maxChunkBytes?: number;
  /** Voxels along a brick's side; `auto` is the fastest that was measured. */
  readonly brickSide?: 4 | 8 | 'auto';
  /** The format of 16-bit integers, where the adapter can store it. */
  readonly words?: WordFormat;
  /**
   * Awaited before each piece, where frames of other scenes come between: it goes up in small pieces, each once the one before is
   * done, and is not timed.
   */
  readonly pace?: (() => Promise<unknown>) | undefined;
}

/** Pieces that a large volume goes up in: the device unpacks one while the next is written. */
const PIECES = 16;
const LEAST_PIECE_BYTES = 1 << 26;

/**
 * Staging memory: a driver takes 37 ms to make 64 MiB of it on an H100, three times what it takes to fill them.
 */
const STAGING_BYTES = 1 << 24;
const STAGINGS = 3;

/** Bytes of a piece that goes up between two frames. */
const PACED_BYTES = 1 << 22;

export const UPLOAD_DEFAULTS = {
  allowDownsample: true,
  maxChunkBytes: 1 << 28,
  brickSide: 'auto',
  words: 'rg8unorm',
  pace: undefined,
} as const satisfies Required<UploadOptions>;

/** A volume as it lives on the device. */
export interface VolumeTexture {
  readonly texture: GPUTexture;
  readonly voxelFormat: VoxelFormat;
  /** rgba8unorm, of volumes with colours of their own. */
  readonly colors?: GPUTexture | undefined;
  /** The volume that the texture holds: the one given, or its downsampled copy. */
  readonly resident: Pick<Volume, 'sizes' | 'indexToWorld'>;
  /** The range of texels in each brick; undefined of small volumes where nothing is skipped. */
  readonly brickRanges: GPUTexture | undefined;
  /** Voxels along a brick's side. */
  readonly brickSide: number;
  /** 1 unless the volume was downsampled. */
  readonly downsampleFactor: number;
  /** Residency of a volume in pages, whose atlas the texture is. */
  readonly residency?: Residency | undefined;
}

/**
 * Uploads `volume`, converting it from its own type in a compute pass.
 * @throws InputError if it does not fit and downsampling is not allowed.
 */
export async function uploadVolume(
  gpu: Gpu,
  timer: PassTimer,
  volume: Volume,
  options: UploadOptions = {},
): Promise<VolumeTexture & { readonly brickRanges: GPUTexture }> {
  const { allowDownsample, maxChunkBytes, brickSide: askedSide, words, pace } = withDefaults(UPLOAD_DEFAULTS, options);
  const voxelFormat = chooseVoxelFormat(gpu, volume.voxels, words);
  const { maxTextureDimension3D: maxDimension } = gpu.device.limits;
  const { bytesPerTexel } = voxelFormat;
  const maxSliceBytes = Math.min(gpu.device.limits.maxStorageBufferBindingSize, gpu.device.limits.maxBufferSize);
  let factor = Math.ceil(Math.max(...volume.sizes) / maxDimension);
  for (;;) {
    const sizes = volume.sizes.map((size) => Math.ceil(size / factor)) as unknown as Volume['sizes'];
    if (factor > 1 && !allowDownsample) {
      throw new InputError(
        `a volume of ${volume.sizes.join(' × ')} voxels does not fit on ${gpu.adapterName}` +
          ` (up to ${maxDimension} a side, as memory allows); leave out --no-downsample to make it smaller`,
      );
    }
    const fits = sizes[0] * sizes[1] * Uint32Array.BYTES_PER_ELEMENT <= maxSliceBytes;
    const texture = fits ? await gpu.tryAllocate(() => createTexture(gpu, sizes, voxelFormat)) : undefined;
    const colors = texture && volume.colors && (await gpu.tryAllocate(() => createColorTexture(gpu, sizes)));
    if (volume.colors && !colors) texture?.destroy();
    else if (texture) {
      const resident = factor === 1 ? volume : downsample(volume, factor);
      if (colors) uploadColors(gpu, colors, resident);
      const brickSide = askedSide === 'auto' ? fastestBrickSide(gpu) : askedSide;
      const course = pace ? { pace, maxChunkBytes: PACED_BYTES } : { timer, maxChunkBytes };
      const brickRanges = await unpack(gpu, resident, { voxelFormat, texture, brickSide, ...course });
      return {
        texture,
        colors,
        voxelFormat,
        resident: { sizes, indexToWorld: resident.indexToWorld },
        brickRanges,
        brickSide,
        downsampleFactor: factor,
      };
    }
    if (sizes.every((size) => size === 1)) {
      throw new DeviceError(`${gpu.adapterName} has no memory for a texture of ${bytesPerTexel} bytes`);
    }
    factor += 1;
  }
}

function createTexture(gpu: Gpu, sizes: Volume['sizes'], { format, isCopied }: VoxelFormat): GPUTexture {
  const written = isCopied ? TEXTURE_USAGE.COPY_DST : TEXTURE_USAGE.STORAGE_BINDING;
  return gpu.device.createTexture({
    label: 'volume.voxels',
    size: [...sizes],
    dimension: '3d',
    format,
    usage: TEXTURE_USAGE.TEXTURE_BINDING | written | ZERO_FILL_USAGE,
  });
}

function createColorTexture(gpu: Gpu, sizes: Volume['sizes']): GPUTexture {
  return gpu.device.createTexture({
    label: 'volume.colors',
    size: [...sizes],
    dimension: '3d',
    format: 'rgba8unorm',
    usage: TEXTURE_USAGE.TEXTURE_BINDING | TEXTURE_USAGE.COPY_DST | ZERO_FILL_USAGE,
  });
}

/** Slice by slice: one call stages all that it is given. */
function uploadColors({ device }: Gpu, texture: GPUTexture, { colors, sizes: [ni, nj, nk] }: Volume): void {
  const layout = { bytesPerRow: 4 * ni, rowsPerImage: nj };
  for (let k = 0; k < nk; k++) {
    const slice = colors!.subarray(4 * ni * nj * k, 4 * ni * nj * (k + 1)) as Uint8Array<ArrayBuffer>;
    device.queue.writeTexture({ texture, origin: [0, 0, k] }, slice, layout, [ni, nj, 1]);
  }
}

/** The kernel stores 32-bit floats by default. */
const VOXEL_CONDITIONS = { r8unorm: { r8unorm: true }, rg8unorm: { rg8unorm: true }, r32float: {} } as const;

interface UnpackPlan extends Pick<VolumeTexture, 'voxelFormat' | 'texture' | 'brickSide'> {
  readonly maxChunkBytes: number;
  /** Undefined where frames come between, whose passes are timed. */
  readonly timer?: PassTimer;
  readonly pace?: UploadOptions['pace'];
}

/** @returns the ranges of the bricks. */
async function unpack(
  gpu: Gpu,
  volume: Volume,
  { voxelFormat, texture, brickSide, maxChunkBytes, timer, pace }: UnpackPlan,
): Promise<GPUTexture> {
  const { device } = gpu;
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  // WGSL has no 64-bit floats; the texture would round them to 32 bits all the same.
  const voxels = volume.voxels instanceof Float64Array ? Float32Array.from(volume.voxels) : volume.voxels;
  const pieceBytes = Math.max(voxels.byteLength / PIECES, LEAST_PIECE_BYTES);
  // lavapipe's bindings are of 128 MiB at most.
  const chunkBytes = Math.min(pieceBytes, maxChunkBytes, maxStorageBufferBindingSize, maxBufferSize);
  const { BYTES_PER_ELEMENT: bytesPerVoxel } = voxels;
  const { format, isCopied, offset, factor } = voxelFormat;
  const [nx, ny] = volume.sizes;
  const rows = { width: nx, pitch: isCopied ? alignRow(nx, bytesPerVoxel) : nx, isFlipped: isCopied && offset > 0 };
  const sliceVoxels = rows.pitch * ny;
  const leastRun = Math.ceil((nx * ny) / (WORKGROUP_WIDTH * MAX_WORKGROUPS));
  const bricksOfRun = Math.ceil(leastRun / brickSide);
  const run = Math.max(chooseByAdapter(gpu.traits, RUN_VOXELS), brickSide * bricksOfRun);
  const [kernel, ranges] = await Promise.all([
    gpu.kernels.get('cast/volume/unpack.wgsl', {
      conditions: isCopied ? { copied: true } : VOXEL_CONDITIONS[format],
      constants: {
        ...describeVoxelType(voxels),
        // Integers without a sign by then.
        ...(rows.isFlipped && { kind: 0 }),
        offset: rows.isFlipped ? 0 : offset,
        factor,
        run,
        workgroup_width: WORKGROUP_WIDTH,
        brick_side: brickSide,
      },
    }),
    BrickRanges.create(
      gpu,
      { sizes: volume.sizes, side: brickSide },
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
  // While bytes go up from one of them the next are written to another.
  const stagings = Array.from({ length: STAGINGS }, () => new Staging(gpu, 'volume.staging'));
  let turn = 0;
  const nextStaging = () => stagings[turn++ % STAGINGS]!;
  for (const chunk of ranges.chunks) {
    await pace?.();
    const { firstSlice, slices } = chunk;
    const extent = packStruct('Chunk', { size: [nx, ny, slices], first_slice: firstSlice, row_pitch: rows.pitch });
    device.queue.writeBuffer(uniforms, 0, extent);
    const piece = voxels.subarray(firstSlice * nx * ny, (firstSlice + slices) * nx * ny);
    await uploadWords(nextStaging, words, piece, rows);
    const encoder = device.createCommandEncoder({ label: 'volume.unpack' });
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
    device.queue.submit([encoder.finish()]);
    if (pace) await gpu.idle();
  }
  for (const resource of [words, uniforms, ranges, ...stagings]) resource.destroy();
  return ranges.texture;
}

/** Uploads voxels of any width, as whole 32-bit words. */
async function uploadWords(
  nextStaging: () => Staging,
  words: GPUBuffer,
  voxels: VoxelArray,
  rows: StagedRows,
): Promise<void> {
  const allBytes = wordBytes((voxels.length / rows.width) * rows.pitch, voxels.BYTES_PER_ELEMENT);
  for (let offsetBytes = 0; offsetBytes < allBytes; offsetBytes += STAGING_BYTES) {
    const sizeBytes = Math.min(allBytes - offsetBytes, STAGING_BYTES);
    const copies = [{ from: 0, to: words, offsetBytes, sizeBytes }];
    await nextStaging().upload(
      sizeBytes,
      (staged) => stageVoxels(new Uint8Array(staged, 0, sizeBytes), voxels, rows, offsetBytes),
      copies,
    );
  }
}
