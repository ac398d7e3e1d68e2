/** Draws the newest state while it changes, coarse and quick, and when it rests once exactly and then ever finer. */

/** The kind of frame that is wanted. */
export interface FrameKind {
  /**
   * `moving` frames keep to the budget; a `settling` one has all pixels and no more; a `resting` one is exact, and those after
   * it accumulate.
   */
  readonly kind: 'moving' | 'settling' | 'resting';
  /** Whether it is the mean of itself and of the resting frames before it, but for the exact one. */
  readonly accumulates: boolean;
}

export interface DrawRequest extends FrameKind {
  /** Settling frames of the same state before this one. */
  readonly settled: number;
  /** Aborted when a frame of a picture that had come to rest is no longer wanted. */
  readonly signal: AbortSignal;
}

export interface FrameLoopOptions {
  /** Draws one frame of the state as it is now, and resolves when it is on the screen. */
  readonly draw: (request: DrawRequest) => Promise<void>;
  /** Gets ready for a frame of a picture at rest, while others may still come; `draw` does the rest. */
  readonly prepareRest?: (next: FrameKind) => Promise<void>;
  /** Called with a frame's error; the loop continues with the next change. */
  readonly fail: (error: unknown) => void;
  /** Resolves when the screen wants a frame. */
  readonly nextTick: () => Promise<unknown>;
  /** Milliseconds without a change after which the picture rests. */
  readonly restAfterMs: number;
  /** Whether another settling frame is worth its time, after so many. */
  readonly settles?: (settled: number) => boolean;
  /** Resting frames, the exact one and those that are averaged with it. */
  readonly restingFrames: () => number;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

export interface InvalidateOptions {
  readonly still?: boolean;
  readonly keeps?: boolean;
  readonly sharpens?: boolean;
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One frame at a time: however many changes come while it is drawn, the next shows the newest. */
export class FrameLoop {
  readonly #options: FrameLoopOptions;
  readonly #now: () => number;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  #isDirty = false;
  #isRunning = false;
  #isDisposed = false;
  #changedMs = -Infinity;
  #settled = 0;
  /** The frame at rest that all is ready for. */
  #prepared: FrameKind | undefined;
  #changes = 0;
  #stopWaiting: () => void = () => undefined;
  #rested = 0;
  #resting: AbortController | undefined;

  constructor(options: FrameLoopOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#wait = options.wait ?? sleep;
  }

  /** Whether the exact picture of the newest state is on the screen. */
  get isResting(): boolean {
    return !this.#isDirty && this.#rested > 0;
  }

  /**
   * Asks for a frame of what has changed.
   * @param options.still goes to the resting picture at once.
   * @param options.keeps leaves the picture that there is until nothing has changed for as long as it takes to rest.
   * @param options.sharpens says that a picture of the same can be sharper now: only moves that are under way delay it.
   */
  invalidate({ still = false, keeps = false, sharpens = false }: InvalidateOptions = {}): void {
    if (this.#isDisposed) return;
    this.#isDirty = !still && !keeps && !(sharpens && this.#restsInMs <= 0);
    this.#changedMs = still ? -Infinity : sharpens ? this.#changedMs : this.#now();
    this.#settled = still ? Infinity : 0;
    this.#rested = 0;
    this.#prepared = undefined;
    this.#changes++;
    this.#stopWaiting();
    this.#resting?.abort(new DOMException('the picture changed', 'AbortError'));
    if (!this.#isRunning) void this.#run();
  }

  /** Resolves when nothing has changed for as long as it takes to rest. */
  async whenStill(): Promise<void> {
    while (this.#restsInMs > 0 && !this.#isDisposed) await this.#wait(this.#restsInMs);
  }

  get #restsInMs(): number {
    const { restAfterMs } = this.#options;
    return Math.min(this.#changedMs + restAfterMs - this.#now(), restAfterMs);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#stopWaiting();
    this.#resting?.abort(new DOMException('the viewer is gone', 'AbortError'));
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (!this.#isDisposed) {
      if (this.#isDirty) {
        await this.#options.nextTick();
        this.#isDirty = false;
        await this.#drawOne({ kind: 'moving', accumulates: false, settled: 0 });
        continue;
      }
      if (this.#restsInMs > 0) {
        // The next change does not wait for the stillness to end.
        await this.#orChange(this.#wait(this.#restsInMs));
        continue;
      }
      const settled = this.#settled;
      const settles = settled < Infinity && this.#options.settles?.(settled) === true;
      if (!settles && this.#rested >= this.#options.restingFrames()) break;
      const next: FrameKind = { kind: settles ? 'settling' : 'resting', accumulates: !settles && this.#rested > 0 };
      if (this.#prepared?.kind !== next.kind || this.#prepared.accumulates !== next.accumulates) {
        const changes = this.#changes;
        // Whatever goes wrong with it goes wrong with the frame too, which reports it.
        await this.#orChange(this.#options.prepareRest?.(next).catch(() => undefined));
        if (changes === this.#changes) this.#prepared = next;
        continue;
      }
      await this.#options.nextTick();
      if (this.#isDirty) continue;
      this.#settled = settles ? settled + 1 : Infinity;
      await this.#drawOne({ ...next, settled });
    }
    this.#isRunning = false;
  }

  /** Resolves with `work` or at the next change, whichever is first. */
  #orChange(work: Promise<unknown> | undefined): Promise<unknown> {
    return Promise.race([work, new Promise<void>((resolve) => (this.#stopWaiting = resolve))]);
  }

  async #drawOne(frame: Omit<DrawRequest, 'signal'>): Promise<void> {
    const controller = new AbortController();
    if (this.#isDisposed) return;
    if (frame.kind !== 'moving') this.#resting = controller;
    try {
      await this.#options.draw({ ...frame, signal: controller.signal });
      if (frame.kind === 'resting' && !controller.signal.aborted) this.#rested++;
    } catch (error) {
      if (controller.signal.aborted) return;
      // A frame that failed once would fail again: the next change may be better.
      this.#rested = Infinity;
      this.#options.fail(error);
    } finally {
      if (this.#resting === controller) this.#resting = undefined;
    }
  }
}
