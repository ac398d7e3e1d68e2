/** The picture itself: a canvas, the device that draws on it, and the loop that keeps both up to date. */
import {
  type Camera,
  DeviceError,
  type FrameOutputs,
  type FrameStats,
  Gpu,
  type ImageSize,
  type PartialScene,
  type Quality,
  Renderer,
  type Scene,
} from '../index.js';
import type { Point } from './camera/navigate.js';
import { cameraThroughPixel } from './camera/project.js';
import { addScaled, normalize, subtract } from './camera/vectors.js';
import { FrameLoop, type FrameRequest } from './frames/frame-loop.js';
import { QualityController, type Quality as SampleQuality } from './frames/quality.js';
import type { Hit } from './measure/measurements.js';

/** The things to draw, asked for whenever a frame begins. */
export interface Subject {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly step: number;
  readonly quality: Quality;
}

/** A frame that has reached the screen. */
export interface ShownFrame {
  readonly kind: FrameRequest['kind'];
  /** Pixels that were cast; the canvas may have more. */
  readonly width: number;
  readonly height: number;
  /** Frames that it is the mean of. */
  readonly accumulated: number;
  readonly workgroup: string;
  readonly timeMs: number;
  /** Milliseconds by pass, where the adapter tells. */
  readonly passesMs: Readonly<Record<string, number>> | undefined;
}

export interface StageOptions {
  readonly subject: () => Subject | undefined;
  readonly onFrame: (frame: ShownFrame) => void;
  readonly onError: (error: unknown) => void;
  /** Tells that the device was lost and another is being opened. */
  readonly onRecovery: () => void;
}

/** Milliseconds of stillness before the exact picture is drawn: longer than between two events of a slow drag. */
const REST_AFTER_MS = 140;
/** Device pixels of one CSS pixel, at most: beyond it nobody sees more. */
const PIXEL_RATIO_MAX = 2;
const NO_TRIANGLE = 0xffffffff;
/** Slower frames than this are not averaged: they would take all of the machine for what is hardly seen. */
const ACCUMULATED_MS_MAX = 400;
/** Losses in a row after which a device is not opened again by itself. */
const RECOVERIES_MAX = 3;

