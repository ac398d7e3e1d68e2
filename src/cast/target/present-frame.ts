/** Draws frames that end in textures and on canvases, with nothing read back that they would wait for. */

import { InputError } from '../../errors.js';
import type { Gpu } from '../../gpu/gpu.js';
import type { PassTimer, PassTimes } from '../../gpu/timer.js';
import { formatShape } from '../../shapes/shape.js';
import { ComputePasses } from '../frame/compute-passes.js';
import { encodeFrame, encodeScene } from '../frame/encode-frame.js';
import type { FramePreparer, PreparedFrame } from '../frame/prepare-frame.js';
import type { FrameReport, PresentedFrame } from '../frame.js';
import type { BinWatch } from '../mesh/bins/bin-watch.js';
import { backgroundLight } from '../path/background-light.js';
import type { CallOptions } from '../settings.js';
import { isFollowed } from '../submit/is-followed.js';
import { submitEncoded } from '../submit/submit-encoded.js';
import { Presenter, type PresentPipeline } from './presenter.js';
import { type FrameTarget, giveSize, kindOf, textureOf } from './target.js';

export interface PresentCall extends CallOptions {
  /** Whether pixels are drawn as rounds end them, over those of the frame before. */
  readonly isProgressive?: boolean;
  /** Whether a canvas takes the frame's size. */
  readonly resizeCanvas?: boolean;
}

/** Frames that the device may be behind by: enough that it never waits for one, few enough that a drag is followed at once. */
const MAX_IN_FLIGHT = 3;

export class FramePresenter {
  readonly #gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #preparer: FramePreparer;
  readonly #bins: () => BinWatch | undefined;
  readonly #presenter: Presenter;
  #isTiming = false;
  /** The frames that were submitted last, until they are done. */
  readonly #inFlight: Promise<unknown>[] = [];
  /** The target that the device took last: it is waited for once, so that a wrong one is refused at once. */
  #accepted: FrameTarget | undefined;

  /** @param bins says who watches those of meshes, once there are any. */
  constructor(gpu: Gpu, timer: PassTimer, preparer: FramePreparer, bins: () => BinWatch | undefined) {
    this.#gpu = gpu;
    this.#timer = timer;
    this.#preparer = preparer;
    this.#bins = bins;
    this.#presenter = new Presenter(gpu);
  }

  /** Compiles what draws to `target`, while its frame is being prepared. */
  warm(target: FrameTarget): void {
    this.#presenter.load(kindOf(target, this.#gpu)).catch(() => undefined);
  }

  /**
   * Submits a frame; what its bins and its timer say comes later, in `done`, and so do errors of the device once it has taken a
   * frame to this target.
   * @throws DeviceError for an earlier frame that failed, too.
   */
  async present(
    prepared: PreparedFrame,
    target: FrameTarget,
    { isProgressive = false, resizeCanvas = false, ...call }: PresentCall,
  ): Promise<PresentedFrame> {
    const pipeline = await this.#presenter.load(kindOf(target, this.#gpu));
    if (this.#inFlight.length >= MAX_IN_FLIGHT) await this.#inFlight.shift();
    call.signal?.throwIfAborted();
    const { settings, resident } = prepared;
    const isTimed = settings.timestamps && !this.#isTiming;
    if (!isTimed) this.#timer.begin(false);
    await this.#makeRoom(prepared);
    const isBanded = isFollowed(prepared, call);
    const draw = (encoder: GPUCommandEncoder, isDone: boolean) => {
      const passes = new ComputePasses(encoder, this.#timer);
      if (!isDone) this.#encodeFrame(passes, prepared);
      if (resizeCanvas) giveSize(target, settings);
      // A canvas's texture is there until the next await alone.
      this.#encodePresent(passes, pipeline, prepared, textureOf(target, this.#gpu));
      passes.end();
    };
    const showRound = isProgressive
      ? () => submitEncoded(this.#gpu, 'present', (encoder) => draw(encoder, true))
      : undefined;
    if (isBanded) {
      const { submitInBands } = await import('../submit/submit-bands.js');
      await submitInBands(this.#gpu, this.#timer, this.#preparer, prepared, { ...call, showRound });
    }
    const bins = this.#bins();
    const watched = bins?.watch(resident.meshes);
    const submitted = submitEncoded(this.#gpu, 'frame', (encoder) => {
      draw(encoder, isBanded);
      if (isTimed) this.#timer.resolve(encoder);
      if (watched) bins?.copy(encoder, watched);
    });
    const times = isTimed ? this.#collectTimes(prepared) : undefined;
    const finished = Promise.all([submitted, this.#gpu.idle()]);
    const whole = watched ? bins?.check(watched) : true;
    const done = Promise.all([whole, times, finished]).then(
      ([isWhole = true, passTimes]): FrameReport => ({ whole: isWhole, times: passTimes }),
    );
    // Whoever does not look at them shall not hear of them as unhandled.
    for (const unseen of [finished, done]) unseen.catch(() => undefined);
    if (this.#accepted !== target) await submitted;
    this.#accepted = target;
    this.#inFlight.push(finished);
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
    const pipeline = await this.#presenter.load(kindOf(target, this.#gpu));
    this.#timer.begin(false);
    await this.#makeRoom(prepared);
    const passes = new ComputePasses(encoder, this.#timer);
    this.#encodeFrame(passes, prepared);
    this.#encodePresent(passes, pipeline, prepared, target);
    passes.end();
    const bins = this.#bins();
    const watched = bins?.watch(prepared.resident.meshes);
    if (watched) {
      bins?.copy(encoder, watched);
      bins?.checkLater(watched);
    }
    return describePresented(prepared);
  }

  /** Fills new bins ahead of their first frame, which would be empty if they had no room: a page may draw just once. */
  async #makeRoom(prepared: PreparedFrame): Promise<void> {
    const { meshes } = prepared.resident;
    const bins = this.#bins();
    const watched = bins?.isNew(meshes) ? bins.watch(meshes) : undefined;
    if (!watched) return;
    await submitEncoded(this.#gpu, 'bins', (encoder) => {
      encodeScene(encoder, this.#timer, this.#preparer.uniforms, prepared);
      bins?.copy(encoder, watched);
    });
    await bins?.makeRoom(watched);
  }

  #encodeFrame(passes: ComputePasses, prepared: PreparedFrame): void {
    encodeFrame(passes, this.#gpu, this.#preparer.uniforms, prepared);
  }

  #encodePresent(
    passes: ComputePasses,
    pipeline: PresentPipeline,
    { parts, settings, resident: { output }, frames }: PreparedFrame,
    texture: GPUTexture,
  ): void {
    const { width, height } = settings;
    const background = backgroundLight(parts.background, settings);
    this.#presenter.encode(passes, pipeline, { output, width, height, background, frames, texture });
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

const describePresented = ({ camera, settings: { width, height }, frames, plan }: PreparedFrame) => ({
  camera,
  width,
  height,
  accumulated: frames,
  workgroup: formatShape(plan.shape.shape),
});
