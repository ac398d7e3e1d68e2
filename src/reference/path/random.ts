/** Random numbers of a path: the same sequences as wgsl/cast/path/random.wgsl has, in 32-bit integers. */

/** Numbers from 0 on, below 1. */
export type Random = () => number;

function pcg(state: number): number {
  const word = Math.imul(((state >>> ((state >>> 28) + 4)) ^ state) >>> 0, 277803737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

const next = (state: number): number => (Math.imul(state, 747796405) + 2891336453) >>> 0;

/** The seed of a path through a pixel. */
export const seedOf = ([x, y]: readonly [number, number], path: number, seed: number): number =>
  [path, y, x].reduce((hash, part) => pcg(next((part + hash) >>> 0)), pcg(next(seed)));

/** The numbers of one path through a pixel. */
export function createPathRandom(pixel: readonly [number, number], path: number, seed: number): Random {
  let state = seedOf(pixel, path, seed);
  return () => {
    state = next(state);
    return (pcg(state) >>> 8) / 2 ** 24;
  };
}

/** Point `number` of `count` in the unit square that are spread evenly; those of another seed are others. */
export function stratified(number: number, count: number, seed: number): readonly [number, number] {
  const index = (scrambled(number, pcg(seed)) & (0xffffffff >>> Math.clz32(count))) >>> 0;
  let [second, vector] = [0, 0x80000000];
  for (let bits = index; bits !== 0; bits >>>= 1) {
    if (bits & 1) second = (second ^ vector) >>> 0;
    vector = (vector ^ (vector >>> 1)) >>> 0;
  }
  const coordinate = (bits: number, axis: 0 | 1) => (scrambled(bits, pcg((seed + 1 + axis) >>> 0)) >>> 8) / 2 ** 24;
  return [coordinate(reversed(index), 0), coordinate(second, 1)];
}

function scrambled(number: number, seed: number): number {
  let bits = (reversed(number) + seed) >>> 0;
  for (const factor of [0x6c50b47c, 0xb82f1e52, 0xc7afe638, 0x8d22f6e6]) bits = (bits ^ Math.imul(bits, factor)) >>> 0;
  return reversed(bits);
}

/** Distances over which bits change places with their neighbours, then pairs, fours, eights and halves, and those of a pair that are lower. */
const SWAPS = [
  [1, 0x55555555],
  [2, 0x33333333],
  [4, 0x0f0f0f0f],
  [8, 0x00ff00ff],
  [16, 0x0000ffff],
] as const;

function reversed(bits: number): number {
  let result = bits;
  for (const [shift, lower] of SWAPS) result = ((result >>> shift) & lower) | ((result & lower) << shift);
  return result >>> 0;
}
