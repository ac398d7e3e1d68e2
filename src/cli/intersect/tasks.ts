/** The questions of `tilecast intersect`, and the columns that their answers have. */
import type { Mesh, Vec3 } from '../../index.js';
import {
  type Bvh,
  type ClosestTriangles,
  findClosest,
  findOverlaps,
  findSides,
  findSignedDistance,
  type IntersectOptions,
  intersectSegments,
  listCrossings,
  MISSED_T,
  pointsOnTriangles,
  type SignMethod,
} from '../../mesh-queries.js';
import type { InputRows } from './segment-input.js';
import type { Column, ColumnValues } from './segment-output.js';

/** Rows that are read at once, and how many came before them. */
export interface RowsAt extends InputRows {
  readonly first: number;
}

export interface IntersectTask {
  /** Name of the one file in text formats. */
  readonly name: string;
  /** The rows that are read, and counted in the summary. */
  readonly rows: 'segments' | 'points' | 'boxes' | 'balls';
  readonly found: string;
  readonly columns: readonly Column[];
  /** The column that shows what is found; default: the first. */
  readonly foundIn?: number;
  /** Whether a value of that column is one of those that are found. */
  readonly isFound: (value: number) => boolean;
  /** Whether it asks what is inside. */
  readonly hasSides: boolean;
  readonly answer: (surface: Surface, rows: RowsAt, options: IntersectOptions) => Promise<readonly ColumnValues[]>;
}

/** The surface that is asked about, and how its inside is found. */
export interface Surface {
  readonly bvh: Bvh;
  readonly mesh: Mesh;
  readonly sign: SignMethod;
}

const isThere = (triangle: number) => triangle >= 0;
const isCounted = (count: number) => count > 0;

const segmentsOf = ({ columns: [from, to] }: InputRows) => ({ from: from!, to: to! });

const CLOSEST_COLUMNS: readonly Column[] = [
  { file: 'closestU', name: 'u', type: 'f32' },
  { file: 'closestV', name: 'v', type: 'f32' },
  { file: 'closestX', name: 'x', type: 'f64' },
  { file: 'closestY', name: 'y', type: 'f64' },
  { file: 'closestZ', name: 'z', type: 'f64' },
];

export const MODES: Readonly<Record<'boolean' | 'barycentric' | 'intercept_count' | 'crossings', IntersectTask>> = {
  boolean: {
    name: 'results',
    rows: 'segments',
    found: 'crossing',
    columns: [{ file: 'results', name: 'crosses', type: 'i32' }],
    isFound: isCounted,
    hasSides: false,
    answer: async ({ bvh }, rows, options) => [await intersectSegments(bvh, segmentsOf(rows), 'any', options)],
  },
  barycentric: {
    name: 'results',
    rows: 'segments',
    found: 'crossing',
    columns: [
      { file: 'intersectTriangle', name: 'triangle', type: 'i32', missed: -1 },
      { file: 'barycentricT', name: 't', type: 'f32', missed: MISSED_T },
      { file: 'barycentricU', name: 'u', type: 'f32' },
      { file: 'barycentricV', name: 'v', type: 'f32' },
    ],
    isFound: isThere,
    hasSides: false,
    answer: async ({ bvh }, rows, options) => {
      const { triangles, t, u, v } = await intersectSegments(bvh, segmentsOf(rows), 'nearest', options);
      return [triangles, t, u, v];
    },
  },
  intercept_count: {
    name: 'results',
    rows: 'segments',
    found: 'crossing',
    columns: [{ file: 'results', name: 'count', type: 'i32' }],
    isFound: isCounted,
    hasSides: false,
    answer: async ({ bvh }, rows, options) => [await intersectSegments(bvh, segmentsOf(rows), 'count', options)],
  },
  crossings: {
    name: 'crossings',
    rows: 'segments',
    found: 'crossings',
    columns: [
      { file: 'crossingTriangle', name: 'triangle', type: 'i32' },
      { file: 'crossingSegment', name: 'segment', type: 'i32' },
      { file: 'crossingT', name: 't', type: 'f32' },
      { file: 'crossingU', name: 'u', type: 'f32' },
      { file: 'crossingV', name: 'v', type: 'f32' },
    ],
    isFound: isThere,
    hasSides: false,
    answer: async ({ bvh }, rows, options) => {
      const { offsets, triangles, t, u, v } = await listCrossings(bvh, segmentsOf(rows), options);
      const segments = new Int32Array(triangles.length);
      for (let segment = 0; segment + 1 < offsets.length; segment++) {
        segments.fill(rows.first + segment, offsets[segment], offsets[segment + 1]);
      }
      return [triangles, segments, t, u, v];
    },
  },
};

