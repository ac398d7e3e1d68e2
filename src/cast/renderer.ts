/** Renders scenes on one device, to memory, textures and canvases; what a scene's parts became there is kept. */
import type { Camera } from '../camera/camera.js';
import { InputError } from '../errors.js';
import { readWords } from '../gpu/buffers.js';
import { encodeKernel } from '../gpu/encode-kernel.js';
import type { Gpu } from '../gpu/gpu.js';
import { PassTimer, type PassTimes } from '../gpu/timer.js';
import { formatShape } from '../shapes/shape.js';
import type { ShapeProfile } from '../shapes/shape-profile.js';
import { ShapeSequence } from '../shapes/shape-sequence.js';
import type { Binner } from '../tiles/binner.js';
import { countFilledSlabs } from '../tiles/count-filled-slabs.js';
import { withDefaults } from '../with-defaults.js';
import { checkScene } from './check-scene.js';
import { checkSettings } from './check-settings.js';
import { completeScene, type PartialScene } from './complete-scene.js';
import { castInBands } from './frame/cast-in-bands.js';
import { castResources, loadCastKernel } from './frame/cast-kernel.js';
import { describeFrame } from './frame/describe-frame.js';
import { FrameStore } from './frame/frame-store.js';
import { encodeCast, encodeScene, type FrameWork } from './frame/passes.js';
import { planFrame } from './frame/plan-frame.js';
import { settleAll } from './frame/settle-all.js';
import { type TileBlock, timeBlocks } from './frame/time-blocks.js';
import { FrameUniforms } from './frame/uniforms.js';
import type { Frame, FrameReport, PixelTimes, PresentedFrame } from './frame.js';
import { FrameQueue } from './frame-queue.js';
import { decodeMeshCounts, growBins, type MeshCounts, meshCountRanges } from './mesh/bin-check.js';
import { loadGeometryKernels } from './mesh/geometry.js';
import type { ResidentMeshes } from './mesh/mesh-store.js';
import type { Scene } from './scene.js';
import { type SceneParts, takeApart } from './scene-parts.js';
import {
  type CallOptions,
  type GivenSettings,
  RENDER_DEFAULTS,
  type RenderOptions,
  type Settings,
  settle,
} from './settings.js';
import { Accumulation } from './target/accumulation.js';
import { decodeCounts, decodeOutput, rangeOf } from './target/output-buffer.js';
import type { FrameOutputs, OutputName } from './target/outputs.js';
import { isFloatFormat, Presenter } from './target/presenter.js';
import { Readback } from './target/readback.js';
import { checkTarget, type FrameTarget, sizeOf, textureOf } from './target/target.js';

export interface RendererOptions {
  /** What the adapter was measured to do with each shape: `auto` goes by it. */
  readonly profile?: ShapeProfile | undefined;
  /** Whether frames of volumes with `auto` and timestamps try other shapes now and then, and stay with what is faster. */
  readonly refineShapes?: boolean | undefined;
}

export const RENDERER_DEFAULTS = {
  profile: undefined,
  refineShapes: false,
} as const satisfies Required<RendererOptions>;

/** A frame that ends in memory. */
export interface ReadOptions<Outputs extends readonly OutputName[] = readonly ['pixels']>
  extends Omit<RenderOptions, 'outputs'>,
    CallOptions {
  readonly outputs?: Outputs;
}

/** A frame that ends in a texture or on a canvas; it has their size by default, and is scaled to it if it has another. */
export interface PresentOptions
  extends Omit<RenderOptions, 'outputs' | 'counts' | 'timings' | 'slabCounts'>,
    CallOptions {
  readonly target: FrameTarget;
}

/** A frame as a caller asked for it, checked. */
interface Request {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly settings: Settings;
}

/** A frame that is ready to be encoded. */
interface Prepared extends FrameWork {
  readonly parts: SceneParts;
  readonly settings: Settings;
  /** Frames that accumulate, this one included. */
  readonly frames: number;
}

export class Renderer {
  readonly gpu: Gpu;
  /** Shapes of the frames with `auto`. */
  readonly #shapes: ShapeSequence;
  readonly #timer: PassTimer;
  readonly #store: FrameStore;
  readonly #uniforms: FrameUniforms;
  readonly #sampler: GPUSampler;
  readonly #presenter: Presenter;
  readonly #readback: Readback;
  /** What of bins is read of frames that end on the device. */
  readonly #binReadback: Readback;
  readonly #accumulation = new Accumulation();
  readonly #queue = new FrameQueue();
  /** Bins of a frame that somebody else submits: read when the next frame comes. */
  #unread: ResidentMeshes | undefined;
  /** Those of the last frame. */
  #meshes: ResidentMeshes | undefined;
  #isCheckingBins = false;
  #isTiming = false;
  #isDestroyed = false;

