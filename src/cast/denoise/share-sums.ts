/** Sums of frames of paths that several processes traced: they are put together on the CPU, and denoised on a device. */
import type { ImageSize } from '../../camera/camera.js';
import { InputError } from '../../errors.js';
import { allocateStorage } from '../../gpu/allocate-storage.js';
import type { Gpu } from '../../gpu/gpu.js';
import { unshared } from '../../gpu/unshared.js';
import type { ShownLight } from '../path/show-colors.js';
import { type DenoisedFrame, FrameDenoiser } from './frame-denoiser.js';

/** Sums over frames of one picture, of as many paths each, rows from the top. */
export interface FrameSums {
  /** Frames that are summed. */
  readonly frames: number;
  /** Four floats for each pixel: light, times its opacity and without a background, and opacity. */
  readonly color: Float32Array;
  /** As frames have them. */
  readonly guides: Float32Array;
}

export const GUIDE_FLOATS = 14;
/** A sum of squared deviations, and the sums that deviate: of guides, or of colours. As in wgsl/cast/path/guide_words.wgsl. */
const DEVIATIONS = [
  { at: 7, guides: [4, 5, 6] },
  { at: 12, guides: [0, 1, 2] },
  { at: 13, guides: [3] },
  ...[0, 1, 2, 3].map((channel) => ({ at: 8 + channel, color: channel })),
] as const satisfies readonly { readonly at: number; readonly guides?: readonly number[]; readonly color?: number }[];

/**
 * The sums of all frames of both. Squared deviations grow by those of the two means: T. Chan, G. Golub and R. LeVeque, "Updating formulae and
 * a pairwise algorithm for computing sample variances", 1979.
 */
export function addFrameSums(one: FrameSums, other: FrameSums) {
  const frames = one.frames + other.frames;
  const share = (one.frames * other.frames) / frames;
  const add = (to: Float32Array, from: Float32Array) => to.map((value, at) => value + from[at]!);
  const color = add(one.color, other.color);
  const guides = add(one.guides, other.guides);
  const apart = (name: 'color' | 'guides', at: number) =>
    share * (one[name][at]! / one.frames - other[name][at]! / other.frames) ** 2;
  for (let pixel = 0; GUIDE_FLOATS * pixel < guides.length; pixel++) {
    const first = GUIDE_FLOATS * pixel;
    for (const sum of DEVIATIONS) {
      if ('color' in sum) guides[first + sum.at]! += apart('color', 4 * pixel + sum.color);
      else for (const index of sum.guides) guides[first + sum.at]! += apart('guides', first + index);
    }
  }
  return { frames, color, guides };
}

/**
 * The picture of two frames or more, denoised as `Renderer.denoise` does it.
 * @throws InputError for less, or for rows that the adapter has no buffer for, DeviceError where there is no memory or the device failed.
 */
export async function denoiseSums(
  gpu: Gpu,
  { width, height }: ImageSize,
  { frames, color, guides }: FrameSums,
  shown: ShownLight,
): Promise<DenoisedFrame> {
  if (!(frames >= 2)) throw new InputError(`denoising needs two frames or more, not ${frames}`);
  const denoiser = new FrameDenoiser(gpu);
  const { words } = await allocateStorage(gpu, 'denoiser', { words: color.length + guides.length });
  try {
    gpu.device.queue.writeBuffer(words, 0, unshared(color));
    gpu.device.queue.writeBuffer(words, color.byteLength, unshared(guides));
    const noisy = { width, height, words, firstColor: 0, firstGuides: color.length, frames };
    return await denoiser.denoiseNoisy(noisy, shown);
  } finally {
    words.destroy();
    denoiser.destroy();
  }
}
