/** Renders scenes on one device, to memory, textures and canvases, and caches what it uploads. */
import type { Camera } from '../camera/camera.js';
import { InputError } from '../errors.js';
import type { Gpu } from '../gpu/gpu.js';
import { PassTimer } from '../gpu/timer.js';
import type { ShapeProfile } from '../shapes/shape-profile.js';
import type { Volume } from '../volume/volume.js';
import { withDefaults } from '../with-defaults.js';
import { checkScene, loadPartChecks, refuseOtherKinds } from './check/check-scene.js';
import { checkVoxels } from './check/check-volume-scene.js';
import { KnownSettings } from './check/known-settings.js';
import type { DenoisedFrame, FrameDenoiser } from './denoise/frame-denoiser.js';
import { FramePreparer, type FrameRequest, type PreparedFrame } from './frame/prepare-frame.js';
import { settleAll } from './frame/settle-all.js';
import type { Frame, FrameInfo, PresentedFrame } from './frame.js';
import { FrameQueue } from './frame-queue.js';
import { Lifetime } from './lifetime.js';
import type { BinWatch } from './mesh/bins/bin-watch.js';
import { withKnownMissing } from './paged/missing-voxels.js';
import { completeScene } from './partial/complete-scene.js';
import type { PartialScene } from './partial/partial-scene.js';
import { posesNow } from './poses-now.js';
import {
  type MappedOptions,
  type PresentOptions,
  type ReadOptions,
  splitRequest,
  type ViewedScene,
} from './render-request.js';
import type { CallOptions, GivenSettings, RenderOptions } from './settings.js';
import { checkWhileMapped, handOver, type MappedCall } from './target/hand-over.js';
import type { OutputName } from './target/outputs.js';
import { FramePresenter, type PresentCall } from './target/present-frame.js';
import type { FrameReader, StartedFrame } from './target/read-frame.js';
import { Redraw } from './target/redraw.js';
import { checkTarget } from './target/target.js';
import type { ReadVoxels } from './volume/resident/stage-voxels.js';

/** Options of a renderer, for all of its frames. */
export interface RendererOptions {
  /** Times measured on the adapter for each workgroup shape, by which `auto` chooses. */
  readonly profile?: ShapeProfile | undefined;
  /** Whether frames of volumes with shape `auto` and timestamps occasionally try other shapes, and keep the faster one. */
  readonly refineShapes?: boolean | undefined;
}

/** Defaults of `RendererOptions`. */
export const RENDERER_DEFAULTS = {
  profile: undefined,
  refineShapes: false,
} as const satisfies Required<RendererOptions>;

/** Options of the frame that `Renderer.prepare` prepares. */
export interface PrepareOptions
  extends RenderOptions,
    Partial<Pick<PresentOptions, 'target' | 'progressive' | 'resizeCanvas'>> {
  /** Awaited before each piece of a volume's upload, unless a frame needs it: gives way to frames of other scenes. */
  readonly pace?: (() => Promise<unknown>) | undefined;
  /** Whether no other frame is rendered meanwhile: a volume is then uploaded in large pieces without pauses. */
  readonly alone?: boolean | undefined;
}

/**
 * Renders scenes on one device. It caches what it has uploaded and computed for the parts of a scene, so that a frame costs only
 * what has changed.
 */
export class Renderer {
  /** The device it renders on. */
  readonly gpu: Gpu;
  readonly #timer: PassTimer;
  readonly #queue = new FrameQueue();
  readonly #settings: KnownSettings;
  readonly #preparer: FramePreparer;
  readonly #presenter: FramePresenter;
  readonly #redraw = new Redraw(this.#queue);
  readonly #lifetime = new Lifetime(() => this.#free());
  #bins: BinWatch | undefined;
  #reader: FrameReader | undefined;
  #denoiser: FrameDenoiser | undefined;
  /** The frame that wrote the output, if it is complete and has guides. */
  #guided: PreparedFrame | undefined;

