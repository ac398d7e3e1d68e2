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
  const [x, y, z] = positionIndex.map((p, axis) => Math.min(Math.max(p, 0), sizes[axis]! - 1)) as [
    number,
    number,
    number,
  ];
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  // The weight of the next voxel, which does not exist, is 0 on the last voxel of an axis.
  const voxel = (di: number, dj: number, dk: number) => {
    const [ci, cj, ck] = [
      Math.min(i + di, sizes[0] - 1),
      Math.min(j + dj, sizes[1] - 1),
      Math.min(k + dk, sizes[2] - 1),
    ];
    return voxels[channels * (ci + sizes[0] * (cj + sizes[1] * ck)) + channel]!;
  };
  const alongX = (dj: number, dk: number) => mix(voxel(0, dj, dk), voxel(1, dj, dk), x - i);
  const alongXY = (dk: number) => mix(alongX(0, dk), alongX(1, dk), y - j);
  return mix(alongXY(0), alongXY(1), z - k);
}

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
