/** Renders the frames of a series, some of which show another picture than the first one: another point in time, or other options. */
import type { Frame } from '../../../index.js';
import type { FrameChanges, PlannedFrame } from './choose-frames.js';
import type { FrameSteps } from './render-frames.js';

type Render = FrameSteps['render'];

/** The picture of the frame at hand, and that of the next one. */
const PICTURES_MAX = 2;

export class SeriesPictures {
  readonly #open: (changes: FrameChanges) => Promise<Render>;
  /** Keyed by their changes; the latest used last. */
  readonly #pictures = new Map<string, Promise<Render>>();

  constructor(open: (changes: FrameChanges) => Promise<Render>) {
    this.#open = open;
  }

  /** @param next the frame after it, whose picture is opened meanwhile. */
  async render(plan: PlannedFrame, changes: FrameChanges, next: FrameChanges | undefined): Promise<Frame> {
    const render = await this.#find(changes);
    // A failure is reported by its own frame.
    if (next) this.#find(next).catch(() => undefined);
    return render(plan);
  }

  #find(changes: FrameChanges): Promise<Render> {
    const key = JSON.stringify(changes);
    const picture = this.#pictures.get(key) ?? this.#open(changes);
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    if (this.#pictures.size > PICTURES_MAX) this.#pictures.delete(this.#pictures.keys().next().value!);
    return picture;
  }
}
