/** The eye of a camera in the index space of a volume's cells. */
import type { Camera } from '../camera/camera.js';
import { invert, transformPoint, transformVector } from '../math/affine.js';
import { subtract } from '../math/vec3.js';
import type { CellView } from '../volume/split-volume.js';
import type { Volume } from '../volume/volume.js';

/** The view that `orderCells` takes, for cells of a volume of this geometry. */
export function viewCells(camera: Camera, { indexToWorld }: Pick<Volume, 'indexToWorld'>): CellView {
  const toIndex = invert(indexToWorld);
  return camera.projection === 'perspective'
    ? { eye: transformPoint(toIndex, camera.eye) }
    : { forward: transformVector(toIndex, subtract(camera.target, camera.eye)) };
}