  constructor(gpu: Gpu, options: RendererOptions = {}) {
    const { profile, refineShapes } = withDefaults(RENDERER_DEFAULTS, options);
    this.gpu = gpu;
    this.#timer = new PassTimer(gpu);
    this.#settings = new KnownSettings(gpu);
    this.#preparer = new FramePreparer(gpu, this.#timer, { profile, refine: refineShapes });
    this.#presenter = new FramePresenter(gpu, this.#timer, this.#preparer, () => this.#bins);
  }

  /**
   * Renders a scene: to memory, where `outputs` lists what is read back (8-bit pixels by default), or to a `target`, a texture or a
   * canvas, without reading anything back. Scene, camera and options are one object, or three arguments. A transfer function may be
   * the name of one of `NAMED_TRANSFERS`; without one a volume gets the default one. Without a camera the view is fitted to the
   * scene, and the frame says which camera that is.
   *
   * Calls need not be awaited one by one: a frame is prepared and cast while up to three before it are read back. `whileMapped`
   * reads a frame without a copy. A frame to a target resolves once it is submitted, and waits if the device is several frames
   * behind. If the bins of a later frame overflow, the target keeps its picture until the frame is drawn again, which `done` waits
   * for. Positions and transforms of meshes are those at the time of the call.
   * @throws InputError for an invalid scene or options, and once the renderer is destroyed; DeviceError if the device failed, for a
   * target perhaps in an earlier frame. Later frames are not affected.
   * @example
   * ```js
   * const { pixels, camera } = await renderer.render({ volume, mode: 'mip', width: 256, height: 256 });
   * await renderer.render({ volume, camera: orbit(camera, { azimuthDegrees: 10 }), target: canvas });
   * ```
   */
  render(request: ViewedScene & PresentOptions): Promise<PresentedFrame>;
  render<const Outputs extends readonly OutputName[] = readonly ['pixels']>(
    request: ViewedScene & MappedOptions<Outputs>,
  ): Promise<FrameInfo>;
  render<const Outputs extends readonly OutputName[] = readonly ['pixels']>(
    request: ViewedScene & ReadOptions<Outputs>,
  ): Promise<Frame<Outputs[number]>>;
  render(scene: PartialScene, camera: Camera | undefined, options: PresentOptions): Promise<PresentedFrame>;
  render<const Outputs extends readonly OutputName[] = readonly ['pixels']>(
    scene: PartialScene,
    camera: Camera | undefined,
    options: MappedOptions<Outputs>,
  ): Promise<FrameInfo>;
  render<const Outputs extends readonly OutputName[] = readonly ['pixels']>(
    scene: PartialScene,
    camera: Camera | undefined,
    options?: ReadOptions<Outputs>,
  ): Promise<Frame<Outputs[number]>>;
  async render(
    request: PartialScene,
    ...positional: [Camera?, ((RenderOptions & MappedCall) | PresentOptions)?]
  ): Promise<unknown> {
    const { scene, camera, options } =
      positional.length === 0
        ? splitRequest(request)
        : { scene: request, camera: positional[0], options: positional[1] ?? {} };
    const { reuse, whileMapped, ...asked }: Pick<MappedCall, 'reuse' | 'whileMapped'> & typeof options = options;
    const kept = this.#settings.keep(asked);
    const { signal, onProgress, replaceable } = kept;
    const call = { signal, onProgress, replaceable, reuse, whileMapped };
    const given = posesNow(scene);
    checkWhileMapped(whileMapped, 'target' in kept ? kept.target : undefined);
    if ('target' in kept && kept.target !== undefined) {
      const { target, progressive = false, resizeCanvas = false } = kept;
      checkTarget(target);
      const wanted = () => this.#check(given, camera, () => this.#settings.toTarget(kept, target));
      return this.#add(call, wanted, async (request) => {
        this.#presenter.warm(target);
        const isProgressive = progressive && 'pages' in request.scene && !request.settings.accumulate;
        if (isProgressive) {
          const { previewScene } = await import('./paged/preview-scene.js');
          const preview = await this.#prepare({ ...request, scene: previewScene(request.scene) });
          await this.#presenter.present(preview, target, { signal, resizeCanvas });
        }
        const draw = (how: PresentCall) =>
          this.#lifetime.during(() =>
            withKnownMissing(async () => this.#presenter.present(await this.#prepare(request), target, how)),
          );
        const presented = await draw({ ...call, isProgressive, resizeCanvas });
        return this.#redraw.untilWhole(target, presented, () => draw({ resizeCanvas }));
      });
    }
    const wanted = () => this.#check(given, camera, () => this.#settings.toRead(kept));
    const { frame } = await this.#add(call, wanted, (request) => withKnownMissing(() => this.#start(request, call)));
    const read = async (request: FrameRequest) => (await this.#loadReader()).read(await this.#prepare(request), call);
    // Not in its turn: `whileMapped` may wait for other frames.
    return (await frame) ?? handOver(await this.#add(call, wanted, read), call);
  }

  /**
   * Uploads a volume and compiles the kernels of a frame of it, while frames of other scenes are rendered, so that the frame itself
   * starts at once. Does nothing for meshes, whose kernels depend on earlier frames.
   * @throws InputError for an invalid scene or options, DeviceError if the device failed.
   */
  async prepare(scene: PartialScene, camera: Camera | undefined, options: PrepareOptions = {}): Promise<void> {
    const { pace = () => Promise.resolve(), alone, target, progressive: _, resizeCanvas: __, ...wanted } = options;
    const request = await this.#check(scene, camera, () =>
      target ? this.#settings.toTarget(wanted, target) : this.#settings.toRead(wanted),
    );
    await this.#lifetime.during(() => this.#preparer.prefetch(request, alone ? undefined : pace));
  }

  /**
   * Uploads a volume before the rest of its scene is known, and possibly before its voxels are in memory. A scene whose volume has
   * the same voxel array then finds it on the device.
   * @throws what `read` throws, InputError for a volume that is invalid or does not fit, DeviceError if the device failed. The first
   * frame then uploads it as usual.
   */
  async upload(volume: Volume, read: ReadVoxels): Promise<void> {
    this.#lifetime.assertAlive();
    this.gpu.assertHealthy();
    refuseOtherKinds(() => checkVoxels(volume));
    await this.#lifetime.during(() => this.#preparer.upload(volume, read));
  }

  /**
   * Denoises the mean of the frames that were accumulated last, if they have quality `path` and the option `guides`, and no other
   * frame came after them. Needs at least two frames; from four on the noise is estimated better. Accumulation can go on afterwards.
   * @throws InputError if there are no such frames, DeviceError if the device failed.
   * @example
   * ```js
   * const view = { volume, quality: 'path', accumulate: true, guides: true, samplesPerPixel: 4 };
   * for (let frame = 0; frame < 4; frame++) await renderer.render(view);
   * const { pixels } = await renderer.denoise();
   * ```
   */
  denoise(): Promise<DenoisedFrame> {
    return this.#queue.add({}, () =>
      this.#lifetime.during(async () => {
        this.#lifetime.assertAlive();
        this.gpu.assertHealthy();
        const guided = this.#guided;
        if (!guided || guided.frames < 2) {
          throw new InputError('denoise needs two or more accumulated frames of quality path with the option guides');
        }
        const { FrameDenoiser } = await import('./denoise/frame-denoiser.js');
        this.#denoiser ??= new FrameDenoiser(this.gpu);
        return this.#denoiser.denoise(guided);
      }),
    );
  }

  /**
   * Encodes a frame into a command encoder of the caller, who submits it before the next frame is rendered or encoded. It is never
   * drawn again: if the bins of a later frame overflow, the target keeps its picture for that frame, and the bins are larger in the
   * next.
   * @throws InputError for an invalid scene or options.
   */
  async encodeFrame(
    encoder: GPUCommandEncoder,
    scene: PartialScene,
    camera: Camera | undefined,
    options: PresentOptions & { readonly target: GPUTexture },
  ): Promise<Omit<PresentedFrame, 'done'>> {
    const kept = this.#settings.keep(options);
    const { signal, onProgress, replaceable, target } = kept;
    checkTarget(target);
    const given = posesNow(scene);
    const wanted = () => this.#check(given, camera, () => this.#settings.toTarget(kept, target));
    return this.#add({ signal, onProgress, replaceable }, wanted, async (request) =>
      this.#presenter.encode(encoder, await this.#prepare(request), target),
    );
  }

  /**
   * Draws a frame in its turn. The scene is checked again afterwards: an array may have been transferred to a worker meanwhile, and
   * a picture without its content, or the error that follows, is the scene's fault.
   */
  #add<Result>(
    call: CallOptions,
    check: () => Promise<FrameRequest>,
    draw: (request: FrameRequest) => Promise<Result>,
  ): Promise<Result> {
    return this.#queue.add(call, () =>
      this.#lifetime.during(async () => {
        const request = await check();
        try {
          const drawn = await draw(request);
          request.check();
          return drawn;
        } catch (error) {
          if (!call.signal?.aborted) request.check();
          throw error;
        }
      }),
    );
  }

  async #check(
    scene: PartialScene,
    camera: Camera | undefined,
    giveSettings: () => GivenSettings,
  ): Promise<FrameRequest> {
    this.#lifetime.assertAlive();
    this.gpu.assertHealthy();
    const given = giveSettings();
    const complete = await completeScene(scene, camera, given);
    const settings = this.#settings.settle(given, 'volume' in complete.scene ? complete.scene.mode : undefined);
    const partChecks = await loadPartChecks(complete.scene);
    const check = () => checkScene(complete.scene, complete.camera, settings, partChecks);
    check();
    return { ...complete, settings, check };
  }

  /** Starts a frame, and keeps alive what it uses until it is read back. */
  async #start(request: FrameRequest, call: MappedCall): Promise<StartedFrame> {
    const [prepared, reader] = await settleAll([this.#prepare(request), this.#loadReader()]);
    const started = await reader.start(prepared, call);
    // Frames that accumulate are whole by now.
    this.#guided = prepared.settings.guides ? prepared : undefined;
    const frame = this.#lifetime.during(() => started.frame);
    // Whoever waits for the turn alone shall not hear of it as unhandled.
    frame.catch(() => undefined);
    return { frame };
  }

  async #prepare(request: FrameRequest): Promise<PreparedFrame> {
    this.#lifetime.assertAlive();
    this.#guided = undefined;
    if ('meshes' in request.scene) await this.#loadBins();
    await this.#bins?.catchUp();
    const prepared = await this.#preparer.prepare(request);
    this.#bins?.follow(prepared.resident.meshes);
    return prepared;
  }

  /** Loaded on demand: web pages without meshes do not need it. */
  async #loadBins(): Promise<void> {
    if (this.#bins) return;
    const { BinWatch } = await import('./mesh/bins/bin-watch.js');
    this.#bins ??= new BinWatch(this.gpu, this.#queue, () => this.#preparer.discard());
  }

  /** Loaded on demand: web pages that read nothing back do not need it. */
  async #loadReader(): Promise<FrameReader> {
    if (this.#reader) return this.#reader;
    const { FrameReader } = await import('./target/read-frame.js');
    this.#reader ??= new FrameReader(this.gpu, this.#timer, this.#preparer);
    return this.#reader;
  }

  /**
   * Frees everything on the device, including textures and buffers of volumes and meshes, once the frame being drawn has ended.
   * Frames that wait for their turn are rejected. The device itself stays.
   */
  destroy(): void {
    this.#lifetime.end();
  }

  #free(): void {
    const owned = [this.#preparer, this.#reader, this.#presenter, this.#bins, this.#timer, this.#denoiser];
    for (const resource of owned) resource?.destroy();
  }
}
