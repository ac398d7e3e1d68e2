/** The view that a shape is chosen for: an image of a volume by a camera. */
import { type Camera, cameraBasis, type ImageSize } from '../camera/camera.js';
import { invert, transformPoint, transformVector } from '../math/affine.js';
import { addScaled, scale, type Vec3 } from '../math/vec3.js';
import type { Volume } from '../volume/volume.js';

/** A camera and the volume that it sees. */
export interface ShapeView {
  /** The camera. */
  readonly camera: Camera;
  /** The volume's grid. */
  readonly volume: Pick<Volume, 'indexToWorld' | 'sizes'>;
  /** Pixels. */
  readonly image: ImageSize;
  /** Whether rays take every sample, to their ends, so that those side by side stay side by side; default: not known. */
  readonly isDense?: boolean | undefined;
}

/** A ray in index space, of world distance t. */
export interface IndexRay {
  readonly origin: Vec3;
  /** Voxels a unit of world length. */
  readonly direction: Vec3;
}

/** Makes the rays of a view's pixels, x to the right and y down, as `rayThroughPixel` does, but in index space. */
export function createIndexRays({ camera, volume, image }: ShapeView): (x: number, y: number) => IndexRay {
  const { width, height } = image;
  const { forward, right, up } = cameraBasis(camera);
  const toIndex = invert(volume.indexToWorld);
  const eye = transformPoint(toIndex, camera.eye);
  const ahead = transformVector(toIndex, forward);
  const perspective = camera.projection === 'perspective';
  const pixelWorld = (perspective ? 2 * Math.tan((camera.fovDegrees * Math.PI) / 360) : camera.height) / height;
  const toRight = transformVector(toIndex, scale(right, pixelWorld));
  const upwards = transformVector(toIndex, scale(up, pixelWorld));
  return (x, y) => {
    const across = x + 0.5 - width / 2;
    const above = height / 2 - y - 0.5;
    const moved = addScaled(addScaled(perspective ? ahead : eye, toRight, across), upwards, above);
    if (!perspective) return { origin: moved, direction: ahead };
    return { origin: eye, direction: scale(moved, 1 / Math.hypot(1, pixelWorld * across, pixelWorld * above)) };
  };
}
