/** The order among neighbouring voxels, which integers that number regions lack. */
import type { Volume, VoxelArray } from '../volume.js';

/** Voxels that are looked at, spread over the volume; all of a small one. */
const PROBES = 400_000;
/** More values than this are no labels: no palette and no list holds them. */
const MAX_LABELS = 65_536;

/** Some programs write −1 where there is no label. */
const LEAST_LABEL = -1;

/** Numbers of neighbouring values, for each value: cells that fill space have 7.8 (Voronoi cells of random points), scans dozens. */
export const MOST_PAIRS = 8.5;

/** Odd, so that no power of two of a row's voxels is a multiple of it. */
export const probeStride = ({ voxels }: Pick<Volume, 'voxels'>, probes = PROBES) =>
  2 * Math.floor(voxels.length / probes / 2) + 1;

/** The different values of the probes. NaN is no value. */
export interface ProbedValues {
  /** The values that were probed, in ascending order. */
  readonly values: Float64Array;
  /** The most frequent one. */
  readonly background: number;
}

/** How the values of neighbours agree. */
export interface Agreement {
  /** Share of neighbours with the same value, where neither is background; 1 where none are. */
  readonly alike: number;
  /** Share of values strictly between those on their two sides, where these differ. */
  readonly between: number;
  /** Values of neighbours that differ, two and two. */
  readonly differing: Float64Array;
}

/** How the values of neighbours are ordered that differ. */
export interface NeighborOrder {
  /** Mean difference of their ranks, in terms of that of random pairs that differ; 1 where none do. */
  readonly disorder: number;
  /** Share of those whose values are not next to each other among all values. */
  readonly far: number;
  /** Different pairs of them, by the number of values; not counted on beyond `MOST_PAIRS`. */
  readonly pairs: number;
}

/**
 * Undefined where a value is no integer or too low for labels, or where there are too many different ones.
 * @param every how many probes one is taken of.
 */
export function probeValues(volume: Volume, every = 1): ProbedValues | undefined {
  const counts = countValues(volume, every * probeStride(volume));
  if (!counts) return undefined;
  const [background] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return { values: Float64Array.from(counts.keys()).sort(), background };
}

function countValues({ voxels }: Volume, stride: number): Map<number, number> | undefined {
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array) && voxels.BYTES_PER_ELEMENT <= 2) {
    return countPatterns(voxels, stride);
  }
  const counts = new Map<number, number>();
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value) || value < LEAST_LABEL) return undefined;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > MAX_LABELS) return undefined;
  }
  return counts;
}

/** Takes integers of 16 bits at most: a map alone takes several times as long. */
function countPatterns(voxels: VoxelArray, stride: number): Map<number, number> | undefined {
  const low = voxels instanceof Int8Array || voxels instanceof Int16Array ? -(2 ** 15) : 0;
  const counts = new Uint32Array(2 ** 16);
  let largest = low;
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    // Air in a CT, most often at the first probe.
    if (value < LEAST_LABEL) return undefined;
    if (value > largest) largest = value;
    counts[value - low]!++;
  }
  const found = new Map<number, number>();
  // An index: an iterator takes as long as the counting.
  for (let at = Math.max(LEAST_LABEL - low, 0); at <= largest - low; at++)
    if (counts[at]! > 0) found.set(at + low, counts[at]!);
  return found;
}

/**
 * Compares each probe, or one of every few, with its next voxel along each axis, and that with the one behind it; NaN is none.
 * Voxels are read in one plain loop: a function for each pair took ten times as long as reading them.
 * @param every how many probes one is taken of.
 */
export function findAgreement({ sizes, voxels }: Volume, background: number, every = 1): Agreement {
  const [ni, nj, nk] = sizes;
  const steps = [1, ni, ni * nj] as const;
  const stride = every * probeStride({ voxels });
  const differing = new Float64Array(6 * Math.ceil(voxels.length / stride));
  let [inside, alike, sides, between, end] = [0, 0, 0, 0, 0];
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (Number.isNaN(value)) continue;
    const row = Math.floor(index / ni);
    const k = Math.floor(row / nj);
    for (let axis = 0; axis < 3; axis++) {
      const left = axis === 0 ? ni - 1 - (index - row * ni) : axis === 1 ? nj - 1 - (row - k * nj) : nk - 1 - k;
      if (left === 0) continue;
      const step = steps[axis]!;
      const next = voxels[index + step]!;
      if (Number.isNaN(next)) continue;
      if (value !== next) {
        differing[end++] = value;
        differing[end++] = next;
      }
      if (value !== background && next !== background) {
        inside++;
        if (value === next) alike++;
      }
      if (left === 1) continue;
      const after = voxels[index + 2 * step]!;
      if (after === value || Number.isNaN(after)) continue;
      sides++;
      if ((next - value) * (after - next) > 0) between++;
    }
  }
  return {
    alike: inside > 0 ? alike / inside : 1,
    between: between / Math.max(sides, 1),
    differing: differing.subarray(0, end),
  };
}

/**
 * @param neighbors values of neighbours that differ, two and two.
 * @param values all probed values, in ascending order.
 */
export function findNeighborOrder(neighbors: Float64Array, values: Float64Array): NeighborOrder {
  const rankOf = createRanks(values);
  const ends = new Float64Array(values.length);
  const pairs = new Set<number>();
  let [differing, far, distance] = [0, 0, 0];
  for (let at = 0; at < neighbors.length; at += 2) {
    const [rank, nextRank] = [rankOf(neighbors[at]!), rankOf(neighbors[at + 1]!)];
    const apart = Math.abs(rank - nextRank);
    // A neighbour that no probe met may share the rank of another value.
    if (apart === 0) continue;
    differing++;
    distance += apart;
    if (apart > 1) far++;
    ends[rank]!++;
    ends[nextRank]!++;
    if (pairs.size <= MOST_PAIRS * values.length) {
      pairs.add(Math.min(rank, nextRank) * values.length + Math.max(rank, nextRank));
    }
  }
  return {
    disorder: differing > 0 ? distance / differing / randomDistance(ends) : 1,
    far: far / Math.max(differing, 1),
    pairs: pairs.size / Math.max(values.length, 1),
  };
}

/** Maps values to their places among all, or to the place of the next one. */
function createRanks(values: Float64Array): (value: number) => number {
  const ranks = new Map<number, number>();
  values.forEach((value, rank) => {
    ranks.set(value, rank);
  });
  return (value) => ranks.get(value) ?? rankOfNext(values, value);
}

function rankOfNext(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The mean difference of two random ranks that are not the same: E|X − Y| is twice the sum of F · (1 − F). */
function randomDistance(counts: Float64Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let [below, distance, same] = [0, 0, 0];
  for (const count of counts) {
    below += count / total;
    distance += 2 * below * (1 - below);
    same += (count / total) ** 2;
  }
  return distance / (1 - same);
}
