/** The pages of a frame that could not be read: rays that wait for one keep what they have accumulated. */
import { InputError } from '../../errors.js';

/** After this many failures the store is taken for gone, and not asked for more. */
const FAILURES_MAX = 16;

export class PageFailures {
  readonly #errors = new Map<number, InputError>();

  get first(): InputError | undefined {
    return this.#errors.values().next().value;
  }

  has(page: number): boolean {
    return this.#errors.has(page);
  }

  /** @throws `error` unless it is of a store that cannot be read. */
  add(page: number, error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    this.#errors.set(page, error);
  }

  /** Whether nothing more will come: rays wait for pages that failed alone, or too many did. */
  areAll(waiting: ReadonlyMap<number, number>): boolean {
    if (this.#errors.size === 0) return false;
    return this.#errors.size >= FAILURES_MAX || [...waiting.keys()].every((page) => this.#errors.has(page));
  }

  /** One line that begins with the store's name. */
  get error(): InputError {
    const { size } = this.#errors;
    const what = size === 1 ? 'a brick of the picture is' : `${size} bricks of the picture are`;
    return new InputError(`${this.first?.message}; ${what} missing`, { cause: this.first });
  }
}
