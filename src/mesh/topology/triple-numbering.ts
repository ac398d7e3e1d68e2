/** Numbers distinct triples of 32-bit words: an exact hash table for vertices, edges and corners. */

/** Largest part of the table that is full: longer chains cost more than the memory. */
const LOAD_MAX = 0.5;

export class TripleNumbering {
  /** How many distinct triples there have been. */
  count = 0;
  #keys = new Uint32Array(3 * 1024);
  /** Numbers plus one; zero is an empty slot. */
  #slots = new Uint32Array(2048);

  /** The triple's number: 0 for the first one, 1 for the next that differs, and so on. */
  number(a: number, b: number, c: number): number {
    const keys = this.#keys;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash(a, b, c) & mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = slots[slot]! - 1;
      if (keys[3 * known] === a && keys[3 * known + 1] === b && keys[3 * known + 2] === c) return known;
    }
    const added = this.count++;
    slots[slot] = this.count;
    keys[3 * added] = a;
    keys[3 * added + 1] = b;
    keys[3 * added + 2] = c;
    if (this.count >= slots.length * LOAD_MAX) this.#grow();
    return added;
  }

  #grow(): void {
    const keys = new Uint32Array(2 * this.#keys.length);
    keys.set(this.#keys);
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let known = 0; known < this.count; known++) {
      let slot = hash(keys[3 * known]!, keys[3 * known + 1]!, keys[3 * known + 2]!) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = known + 1;
    }
    this.#keys = keys;
    this.#slots = slots;
  }
}

/** Odd, and new in every process: with multipliers that are known, a file could put all its vertices into one slot. */
const [A, B, C] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d].map(
  (constant) => (constant ^ (Math.floor(Math.random() * 2 ** 32) & ~1)) >>> 0,
) as [number, number, number];

/** Multiplies by odd numbers and folds high bits down, since float32 words of round numbers differ in those alone. */
function hash(a: number, b: number, c: number): number {
  let mixed = Math.imul(a, A) ^ Math.imul(b, B) ^ Math.imul(c, C);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return mixed ^ (mixed >>> 15);
}