  constructor(gpu: Gpu, options: RendererOptions = {}) {
    const { profile, refineShapes } = withDefaults(RENDERER_DEFAULTS, options);
    const { maxComputeInvocationsPerWorkgroup: maxInvocations } = gpu.device.limits;
    this.gpu = gpu;
    this.#shapes = new ShapeSequence({ maxInvocations, profile, refine: refineShapes });
    this.#timer = new PassTimer(gpu);
    this.#store = new FrameStore(gpu, this.#timer);
    this.#uniforms = new FrameUniforms(gpu);
    this.#presenter = new Presenter(gpu);
    this.#readback = new Readback(gpu, 'frame.readback');
    this.#binReadback = new Readback(gpu, 'frame.bins.readback');
    this.#sampler = gpu.device.createSampler({ label: 'cast.linear', magFilter: 'linear', minFilter: 'linear' });
  }

  /**
   * Renders `scene` as `camera` sees it: to memory, where `outputs` says what is read back (8-bit pixels by default), or to a
   * `target`, a texture or a canvas, without reading anything back. A volume without a transfer function gets the default
   * one, and without a camera the view is fitted to the scene.
   * @throws InputError for a scene or options that cannot be, DeviceError if the device failed; the next frame is good again.
   */
  render(scene: PartialScene, camera: Camera | undefined, options: PresentOptions): Promise<PresentedFrame>;
  render<const Outputs extends readonly OutputName[] = readonly ['pixels']>(
    scene: PartialScene,
    camera?: Camera,
    options?: ReadOptions<Outputs>,
  ): Promise<Frame<Outputs[number]>>;
  async render(
    scene: PartialScene,
    camera?: Camera,
    options: (RenderOptions & CallOptions) | PresentOptions = {},
  ): Promise<unknown> {
    const { signal, onProgress, replaceable, ...rest } = options;
    const call = { signal, onProgress, replaceable };
    if ('target' in rest && rest.target !== undefined) {
      const { target, ...wanted } = rest;
      checkTarget(target);
      return this.#queue.add(call, async () => {
        const request = this.#check(scene, camera, this.#optionsFor(target, wanted));
        return this.#present(request, target, call);
      });
    }
    return this.#queue.add(call, () => this.#read(this.#check(scene, camera, rest as RenderOptions), call));
  }

  /**
   * Encodes a frame into an encoder of the caller's, who submits it before the next frame is rendered or encoded.
   * @throws InputError for a scene or options that cannot be.
   */
  async encodeFrame(
    encoder: GPUCommandEncoder,
    scene: PartialScene,
    camera: Camera | undefined,
    options: PresentOptions & { readonly target: GPUTexture },
  ): Promise<Omit<PresentedFrame, 'done'>> {
    const { signal, onProgress, replaceable, target, ...wanted } = options;
    checkTarget(target);
    return this.#queue.add({ signal, onProgress, replaceable }, async () => {
      const request = this.#check(scene, camera, this.#optionsFor(target, wanted));
      const prepared = await this.#prepare(request);
      const pipeline = await this.#presenter.load(textureOf(target, this.gpu).format);
      this.#timer.begin(false);
      this.#encode(encoder, prepared);
      this.#encodePresentation(encoder, pipeline, prepared, target);
      const { meshes } = prepared.resident;
      if (meshes && !this.#isCheckingBins) {
        this.#binReadback.copy(encoder, meshCountRanges(meshes));
        this.#unread = meshes;
      }
      return describePresented(prepared);
    });
  }

  /** Its size by default, and unquantised colours where it takes them. */
  #optionsFor(target: FrameTarget, wanted: RenderOptions): RenderOptions {
    const outputs: OutputName[] = isFloatFormat(textureOf(target, this.gpu).format) ? ['color'] : [];
    return { ...sizeOf(target), ...defined(wanted), outputs };
  }

  #check(scene: PartialScene, camera: Camera | undefined, options: RenderOptions): Request {
    if (this.#isDestroyed) throw new InputError('the renderer is destroyed');
    this.gpu.assertHealthy();
    const given: GivenSettings = withDefaults(RENDER_DEFAULTS, options);
    checkSettings(given, this.gpu.device.limits);
    const complete = completeScene(scene, camera, given);
    const settings = settle(given, 'volume' in complete.scene ? complete.scene.mode : undefined);
    checkScene(complete.scene, complete.camera, settings);
    return { ...complete, settings };
  }

  /** Loads what is new, compiles kernels and writes uniforms. */
  async #prepare({ scene, camera, settings }: Request): Promise<Prepared> {
    await this.#readUnreadBins();
    const parts = takeApart(scene);
    const plan = planFrame(this.gpu, this.#shapes, parts, camera, settings, this.#store.follow(parts));
    this.#timer.begin(settings.timestamps);
    // Kernels compile while voxels go up.
    const loadKernel = (downsampled: boolean) => loadCastKernel(this.gpu, parts, camera, settings, plan, downsampled);
    const { meshes } = parts;
    const [resident, likelyKernel, geometryKernels] = await settleAll([
      this.#store.load(parts, settings, plan),
      loadKernel(false),
      meshes &&
        loadGeometryKernels(this.gpu, {
          orthographic: camera.projection === 'orthographic',
          smooth: meshes.smooth,
          lightTiles: plan.lightGrid?.columns,
        }),
    ]);
    const isDownsampled = (resident.volume?.volume.downsampleFactor ?? 1) > 1;
    this.#meshes = resident.meshes;
    const castKernel = isDownsampled ? await loadKernel(true) : likelyKernel;
    const pose = meshes && resident.meshes?.geometry.arena.pose(meshes.meshes, meshes.styles.slots);
    if (!settings.accumulate || pose?.moved) this.#accumulation.reset();
    const frames = settings.accumulate ? this.#accumulation.count({ scene, camera, settings }) : 1;
    const { samplesPerPixel, jitter = plan.rays?.occlusion ? OCCLUSION_SEED : undefined } = settings;
    resident.pattern.write({ samplesPerPixel, jitter, earlierFrames: frames - 1 });
    this.#uniforms.write({ parts, camera, settings, grid: plan.grid, resident, frames });
    const meshWork = pose && geometryKernels && { kernels: geometryKernels, pose, smooth: meshes.smooth };
    const listResources = () => castResources(this.#uniforms, resident, this.#sampler);
    return { parts, settings, frames, plan, resident, castKernel, castResources: listResources, meshWork };
  }

  #encode(encoder: GPUCommandEncoder, prepared: Prepared): void {
    const { paddedColumns: columns, paddedRows: rows } = prepared.plan.grid;
    encodeScene(encoder, this.#timer, this.#uniforms, prepared);
    encodeCast(encoder, this.#timer, this.gpu, prepared, { columns, rows });
  }

  /** Draws a frame and reads it; where its bins have no room for all items, they grow, and it is drawn again. */
  async #read(request: Request, call: CallOptions): Promise<Frame<OutputName>> {
    const prepared = await this.#prepare(request);
    const { settings, resident } = prepared;
    for (;;) {
      await this.#submit(prepared, call);
      const times = await this.#timer.collect();
      const contents = await this.#collect(prepared);
      const { meshes } = resident;
      if (meshes && contents.meshCounts && (await growBins(meshes, contents.meshCounts))) {
        this.#timer.begin(settings.timestamps);
        continue;
      }
      if (settings.shape === 'auto' && times.timer === 'gpu') this.#shapes.record(times.timesMs['cast'] ?? 0);
      const timings = settings.timings ? await this.#timeBlocks(prepared) : undefined;
      const slabCounts = settings.slabCounts && meshes?.binner ? await this.#countSlabs(meshes.binner) : undefined;
      const { outputs, counts } = timings ? await this.#collectAgain(prepared) : contents;
      const { width, height } = settings;
      const stats = describeFrame(this.gpu, prepared, { settings, counts, times, meshCounts: contents.meshCounts });
      return { width, height, accumulated: prepared.frames, ...outputs, counts, timings, slabCounts, stats };
    }
  }

  /** Submits a frame whose outputs are read: at once, or in bands where somebody follows it. */
  async #submit(prepared: Prepared, call: CallOptions): Promise<void> {
    const { device } = this.gpu;
    if (!call.signal && !call.onProgress) {
      return this.gpu.guard(() => {
        const encoder = device.createCommandEncoder({ label: 'frame' });
        this.#encode(encoder, prepared);
        this.#timer.resolve(encoder);
        this.#readback.copy(encoder, this.#rangesOf(prepared));
        device.queue.submit([encoder.finish()]);
      });
    }
    await this.gpu.guard(() => {
      const encoder = device.createCommandEncoder({ label: 'frame' });
      encodeScene(encoder, this.#timer, this.#uniforms, prepared);
      device.queue.submit([encoder.finish()]);
    });
    const { paddedColumns, paddedRows } = prepared.plan.grid;
    const castBand = async (firstTile: number, columns: number) => {
      await this.gpu.guard(() => {
        this.#uniforms.writeFirstTile(firstTile);
        const encoder = device.createCommandEncoder({ label: 'band' });
        encodeCast(encoder, this.#timer, this.gpu, prepared, { columns, rows: 1 });
        device.queue.submit([encoder.finish()]);
      });
      await this.gpu.idle();
    };
    try {
      await castInBands(
        paddedColumns * paddedRows,
        castBand,
        call,
        prepared.settings.timestamps ? MAX_TIMED_BANDS : Infinity,
      );
    } catch (error) {
      // Some of the picture is this frame's, some of those before.
      this.#accumulation.reset();
      throw error;
    }
    await this.gpu.guard(() => {
      const encoder = device.createCommandEncoder({ label: 'frame.readback' });
      this.#timer.resolve(encoder);
      this.#readback.copy(encoder, this.#rangesOf(prepared));
      device.queue.submit([encoder.finish()]);
    });
  }

  /** What is read of a frame: what was asked for, and how bins were filled. */
  #rangesOf({ resident, settings }: Prepared) {
    const { meshes, output } = resident;
    return [
      ...settings.outputs.map((name) => rangeOf(output, name)),
      ...(settings.counts ? [rangeOf(output, 'counts')] : []),
      ...(meshes ? meshCountRanges(meshes) : []),
    ];
  }

  async #collect(prepared: Prepared) {
    const { parts, settings, resident, frames } = prepared;
    const contents = await this.#readback.read(this.#rangesOf(prepared));
    const meaning = {
      frames,
      background: parts.background,
      labels: parts.volume?.mask?.styles.map(({ label }) => label),
      reduced: resident.volume && {
        voxelFormat: resident.volume.volume.voxelFormat,
        isSum: parts.volume?.mode === 'average',
      },
    };
    const named = settings.outputs.map((name, index) => [name, decodeOutput(name, contents[index]!, meaning)]);
    const rest = contents.slice(settings.outputs.length);
    const counts = settings.counts ? decodeCounts(rest.shift()!) : undefined;
    const meshCounts: MeshCounts | undefined = resident.meshes && decodeMeshCounts(resident.meshes, rest);
    return { outputs: Object.fromEntries(named) as FrameOutputs, counts, meshCounts };
  }

  async #collectAgain(prepared: Prepared) {
    const encoder = this.gpu.device.createCommandEncoder({ label: 'read again' });
    this.#readback.copy(encoder, this.#rangesOf(prepared));
    this.gpu.device.queue.submit([encoder.finish()]);
    return this.#collect(prepared);
  }

  /** Draws a frame to a target; what its bins say comes later, so that nothing waits for it. */
  async #present(request: Request, target: FrameTarget, { signal }: CallOptions): Promise<PresentedFrame> {
    const prepared = await this.#prepare(request);
    const pipeline = await this.#presenter.load(textureOf(target, this.gpu).format);
    signal?.throwIfAborted();
    const { meshes } = prepared.resident;
    const checksBins = meshes !== undefined && !this.#isCheckingBins;
    const isTimed = prepared.settings.timestamps && !this.#isTiming;
    if (!isTimed) this.#timer.begin(false);
    const submitted = this.gpu.guard(() => {
      const encoder = this.gpu.device.createCommandEncoder({ label: 'frame' });
      this.#encode(encoder, prepared);
      // A canvas's texture is there until the next await alone.
      this.#encodePresentation(encoder, pipeline, prepared, textureOf(target, this.gpu));
      if (isTimed) this.#timer.resolve(encoder);
      if (checksBins) this.#binReadback.copy(encoder, meshCountRanges(meshes));
      this.gpu.device.queue.submit([encoder.finish()]);
    });
    const times = isTimed ? this.#collectTimes(request.settings) : undefined;
    const whole = checksBins ? this.#checkBins(meshes) : this.gpu.idle().then(() => true);
    const done = Promise.all([whole, times]).then(
      ([isWhole, passTimes]): FrameReport => ({ whole: isWhole, times: passTimes }),
    );
    // Whoever does not look at it shall not hear of it as unhandled.
    done.catch(() => undefined);
    await submitted;
    return { ...describePresented(prepared), done };
  }

  #encodePresentation(
    encoder: GPUCommandEncoder,
    pipeline: GPURenderPipeline,
    { parts, settings, resident, frames }: Prepared,
    texture: GPUTexture,
  ): void {
    const { width, height } = settings;
    const { background } = parts;
    this.#presenter.encode(encoder, pipeline, { output: resident.output, width, height, background, frames, texture });
  }

  async #collectTimes({ shape }: Settings): Promise<PassTimes> {
    this.#isTiming = true;
    try {
      const times = await this.#timer.collect();
      if (shape === 'auto' && times.timer === 'gpu') this.#shapes.record(times.timesMs['cast'] ?? 0);
      return times;
    } finally {
      this.#isTiming = false;
    }
  }

  /** Reads what the bins of a frame that was submitted say. The next frame waits while they grow, and only then. */
  async #checkBins(meshes: ResidentMeshes): Promise<boolean> {
    this.#isCheckingBins = true;
    try {
      const counts = decodeMeshCounts(meshes, await this.#binReadback.read(meshCountRanges(meshes)));
      return !(await this.#queue.add({}, () => this.#growBins(meshes, counts)));
    } finally {
      this.#isCheckingBins = false;
    }
  }

  async #readUnreadBins(): Promise<void> {
    const meshes = this.#unread;
    if (!meshes) return;
    this.#unread = undefined;
    const counts = decodeMeshCounts(meshes, await this.#binReadback.read(meshCountRanges(meshes)));
    await this.#growBins(meshes, counts);
  }

  /** Unless other bins have taken their place. */
  async #growBins(meshes: ResidentMeshes, counts: MeshCounts): Promise<boolean> {
    const { binner, lightBinner } = this.#meshes ?? {};
    const isCurrent = meshes.binner === binner && meshes.lightBinner === lightBinner;
    return isCurrent && growBins(meshes, counts);
  }

  /** Casts an image anew, block by block, from bins that are there. */
  async #timeBlocks({
    plan,
    resident,
    settings,
    castKernel,
    castResources: listResources,
  }: Prepared): Promise<PixelTimes> {
    const { timestamps } = settings;
    const { device } = this.gpu;
    // What no block casts is missing from the picture too.
    const clearing = device.createCommandEncoder({ label: 'clear' });
    clearing.clearBuffer(resident.output.buffer);
    device.queue.submit([clearing.finish()]);
    const resources = listResources();
    const name = 'block';
    const timeCasts = async ({ firstTile, columns, rows }: TileBlock, casts: number) => {
      this.#timer.begin(timestamps);
      this.#uniforms.writeFirstTile(firstTile);
      const encoder = device.createCommandEncoder({ label: name });
      const pass = encoder.beginComputePass(this.#timer.describePass(name));
      for (let cast = 0; cast < casts; cast++) encodeKernel(this.gpu, pass, castKernel, resources, [columns, rows]);
      pass.end();
      this.#timer.resolve(encoder);
      device.queue.submit([encoder.finish()]);
      return (await this.#timer.collect()).timesMs[name]!;
    };
    return timeBlocks(plan.grid, timestamps && this.gpu.has('timestamp-query') ? 'gpu' : 'wall', timeCasts);
  }

  async #countSlabs(binner: Binner): Promise<Uint8Array<ArrayBuffer>> {
    const [starts] = await readWords(this.gpu, [{ buffer: binner.binStarts, length: binner.grid.bins + 1 }]);
    return countFilledSlabs(binner.grid, starts!);
  }

  /** Frees all that is on the device, textures and buffers of volumes and meshes too; the device itself stays. */
  destroy(): void {
    this.#isDestroyed = true;
    for (const resource of [
      this.#store,
      this.#uniforms,
      this.#timer,
      this.#presenter,
      this.#readback,
      this.#binReadback,
    ]) {
      resource.destroy();
    }
  }
}

/** Seed of the noise that rotates the rays of ambient occlusion, where samples have none. */
const OCCLUSION_SEED = 0;

/** The timer has room for so many bands beside the other passes. */
const MAX_TIMED_BANDS = 20;

const defined = <T extends object>(options: T) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;

const describePresented = ({ settings: { width, height }, frames, plan }: Prepared) => ({
  width,
  height,
  accumulated: frames,
  workgroup: formatShape(plan.shape.shape),
});
