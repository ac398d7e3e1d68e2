/** The picture itself: what is drawn on the canvas, and when. */
import {
  DeviceError,
  type ImageSize,
  PATHS_DEFAULTS,
  previewScene,
  type Renderer,
  type Scene,
  type Volume,
} from '../index.js';
import { RAYS_MAX } from '../recipe/options/quality-options.js';
import { chooseFrame, EXACT, kernelFor, SETTLING } from './frames/choose-frame.js';
import { type DrawRequest, type FrameKind, FrameLoop, type InvalidateOptions } from './frames/frame-loop.js';
import { QualityController } from './frames/frame-resolution.js';
import { drawPaths } from './frames/path-frames.js';
import { Pictures } from './frames/pictures.js';
import { prepareAhead, prepareRest } from './frames/prepare-frames.js';
import { Radiographs } from './frames/radiographs.js';
import type { RecipeChanges, RemoteFrames } from './frames/remote-frames.js';
import type { FrameSubject, ShownFrame } from './frames/subject.js';
import { warmKernels } from './frames/warm-kernels.js';
import { Screen } from './screen.js';

export interface StageOptions {
  readonly subject: () => FrameSubject | undefined;
  /** The recipe of the view at a size. */
  readonly recipe: (size: ImageSize, changes?: RecipeChanges) => string;
  readonly onFrame: (frame: ShownFrame) => void;
  readonly onError: (error: unknown) => void;
  /** Says that the device was lost and another is being opened. */
  readonly onRecovery: () => void;
}

/** Milliseconds of stillness before the exact picture is drawn: longer than between two events of a slow drag. */
const REST_AFTER_MS = 140;
/** Most device pixels of one CSS pixel: more are not visible. */
const PIXEL_RATIO_MAX = 2;
/** Slower frames than this are not averaged: they would take all of the machine for what is hardly seen. */
const ACCUMULATED_MS_MAX = 400;
/** A frame that was prepared for longer has loaded or compiled something, and says nothing about the next one. */
const PREPARED_MS_MAX = 100;
/** Smaller frames of a server's would hardly come sooner. */
const REMOTE_SCALE_MIN = 0.25;
/** Time of a quarter of the pixels, kernels and bricks included, after which all of them come before the exact picture. */
const SOON_MS_MAX = 1200;

export class Stage {
  readonly quality = new QualityController();
  /** Pictures beside those on the canvas. */
  readonly pictures: Pictures;
  /** Resting frames that are averaged; 1 stays with the picture of the command line. */
  restingFrames = 16;
  /** The server that renders in place of the browser, if one does: set before the first frame. */
  remote: RemoteFrames | undefined;
  /** Whether passes of exact frames are timed: their bands are then longer, since the timer has room for some alone. */
  timesExactFrames = false;
  readonly #options: StageOptions;
  readonly #radiographs = new Radiographs();
  readonly #screen: Screen;
  readonly #loop: FrameLoop;
  #size: ImageSize = { width: 300, height: 150 };
  /** Whether the layout has no room for the canvas. */
  #isHidden = false;
  #hasDrawn = false;
  /** Whether the exact picture is so far off that one in all pixels comes before. */
  #isSlow = false;
  /** Time of the last exact frame, for the picture as it is. */
  #exactMs: number | undefined;
  #waiting: (() => void)[] = [];
  #drawing: Promise<unknown> = Promise.resolve();
  /** Frames wait for it. */
  #held: Promise<unknown> | undefined;
  /** Whether a picture of paths becomes better. */
  #drawsPaths = false;
  /** Volumes that were made ready before they are shown. */
  readonly #ahead = new WeakSet<Volume>();

