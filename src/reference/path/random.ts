/** Random numbers of a path: the same sequences as wgsl/cast/path/random.wgsl has, in 32-bit integers. */

/** Numbers from 0 on, below 1. */
export type Random = () => number;

function pcg(state: number): number {
  const word = Math.imul(((state >>> ((state >>> 28) + 4)) ^ state) >>> 0, 277803737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

const next = (state: number): number => (Math.imul(state, 747796405) + 2891336453) >>> 0;

/** The numbers of one path through a pixel. */
export function createPathRandom([x, y]: readonly [number, number], path: number, seed: number): Random {
  const mixed = [path, y, x].reduce((hash, part) => pcg(next((part + hash) >>> 0)), pcg(next(seed)));
  let state = mixed;
  return () => {
    state = next(state);
    return (pcg(state) >>> 8) / 2 ** 24;
  };
}
