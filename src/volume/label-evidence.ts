/** What probed voxels show of whether integers number regions. */
import type { Volume, VoxelArray } from './volume.js';

/** Voxels that are looked at, spread over the volume; all of a small one. */
const PROBES = 400_000;
/** More values than this are no labels: no palette and no list holds them. */
const MAX_LABELS = 65_536;

/** By the number of values: cells that fill space have 7.8 (Voronoi cells of random points), scans dozens. */
export const MOST_PAIRS = 8.5;

/** Odd, so that no power of two of a row's voxels is a multiple of it. */
export const probeStride = ({ voxels }: Pick<Volume, 'voxels'>) => 2 * Math.floor(voxels.length / PROBES / 2) + 1;

/** How probed values and their neighbours differ. NaN is no value. */
export interface LabelEvidence {
  /** The number of different values. */
  readonly different: number;
  readonly least: number;
  readonly most: number;
  /** Share of neighbours with the same value, where neither is background, the most frequent value; 1 where none are. */
  readonly alike: number;
  /** Share of values strictly between those on their two sides, where these differ. */
  readonly between: number;
  /** Mean difference of the ranks of neighbours that differ, in terms of that of random pairs that do; 1 where none do. */
  readonly disorder: number;
  /** Share of those neighbours whose values are not next to each other among all values. */
  readonly far: number;
  /** Different pairs of such neighbours, by the number of values; not counted on beyond `MOST_PAIRS`. */
  readonly pairs: number;
}

/** Undefined where a value is no integer, or where there are too many different ones. */
export function findLabelEvidence(volume: Volume): LabelEvidence | undefined {
  const counts = countValues(volume);
  if (!counts) return undefined;
  const values = Float64Array.from(counts.keys()).sort();
  const [background] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return {
    different: values.length,
    least: values[0] ?? 0,
    most: values.at(-1) ?? 0,
    ...compareNeighbors(volume, values, background),
  };
}

function countValues(volume: Volume): Map<number, number> | undefined {
  const { voxels } = volume;
  const stride = probeStride(volume);
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array) && voxels.BYTES_PER_ELEMENT <= 2) {
    return countPatterns(voxels, stride);
  }
  const counts = new Map<number, number>();
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (Number.isNaN(value)) continue;
    if (!Number.isInteger(value)) return undefined;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > MAX_LABELS) return undefined;
  }
  return counts;
}

/** Takes integers of 16 bits at most: a map alone takes several times as long. */
function countPatterns(voxels: VoxelArray, stride: number): Map<number, number> {
  const low = voxels instanceof Int8Array || voxels instanceof Int16Array ? -(2 ** 15) : 0;
  const counts = new Uint32Array(2 ** 16);
  for (let index = 0; index < voxels.length; index += stride) counts[voxels[index]! - low]!++;
  const found = new Map<number, number>();
  for (const [at, count] of counts.entries()) if (count > 0) found.set(at + low, count);
  return found;
}

/** @param values all probed values, in ascending order. */
function compareNeighbors({ sizes: [ni, nj, nk], voxels }: Volume, values: Float64Array, background: number) {
  const stride = probeStride({ voxels });
  const sizes = [ni, nj, nk] as const;
  const steps = [1, ni, ni * nj] as const;
  const rankOf = createRanks(values);
  const ends = new Float64Array(values.length);
  const pairs = new Set<number>();
  let [inside, alike, sides, between, differing, far, distance] = [0, 0, 0, 0, 0, 0, 0];
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    if (Number.isNaN(value)) continue;
    for (let axis = 0; axis < 3; axis++) {
      const step = steps[axis]!;
      const place = Math.floor(index / step) % sizes[axis]!;
      if (place + 1 >= sizes[axis]!) continue;
      const next = voxels[index + step]!;
      if (Number.isNaN(next)) continue;
      if (value !== background && next !== background) {
        inside++;
        if (value === next) alike++;
      }
      if (value !== next) {
        const [rank, nextRank] = [rankOf(value), rankOf(next)];
        const apart = Math.abs(rank - nextRank);
        // A neighbour that no probe met may share the rank of another value.
        if (apart > 0) {
          differing++;
          distance += apart;
          if (apart > 1) far++;
          ends[rank]!++;
          ends[nextRank]!++;
          if (pairs.size <= MOST_PAIRS * values.length) {
            pairs.add(Math.min(rank, nextRank) * values.length + Math.max(rank, nextRank));
          }
        }
      }
      if (place + 2 >= sizes[axis]!) continue;
      const after = voxels[index + 2 * step]!;
      if (after === value || Number.isNaN(after)) continue;
      sides++;
      if ((next - value) * (after - next) > 0) between++;
    }
  }
  return {
    alike: inside > 0 ? alike / inside : 1,
    between: between / Math.max(sides, 1),
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
