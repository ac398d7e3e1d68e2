/** The description of a volume: its geometry, its memory and its values. */
import type { Vec3 } from '../math/vec3.js';
import { describeOrientation, type Orientation } from './orientation.js';
import { exactPercentile, type Statistics } from './statistics/statistics.js';
import { corners, spacings, type Volume } from './volume.js';

/** A volume as `tilecast info` describes it. */
export interface VolumeDescription {
  /** Voxels along i, j and k. */
  readonly sizes: Vec3;
  /** Type of the voxels in memory, as "int16". */
  readonly type: string;
  /** Bytes of the voxels in memory. */
  readonly memoryBytes: number;
  /** World units between neighbouring voxels along i, j and k. */
  readonly spacing: Vec3;
  /** Whether the world is LPS. */
  readonly anatomical: boolean;
  /** How the voxel axes lie in the world. */
  readonly orientation: Orientation;
  /** The centre of the first voxel, in the world. */
  readonly origin: Vec3;
  /** The world's smallest box about all voxels, to their outer faces. */
  readonly extent: { readonly min: Vec3; readonly max: Vec3 };
  /** Voxels that are NaN, which the values below leave out. */
  readonly missing: number;
  /** The smallest value. */
  readonly min: number;
  /** The largest value. */
  readonly max: number;
  /** The mean of all values. */
  readonly mean: number;
  /** Percentiles by name, such as "p0.1" and "p50": the smallest value that this percentage of the voxels does not exceed. */
  readonly percentiles: Readonly<Record<string, number>>;
}

const PERCENTS = [0.1, 1, 5, 25, 50, 75, 95, 99, 99.9];

/** @param statistics those of the same volume. */
export function describeVolume(volume: Volume, statistics: Statistics): VolumeDescription {
  const { sizes, voxels, indexToWorld, anatomical } = volume;
  return {
    sizes,
    type: voxels.constructor.name.replace('Array', '').toLowerCase(),
    memoryBytes: voxels.byteLength,
    spacing: spacings(volume),
    anatomical,
    orientation: describeOrientation(volume),
    origin: indexToWorld.origin,
    extent: boundsOf(corners(volume)),
    missing: statistics.missingCount,
    min: statistics.min,
    max: statistics.max,
    mean: meanOf(volume, statistics),
    percentiles: Object.fromEntries(
      PERCENTS.map((percent) => [`p${percent}`, exactPercentile(volume, statistics, percent / 100)] as const),
    ),
  };
}

function boundsOf(points: readonly Vec3[]): VolumeDescription['extent'] {
  const along = (axis: number) => points.map((point) => point[axis]!);
  const bounds = (pick: (...coordinates: number[]) => number): Vec3 => [
    pick(...along(0)),
    pick(...along(1)),
    pick(...along(2)),
  ];
  return { min: bounds(Math.min), max: bounds(Math.max) };
}

function meanOf({ voxels }: Volume, { min, counts, binWidth, exact, voxelCount }: Statistics): number {
  if (exact) return counts.reduce((sum, count, bin) => sum + count * (min + bin * binWidth), 0) / voxelCount;
  // Divided one by one, since the sum of float64 values may overflow.
  let mean = 0;
  for (let index = 0; index < voxels.length; index++) {
    if (!Number.isNaN(voxels[index])) mean += voxels[index]! / voxelCount;
  }
  return mean;
}