const NO_WEBGPU = 'this browser has no WebGPU; current versions of Chrome, Edge, Safari and Firefox do';
const NO_SECURE_CONTEXT = 'browsers offer WebGPU to https and localhost alone; open this page by one of the two';
const NO_ADAPTER =
  'this browser offers WebGPU no graphics adapter; turn on hardware acceleration in its settings, or update the driver';

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly quality = new QualityController();
  /** Resting frames that are averaged; 1 stays with the picture of the command line. */
  restingFrames = 16;
  /** Whether passes of exact frames are timed: their bands are then longer, since the timer has room for some alone. */
  timesExactFrames = false;
  readonly #options: StageOptions;
  readonly #loop: FrameLoop;
  #size: ImageSize = { width: 300, height: 150 };
  #renderer: Promise<Renderer> | undefined;
  #context: GPUCanvasContext | undefined;
  #isDisposed = false;
  #hasDrawn = false;
  #recoveries = 0;
  /** Time of the last exact frame. */
  #restingMs = 0;

  constructor(canvas: HTMLCanvasElement, options: StageOptions) {
    this.canvas = canvas;
    this.#options = options;
    this.#loop = new FrameLoop({
      draw: (request) => this.#draw(request),
      fail: (error) => this.#fail(error),
      nextTick: () => new Promise(requestAnimationFrame),
      restAfterMs: REST_AFTER_MS,
      settles: () => this.quality.isCoarse,
      restingFrames: () => (this.#isSlow ? 1 : this.restingFrames),
    });
  }

  /** Pixels of a whole frame; the canvas has them once one is drawn. */
  get size(): ImageSize {
    return this.#size;
  }

  /** Whether the screen shows the exact picture of the newest state. */
  get isResting(): boolean {
    return this.#loop.isResting;
  }

  /** Takes the canvas's size in CSS pixels. */
  resize(cssWidth: number, cssHeight: number): void {
    const ratio = Math.min(globalThis.devicePixelRatio || 1, PIXEL_RATIO_MAX);
    const [width, height] = [cssWidth, cssHeight].map((side) => Math.max(1, Math.round(side * ratio))) as [
      number,
      number,
    ];
    if (width === this.#size.width && height === this.#size.height) return;
    this.#size = { width, height };
    if (!this.#hasDrawn) this.#fitCanvas();
    this.invalidate();
  }

  invalidate(options?: { readonly still?: boolean }): void {
    this.#loop.invalidate(options);
  }

  /** The device is opened when the first picture is drawn. */
  #open(): Promise<Renderer> {
    this.#renderer ??= this.#start();
    this.#renderer.catch(() => {
      this.#renderer = undefined;
    });
    return this.#renderer;
  }

  async #start(): Promise<Renderer> {
    const { navigator } = globalThis;
    if (!('gpu' in navigator)) {
      throw new DeviceError(globalThis.isSecureContext ? NO_WEBGPU : NO_SECURE_CONTEXT);
    }
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter) throw new DeviceError(NO_ADAPTER);
    const gpu = await Gpu.open(adapter);
    // Each shape that is tried is a kernel to compile, which takes seconds without a GPU.
    const renderer = new Renderer(gpu, { refineShapes: !gpu.software });
    if (this.#isDisposed) {
      destroy(renderer);
      throw new DOMException('the viewer is gone', 'AbortError');
    }
    const { device } = renderer.gpu;
    this.#context ??= this.canvas.getContext('webgpu') ?? undefined;
    this.#context?.configure({
      device,
      format: navigator.gpu.getPreferredCanvasFormat(),
      alphaMode: 'premultiplied',
    });
    void device.lost.then(() => this.#recover(renderer));
    return renderer;
  }

  /** Opens another device where one was lost; what it held is loaded again from memory. */
  async #recover(lost: Renderer): Promise<void> {
    const current = await this.#renderer?.catch(() => undefined);
    if (this.#isDisposed || (current && current !== lost)) return;
    this.#renderer = undefined;
    if (this.#recoveries++ >= RECOVERIES_MAX) {
      this.#options.onError(new DeviceError('the GPU device was lost several times; load the page again'));
      return;
    }
    this.#options.onRecovery();
    this.invalidate({ still: true });
  }

  async #draw({ kind, signal }: FrameRequest): Promise<void> {
    const subject = this.#options.subject();
    if (!subject) return this.#clear();
    const renderer = await this.#open();
    const { scene, camera, step, quality } = subject;
    const isMoving = kind === 'moving';
    const { scale, step: coarser } = isMoving ? this.quality.quality : WHOLE;
    const [width, height] = [this.#size.width, this.#size.height].map((side) =>
      Math.max(1, Math.round(side * scale)),
    ) as [number, number];
    const startMs = performance.now();
    const presented = await renderer.render(scene, camera, {
      target: this.#context!,
      width,
      height,
      step: step * coarser,
      // Fine frames take four samples where plain ones take one: those wait until the picture rests.
      quality: kind === 'resting' ? quality : 'plain',
      timestamps: isMoving || this.timesExactFrames,
      accumulate: kind === 'resting' && this.restingFrames > 1,
      // Frames of a picture that moves again give way, between two bands of tiles. Those that move are stretched to the
      // canvas as it is.
      ...(!isMoving && { signal, onProgress: (share: number) => share === 1 && this.#fitCanvas() }),
    });
    this.#hasDrawn = true;
    const { whole, times } = await presented.done;
    const timeMs = performance.now() - startMs;
    // Something changed meanwhile: this is no exact picture of what there is now.
    if (signal.aborted) return;
    // Triangles were missing, and there is room for them now.
    if (!whole) {
      this.invalidate({ still: !isMoving });
      return;
    }
    if (isMoving) this.quality.record(timeMs);
    if (kind === 'resting') {
      this.#recoveries = 0;
      this.#restingMs = timeMs;
    }
    this.#options.onFrame({
      kind,
      width,
      height,
      accumulated: presented.accumulated,
      workgroup: presented.workgroup,
      timeMs,
      passesMs: times?.timesMs,
    });
  }

  /** Whether the mean of several frames is not worth its time; paths are noise without it. */
  get #isSlow(): boolean {
    return this.#restingMs > ACCUMULATED_MS_MAX && this.#options.subject()?.quality !== 'path';
  }

  /** Gives the canvas the stage's size, which blanks it: call when what comes next is ready. */
  #fitCanvas(): void {
    const { width, height } = this.#size;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
  }

  /** Shows nothing, once there has been something. */
  async #clear(): Promise<void> {
    if (!this.#renderer || !this.#context) return;
    const { device } = (await this.#renderer).gpu;
    const encoder = device.createCommandEncoder({ label: 'clear' });
    const view = this.#context.getCurrentTexture().createView();
    encoder.beginRenderPass({ colorAttachments: [{ view, loadOp: 'clear', storeOp: 'store' }] }).end();
    device.queue.submit([encoder.finish()]);
  }

  #fail(error: unknown): void {
    // The loss itself is told by the device, and recovered from.
    if (error instanceof DeviceError && /\b(lost|destroyed)\b/.test(error.message)) return;
    this.#options.onError(error);
  }

  /** The first visible thing at a place of the canvas, in its pixels; undefined where there is nothing. */
  async pick(at: Point): Promise<Hit | undefined> {
    const subject = this.#options.subject();
    if (!subject) return undefined;
    const { scene, step, quality } = subject;
    const camera = cameraThroughPixel(subject.camera, this.size, at);
    const { distances, triangles, labels } = await this.#read(scene, camera, { step, quality: countable(quality) });
    const [distance = Infinity] = distances;
    this.invalidate({ still: true });
    if (!Number.isFinite(distance)) return undefined;
    const forward = normalize(subtract(camera.target, camera.eye));
    return {
      point: addScaled(camera.eye, forward, distance),
      triangle: triangles[0] === NO_TRIANGLE ? undefined : triangles[0],
      label: labels[0] || undefined,
    };
  }

  async #read(
    scene: PartialScene,
    camera: Camera,
    options: Pick<Subject, 'step' | 'quality'>,
  ): Promise<Pick<FrameOutputs, 'distances' | 'triangles' | 'labels'>> {
    const renderer = await this.#open();
    return renderer.render(scene, camera, {
      width: 1,
      height: 1,
      ...options,
      outputs: ['distances', 'triangles', 'labels'],
    });
  }

  /** The picture as the command line renders it, with what it cost. */
  async capture(
    size: ImageSize = this.size,
  ): Promise<{ pixels: Uint8Array<ArrayBuffer>; stats: FrameStats } & ImageSize> {
    const subject = this.#options.subject();
    if (!subject) throw new DeviceError('there is no picture yet');
    const { scene, camera, step, quality } = subject;
    const renderer = await this.#open();
    const options = { ...size, step, quality, counts: quality !== 'path', timestamps: true };
    const { pixels, stats } = await renderer.render(scene, camera, options);
    this.invalidate({ still: true });
    return { pixels, stats, ...size };
  }

  /** A small picture of another scene, such as a preset's. */
  async draft(scene: PartialScene, camera: Camera, size: ImageSize): Promise<Uint8Array<ArrayBuffer>> {
    const renderer = await this.#open();
    return (await renderer.render(scene, camera, { ...size, step: 2, quality: 'plain' })).pixels;
  }

  /** The cost of each pixel of a frame. */
  async measure(size: ImageSize) {
    const { scene, camera, step, quality } = this.#options.subject()!;
    const renderer = await this.#open();
    const frame = await renderer.render(scene, camera, {
      ...size,
      step,
      quality: countable(quality),
      counts: true,
      timestamps: true,
    });
    this.invalidate({ still: true });
    return frame;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loop.dispose();
    void this.#renderer?.then(destroy, () => undefined);
    this.#renderer = undefined;
    this.#context?.unconfigure();
  }
}

/** All pixels and samples. */
const WHOLE = { scale: 1, step: 1 } as const satisfies SampleQuality;

/** The quality by which samples are counted and surfaces are found: paths have none of their own. */
const countable = (quality: Quality): Quality => (quality === 'path' ? 'fine' : quality);

function destroy(renderer: Renderer): void {
  renderer.destroy();
  renderer.gpu.destroy();
}
