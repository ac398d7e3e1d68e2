/** Delays the release of a renderer's resources until no work uses them. */
import { InputError } from '../errors.js';

export class Lifetime {
  readonly #free: () => void;
  #underWay = 0;
  #hasEnded = false;

  /** @param free is called once, when nothing is under way any more: commands on freed buffers would be errors of the device. */
  constructor(free: () => void) {
    this.#free = free;
  }

  /** @throws InputError once it has ended. */
  assertAlive(): void {
    if (this.#hasEnded) throw new InputError('the renderer is destroyed');
  }

  /** Does work that uses what `free` frees. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#underWay++;
    try {
      return await work();
    } finally {
      if (--this.#underWay === 0 && this.#hasEnded) this.#free();
    }
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#underWay === 0) this.#free();
  }
}
