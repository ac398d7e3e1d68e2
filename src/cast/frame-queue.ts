/** Renders frames one after another, since they share buffers, and drops those that nobody waits for any more. */
import type { CallOptions } from './settings.js';

/** Runs frames one at a time, in the order of their calls. */
export class FrameQueue {
  #last: Promise<unknown> = Promise.resolve();
  /** The waiting frame that the next replaceable one aborts. */
  #replaceable: AbortController | undefined;

  /** Runs `work` when its turn comes. @throws the reason of an abort, as `signal` or a newer frame gave it. */
  add<Result>({ signal, replaceable = false }: CallOptions, work: () => Promise<Result>): Promise<Result> {
    const own = replaceable ? new AbortController() : undefined;
    if (own) {
      this.#replaceable?.abort(new DOMException('a newer frame took its place', 'AbortError'));
      this.#replaceable = own;
    }
    const done = this.#last.then(() => {
      if (own && this.#replaceable === own) this.#replaceable = undefined;
      own?.signal.throwIfAborted();
      signal?.throwIfAborted();
      return work();
    });
    this.#last = done.catch(() => undefined);
    return done;
  }
}
