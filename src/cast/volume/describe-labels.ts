/** The space of a mask's labels, as kernels know it. */
import { transformPoint, transformVector } from '../../math/affine.js';
import type { Vec3 } from '../../math/vec3.js';
import { type Volume, worldToIndex } from '../../volume/volume.js';

/** The affine map from the index space of a volume to that of the labels. */
export function describeLabels(labels: Pick<Volume, 'indexToWorld'>, { indexToWorld }: Pick<Volume, 'indexToWorld'>) {
  const toLabels = worldToIndex(labels);
  const { columns, origin } = indexToWorld;
  const [label_x, label_y, label_z] = columns.map((column) => transformVector(toLabels, column)) as [Vec3, Vec3, Vec3];
  return { label_x, label_y, label_z, label_origin: transformPoint(toLabels, origin) };
}
