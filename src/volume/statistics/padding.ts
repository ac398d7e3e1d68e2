/** Statistics that do not depend on how much of one value lies around what a volume holds. */
import type { Vec3 } from '../../math/vec3.js';
import type { Volume } from '../volume.js';
import { cornerValue } from './corner-value.js';
import { MANY_VOXELS } from './sample-statistics.js';
import type { Statistics } from './statistics.js';

type Voxels = Pick<Volume, 'sizes' | 'voxels'>;

/** Voxels of a box, both ends included. */
interface Box {
  readonly first: Vec3;
  readonly last: Vec3;
}

/** Share of the voxels around the box that statistics of probes may miss. */
const PROBE_ERROR = 0.1;

/**
 * The statistics of the smallest box of voxels that holds all others than the value in the volume's corners; those of all voxels
 * where the corners differ, or where there is no other value. The box of a large volume may be some voxels off.
 * @param statistics those of all voxels, or of probes as if they were all.
 */
export function withoutPadding(volume: Voxels, statistics: Statistics): Statistics {
  const padding = cornerValue(volume);
  if (padding === undefined) return statistics;
  const box = findContents(volume, padding);
  if (!box) return statistics;
  const inside = box.last.reduce((product, last, axis) => product * (last - box.first[axis]! + 1), 1);
  const around = volume.voxels.length - inside;
  if (around === 0) return statistics;
  const { min, counts, binWidth, voxelCount, missingCount } = statistics;
  if (Number.isNaN(padding)) return { ...statistics, missingCount: Math.max(missingCount - around, 0) };
  const fewer = counts.slice();
  // Rounding may have put it into a bin beside.
  const near = Math.min(Math.floor((padding / 2 - min / 2) / (binWidth / 2)), fewer.length - 1);
  const bin = [near, near - 1, near + 1].find((at) => (fewer[at] ?? 0) >= (1 - PROBE_ERROR) * around);
  if (bin === undefined) return statistics;
  const removed = Math.min(around, fewer[bin]!);
  fewer[bin]! -= removed;
  return { ...statistics, counts: fewer, voxelCount: voxelCount - removed };
}

/** Rows along each side of a volume of many voxels that are looked at: as many tell its box well enough. */
const ROWS = 32;

/** The smallest box that holds all voxels of other values, of those rows that are looked at; undefined where there are none. */
function findContents({ sizes, voxels }: Voxels, padding: number): Box | undefined {
  const [ni, nj] = sizes;
  const first: [number, number, number] = [0, 0, 0];
  const last = sizes.map((size) => size - 1) as [number, number, number];
  const rows = voxels.length < MANY_VOXELS ? Infinity : ROWS;
  const [stepJ, stepK] = [Math.ceil(nj / rows) || 1, Math.ceil(sizes[2] / rows) || 1];
  const isPadding = Number.isNaN(padding) ? Number.isNaN : (value: number) => value === padding;
  const isRow = (j: number, k: number) => {
    const start = ni * (j + nj * k);
    let at = start + first[0];
    const end = start + last[0];
    // A comparison in a plain loop: a function for each voxel took three times as long.
    while (at <= end && voxels[at] === padding) at++;
    if (Number.isNaN(padding)) while (at <= end && Number.isNaN(voxels[at]!)) at++;
    return at > end;
  };
  const isLayer = (k: number) => {
    for (let j = first[1]; j <= last[1]; j += stepJ) if (!isRow(j, k)) return false;
    return true;
  };
  const isSheet = (j: number) => {
    for (let k = first[2]; k <= last[2]; k += stepK) if (!isRow(j, k)) return false;
    return true;
  };
  const isWall = (i: number) => {
    for (let k = first[2]; k <= last[2]; k += stepK) {
      for (let j = first[1]; j <= last[1]; j += stepJ) if (!isPadding(voxels[i + ni * (j + nj * k)]!)) return false;
    }
    return true;
  };
  // Along memory first: what is left for the walls across it is small.
  for (const [axis, isEmpty] of [[2, isLayer] as const, [1, isSheet] as const, [0, isWall] as const]) {
    while (first[axis] <= last[axis] && isEmpty(first[axis])) first[axis]++;
    if (first[axis] > last[axis]) return undefined;
    while (isEmpty(last[axis])) last[axis]--;
  }
  return { first, last };
}
