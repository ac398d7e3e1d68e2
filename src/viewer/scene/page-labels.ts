/** All labels of paged volumes: they are listed while their coarse version is shown. */
import { InputError, type PagedVolume } from '../../index.js';
import { listPageLabels } from '../../recipe/scene/labels/page-labels.js';

export interface PageLabelsEvents {
  /** Called when the labels that were requested last are known, or cannot be. */
  readonly ready: () => void;
  readonly error: (error: unknown) => void;
}

export class ListedLabels {
  readonly #events: PageLabelsEvents;
  /** Undefined where they cannot be listed. */
  readonly #known = new WeakMap<PagedVolume, readonly number[] | undefined>();
  #listing: { readonly pages: PagedVolume; readonly end: AbortController; readonly done: Promise<void> } | undefined;

  constructor(events: PageLabelsEvents) {
    this.#events = events;
  }

  /** Whether the labels that were requested last are still being listed. */
  get isMaking(): boolean {
    return this.#listing !== undefined;
  }

  /** Resolves when the labels that were requested last are known, or cannot be. */
  async whenMade(): Promise<void> {
    while (this.#listing) await this.#listing.done;
  }

  /** All labels but 0, if they are known. */
  known(pages: PagedVolume): readonly number[] | undefined {
    return this.#known.get(pages);
  }

  /** The labels in pages, which are listed first where they are not known; undefined until then, and where they cannot be. */
  of(pages: PagedVolume): readonly number[] | undefined {
    if (!this.#known.has(pages) && this.#listing?.pages !== pages) {
      this.forget();
      const end = new AbortController();
      this.#listing = { pages, end, done: this.#list(pages, end.signal) };
    }
    return this.known(pages);
  }

  /** Ends the listing: call when no labels are shown. */
  forget(): void {
    this.#listing?.end.abort();
    this.#listing = undefined;
  }

  async #list(pages: PagedVolume, signal: AbortSignal): Promise<void> {
    let labels: readonly number[] | undefined;
    try {
      labels = await listPageLabels(pages, () => signal.throwIfAborted());
    } catch (error) {
      if (signal.aborted) return;
      this.#events.error(error instanceof InputError ? new InputError(`labels: ${error.message}`) : error);
    }
    if (signal.aborted) return;
    this.#known.set(pages, labels);
    this.#listing = undefined;
    this.#events.ready();
  }
}
