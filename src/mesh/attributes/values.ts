/** Numbers on a mesh, one for each vertex or each triangle under a name: curvature, thickness, a statistic. */
import { InputError } from '../../errors.js';
import type { Vec3 } from '../../math/vec3.js';

/** The meaning of a number that stands for a region. */
export interface MeshLabel {
  readonly label: number;
  readonly name: string;
  readonly color?: Vec3;
}

/** Named numbers on the vertices or triangles of a mesh. */
export interface MeshValues {
  /** Their name in the file. */
  readonly name: string;
  /** Whether each vertex has a value, or each triangle. */
  readonly on: 'vertices' | 'triangles';
  /** NaN where there is none. */
  readonly values: Float32Array;
  /** The part of the body whose surface they are on, where a file has values of several: CORTEX_LEFT, CORTEX_RIGHT, CEREBELLUM. */
  readonly structure?: string | undefined;
  /** The regions that the numbers stand for, where they are labels. */
  readonly labels?: readonly MeshLabel[] | undefined;
}

/** @throws InputError, listing the existing names, if no values have this name. */
export function findValues(mesh: { readonly values?: readonly MeshValues[] | undefined }, name: string): MeshValues {
  const { values = [] } = mesh;
  const found =
    values.find((candidate) => candidate.name === name) ??
    values.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (found) return found;
  const names = values.map((candidate) => candidate.name).join(', ');
  throw new InputError(`has no values named "${name}"; ${names === '' ? 'it has none at all' : `it has ${names}`}`);
}

/** The least and the greatest finite value; undefined if there is none. */
export function findValueRange({ values }: MeshValues): readonly [number, number] | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : undefined;
}
