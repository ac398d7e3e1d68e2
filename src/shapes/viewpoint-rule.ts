/** The viewpoint rule: a workgroup's shape from the camera and the volume's axes alone. */
import { type Camera, cameraBasis } from '../camera/camera.js';
import { invert, transformVector } from '../math/affine.js';
import { cross, dot, type Vec3 } from '../math/vec3.js';
import type { Volume } from '../volume/volume.js';
import { formatShape, type Shape } from './shape.js';
import type { ShapeChoice } from './shape-ranking.js';

/** Relative distances in memory between neighbouring voxels along x, y and z (the paper's section 3). */
export const AXIS_STRIDES: Vec3 = [1, 2, 6];

/** Shapes for a primary axis that runs horizontally, and vertically, on the screen (the paper's section 4.2, step 3). */
const HORIZONTAL_SHAPE: Shape = { width: 32, height: 4 };
const VERTICAL_SHAPE: Shape = { width: 1, height: 128 };

type Axis = 0 | 1 | 2;
const AXES: readonly Axis[] = [0, 1, 2];
const AXIS_NAMES = ['x', 'y', 'z'] as const;

/**
 * The shape that section 4.2 of Sugimoto, Ino and Hagihara, "Improving Cache Locality for Ray Casting with CUDA" (ARCS
 * Workshops 2012), has for a view. The paper knows six views of a cube of cubic voxels. The direction at the image's centre
 * stands for a perspective view of others, and the two comparisons below are the paper's for a cube, weigh unequal spacings by
 * the voxels that are met, and give views a to f the paper's shapes in every volume, even a sheared one.
 */
export function applyViewpointRule(camera: Camera, volume: Pick<Volume, 'indexToWorld'>): ShapeChoice {
  const { forward, right, up } = cameraBasis(camera);

  const depth = argmax((axis) => voxelsOfPlane(axis, forward, volume));
  const [primary, secondary] = AXES.filter((axis) => axis !== depth).sort(
    (a, b) => AXIS_STRIDES[a] - AXIS_STRIDES[b],
  ) as [Axis, Axis];
  const horizontal = shareAlong(primary, right, volume) >= shareAlong(primary, up, volume);

  const shape = horizontal ? HORIZONTAL_SHAPE : VERTICAL_SHAPE;
  const plane = [primary, secondary].sort().map((axis) => AXIS_NAMES[axis]);
  const reason =
    `the screen is most parallel to the ${plane.join('')} plane, whose ${AXIS_NAMES[primary]} axis has the smaller ` +
    `stride and runs ${horizontal ? 'horizontally' : 'vertically'}: ${formatShape(shape)}`;
  return { shape, policy: 'rule', reason };
}

/**
 * How many voxels of the plane that `axis` is not in lie under a unit of the screen's area projected onto that plane:
 * the plane with the most is the one most parallel to the screen as index space, which memory follows, has it.
 */
function voxelsOfPlane(axis: Axis, forward: Vec3, { indexToWorld: { columns } }: Pick<Volume, 'indexToWorld'>): number {
  // Perpendicular to a voxel's face in that plane, and as long as its area.
  const face = cross(columns[(axis + 1) % 3]!, columns[(axis + 2) % 3]!);
  return Math.abs(dot(forward, face)) / dot(face, face);
}

/**
 * The share of a unit direction that runs along a voxel axis. The three shares add up to 1 because a direction is the
 * sum over the axes of its index-space component times the axis; for perpendicular axes they are squared cosines.
 */
function shareAlong(axis: Axis, direction: Vec3, { indexToWorld }: Pick<Volume, 'indexToWorld'>): number {
  return transformVector(invert(indexToWorld), direction)[axis] * dot(direction, indexToWorld.columns[axis]);
}

function argmax(measure: (axis: Axis) => number): Axis {
  return AXES.reduce((best, axis) => (measure(axis) > measure(best) ? axis : best));
}