export const INSIDE: IntersectTask = {
  name: 'inside',
  rows: 'points',
  found: 'inside',
  columns: [{ file: 'inside', name: 'inside', type: 'i32' }],
  isFound: isCounted,
  hasSides: true,
  answer: async ({ bvh, mesh, sign }, { columns }) => [(await findSides(bvh, mesh, columns[0]!, { sign })).inside],
};

/** The closest triangle of each point, or several of them, each in a row of its own. */
export function closestTask(nearest: number, within: number): IntersectTask {
  return {
    name: 'closest',
    rows: 'points',
    found: 'found',
    columns: [
      { file: 'closestTriangle', name: 'triangle', type: 'i32', missed: -1 },
      ...(nearest > 1 ? [{ file: 'closestPoint', name: 'point', type: 'i32' } as const] : []),
      { file: 'closestDistance', name: 'distance', type: 'f32' },
      ...CLOSEST_COLUMNS,
    ],
    isFound: isThere,
    hasSides: false,
    answer: async ({ bvh, mesh }, { columns, first }) => {
      const found = await findClosest(bvh, columns[0]!, { nearest, within });
      const points = found.triangles.map((_, row) => first + Math.floor(row / nearest));
      return [found.triangles, ...(nearest > 1 ? [points] : []), found.distances, ...closestColumns(mesh, found)];
    },
  };
}

/** Distances below 0 inside, and how sure the sign is. */
export function signedDistanceTask(within: number): IntersectTask {
  return {
    name: 'signedDistance',
    rows: 'points',
    found: 'inside',
    columns: [
      { file: 'signedDistance', name: 'distance', type: 'f32' },
      { file: 'signedDistanceCertainty', name: 'certainty', type: 'f32' },
      { file: 'closestTriangle', name: 'triangle', type: 'i32', missed: -1 },
      ...CLOSEST_COLUMNS,
    ],
    isFound: (distance) => distance < 0,
    hasSides: true,
    answer: async ({ bvh, mesh, sign }, { columns }) => {
      const found = await findSignedDistance(bvh, mesh, columns[0]!, { within, sign });
      return [found.distances, found.certainty, found.triangles, ...closestColumns(mesh, found)];
    },
  };
}

/** All triangles that meet each box or ball, in rows of their own. */
export function overlapTask(regions: 'boxes' | 'balls'): IntersectTask {
  return {
    name: 'overlaps',
    rows: regions,
    found: 'triangles',
    columns: [
      { file: 'overlapTriangle', name: 'triangle', type: 'i32' },
      { file: 'overlapRegion', name: regions === 'boxes' ? 'box' : 'ball', type: 'i32' },
    ],
    isFound: isThere,
    hasSides: false,
    answer: async ({ bvh, mesh }, { columns: [first, second], first: before }) => {
      const vectorAt = (values: ArrayLike<number>, at: number): Vec3 => [values[at]!, values[at + 1]!, values[at + 2]!];
      const rows = Array.from({ length: first!.length / 3 }, (_, row) =>
        regions === 'boxes'
          ? { min: vectorAt(first!, 3 * row), max: vectorAt(second!, 3 * row) }
          : { center: vectorAt(first!, 3 * row), radius: second![row]! },
      );
      const { offsets, triangles } = await findOverlaps(bvh, mesh, rows);
      const indices = new Int32Array(triangles.length);
      for (const row of rows.keys()) indices.fill(before + row, offsets[row], offsets[row + 1]);
      return [Int32Array.from(triangles), indices];
    },
  };
}

const POINT_COLUMNS: readonly Column[] = ['x', 'y', 'z'].map((name) => ({ file: name, name, type: 'f64' }));

/** The task with the points before the answers, as PLY has vertices with properties. */
export function withPoints(task: IntersectTask): IntersectTask {
  const renamed = task.columns.map((column) =>
    /^[xyz]$/.test(column.name) ? { ...column, name: `closest_${column.name}` } : column,
  );
  return {
    ...task,
    columns: [...POINT_COLUMNS, ...renamed],
    foundIn: POINT_COLUMNS.length,
    answer: async (surface, rows, options) => {
      const [points] = rows.columns;
      const coordinates = POINT_COLUMNS.map((_, axis) =>
        Float64Array.from({ length: points!.length / 3 }, (__, row) => points![3 * row + axis]!),
      );
      return [...coordinates, ...(await task.answer(surface, rows, options))];
    },
  };
}

function closestColumns(mesh: Mesh, found: Pick<ClosestTriangles, 'triangles' | 'u' | 'v'>): ColumnValues[] {
  const points = pointsOnTriangles(mesh, found);
  const coordinates = [0, 1, 2].map((axis) =>
    Float64Array.from({ length: points.length / 3 }, (_, row) => points[3 * row + axis]!),
  );
  return [found.u, found.v, ...coordinates];
}
