/** Decides which frames show the same and may be averaged. */

/** All that a picture follows from. */
export interface View {
  readonly scene: object;
  readonly camera: object;
  readonly settings: object;
}

export class Accumulation {
  #view: View | undefined;
  #frames = 0;

  /** How many frames of this view there are, this one included. */
  count(view: View): number {
    this.#frames = this.#view && isSame(this.#view, view) ? this.#frames + 1 : 1;
    this.#view = view;
    return this.#frames;
  }

  /** The next frame is the first of its view. */
  reset(): void {
    this.#view = undefined;
  }
}

/** Plain objects and lists are compared by what is in them; everything else, such as typed arrays, by identity. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [ofA, ofB] = [Object.entries(a), Object.entries(b)];
  return ofA.length === ofB.length && ofA.every(([name, value]) => Object.hasOwn(b, name) && isSame(value, b[name]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
