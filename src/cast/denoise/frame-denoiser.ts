/** Denoises the frames that accumulated last, and reads them back. */
import type { Gpu } from '../../gpu/gpu.js';
import { Readback } from '../../gpu/host/readback.js';
import { PassTimer, type PassTimes } from '../../gpu/timer.js';
import type { PreparedFrame } from '../frame/prepare-frame.js';
import { type ShownLight, showColors } from '../path/show-colors.js';
import type { FrameOutputs } from '../target/outputs.js';
import { Denoiser, type NoisyFrame } from './denoiser.js';

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
    const { width, height, timestamps } = settings;
    const { buffer, layout } = resident.output;
    const { color: firstColor, guides: firstGuides } = layout.first;
    const noisy = { width, height, words: buffer, firstColor: firstColor!, firstGuides: firstGuides!, frames };
    return this.denoiseNoisy(noisy, { ...settings, background: parts.background }, timestamps);
  }

  /** @throws InputError for rows that the adapter has no buffer for, DeviceError if the device failed. */
  async denoiseNoisy(noisy: NoisyFrame, shown: ShownLight, timestamps = false): Promise<DenoisedFrame> {
    const { denoised, encode } = await this.#denoiser.prepare(noisy);
    const ranges = [{ buffer: denoised, offsetBytes: 0, sizeBytes: denoised.size }];
    this.#timer.begin(timestamps);
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
    return { ...showColors(new Float32Array(bytes!), shown), ...times };
  }

  destroy(): void {
    this.#denoiser.destroy();
    this.#readback.destroy();
    this.#timer.destroy();
  }
}
