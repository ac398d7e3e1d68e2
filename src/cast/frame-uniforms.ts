/** Writes the `Frame` of wgsl/cast/frame.wgsl: camera, volume and image in the kernel's own units and spaces. */
import { type Camera, cameraBasis } from '../camera/camera.js';
import { invert, transformPoint, transformVector } from '../math/affine.js';
import type { HalfSpace } from '../math/plane.js';
import { dot, length, scale, type Vec3 } from '../math/vec3.js';
import { smallestSpacing, type Volume } from '../volume/volume.js';

/** Byte offsets of the fields of `View` and, after two of those, of the rest of `Frame`; a test compares with the WGSL. */
export const VIEW_OFFSETS = {
  eye: 0,
  pixel_slope: 12,
  eye_right: 16,
  step: 28,
  eye_up: 32,
  forward: 48,
  right: 64,
  up: 80,
} as const;

export const VIEW_SIZE_BYTES = 96;

export const FRAME_OFFSETS = {
  volume_size: 192,
  opacity_exponent: 204,
  opaque: 208,
  table_low: 212,
  table_scale: 216,
  table_cells: 220,
  visible_low: 224,
  visible_high: 228,
  image_width: 232,
  image_height: 236,
  background: 240,
  background_opacity: 252,
  iso: 256,
  gradient_low: 260,
  gradient_scale: 264,
  gradient_cells: 268,
  gradient_x: 272,
  ambient: 284,
  gradient_y: 288,
  diffuse: 300,
  gradient_z: 304,
  specular: 316,
  light: 320,
  shininess: 332,
  world_forward: 336,
  shading_gain: 348,
  world_right: 352,
  world_up: 368,
  label_x: 384,
  label_y: 400,
  label_z: 416,
  label_origin: 432,
} as const;

export const FRAME_SIZE_BYTES = 448;

const UNSIGNED_FIELDS: ReadonlySet<string> = new Set(['image_width', 'image_height']);

type Fields<Offsets> = { readonly [Field in keyof Offsets]: number | Vec3 };
export type ViewFields = Fields<typeof VIEW_OFFSETS>;
export type FrameFields = Fields<typeof FRAME_OFFSETS>;

export function packFrame(view: ViewFields, fields: FrameFields): ArrayBuffer {
  const data = new DataView(new ArrayBuffer(FRAME_SIZE_BYTES));
  for (const [field, offset] of Object.entries(VIEW_OFFSETS)) {
    for (const [axis, value] of components(view[field as keyof ViewFields]).entries()) {
      data.setFloat32(offset + 4 * axis, value, true);
      data.setFloat32(VIEW_SIZE_BYTES + offset + 4 * axis, value - Math.fround(value), true);
    }
  }
  for (const [field, offset] of Object.entries(FRAME_OFFSETS)) {
    for (const [axis, value] of components(fields[field as keyof FrameFields]).entries()) {
      if (UNSIGNED_FIELDS.has(field)) data.setUint32(offset, value, true);
      else data.setFloat32(offset + 4 * axis, value, true);
    }
  }
  return data.buffer;
}

const components = (value: number | Vec3): readonly number[] => (typeof value === 'number' ? [value] : value);

/** Bytes of a `HalfSpace` of wgsl/cast/cast_ray.wgsl: a normal and an offset, and what rounding took from them. */
export const HALF_SPACE_SIZE_BYTES = 32;

/** World half-spaces, for the kernel, in the index space of `volume`. */
export function packHalfSpaces(
  halfSpaces: readonly HalfSpace[],
  { indexToWorld }: Pick<Volume, 'indexToWorld'>,
): Float32Array<ArrayBuffer> {
  const packed = new Float32Array((halfSpaces.length * HALF_SPACE_SIZE_BYTES) / 4);
  for (const [index, { normal, offset }] of halfSpaces.entries()) {
    // normal · (M x + o) ≥ offset, that is (Mᵀ normal) · x ≥ offset − normal · o; scaled so that f32 cannot overflow.
    const direction = indexToWorld.columns.map((column) => dot(column, normal)) as unknown as Vec3;
    const size = length(direction);
    const values = [...direction, offset - dot(normal, indexToWorld.origin)].map((value) => value / size);
    packed.set(values, 8 * index);
    packed.set(
      values.map((value) => value - Math.fround(value)),
      8 * index + 4,
    );
  }
  return packed;
}

/**
 * The camera and the step, in units of the smallest spacing, of a frame of the given height. Lengths are divided by the volume's smallest spacing and directions go to index space
 * here, in float64, so that the kernel's numbers are of the size of voxels whatever the world's units are.
 */
export function describeView(
  camera: Camera,
  volume: Pick<Volume, 'indexToWorld'>,
  { height, step }: { readonly height: number; readonly step: number },
): ViewFields {
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
