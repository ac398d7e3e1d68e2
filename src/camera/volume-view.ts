/** The direction that a volume is seen along unless somebody says otherwise: from its front, or face-on where it is flat. */
import type { Affine } from '../math/affine.js';
import { flatAxis } from '../math/flat-axis.js';
import { addScaled, cross, dot, length, normalize, scale, type Vec3 } from '../math/vec3.js';
import { defaultView, type ViewDirection, viewDirection } from './views.js';

type Axis = 0 | 1 | 2;
const AXES = [0, 1, 2] as const satisfies readonly Axis[];

/** Voxels on a grid in the world, as far as a view depends on them. */
export interface ViewedVolume {
  /** Voxels along each axis. */
  readonly sizes: Vec3;
  /** From voxel indices to the world. */
  readonly indexToWorld: Pick<Affine, 'columns'>;
  /** Whether the world is LPS. */
  readonly anatomical: boolean;
}

/**
 * A patient is seen from anterior, other volumes along j with k upwards, as in viewpoint b. Flat ones are seen face-on, as their
 * slices are shown: of a patient as radiologists do, with the right at the left; of others with i to the right and j downwards,
 * or k upwards. Stacks of others, as of a microscope, are seen along k, through its lens, where they are wider than deep.
 */
export function volumeView(volume: ViewedVolume): ViewDirection {
  const { sizes, anatomical, indexToWorld } = volume;
  const extents = sizes.map((size, axis) => size * length(indexToWorld.columns[axis]!)) as unknown as Vec3;
  const thin = flatAxis(extents) ?? (!anatomical && isStack(extents) ? 2 : undefined);
  if (thin === undefined) return viewDirection(defaultView(anatomical), indexToWorld);
  return anatomical ? faceAnatomy(thin, indexToWorld) : faceGrid(thin, indexToWorld);
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
