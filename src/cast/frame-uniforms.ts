/** Writes the `Frame` of wgsl/cast/frame.wgsl: camera, volume and image in the kernel's own units and spaces. */
import { type Camera, cameraBasis } from '../camera/camera.js';
import { invert, transformPoint, transformVector } from '../math/affine.js';
import { scale, type Vec3 } from '../math/vec3.js';
import { smallestSpacing, type Volume } from '../volume/volume.js';

/** Byte offsets of the fields of `Frame`; a test compares them with the WGSL. */
export const FRAME_OFFSETS = {
  eye: 0,
  pixel_slope: 12,
  eye_right: 16,
  step: 28,
  eye_up: 32,
  opacity_exponent: 44,
  forward: 48,
  opaque: 60,
  right: 64,
  image_width: 76,
  up: 80,
  image_height: 92,
  volume_size: 96,
  table_scale: 108,
  visible_low: 112,
  visible_high: 116,
  table_low: 120,
  background_opacity: 124,
  background: 128,
  table_start: 140,
} as const;

export const FRAME_SIZE_BYTES = 144;

const UNSIGNED_FIELDS: ReadonlySet<string> = new Set(['image_width', 'image_height']);

export type FrameFields = { readonly [Field in keyof typeof FRAME_OFFSETS]: number | Vec3 };

export function packFrame(fields: FrameFields): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(FRAME_SIZE_BYTES));
  for (const [field, offset] of Object.entries(FRAME_OFFSETS)) {
    const value = fields[field as keyof FrameFields];
    if (UNSIGNED_FIELDS.has(field)) view.setUint32(offset, value as number, true);
    else if (typeof value === 'number') view.setFloat32(offset, value, true);
    else for (const [axis, component] of value.entries()) view.setFloat32(offset + 4 * axis, component, true);
  }
  return view.buffer;
}

/**
 * The camera's part of a frame. Lengths are divided by the volume's smallest spacing and directions go to index space
 * here, in float64, so that the kernel's numbers are of the size of voxels whatever the world's units are.
 */
export function cameraFields(camera: Camera, volume: Pick<Volume, 'indexToWorld'>, imageHeight: number) {
  const toIndex = invert(volume.indexToWorld);
  const unitWorld = smallestSpacing(volume);
  const { forward, right, up } = cameraBasis(camera);
  const perUnit = (directionWorld: Vec3, factor: number) =>
    transformVector(toIndex, scale(directionWorld, factor * unitWorld));

  const perspective = camera.projection === 'perspective';
  const slope = perspective ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / imageHeight : 0;
  const pixelUnits = perspective ? 0 : camera.height / imageHeight / unitWorld;
  return {
    eye: transformPoint(toIndex, camera.eye),
    eye_right: perUnit(right, pixelUnits),
    eye_up: perUnit(up, pixelUnits),
    pixel_slope: slope,
    forward: perUnit(forward, 1),
    right: perUnit(right, slope),
    up: perUnit(up, slope),
  };
}
