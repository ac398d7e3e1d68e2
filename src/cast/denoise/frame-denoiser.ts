/** Denoises the frames that accumulated last, and reads them back. */
import type { Gpu } from '../../gpu/gpu.js';
import { Readback } from '../../gpu/host/readback.js';
import { PassTimer, type PassTimes } from '../../gpu/timer.js';
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { type Exposure, showLight } from '../../transfer/light/tone.js';
import type { PreparedFrame } from '../frame/prepare-frame.js';
import { backgroundLight } from '../path/background-light.js';
import type { FrameOutputs } from '../target/outputs.js';
import { Denoiser } from './denoiser.js';

/** Colours without noise, and how long that took. */
export interface DenoisedFrame extends Pick<FrameOutputs, 'pixels' | 'color'>, PassTimes {}

export class FrameDenoiser {
  readonly #gpu: Gpu;
  readonly #denoiser: Denoiser;
  readonly #readback: Readback;
  readonly #timer: PassTimer;

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
    this.#denoiser = new Denoiser(gpu);
    this.#readback = new Readback(gpu, 'denoiser.readback');
    this.#timer = new PassTimer(gpu);
  }

  /**
   * @param frame whose guides are in its output still.
   * @throws InputError for rows that the adapter has no buffer for, DeviceError if the device failed.
   */
  async denoise({ settings, frames, parts, resident }: PreparedFrame): Promise<DenoisedFrame> {
    const { width, height } = settings;
    const { buffer, layout } = resident.output;
    const { denoised, encode } = await this.#denoiser.prepare({
      width,
      height,
      words: buffer,
      firstColor: layout.first.color!,
      firstGuides: layout.first.guides!,
      frames,
    });
    const ranges = [{ buffer: denoised, offsetBytes: 0, sizeBytes: denoised.size }];
    this.#timer.begin(settings.timestamps);
    await this.#gpu.guard(() => {
      const encoder = this.#gpu.device.createCommandEncoder({ label: 'denoise' });
      const pass = encoder.beginComputePass(this.#timer.describePass('denoise'));
      encode(pass);
      pass.end();
      this.#timer.resolve(encoder);
      this.#readback.copy(encoder, ranges);
      this.#gpu.device.queue.submit([encoder.finish()]);
    });
    const times = await this.#timer.collect();
    const [bytes] = await this.#readback.read(ranges);
    const shown = showColors(new Float32Array(bytes!), { ...settings, background: parts.background });
    return { ...shown, ...times };
  }

  destroy(): void {
    this.#denoiser.destroy();
    this.#readback.destroy();
    this.#timer.destroy();
  }
}

/** Pixels of light, and its colours over the background, which is as bright as it is: the tone curve is for light alone. */
function showColors(
  color: Float32Array<ArrayBuffer>,
  { background, ...settings }: Exposure & Pick<PreparedFrame['parts'], 'background'>,
): Pick<FrameOutputs, 'pixels' | 'color'> {
  const isStraight = background === 'transparent';
  const behind = isStraight ? ([0, 0, 0] as const) : background;
  const lightBehind = backgroundLight(behind, { quality: 'path', ...settings }) as Vec3;
  const pixels = new Uint8Array(color.length);
  for (let at = 0; at < color.length; at += 4) {
    const opacity = color[at + 3]!;
    // Colours are multiplied by their opacities, light and pixels are not.
    const shown = showLight(
      mapVec3([0, 1, 2], (channel) => color[at + channel]! / Math.max(opacity, 1e-6)),
      settings,
    );
    for (const channel of [0, 1, 2] as const) {
      const own = isStraight ? shown[channel] : opacity * shown[channel] + (1 - opacity) * behind[channel];
      pixels[at + channel] = toByte(own);
      color[at + channel]! += (1 - opacity) * lightBehind[channel];
    }
    pixels[at + 3] = isStraight ? toByte(opacity) : 255;
    if (!isStraight) color[at + 3] = 1;
  }
  return { pixels, color };
}

const toByte = (value: number) => Math.round(255 * Math.min(1, Math.max(0, value)));
