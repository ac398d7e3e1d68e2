/** Redraws frames whose bins overflowed, until they are complete. */
import type { FrameReport, PresentedFrame } from '../frame.js';
import type { FrameQueue } from '../frame-queue.js';
import type { FrameTarget } from './target.js';

/** Frames that end on targets, and which of each target's is the newest. */
export class Redraw {
  readonly #queue: FrameQueue;
  readonly #newest = new WeakMap<FrameTarget, symbol>();

  constructor(queue: FrameQueue) {
    this.#queue = queue;
  }

  /**
   * A presented frame that is `done` once it is whole. Call in the frame's turn.
   * @param draw draws it again, in a turn of its own; not called once a newer frame came to its target.
   */
  untilWhole(target: FrameTarget, presented: PresentedFrame, draw: () => Promise<PresentedFrame>): PresentedFrame {
    const frame = Symbol('frame');
    this.#newest.set(target, frame);
    const drawAgain = async () => (this.#newest.get(target) === frame ? draw() : undefined);
    const done = this.#follow(presented.done, drawAgain);
    // Whoever does not look at it shall not hear of it as unhandled.
    done.catch(() => undefined);
    return { ...presented, done };
  }

  async #follow(
    done: Promise<FrameReport>,
    drawAgain: () => Promise<PresentedFrame | undefined>,
  ): Promise<FrameReport> {
    let report = await done;
    while (!report.whole) {
      const again = await this.#queue.add({}, drawAgain);
      if (!again) break;
      report = await again.done;
    }
    return report;
  }
}
