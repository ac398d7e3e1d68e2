/**
 * Takes the noise out of pictures of random paths, on the device: colours become linear functions of what the paths met first, as far as
 * their noise hides what they are, and stay as they are where they have none. src/reference/denoise.ts computes the same.
 */
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Resources } from '../../gpu/bind-groups.js';
import { encodeKernel } from '../../gpu/encode-kernel.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { Kernel } from '../../gpu/kernels.js';
import { packStruct, sizeBytesOf } from '../../gpu/shaders/structs.js';
import { BUFFER_USAGE } from '../../gpu/usages.js';

/** Frames of a picture that accumulated, as the kernel of paths wrote them. */
export interface NoisyFrame {
  readonly width: number;
  readonly height: number;
  /** Sums of colours, and guides of the denoiser. */
  readonly words: GPUBuffer;
  /** Their first words. */
  readonly firstColor: number;
  readonly firstGuides: number;
  readonly frames: number;
}

/** The passes, in their order, and the rows of pixels that an invocation has. */
const PASSES = [
  { path: 'cast/denoise/moments.wgsl', rows: 1 },
  { path: 'cast/denoise/smooth_guides.wgsl', rows: 4 },
  { path: 'cast/denoise/regress.wgsl', rows: 1 },
  { path: 'cast/denoise/sum_errors.wgsl', rows: 1 },
  { path: 'cast/denoise/blend.wgsl', rows: 1 },
] as const;
type DenoisePath = (typeof PASSES)[number]['path'];

/** Pixels to each side of a workgroup. */
const SIDE = 8;
const WORDS_PER_PLANE = 4;
/** As wgsl/cast/denoise/planes.wgsl has them. */
const PLANES = 11;
/** Rows above and below that a row follows from: of 3 × 3 variances, of guides, of the regression and of its errors. */
const ROWS_AROUND = 1 + 3 + 5 + 5;
const DENOISER_DEFAULTS = {
  /** Pixels, with the neighbours they depend on, that are denoised at once: 176 bytes each. */
  stripPixels: 2 ** 19,
} as const;

/** A picture whose passes are ready to be encoded. */
export interface PreparedDenoising {
  /** Four floats for each pixel: colours, times their opacities and without a background, and opacities. */
  readonly denoised: GPUBuffer;
  readonly encode: (pass: GPUComputePassEncoder) => void;
}

/** Rows that are denoised at once, and the rows they depend on. */
interface Strip {
  readonly firstRow: number;
  readonly endRow: number;
  readonly stripRow: number;
  readonly stripRows: number;
}

export class Denoiser {
  readonly #gpu: Gpu;
  #buffers: { readonly planes: GPUBuffer; readonly denoised: GPUBuffer } | undefined;
  #uniforms: readonly GPUBuffer[] = [];

  readonly #stripPixels: number;

  constructor(gpu: Gpu, { stripPixels }: { readonly stripPixels: number } = DENOISER_DEFAULTS) {
    this.#gpu = gpu;
    this.#stripPixels = stripPixels;
  }

  /**
   * Makes ready what the passes need, and writes their uniforms: they are encoded and submitted before the next picture.
   * @throws InputError for rows that the adapter has no buffer for, DeviceError where there is no memory.
   */
  async prepare(frame: NoisyFrame): Promise<PreparedDenoising> {
    const { width, height } = frame;
    const kernels = await Promise.all(
      PASSES.map(({ path }) => this.#gpu.kernels.get(path, { constants: { side: SIDE } })),
    );
    const strips = cutIntoStrips(width, height, this.#stripPixels);
    const stripRows = Math.max(...strips.map((strip) => strip.stripRows));
    const { planes, denoised } = await this.#allocate({
      planes: WORDS_PER_PLANE * PLANES * width * stripRows,
      denoised: WORDS_PER_PLANE * width * height,
    });
    this.#writeUniforms(frame, strips);
    const encode = (pass: GPUComputePassEncoder) => {
      for (const [index, strip] of strips.entries()) {
        const resources = { denoising: this.#uniforms[index]!, planes, denoised, words: frame.words };
        for (const [step, kernel] of kernels.entries()) {
          const rows = SIDE * PASSES[step]!.rows;
          const workgroups = [Math.ceil(width / SIDE), Math.ceil(strip.stripRows / rows)] as const;
          this.#dispatch(pass, kernel, resources, workgroups);
        }
      }
    };
    return { denoised, encode };
  }

  #dispatch<Path extends DenoisePath>(
    pass: GPUComputePassEncoder,
    kernel: Kernel<Path>,
    resources: Resources<Path>,
    workgroups: readonly [number, number],
  ): void {
    encodeKernel(this.#gpu, pass, kernel, resources, workgroups);
  }

  async #allocate(words: { readonly planes: number; readonly denoised: number }) {
    const kept = this.#buffers;
    if (kept?.planes.size === 4 * words.planes && kept.denoised.size === 4 * words.denoised) return kept;
    this.#free();
    this.#buffers = await allocateStorage(this.#gpu, 'denoiser', words);
    return this.#buffers;
  }

  /** Strips are encoded together, so that each has uniforms of its own. */
  #writeUniforms({ width, height, firstColor, firstGuides, frames }: NoisyFrame, strips: readonly Strip[]): void {
    const { device } = this.#gpu;
    const size = sizeBytesOf('Denoising');
    const usage = BUFFER_USAGE.UNIFORM | BUFFER_USAGE.COPY_DST;
    this.#uniforms = strips.map(
      (_, index) => this.#uniforms[index] ?? device.createBuffer({ label: 'denoiser.denoising', size, usage }),
    );
    for (const [index, { firstRow, endRow, stripRow, stripRows }] of strips.entries()) {
      const fields = {
        width,
        height,
        strip_row: stripRow,
        strip_rows: stripRows,
        strip_pixels: width * stripRows,
        first_row: firstRow,
        end_row: endRow,
        first_color: firstColor,
        first_guides: firstGuides,
        frames,
      };
      device.queue.writeBuffer(this.#uniforms[index]!, 0, packStruct('Denoising', fields));
    }
  }

  #free(): void {
    this.#buffers?.planes.destroy();
    this.#buffers?.denoised.destroy();
    this.#buffers = undefined;
  }

  destroy(): void {
    this.#free();
    for (const buffer of this.#uniforms) buffer.destroy();
  }
}

/** Strips of rows that have so many pixels with the rows around, or one row each. */
function cutIntoStrips(width: number, height: number, pixels: number): readonly Strip[] {
  const most = Math.max(1, Math.floor(pixels / width) - 2 * ROWS_AROUND);
  const count = Math.ceil(height / most);
  return Array.from({ length: count }, (_, index) => {
    const firstRow = Math.floor((index * height) / count);
    const endRow = Math.floor(((index + 1) * height) / count);
    const stripRow = Math.max(0, firstRow - ROWS_AROUND);
    return { firstRow, endRow, stripRow, stripRows: Math.min(height, endRow + ROWS_AROUND) - stripRow };
  });
}
