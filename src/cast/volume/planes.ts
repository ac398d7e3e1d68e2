/** Describes the planes that bound a volume's samples, for wgsl/cast/volume/ray.wgsl. */
import type { Struct } from '../../gpu/shaders/structs.js';
import { invert } from '../../math/affine.js';
import { boxHalfSpaces, type HalfSpace, transformHalfSpace } from '../../math/half-space.js';
import { dot, length, mapVec3, normalize, type Vec3 } from '../../math/vec3.js';
import type { Cell } from '../../volume/split-volume.js';
import { smallestSpacing, type Volume } from '../../volume/volume.js';
import { remainder } from './view.js';

/** `MAX_PLANES` of the WGSL, of which six are the box's. */
export const MAX_PLANES = 64;
/** The faces of the volume's box. */
export const BOX_PLANES = 6;
export const MAX_HALF_SPACES = MAX_PLANES - BOX_PLANES;
/** A cell has as many planes at most. */
export const MAX_CELL_PLANES = 6;

/** Planes that are no cuts' faces. */
const NO_FACE = { normal: [0, 0, 0], depth: [0, 0, 0], depth_offset: 0 } as const;

/** Planes of a cell that has them, those whose points belong to it and those whose points are the next cell's. */
export function cellHalfSpaces({ low, high }: Cell): {
  readonly closed: readonly HalfSpace[];
  readonly open: readonly HalfSpace[];
} {
  const all = boxHalfSpaces(low, high).filter(({ offset }) => Number.isFinite(offset));
  const isLow = ({ normal }: HalfSpace) => Math.max(...normal) > 0;
  return { closed: all.filter(isLow), open: all.filter((halfSpace) => !isLow(halfSpace)) };
}

/**
 * The planes that end a ray's samples: the faces of the volume's box, low and high along each axis, `halfSpaces` of the world,
 * and those of a cell in index space.
 */
export function describePlanes(
  view: Struct<'View'>,
  { sizes, indexToWorld }: Pick<Volume, 'sizes' | 'indexToWorld'>,
  halfSpaces: readonly HalfSpace[],
  cell: readonly HalfSpace[],
): Struct<'Plane'>[] {
  const faces = boxHalfSpaces(
    [-0.5, -0.5, -0.5],
    mapVec3(sizes, (size) => size - 0.5),
  );
  const toIndex = invert(indexToWorld);
  const cuts = halfSpaces.map((halfSpace) => transformHalfSpace(toIndex, halfSpace));
  const depths = halfSpaces.map(({ normal }, index) => {
    const perUnit = 1 / (length(normal) * smallestSpacing({ indexToWorld }));
    const inIndex = cuts[index]!;
    return {
      normal: normalize(normal),
      depth: mapVec3(inIndex.normal, (component, axis) => component * sizes[axis]! * perUnit),
      depth_offset: -perUnit * (inIndex.offset + 0.5 * dot(inIndex.normal, [1, 1, 1])),
    };
  });
  return [...faces, ...cuts, ...cell].map(({ normal, offset }, index) => {
    const eye: Vec3 = [offset - dot(normal, view.eye), -dot(normal, view.eye_right), -dot(normal, view.eye_up)];
    const direction: Vec3 = [dot(normal, view.forward), dot(normal, view.right), dot(normal, view.up)];
    return {
      ...(depths[index - BOX_PLANES] ?? NO_FACE),
      eye,
      eye_low: mapVec3(eye, remainder),
      direction,
      direction_low: mapVec3(direction, remainder),
    };
  });
}
