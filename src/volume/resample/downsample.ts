/** Smaller versions of a volume: box averages by a whole factor. */
import { InputError } from '../../errors.js';
import { scaleColumns, transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { createVolume, type Volume, type VoxelArray } from '../volume.js';

/**
 * Averages blocks of `factor` × `factor` × `factor` voxels, rounded to the nearest integer where the voxels are integers.
 * Blocks start at the first voxel. The last block averages the voxels that it has if `factor` does not divide a size, so
 * nothing is cropped and the new box reaches beyond the old one by what that block lacks; an axis shorter than `factor` is one
 * block of its own length. A voxel's centre is the mean of the centres of its block's voxels, but for the thinner last block.
 * @param factor whole and at least 1; 1 copies.
 * @throws InputError if `factor` is anything else.
 */
export function downsample(
  { sizes, voxels, indexToWorld, anatomical, colors, meaning }: Volume,
  factor: number,
): Volume {
  if (!(Number.isSafeInteger(factor) && factor >= 1)) {
    throw new InputError(`a volume is downsampled by a whole factor of at least 1, not ${factor}`);
  }
  const blockSizes = sizes.map((size) => Math.min(factor, size)) as unknown as Vec3;
  const newSizes = sizes.map((size) => Math.ceil(size / factor)) as unknown as Vec3;
  const firstCentre = blockSizes.map((size) => (size - 1) / 2) as unknown as Vec3;
  return createVolume({
    sizes: newSizes,
    voxels: averageBlocks(voxels, sizes, blockSizes, newSizes),
    indexToWorld: {
      columns: scaleColumns(indexToWorld.columns, blockSizes),
      origin: transformPoint(indexToWorld, firstCentre),
    },
    anatomical,
    meaning,
    ...(colors && { colors: averageColors(colors, sizes, blockSizes, newSizes) }),
  });
}

function averageColors(colors: Uint8Array, sizes: Vec3, blockSizes: Vec3, newSizes: Vec3): Uint8Array {
  const averages = new Uint8Array(4 * newSizes[0] * newSizes[1] * newSizes[2]);
  const channel = new Uint8Array(colors.length / 4);
  for (const offset of [0, 1, 2]) {
    for (let voxel = 0; voxel < channel.length; voxel++) channel[voxel] = colors[4 * voxel + offset]!;
    const averaged = averageBlocks(channel, sizes, blockSizes, newSizes);
    for (let voxel = 0; voxel < averaged.length; voxel++) averages[4 * voxel + offset] = averaged[voxel]!;
  }
  return averages;
}

function averageBlocks(voxels: VoxelArray, sizes: Vec3, blockSizes: Vec3, newSizes: Vec3): VoxelArray {
  const [ni, nj, nk] = sizes;
  const [bi, bj, bk] = blockSizes;
  const [mi, mj, mk] = newSizes;
  const averages = new (voxels.constructor as new (count: number) => VoxelArray)(mi * mj * mk);
  const rounded = !(voxels instanceof Float32Array || voxels instanceof Float64Array);
  const sums = new Float64Array(mi * mj);
  for (let k = 0; k < mk; k++) {
    sums.fill(0);
    const kEnd = Math.min((k + 1) * bk, nk);
    for (let oldK = k * bk; oldK < kEnd; oldK++) {
      for (let oldJ = 0; oldJ < nj; oldJ++) {
        const row = (oldK * nj + oldJ) * ni;
        const sumRow = Math.floor(oldJ / bj) * mi;
        for (let i = 0, oldI = 0; i < mi; i++) {
          const iEnd = Math.min((i + 1) * bi, ni);
          let sum = 0;
          for (; oldI < iEnd; oldI++) sum += voxels[row + oldI]!;
          sums[sumRow + i]! += sum;
        }
      }
    }
    for (let j = 0; j < mj; j++) {
      const planeCount = (kEnd - k * bk) * (Math.min((j + 1) * bj, nj) - j * bj);
      for (let i = 0; i < mi; i++) {
        const average = sums[j * mi + i]! / (planeCount * (Math.min((i + 1) * bi, ni) - i * bi));
        averages[(k * mj + j) * mi + i] = rounded ? Math.round(average) : average;
      }
    }
  }
  return averages;
}
