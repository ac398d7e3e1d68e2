/** Writes the `Frame` of wgsl/cast/frame.wgsl: camera, volume and image in the kernel's own units and spaces. */
import { type Camera, cameraBasis } from '../camera/camera.js';
import { invert, transformPoint, transformVector } from '../math/affine.js';
import { boxHalfSpaces, type HalfSpace, transformHalfSpace } from '../math/plane.js';
import { dot, scale, type Vec3 } from '../math/vec3.js';
import { smallestSpacing, type Volume } from '../volume/volume.js';

/** Byte offsets of the fields of `View` and, after it, of the rest of `Frame`; a test compares with the WGSL. */
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
  volume_size: 96,
  opacity_exponent: 108,
  opaque: 112,
  table_low: 116,
  table_scale: 120,
  table_cells: 124,
  visible_low: 128,
  visible_high: 132,
  image_width: 136,
  image_height: 140,
  background: 144,
  background_opacity: 156,
  iso: 160,
  gradient_low: 164,
  gradient_scale: 168,
  gradient_cells: 172,
  gradient_x: 176,
  ambient: 188,
  gradient_y: 192,
  diffuse: 204,
  gradient_z: 208,
  specular: 220,
  light: 224,
  shininess: 236,
  world_forward: 240,
  shading_gain: 252,
  world_right: 256,
  step_low: 268,
  world_up: 272,
  pixel_slope_low: 284,
  label_x: 288,
  label_y: 304,
  label_z: 320,
  label_origin: 336,
} as const;

export const FRAME_SIZE_BYTES = 352;

const UNSIGNED_FIELDS: ReadonlySet<string> = new Set(['image_width', 'image_height']);

type Fields<Offsets> = { readonly [Field in keyof Offsets]: number | Vec3 };
export type ViewFields = Fields<typeof VIEW_OFFSETS>;
export type FrameFields = Fields<typeof FRAME_OFFSETS>;

export function packFrame(view: ViewFields, fields: FrameFields): ArrayBuffer {
  const data = new DataView(new ArrayBuffer(FRAME_SIZE_BYTES));
  for (const [field, offset] of Object.entries(VIEW_OFFSETS)) {
    for (const [axis, value] of components(view[field as keyof ViewFields]).entries()) {
      data.setFloat32(offset + 4 * axis, value, true);
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

/** Byte offsets of the fields of `Plane` of wgsl/cast/cast_ray.wgsl. */
export const PLANE_OFFSETS = { eye: 0, eye_low: 16, direction: 32, direction_low: 48 } as const;

export const PLANE_SIZE_BYTES = 64;

/** The planes that end a ray's samples: the faces of the volume's box, low and high along each axis, and `halfSpaces`. */
export function packPlanes(
  view: ViewFields,
  { sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>,
  halfSpaces: readonly HalfSpace[],
): Float32Array<ArrayBuffer> {
  const faces = boxHalfSpaces([-0.5, -0.5, -0.5], sizes.map((size) => size - 0.5) as unknown as Vec3);
  const toIndex = invert(indexToWorld);
  const planes = [...faces, ...halfSpaces.map((halfSpace) => transformHalfSpace(toIndex, halfSpace))];
  const packed = new Float32Array((planes.length * PLANE_SIZE_BYTES) / 4);
  for (const [index, { normal, offset }] of planes.entries()) {
    const along = (field: keyof ViewFields) => dot(normal, view[field] as Vec3);
    const eye = [offset - along('eye'), -along('eye_right'), -along('eye_up')];
    const direction = [along('forward'), along('right'), along('up')];
    const start = (index * PLANE_SIZE_BYTES) / 4;
    for (const [name, values] of Object.entries({ eye, direction }) as ['eye' | 'direction', number[]][]) {
      packed.set(values, start + PLANE_OFFSETS[name] / 4);
      packed.set(values.map(remainder), start + PLANE_OFFSETS[`${name}_low`] / 4);
    }
  }
  return packed;
}

/** What rounding to float32 takes. */
export const remainder = (value: number) => value - Math.fround(value);

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
