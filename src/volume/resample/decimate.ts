/** Smaller versions of a volume that are made quickly: one voxel of each block. */
import { InputError } from '../../errors.js';
import { scaleColumns, transformPoint } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { createVolume, type Volume, type VoxelArray } from '../volume.js';

/**
 * The middle voxel of each block of `factors` voxels along i, j and k. Unlike the averages of `downsample`, values stay what they
 * were, so that a transfer function finds no tissue between two others where there is none; noise stays too. The last block of an
 * axis may reach beyond the volume, and holds the volume's last voxel then.
 * @param factors whole and at least 1.
 * @throws InputError if `factors` are anything else.
 */
export function decimate({ sizes, voxels, indexToWorld, anatomical, meaning }: Volume, factors: Vec3): Volume {
  if (!factors.every((factor) => Number.isSafeInteger(factor) && factor >= 1)) {
    throw new InputError(`a volume is decimated by whole factors of at least 1, not ${factors.join(', ')}`);
  }
  const [mi, mj, mk] = sizes.map((size, axis) => Math.ceil(size / factors[axis]!)) as unknown as Vec3;
  const [takenI = [], takenJ = [], takenK = []] = sizes.map((size, axis) =>
    listTaken(size, factors[axis]!),
  ) as number[][];
  const taken = new (voxels.constructor as new (count: number) => VoxelArray)(mi * mj * mk);
  let at = 0;
  for (const k of takenK) {
    for (const j of takenJ) {
      const row = (k * sizes[1] + j) * sizes[0];
      for (let i = 0; i < mi; i++) taken[at++] = voxels[row + takenI[i]!]!;
    }
  }
  const middle = factors.map((factor) => (factor - 1) / 2) as unknown as Vec3;
  return createVolume({
    sizes: [mi, mj, mk],
    voxels: taken,
    indexToWorld: {
      columns: scaleColumns(indexToWorld.columns, factors),
      origin: transformPoint(indexToWorld, middle),
    },
    anatomical,
    meaning,
  });
}

/** Indices along an axis. */
const listTaken = (size: number, factor: number) =>
  Array.from({ length: Math.ceil(size / factor) }, (_, block) =>
    Math.min(block * factor + Math.floor(factor / 2), size - 1),
  );
