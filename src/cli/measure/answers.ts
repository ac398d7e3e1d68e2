/** Results of `tilecast measure`: columns of numbers, and which of them a map can show. */

import { worldPositions } from '../../lab.js';
import {
  findClosest,
  findCollisions,
  findSignedDistance,
  findThickness,
  isInsideOut,
  type MeshTree,
  type THICKNESS_POINTS,
} from '../../mesh-queries.js';
import { FACES_INWARD } from '../info/mesh-description.js';
import { chooseSides } from '../intersect/choose-sides.js';
import type { Column, ColumnValues } from '../intersect/segment-output.js';
import { say } from '../say.js';

export interface AnswerOptions {
  /** The places to measure the thickness at. */
  readonly at: (typeof THICKNESS_POINTS)[number];
  /** Whether distances are below 0 inside of the second mesh. */
  readonly signed: boolean;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly values: readonly ColumnValues[];
  /** A number for each vertex or triangle of the first mesh. */
  readonly map?: SurfaceMap;
}

export interface SurfaceMap {
  readonly name: string;
  readonly values: Float32Array;
  readonly at: (typeof THICKNESS_POINTS)[number];
  /** Whether 0 is the middle of the colours. */
  readonly diverging: boolean;
}

type Answer = (trees: readonly MeshTree[], options: AnswerOptions) => Promise<Table>;

export const ANSWERS: Readonly<Record<'vertices' | 'collisions' | 'thickness', Answer>> = {
  vertices: async ([first, second], { signed }) => {
    const points = worldPositions(first!.mesh);
    const { bvh, mesh } = second!;
    const { distances, triangles } = signed
      ? await findSignedDistance(bvh, mesh, points, { sign: chooseSides(mesh, 'the second mesh').sign })
      : await findClosest(bvh, points);
    return {
      columns: [
        { file: 'vertexDistance', name: 'distance', type: 'f32', missed: Infinity },
        { file: 'closestTriangle', name: 'triangle', type: 'i32' },
      ],
      values: [distances, triangles],
      map: { name: 'distance', values: distances, at: 'vertices', diverging: signed },
    };
  },
  collisions: async ([first, second]) => {
    const pairs = await findCollisions(first!, second!);
    const side = (which: number) =>
      Int32Array.from({ length: pairs.length / 2 }, (_, pair) => pairs[2 * pair + which]!);
    return {
      columns: [
        { file: 'firstTriangle', name: 'first', type: 'i32' },
        { file: 'secondTriangle', name: 'second', type: 'i32' },
      ],
      values: [side(0), side(1)],
    };
  },
  thickness: async ([only], { at }) => {
    if (isInsideOut(only!.mesh)) say(`the mesh is closed and ${FACES_INWARD}: it is measured as if they faced outward`);
    const values = await findThickness(only!.bvh, only!.mesh, at);
    const missing = values.reduce((count, value) => count + Number(value === Infinity), 0);
    if (missing > 0)
      say(`${missing} of ${values.length} ${at} have no thickness: nothing lies behind them, or they have no normal`);
    return {
      columns: [{ file: 'thickness', name: 'thickness', type: 'f32', missed: Infinity }],
      values: [values],
      map: { name: 'thickness', values, at, diverging: false },
    };
  },
};
