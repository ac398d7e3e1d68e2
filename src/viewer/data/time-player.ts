/** Shows time points one after another, each read while the one before is on the screen. */

export interface ShownTimes {
  /** The time point that is shown, and how many there are. */
  readonly now: () => { readonly time: number; readonly times: number };
  /** Begins to read a time point. */
  readonly prefetch: (time: number) => void;
  /** Resolves when a time point is on the screen. @throws if it cannot be shown. */
  readonly show: (time: number) => Promise<void>;
  /** Called when playing begins or ends, after which prefetched data are useless. */
  readonly onChange: (plays: boolean) => void;
}

/** Milliseconds between two time points, unless reading takes longer. */
const TIME_POINT_MS = 100;

export class TimePlayer {
  readonly #shown: ShownTimes;
  /** The run that is under way. */
  #playing: object | undefined;

  constructor(shown: ShownTimes) {
    this.#shown = shown;
  }

  get plays(): boolean {
    return this.#playing !== undefined;
  }

  /** Plays round and round until it is paused, or a time point cannot be shown. */
  async play(): Promise<void> {
    this.pause();
    const playing = {};
    this.#playing = playing;
    this.#shown.onChange(true);
    try {
      while (this.#playing === playing) {
        const { time, times } = this.#shown.now();
        if (times < 2) break;
        const next = (time + 1) % times;
        this.#shown.prefetch(next);
        await new Promise((resolve) => setTimeout(resolve, TIME_POINT_MS));
        if (this.#playing === playing) await this.#shown.show(next);
      }
    } catch {
      // Whoever shows it has reported what failed.
    } finally {
      if (this.#playing === playing) this.pause();
    }
  }

  pause(): void {
    if (!this.#playing) return;
    this.#playing = undefined;
    this.#shown.onChange(false);
  }
}
