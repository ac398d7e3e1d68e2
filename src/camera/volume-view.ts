/** The direction that a volume is seen along unless somebody says otherwise: from its front, or face-on where it is flat. */
import { type Affine, invert, transformPoint } from '../math/affine.js';
import { flatAxis } from '../math/flat-axis.js';
import type { HalfSpace } from '../math/half-space.js';
import { addScaled, cross, dot, length, normalize, scale, type Vec3 } from '../math/vec3.js';
import { defaultView, type ViewDirection, type ViewName, viewDirection } from './views.js';

type Axis = 0 | 1 | 2;
const AXES = [0, 1, 2] as const satisfies readonly Axis[];

/** Voxels on a grid in the world, as far as a view depends on them. */
export interface ViewedVolume {
  /** Voxels along each axis. */
  readonly sizes: Vec3;
  /** From voxel indices to the world. */
  readonly indexToWorld: Affine;
  /** Whether the world is LPS. */
  readonly anatomical: boolean;
}

/**
 * A patient is seen from anterior, other volumes along j with k upwards, as in viewpoint b. Flat ones are seen face-on, as their
 * slices are shown: of a patient as radiologists do, with the right at the left; of others with i to the right and j downwards,
 * or k upwards. Stacks of others, as of a microscope, are seen along k, through its lens, where they are wider than deep.
 * What is much longer from front to back than it is wide and tall is seen from its left, others along i, as in viewpoint c.
 * @param clip half-spaces that are left of it: a single slice between them is as flat as one that is alone.
 */
export function volumeView(volume: ViewedVolume, clip: readonly HalfSpace[] = []): ViewDirection {
  const { anatomical, indexToWorld } = volume;
  const sizes = volume.sizes.map((size, axis) => (isSlice(volume, axis as Axis, clip) ? 1 : size));
  // A single slice is flat however thick it is.
  const extents = sizes.map(
    (size, axis) => (size > 1 ? size : 0) * length(indexToWorld.columns[axis]!),
  ) as unknown as Vec3;
  const thin = flatAxis(extents) ?? (!anatomical && isStack(extents) ? 2 : undefined);
  if (thin === undefined) return viewDirection(viewOf(extents, volume), indexToWorld);
  return face(thin, volume);
}

/**
 * The view of a part of a volume that is flat, though the volume is not, as of labels that were drawn in a few slices; undefined where it is not
 * flat.
 * @param points around it, in the world.
 */
export function flatPartView(volume: ViewedVolume, points: readonly Vec3[]): ViewDirection | undefined {
  const toIndex = invert(volume.indexToWorld);
  const indices = points.map((point) => transformPoint(toIndex, point));
  const extents = AXES.map((axis) => {
    const along = indices.map((index) => index[axis]);
    return (along.reduce(max, -Infinity) - along.reduce(min, Infinity)) * length(volume.indexToWorld.columns[axis]);
  }) as unknown as Vec3;
  const thin = points.length > 0 ? flatAxis(extents) : undefined;
  return thin === undefined ? undefined : face(thin, volume);
}

const max = (most: number, value: number) => Math.max(most, value);
const min = (least: number, value: number) => Math.min(least, value);

/** The view of the face across an axis. */
const face = (thin: Axis, { anatomical, indexToWorld }: ViewedVolume): ViewDirection =>
  anatomical ? faceAnatomy(thin, indexToWorld) : faceGrid(thin, indexToWorld);

/** Voxels, for rounding. */
const TOLERANCE = 1e-3;

/** Whether half-spaces across an axis of voxels leave no more than one of them. */
function isSlice(
  { sizes, indexToWorld: { columns, origin } }: ViewedVolume,
  axis: Axis,
  clip: readonly HalfSpace[],
): boolean {
  let [low, high] = [-0.5, sizes[axis] - 0.5];
  for (const { normal, offset } of clip) {
    const along = dot(normal, columns[axis]);
    const isAcross = AXES.every(
      (other) => other === axis || Math.abs(dot(normal, columns[other])) < TOLERANCE * Math.abs(along),
    );
    if (!isAcross) continue;
    const end = (offset - dot(normal, origin)) / along;
    if (along > 0) low = Math.max(low, end);
    else high = Math.min(high, end);
  }
  return high - low <= 1 + TOLERANCE;
}

/** Depth of what is longer than it is wide and tall, in terms of the longer of these: heads have up to 1.4. */
const LONG_DEPTH = 1.5;

/** From the front, or from the side where the depth is by far the longest, as of animals: their heads would hide all else. */
function viewOf(extents: Vec3, { anatomical, indexToWorld: { columns } }: ViewedVolume): ViewName {
  const depth = anatomical ? AXES.find((axis) => nearestAxis(columns[axis]) === 1) : 1;
  const isLong = AXES.every((axis) => axis === depth || extents[depth ?? axis] > LONG_DEPTH * extents[axis]);
  if (depth === undefined || !isLong) return defaultView(anatomical);
  return anatomical ? 'left' : 'c';
}

/** Fraction of the shorter side of a slice, below which a stack of them is seen along k. */
const STACK_DEPTH = 0.6;

const isStack = ([width, height, depth]: Vec3) => depth < STACK_DEPTH * Math.min(width, height);

/** Image right and image up of a picture of the other two axes: a sign and an axis each. */
const FACES = [
  { right: [1, 1], up: [1, 2] },
  { right: [1, 0], up: [1, 2] },
  { right: [1, 0], up: [-1, 1] },
] as const;

function faceGrid(thin: Axis, { columns }: Pick<Affine, 'columns'>): ViewDirection {
  const [right, up] = [FACES[thin].right, FACES[thin].up].map(([sign, axis]) => scale(columns[axis], sign)) as [
    Vec3,
    Vec3,
  ];
  return createDirection(right, normalize(up));
}

/** Towards the image's top and right, in LPS: radiologists' slices across x, y and z. */
const RADIOLOGICAL = [
  { right: [0, 1, 0], up: [0, 0, 1] },
  { right: [1, 0, 0], up: [0, 0, 1] },
  { right: [1, 0, 0], up: [0, -1, 0] },
] as const satisfies readonly { readonly right: Vec3; readonly up: Vec3 }[];

/** Along the volume's own axes, as the slice across the nearest axis of the patient is seen. */
function faceAnatomy(thin: Axis, { columns }: Pick<Affine, 'columns'>): ViewDirection {
  const wanted = RADIOLOGICAL[nearestAxis(columns[thin])];
  const [first, second] = AXES.filter((axis) => axis !== thin).map((axis) => normalize(columns[axis])) as [Vec3, Vec3];
  const isFirstUp = Math.abs(dot(first, wanted.up)) > Math.abs(dot(second, wanted.up));
  const towards = (axis: Vec3, direction: Vec3) => (dot(axis, direction) < 0 ? scale(axis, -1) : axis);
  return createDirection(
    towards(isFirstUp ? second : first, wanted.right),
    towards(isFirstUp ? first : second, wanted.up),
  );
}

const nearestAxis = (direction: Vec3): Axis =>
  AXES.reduce((best, axis) => (Math.abs(direction[axis]) > Math.abs(direction[best]) ? axis : best));

/** The view with these directions of the image, of which right leans where they are not perpendicular. */
function createDirection(right: Vec3, up: Vec3): ViewDirection {
  const forward = normalize(cross(up, right));
  return { forward, up: normalize(addScaled(up, forward, -dot(up, forward))) };
}
