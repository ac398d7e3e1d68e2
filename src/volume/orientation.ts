/** How a volume's axes lie in the world. */
import { length, type Vec3 } from '../math/vec3.js';
import { anatomicalLetter } from './anatomical-letters.js';
import type { Volume } from './volume.js';

/** How the axes of a volume lie in the world. */
export interface Orientation {
  /** The world axis that each of i, j and k is nearest to, each axis once, with its sign: as "+x", "-y", "+z". */
  readonly axes: readonly [string, string, string];
  /** The directions that i, j and k grow towards in an anatomical world, as "RAS" or "LPS". */
  readonly letters: string | undefined;
  /** The largest angle between one of i, j and k and its world axis; 0 to 90. */
  readonly obliquenessDegrees: number;
}

type Axes = readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2];

const PERMUTATIONS: readonly Axes[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

/** A world axis for each voxel axis, each once, so that the product of the cosines is the largest. */
export function nearestWorldAxes({ columns }: Pick<Volume['indexToWorld'], 'columns'>): Axes {
  const lengths = columns.map(length);
  const product = (axes: Axes) =>
    axes.reduce((factors: number, axis, column) => factors * (Math.abs(columns[column]![axis]) / lengths[column]!), 1);
  return PERMUTATIONS.reduce((best, candidate) => (product(candidate) > product(best) ? candidate : best));
}

/** Names the world directions of a volume's axes, and how far these are from them. */
export function describeOrientation({
  indexToWorld,
  anatomical,
}: Pick<Volume, 'indexToWorld' | 'anatomical'>): Orientation {
  const { columns } = indexToWorld;
  const axes = nearestWorldAxes(indexToWorld);
  const components = axes.map((axis, column) => columns[column]![axis]);
  return {
    axes: axes.map((axis, column) => `${components[column]! < 0 ? '-' : '+'}${'xyz'[axis]}`) as [
      string,
      string,
      string,
    ],
    letters: anatomical ? axes.map((axis, column) => anatomicalLetter(axis, components[column]!)).join('') : undefined,
    obliquenessDegrees: Math.max(...axes.map((axis, column) => angleDegrees(columns[column]!, axis))),
  };
}

/**
 * The angle between a vector and a world axis, whichever way that points. Computed by the tangent, since a cosine near 1 says
 * little.
 */
function angleDegrees(vector: Vec3, axis: 0 | 1 | 2): number {
  const across = vector.filter((_, other) => other !== axis);
  return (Math.atan2(Math.hypot(...across), Math.abs(vector[axis])) * 180) / Math.PI;
}