  constructor(canvas: HTMLCanvasElement, options: StageOptions) {
    this.#options = options;
    this.#screen = new Screen(canvas, {
      onError: options.onError,
      onLoss: () => {
        options.onRecovery();
        this.invalidate({ still: true });
      },
    });
    this.pictures = new Pictures({
      subject: options.subject,
      open: () => this.#screen.open(),
      remote: () => this.remote,
      recipe: options.recipe,
      size: () => this.#size,
      radiographs: this.#radiographs,
      onUse: () => {
        if (!this.#refinesPaths) this.invalidate({ still: true });
      },
      alone: (work) => this.#alone(work),
      between: (work) => (this.#refinesPaths ? this.#alone(work) : work()),
    });
    this.#loop = new FrameLoop({
      draw: (request) => {
        const drawing = this.#draw(request);
        this.#drawing = drawing.catch(() => undefined);
        return drawing;
      },
      prepareRest: (next) => this.#prepareRest(next),
      fail: (error) => this.#fail(error),
      nextTick: () => new Promise(requestAnimationFrame),
      restAfterMs: REST_AFTER_MS,
      // The server's exact frame comes at once.
      settles: (settled) => this.#settles(settled),
      restingFrames: () => this.#countResting(),
    });
  }

  get canvas(): HTMLCanvasElement {
    return this.#screen.canvas;
  }

  /** Pixels of a whole frame; the canvas has those of the frame that is on it. */
  get size(): ImageSize {
    return this.#size;
  }

  /** Whether the screen shows the exact picture of the newest state. */
  get isResting(): boolean {
    return this.#loop.isResting;
  }

  /**
   * Takes the canvas's size in CSS pixels.
   * @param isHidden whether the canvas is not on the screen, and would have that size: frames have one pixel then.
   */
  resize(cssWidth: number, cssHeight: number, isHidden = false): void {
    const ratio = Math.min(globalThis.devicePixelRatio || 1, PIXEL_RATIO_MAX);
    const [width, height] = [cssWidth, cssHeight].map((side) => Math.max(1, Math.round(side * ratio))) as [
      number,
      number,
    ];
    if (width === this.#size.width && height === this.#size.height && isHidden === this.#isHidden) return;
    this.#size = { width, height };
    const keeps = this.#hasDrawn && !isHidden && !this.#isHidden;
    this.#isHidden = isHidden;
    // The last picture stands in the middle, as high as the canvas, until there is one of the new size.
    if (this.#hasDrawn && !isHidden) this.canvas.classList.add('stale');
    this.invalidate({ keeps });
  }

  invalidate(options?: InvalidateOptions): void {
    this.#loop.invalidate(options);
  }

  /** Opens the device and compiles what a scene like this one needs, while its files are still being read. */
  async prepare(scene: Scene): Promise<void> {
    if (this.remote) return;
    try {
      const renderer = await this.#screen.open();
      if (!this.#hasDrawn) {
        await warmKernels(renderer, scene, { step: SETTLING.step, ...kernelFor(renderer, scene, true) });
      }
    } catch {
      // The picture itself says what is wrong.
    }
  }

  /** Resolves when the next picture is on the screen, or after some time where there is none. */
  nextShown(longestMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(resolve, longestMs);
    });
  }

  /** Frames at rest: the exact one comes first, and those that are averaged begin after it. */
  #countResting(): number {
    const averaged = this.#countAveraged();
    return averaged > 1 ? averaged + 1 : averaged;
  }

  #countAveraged(): number {
    const subject = this.#options.subject();
    if (subject?.isPartial) return 0;
    // The server averages what it has to.
    if (this.remote) return 1;
    const { samplesPerPixel: rays } = subject?.settings ?? {};
    // All of them are one picture, which is shown as it becomes better.
    if (this.#refinesPaths) return 1;
    if (subject?.quality === 'path') return rays ?? PATHS_DEFAULTS.paths;
    if (rays !== undefined && rays > RAYS_MAX) return Math.ceil(rays / RAYS_MAX);
    return (this.#exactMs ?? 0) > ACCUMULATED_MS_MAX ? 1 : this.restingFrames;
  }

  /** Whether a picture at rest is one of many paths. Volumes in pages are drawn frame by frame while their pages come. */
  get #refinesPaths(): boolean {
    const { quality, scene } = this.#options.subject() ?? {};
    return quality === 'path' && !this.remote && scene !== undefined && previewScene(scene) === scene;
  }

  #settles(settled: number): boolean {
    // A copy of what has been read gives way to all of it too soon for that.
    if (this.remote || !this.quality.isCoarse || this.#options.subject()?.ahead) return false;
    return settled === 0 || (settled === 1 && this.#isSlow);
  }

  async #prepareAhead(renderer: Renderer, { ahead, ...subject }: FrameSubject): Promise<void> {
    if (!ahead || this.#ahead.has(ahead.volume) || subject.quality === 'path') return;
    this.#ahead.add(ahead.volume);
    await this.#loop.whenStill();
    await prepareAhead(renderer, { ...subject, ahead }, this.#preparation);
  }

  async #prepareRest(frame: FrameKind): Promise<void> {
    const subject = this.#options.subject();
    if (!subject || subject.isPartial || this.remote) return;
    const renderer = await this.#screen.open();
    await prepareRest(renderer, subject, { ...frame, refinesPaths: this.#refinesPaths }, this.#preparation);
  }

  /** Preparations are for the screen, which has a context once it is open. */
  get #preparation() {
    return { target: this.#screen.context!, pace: () => this.#loop.whenStill() };
  }

  /** Draws nothing meanwhile: frames of one picture that accumulate begin anew with each of another. */
  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = (this.#held ?? this.#drawing).then(work);
    const held = done
      .catch(() => undefined)
      .finally(() => {
        if (this.#held === held) this.#held = undefined;
      });
    this.#held = held;
    // Paths take long, and begin anew afterwards.
    if (this.#drawsPaths) this.invalidate({ still: true });
    return done;
  }

  /** Shows a frame of the server's: while the view moves one that is quick to send, then the exact one. */
  async #drawRemotely(remote: RemoteFrames, { kind, signal }: DrawRequest): Promise<void> {
    const startMs = performance.now();
    const waiting = this.#waiting.splice(0);
    const subject = this.#options.subject();
    if (!subject) return this.#screen.clear();
    // The recipe names files that have been read; the server has all of them then, and no part.
    if (subject.isPartial) {
      for (const resolve of waiting) resolve();
      return;
    }
    const isMoving = kind === 'moving';
    const { scale, step } = isMoving ? this.quality.quality : EXACT;
    const size = this.#sizeAt(Math.max(scale, REMOTE_SCALE_MIN));
    const changes = isMoving ? ({ step: subject.step * step, quality: 'plain' } as const) : {};
    const frame = await remote.render(this.#options.recipe(size, changes), isMoving, signal);
    if (signal.aborted) return frame.close();
    this.#screen.present(frame);
    const timeMs = performance.now() - startMs;
    if (isMoving) this.quality.record(timeMs);
    this.#options.onFrame({
      kind,
      shows: 'whole',
      ...size,
      accumulated: 1,
      workgroup: 'remote',
      timeMs,
      passesMs: undefined,
    });
    for (const resolve of waiting) resolve();
  }

  async #draw(request: DrawRequest): Promise<void> {
    if (this.remote) return this.#drawRemotely(this.remote, request);
    const { kind, signal, accumulates, settled } = request;
    const renderer = await this.#screen.open();
    while (this.#held) await this.#held;
    const startMs = performance.now();
    const waiting = this.#waiting.splice(0);
    const canvasSize = this.#size;
    const subject = this.#options.subject();
    if (!subject) return this.#hasDrawn ? this.#screen.clear() : undefined;
    if (kind === 'resting' && this.#refinesPaths) return this.#drawPaths(renderer, subject, signal, waiting);
    const isMoving = kind === 'moving';
    const { isCopy, scale, options, ...chosen } = chooseFrame(request, subject, renderer, this.quality.quality);
    const size = this.#sizeAt(scale);
    const scene = await this.#radiographs.fit(renderer, subject, chosen.scene, { ...options, ...size }, isMoving);
    const presented = await renderer.render(scene, subject.camera, {
      ...options,
      ...size,
      target: this.#screen.context!,
      // The clock of an adapter without a GPU is one more kernel.
      timestamps: (isMoving && !renderer.gpu.software) || this.timesExactFrames,
      accumulate: accumulates,
      progressive: !accumulates,
      // The page stretches a canvas of fewer pixels for less than it costs to draw them all.
      resizeCanvas: true,
      // Frames of a picture that moves again give way, between two bands of tiles.
      ...(!isMoving && { signal }),
    });
    const submittedMs = performance.now();
    this.#hasDrawn = true;
    // A frame that was under way while the canvas got another size keeps its own shape.
    if (this.#size === canvasSize) this.canvas.classList.remove('stale');
    else this.canvas.classList.add('stale');
    const { whole, times } = await presented.done;
    const timeMs = performance.now() - startMs;
    // Something changed meanwhile: this is no exact picture of what there is now.
    if (signal.aborted) return;
    // Triangles were missing, and there is room for them now.
    if (!whole) {
      this.invalidate({ still: !isMoving });
      return;
    }
    if (isMoving && submittedMs - startMs < PREPARED_MS_MAX) this.quality.record(timeMs);
    if (kind === 'settling') this.#isSlow = settled === 0 && renderer.gpu.software && timeMs > SOON_MS_MAX;
    if (kind === 'resting') {
      this.#screen.isWell();
      this.#exactMs = timeMs;
    }
    this.#options.onFrame({
      kind,
      shows: subject.isReading ? 'part' : isCopy ? 'draft' : 'whole',
      ...size,
      accumulated: presented.accumulated,
      workgroup: presented.workgroup,
      timeMs,
      passesMs: times?.timesMs,
    });
    for (const resolve of waiting) resolve();
    void this.#prepareAhead(renderer, subject);
  }

  /** Shows ever better pictures of paths, until something changes. */
  async #drawPaths(
    renderer: Renderer,
    subject: FrameSubject,
    signal: AbortSignal,
    waiting: readonly (() => void)[],
  ): Promise<void> {
    const startMs = performance.now();
    const size = this.#sizeAt(1);
    const options = { ...kernelFor(renderer, subject.scene, false), ...size, signal };
    this.#drawsPaths = true;
    try {
      await drawPaths(renderer, subject, options, ({ paths, stats, ...picture }) => {
        if (signal.aborted) return;
        this.#screen.write(renderer, picture);
        this.#hasDrawn = true;
        this.canvas.classList.remove('stale');
        const timeMs = performance.now() - startMs;
        const shown = { accumulated: paths, workgroup: stats.workgroup, timeMs, passesMs: undefined };
        this.#options.onFrame({ kind: 'resting', shows: 'whole', ...size, ...shown });
        for (const resolve of waiting) resolve();
      });
      this.#screen.isWell();
    } finally {
      this.#drawsPaths = false;
    }
  }

  /** The pixels of a frame with so many of the canvas's side. */
  #sizeAt(scale: number): ImageSize {
    const pixelsOf = (side: number) => (this.#isHidden ? 1 : Math.max(1, Math.round(side * scale)));
    return { width: pixelsOf(this.#size.width), height: pixelsOf(this.#size.height) };
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #fail(error: unknown): void {
    this.#release();
    // The device reports the loss itself, and it is recovered from.
    if (error instanceof DeviceError && /\b(lost|destroyed)\b/.test(error.message)) return;
    this.#options.onError(error);
  }

  dispose(): void {
    this.#loop.dispose();
    this.#release();
    this.#screen.dispose();
  }
}
