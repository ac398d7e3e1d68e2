/** The camera in a volume's index space, as the `View` of wgsl/cast/volume/volume_frame.wgsl. */
import { type Camera, cameraBasis } from '../../camera/camera.js';
import type { Struct } from '../../gpu/shaders/structs.js';
import { invert, transformPoint, transformVector } from '../../math/affine.js';
import { scale, type Vec3 } from '../../math/vec3.js';
import { smallestSpacing, type Volume } from '../../volume/volume.js';

/** The part that rounding to float32 takes. */
export const remainder = (value: number) => value - Math.fround(value);

/**
 * The camera and the step, in units of the smallest spacing, of a frame of the given height. Lengths are divided by the volume's smallest spacing and directions go to index space
 * here, in float64, so that the kernel's numbers are of the size of voxels whatever the world's units are.
 */
export function describeView(
  camera: Camera,
  volume: Pick<Volume, 'indexToWorld'>,
  { height, step }: { readonly height: number; readonly step: number },
): Struct<'View'> {
  const toIndex = invert(volume.indexToWorld);
  const unitWorld = smallestSpacing(volume);
  const { forward, right, up } = cameraBasis(camera);
  const perUnit = (directionWorld: Vec3, factor: number) =>
    transformVector(toIndex, scale(directionWorld, factor * unitWorld));

  const perspective = camera.projection === 'perspective';
  const slope = perspective ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / height : 0;
  const pixelUnits = perspective ? 0 : camera.height / height / unitWorld;
  return {
    eye: transformPoint(toIndex, camera.eye),
    eye_right: perUnit(right, pixelUnits),
    eye_up: perUnit(up, pixelUnits),
    pixel_slope: slope,
    step,
    forward: perUnit(forward, 1),
    right: perUnit(right, slope),
    up: perUnit(up, slope),
  };
}
