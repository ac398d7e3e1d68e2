/** Trilinear interpolation of a volume in float64. */
import type { Vec3 } from '../../math/vec3.js';
import type { Volume } from '../../volume/volume.js';

/**
 * The volume's value at a position in index space; beyond the outermost voxel centres, the nearest value on them.
 * @param channel index among the numbers of each voxel.
 */
export function sampleVolume(
  { sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>,
  positionIndex: Vec3,
  { channel, channels } = { channel: 0, channels: 1 },
): number {
  const [columns, rows, slices] = sizes;
  const x = within(positionIndex[0], columns);
  const y = within(positionIndex[1], rows);
  const z = within(positionIndex[2], slices);
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  // The weight of the next voxel, which does not exist, is 0 on the last voxel of an axis.
  const [i1, j1, k1] = [Math.min(i + 1, columns - 1), Math.min(j + 1, rows - 1), Math.min(k + 1, slices - 1)];
  const alongX = (row: number) =>
    mix(voxels[channels * (row + i) + channel]!, voxels[channels * (row + i1) + channel]!, x - i);
  const alongXY = (slice: number) => mix(alongX(columns * (j + slice)), alongX(columns * (j1 + slice)), y - j);
  return mix(alongXY(rows * k), alongXY(rows * k1), z - k);
}

const within = (position: number, size: number) => Math.min(Math.max(position, 0), size - 1);

/** The colour that a volume has of its own at a position in index space; undefined where it has none. */
export function sampleColor(
  { sizes, colors }: Pick<Volume, 'sizes' | 'colors'>,
  positionIndex: Vec3,
): Vec3 | undefined {
  const channelAt = (channel: number) =>
    sampleVolume({ sizes, voxels: colors! }, positionIndex, { channel, channels: 4 }) / 255;
  return colors && [channelAt(0), channelAt(1), channelAt(2)];
}

/** Exact where the ends are equal, so that plateaus stay on the steps of a transfer function. */
const mix = (a: number, b: number, weight: number) => a + (b - a) * weight;
