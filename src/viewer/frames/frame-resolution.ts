/** Chooses how coarse the frames of a moving picture are, from how long those before took. */

export interface FrameResolution {
  /** Pixels of a frame's side, of one of the canvas's. */
  readonly scale: number;
  /** Factor of the distance between samples. */
  readonly step: number;
  /** Whether a smaller copy of the volume will do, where there is one. */
  readonly isDraft: boolean;
}

/**
 * Ordered from the finest to the coarsest. None after the first has the step that is the unit of opacities, which has a kernel of
 * its own: it would be compiled in the midst of a drag. None has fewer pixels than a quarter of the canvas's side: a slower machine
 * turns more slowly, but what turns can be told.
 */
export const FRAME_RESOLUTIONS: readonly FrameResolution[] = [
  { scale: 1, step: 1, isDraft: false },
  { scale: 0.75, step: 1.25, isDraft: false },
  { scale: 0.625, step: 1.5, isDraft: false },
  { scale: 0.5, step: 1.5, isDraft: false },
  { scale: 0.5, step: 1.25, isDraft: true },
  { scale: 0.375, step: 1.25, isDraft: true },
  { scale: 0.25, step: 1.5, isDraft: true },
  { scale: 0.25, step: 2, isDraft: true },
  { scale: 0.25, step: 3, isDraft: true },
];

/** The quality of the first frames, before any time is known. */
const FIRST = 6;
/** Voxels of a volume along a side of one of its copy's, about. */
const DRAFT_FACTOR = 2;

/** A frame's time is about in proportion to it. */
const workOf = ({ scale, step, isDraft }: FrameResolution) => (scale * scale) / (isDraft ? DRAFT_FACTOR * step : step);

export interface QualityOptions {
  /** Milliseconds that a frame may take: 33 are 30 frames per second, vtk.js's aim. */
  readonly budgetMs: number;
}

export const QUALITY_DEFAULTS = { budgetMs: 33 } as const satisfies QualityOptions;

/** Weight of the newest frame in the mean. */
const NEWEST = 0.4;
/** A finer quality is expected to take this fraction of the budget at most, and that for several frames in a row. */
const FINER_BELOW = 0.8;
const FINER_AFTER = 4;
/** Longer pauses than this are no frame times, but a machine that slept. */
const STALL_FACTOR = 40;

/**
 * Keeps to the budget with hysteresis: a frame that takes too long makes the next one coarser at once, as far as its time says;
 * frames must be quick several times in a row before one step back. The first frame that is timed decides where that begins.
 */
export class QualityController {
  #budgetMs: number;
  #level = FIRST;
  /** Whether a frame has shown how fast the machine is. */
  #isProbed = false;
  /** Mean of the times at this level. */
  #meanMs: number | undefined;
  #quickFrames = 0;

  constructor({ budgetMs }: QualityOptions = QUALITY_DEFAULTS) {
    this.#budgetMs = budgetMs;
  }

  get quality(): FrameResolution {
    return FRAME_RESOLUTIONS[this.#level]!;
  }

  /** Whether frames have fewer pixels or samples than they could have. */
  get isCoarse(): boolean {
    return this.#level > 0;
  }

  get budgetMs(): number {
    return this.#budgetMs;
  }

  set budgetMs(value: number) {
    this.#budgetMs = value;
    this.#quickFrames = 0;
  }

  /** Takes note of a frame at the present quality. */
  record(timeMs: number): void {
    if (!(timeMs > 0) || timeMs > STALL_FACTOR * this.#budgetMs) return;
    if (!this.#isProbed) {
      this.#isProbed = true;
      this.#take(this.#fitting(timeMs, FINER_BELOW * this.#budgetMs));
      return;
    }
    this.#meanMs = this.#meanMs === undefined ? timeMs : this.#meanMs + NEWEST * (timeMs - this.#meanMs);
    if (this.#meanMs > this.#budgetMs) this.#coarsen(this.#meanMs);
    else this.#refine(this.#meanMs);
  }

  #coarsen(timeMs: number): void {
    this.#take(Math.max(this.#fitting(timeMs, this.#budgetMs), this.#level));
  }

  /** The finest quality that takes no longer than `aimMs`, as the present one takes `timeMs`. */
  #fitting(timeMs: number, aimMs: number): number {
    const allowed = (workOf(this.quality) * aimMs) / timeMs;
    const fitting = FRAME_RESOLUTIONS.findIndex((quality) => workOf(quality) <= allowed);
    return fitting < 0 ? FRAME_RESOLUTIONS.length - 1 : fitting;
  }

  #refine(timeMs: number): void {
    const finer = FRAME_RESOLUTIONS[this.#level - 1];
    if (!finer) return;
    const expectedMs = (timeMs * workOf(finer)) / workOf(this.quality);
    this.#quickFrames = expectedMs < FINER_BELOW * this.#budgetMs ? this.#quickFrames + 1 : 0;
    if (this.#quickFrames >= FINER_AFTER) this.#take(this.#level - 1);
  }

  #take(level: number): void {
    if (level === this.#level) return;
    this.#level = level;
    this.#meanMs = undefined;
    this.#quickFrames = 0;
  }
}
