/** Typed arrays that grow, for lengths that are known at the end alone. */

type Numbers = Float32Array | Float64Array | Uint32Array | Int32Array | Uint8Array;

/** Few: files may have a hundred thousand pieces with some of these each. */
const CAPACITY = 64;

export class GrowingArray<A extends Numbers> {
  length = 0;
  #values: A;
  readonly #create: (length: number) => A;

  constructor(create: (length: number) => A) {
    this.#create = create;
    this.#values = create(CAPACITY);
  }

  /** The numbers so far, and room for more; another array once there is none. */
  get values(): A {
    return this.#values;
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow();
    this.#values[this.length++] = value;
  }

  push3(x: number, y: number, z: number): void {
    if (this.length + 3 > this.#values.length) this.#grow();
    this.#values[this.length] = x;
    this.#values[this.length + 1] = y;
    this.#values[this.length + 2] = z;
    this.length += 3;
  }

  /** Pushes `value` until there are `length`. */
  fillTo(length: number, value: number): void {
    while (this.length < length) this.push(value);
  }

  /** A copy of what was pushed. */
  toArray(): A {
    return this.#values.slice(0, this.length) as A;
  }

  #grow(): void {
    const grown = this.#create(2 * this.#values.length);
    grown.set(this.#values);
    this.#values = grown;
  }
}

export const growingFloats = () => new GrowingArray((length) => new Float64Array(length));
export const growingWords = () => new GrowingArray((length) => new Uint32Array(length));
export const growingIntegers = () => new GrowingArray((length) => new Int32Array(length));
export const growingBytes = () => new GrowingArray((length) => new Uint8Array(length));
