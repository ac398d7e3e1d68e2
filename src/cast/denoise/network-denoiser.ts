/** Denoises sums of frames of paths by a neural network that the caller brings; denoiser.ts needs none. */
import type { ImageSize } from '../../camera/camera.js';
import { DeviceError, InputError } from '../../errors.js';
import { type ShownLight, showColors } from '../path/show-colors.js';
import type { FrameOutputs } from '../target/outputs.js';
import { type FrameSums, GUIDE_FLOATS } from './share-sums.js';

/** A noisy picture, four floats for each pixel, of which the fourth has no meaning, rows from the top. */
export interface NetworkInput extends ImageSize {
  /** Light, from 0 on without a bound. */
  readonly color: Float32Array;
  /** Albedos of what paths met first, from 0 to 1, averaged over them. */
  readonly albedo: Float32Array;
  /** Its normals in the world, from −1 to 1 on each axis, averaged so. */
  readonly normal: Float32Array;
}

/** Takes the noise out of `color`. */
export type DenoisingNetwork = (input: NetworkInput) => Promise<Float32Array>;

/**
 * The picture of one frame or more, denoised by a network: its light, and its opacity as a picture of its own.
 * @throws InputError for no frame, DeviceError for a picture that holds NaN or infinity, and what the network throws.
 */
export async function denoiseByNetwork(
  network: DenoisingNetwork,
  { width, height }: ImageSize,
  { frames, color, guides }: FrameSums,
  shown: ShownLight,
): Promise<Pick<FrameOutputs, 'pixels' | 'color'>> {
  if (!(frames >= 1)) throw new InputError(`denoising needs one frame or more, not ${frames}`);
  const light = color.map((sum) => sum / frames);
  const opacity = light.map((_, at) => light[at | 3]!);
  const guidesFrom = (first: number) =>
    light.map((_, at) => guides[GUIDE_FLOATS * (at >> 2) + first + (at & 3)]! / frames);
  const guided = { width, height, albedo: guidesFrom(0), normal: guidesFrom(4) };
  // Awaited in turn, so that the device holds one picture at a time.
  const denoised = Float32Array.from(await network({ ...guided, color: light }));
  const opacities = await network({ ...guided, color: opacity });
  for (let at = 3; at < denoised.length; at += 4) denoised[at] = Math.min(1, Math.max(0, opacities[at - 3]!));
  // A GPU's first picture was once all NaN, without an error.
  if (!denoised.every(Number.isFinite))
    throw new DeviceError('the denoising network returned NaN or infinity; render again, or use another denoiser');
  return showColors(denoised, shown);
}
