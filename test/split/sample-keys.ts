/** Keys that are hard on a split in different ways: `length` of them, below `binCount`. */
import { createRandom } from '../camera/random.js';

export type KeyPattern = (length: number, binCount: number) => Uint32Array;

const fill = (length: number, keyAt: (index: number) => number) =>
  Uint32Array.from({ length }, (_, index) => keyAt(index));

export const random =
  (seed: number): KeyPattern =>
  (length, binCount) => {
    const next = createRandom(seed);
    return fill(length, () => Math.floor(next() * binCount));
  };

export const KEY_PATTERNS: Readonly<Record<string, KeyPattern>> = {
  'random, seed 1': random(1),
  'all in the first bin': (length) => new Uint32Array(length),
  'all in the last bin': (length, binCount) => fill(length, () => binCount - 1),
  'all in one bin': (length, binCount) => fill(length, () => Math.floor(binCount / 3)),
  ascending: (length, binCount) => fill(length, (index) => Math.floor((index * binCount) / length)),
  descending: (length, binCount) => fill(length, (index) => Math.floor(((length - 1 - index) * binCount) / length)),
  'first and last bin in turn': (length, binCount) => fill(length, (index) => (index % 2) * (binCount - 1)),
  'every bin in turn': (length, binCount) => fill(length, (index) => index % binCount),
  'runs that end in the middle of rows': (length, binCount) =>
    fill(length, (index) => Math.floor(index / 37) % binCount),
};

/** Values that tell every item from every other. */
export const distinctValues = (length: number) => fill(length, (index) => Math.imul(index + 1, 0x9e3779b1));
