/** Draws frames that end in textures and on canvases, with nothing read back that they would wait for. */
import { InputError } from '../../errors.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer, PassTimes } from '../../gpu/timer.js';
import { formatShape } from '../../shapes/shape.js';
import { encodeFrame } from '../frame/passes.js';
import type { FramePreparer, PreparedFrame } from '../frame/prepare-frame.js';
import type { FrameReport, PresentedFrame } from '../frame.js';
import type { BinWatch } from '../mesh/bin-watch.js';
import type { CallOptions } from '../settings.js';
import { isFollowed, submitEncoded, submitInBands } from '../submit/submit-bands.js';
import { Presenter } from './presenter.js';
import { type FrameTarget, formatOf, giveSize, textureOf } from './target.js';

export interface PresentCall extends CallOptions {
  /** Whether pixels are drawn as rounds end them, over those of the frame before. */
  readonly isProgressive?: boolean;
  /** Whether a canvas takes the frame's size. */
  readonly resizeCanvas?: boolean;
}

export class FramePresenter {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #preparer: FramePreparer;
  readonly #bins: BinWatch;
  readonly #presenter: Presenter;
  #isTiming = false;

  constructor(gpu: Gpu, timer: PassTimer, preparer: FramePreparer, bins: BinWatch) {
    this.#gpu = gpu;
    this.#timer = timer;
    this.#preparer = preparer;
    this.#bins = bins;
    this.#presenter = new Presenter(gpu);
  }

  /** Compiles what draws to `target`, while its frame is being prepared. */
  warm(target: FrameTarget): void {
    this.#presenter.load(formatOf(target, this.#gpu)).catch(() => undefined);
  }

  /** Submits a frame; what its bins and its timer say comes later, in `done`. */
  async present(
    prepared: PreparedFrame,
    target: FrameTarget,
    { isProgressive = false, resizeCanvas = false, ...call }: PresentCall,
  ): Promise<PresentedFrame> {
    const pipeline = await this.#presenter.load(formatOf(target, this.#gpu));
    call.signal?.throwIfAborted();
    const { settings, resident } = prepared;
    const watched = this.#bins.isFree ? resident.meshes : undefined;
    const isTimed = settings.timestamps && !this.#isTiming;
    if (!isTimed) this.#timer.begin(false);
    const isBanded = isFollowed(prepared, call);
    const draw = (encoder: GPUCommandEncoder) => {
      if (resizeCanvas) giveSize(target, settings);
      this.#encodePresent(encoder, pipeline, prepared, textureOf(target, this.#gpu));
    };
    const showRound = isProgressive ? () => submitEncoded(this.#gpu, 'present', draw) : undefined;
    if (isBanded) await submitInBands(this.#gpu, this.#timer, this.#preparer, prepared, { ...call, showRound });
    const submitted = submitEncoded(this.#gpu, 'frame', (encoder) => {
      if (!isBanded) this.#encodeFrame(encoder, prepared);
      // A canvas's texture is there until the next await alone.
      draw(encoder);
      if (isTimed) this.#timer.resolve(encoder);
      if (watched) this.#bins.copy(encoder, watched);
    });
    const times = isTimed ? this.#collectTimes(prepared) : undefined;
    const whole = watched ? this.#bins.check(watched) : this.#gpu.idle().then(() => true);
    const done = Promise.all([whole, times]).then(
      ([isWhole, passTimes]): FrameReport => ({ whole: isWhole, times: passTimes }),
    );
    // Whoever does not look at it shall not hear of it as unhandled.
    done.catch(() => undefined);
    await submitted;
    return { ...describePresented(prepared), done };
  }

  /** Encodes a frame that somebody else submits. */
  async encode(
    encoder: GPUCommandEncoder,
    prepared: PreparedFrame,
    target: GPUTexture,
  ): Promise<Omit<PresentedFrame, 'done'>> {
    if (prepared.paging) {
      throw new InputError('a frame of a volume in pages is many submissions; render it to the texture instead');
    }
    const pipeline = await this.#presenter.load(target.format);
    this.#timer.begin(false);
    this.#encodeFrame(encoder, prepared);
    this.#encodePresent(encoder, pipeline, prepared, target);
    const { meshes } = prepared.resident;
    if (meshes && this.#bins.isFree) {
      this.#bins.copy(encoder, meshes);
      this.#bins.checkLater(meshes);
    }
    return describePresented(prepared);
  }

  #encodeFrame(encoder: GPUCommandEncoder, prepared: PreparedFrame): void {
    encodeFrame(encoder, this.#timer, this.#gpu, this.#preparer.uniforms, prepared);
  }

  #encodePresent(
    encoder: GPUCommandEncoder,
    pipeline: GPURenderPipeline,
    { parts: { background }, settings: { width, height }, resident: { output }, frames }: PreparedFrame,
    texture: GPUTexture,
  ): void {
    this.#presenter.encode(encoder, pipeline, { output, width, height, background, frames, texture });
  }

  async #collectTimes({ settings }: PreparedFrame): Promise<PassTimes> {
    this.#isTiming = true;
    try {
      const times = await this.#timer.collect();
      this.#preparer.record(settings, times);
      return times;
    } finally {
      this.#isTiming = false;
    }
  }

  destroy(): void {
    this.#presenter.destroy();
  }
}

const describePresented = ({ settings: { width, height }, frames, plan }: PreparedFrame) => ({
  width,
  height,
  accumulated: frames,
  workgroup: formatShape(plan.shape.shape),
});
