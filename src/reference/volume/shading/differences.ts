/** Central differences of a volume's voxels in float64. */
import type { Vec3 } from '../../../math/vec3.js';
import type { Volume } from '../../../volume/volume.js';

/**
 * Half the difference between a voxel's neighbours along each axis.
 * @param voxel from −1 to n on an axis of n voxels, which continues with its last ones beyond the edge.
 */
export function findDifference({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, voxel: Vec3): Vec3 {
  const valueAt = (position: readonly number[]) => {
    const [i, j, k] = position.map((index, axis) => Math.min(Math.max(index, 0), sizes[axis]! - 1)) as [
      number,
      number,
      number,
    ];
    return voxels[i + sizes[0] * (j + sizes[1] * k)]!;
  };
  return voxel.map((_, axis) => {
    const beside = (step: number) => valueAt(voxel.map((index, along) => index + (along === axis ? step : 0)));
    return (beside(1) - beside(-1)) / 2;
  }) as unknown as Vec3;
}
