/** Points as spheres and lines as tubes. */
import { InputError } from '../../errors.js';
import { distance, type Vec3 } from '../../math/vec3.js';
import type { MeshValues } from '../attributes/values.js';
import { createMesh, type Mesh } from '../mesh.js';
import { recenter } from '../recenter.js';
import { createIcosphere } from './create-basic-meshes.js';
import { createTubes } from './tubes.js';

/** Vertices of which some are points, and some are joined by lines. */
export interface Strokes {
  /** x, y and z of each vertex. */
  readonly positions: Float64Array;
  /** Vertices, each a sphere. */
  readonly points: Uint32Array;
  /** Pairs of vertices, each a tube with round ends. */
  readonly lines: Uint32Array;
  /** Colours as those of meshes. */
  readonly vertexColors?: Uint8Array | undefined;
  /** Values; those of vertices are kept. */
  readonly values?: readonly MeshValues[] | undefined;
}

/** Spheres and tubes that a picture still tells apart, and memory holds. */
const COUNT_MAX = 500_000;

/** Radii over the box's diagonal, and their bounds: spheres of a scanned surface nearly touch, and few are neither specks nor balls. */
const POINT = { share: 0.35, least: 1 / 1500, most: 1 / 50 };
const LINE = { share: 0.03, least: 1 / 1500, most: 1 / 180 };

/** Share of a square of the diagonal that tubes cover at most where they are few and long: streamlines have many short lines each. */
const LINE_COVER = 0.15;

/** Tubes of more lines are thinner than pixels, and do without spheres where they meet: a device holds no more. */
const MANY_LINES = 50_000;
const SIDES_OF_MANY = 4;

/** Spheres up to these numbers have 320 and 80 triangles, more have 20. */
const FINE_COUNTS = [2_000, 50_000];
const TUBE_SIDES = 8;

/**
 * The surface of strokes, with normals. Vertices that do not exist or are not finite are left out.
 * @throws InputError if there is nothing to draw, or more than half a million strokes.
 */
export function createStrokes(strokes: Strokes): Mesh {
  const pointAt = (vertex: number): Vec3 =>
    [0, 1, 2].map((axis) => strokes.positions[3 * vertex + axis]!) as unknown as Vec3;
  const isThere = (vertex: number) => [0, 1, 2].every((axis) => Number.isFinite(strokes.positions[3 * vertex + axis]));
  const points = strokes.points.filter(isThere);
  const lines = strokes.lines.filter(
    (_, at) => isThere(strokes.lines[at - (at % 2)]!) && isThere(strokes.lines[at - (at % 2) + 1]!),
  );
  const joints = Uint32Array.from(new Set(lines));
  const count = points.length + lines.length / 2;
  if (count === 0) throw new InputError('has no triangles, and no points or lines of finite vertices');
  if (count > COUNT_MAX) {
    throw new InputError(
      `has ${count} points and lines but no triangles; at most ${COUNT_MAX} are drawn as spheres and tubes`,
    );
  }
  const diagonal = diagonalOf([points, joints], pointAt);
  const areMany = lines.length / 2 > MANY_LINES;
  const sides = areMany ? SIDES_OF_MANY : TUBE_SIDES;
  const ends = areMany ? joints.subarray(0, 0) : joints;
  const balls = points.length + ends.length;
  const ball = createIcosphere({ subdivisions: FINE_COUNTS.filter((most) => balls <= most).length });
  const pointRadius = radiusFor(points.length, diagonal, POINT);
  const lineRadius = Math.max(
    radiusFor(lines.length / 2, diagonal, LINE),
    radiusForLength(lengthOf(lines, pointAt), diagonal),
  );
  const tubes = lines.length > 0 && tubesOf(lines, pointAt, { radius: lineRadius, sides });
  const surface = new Surface(
    (balls * ball.positions.length) / 3 + lines.length * sides,
    balls * ball.triangles.length + (tubes ? tubes.triangles.length : 0),
  );
  for (const vertex of points) surface.addBall(ball, vertex, pointAt(vertex), pointRadius);
  for (const vertex of ends) surface.addBall(ball, vertex, pointAt(vertex), lineRadius);
  if (tubes) surface.addTubes(tubes, lines, sides);
  return surface.finish(strokes);
}

/** The radius of tubes that are so long together. */
const radiusForLength = (length: number, diagonal: number) =>
  Math.min(Math.max((LINE_COVER * diagonal ** 2) / (2 * length), LINE.least * diagonal), LINE.most * diagonal);

/** The length of all lines together. */
function lengthOf(lines: Uint32Array, pointAt: (vertex: number) => Vec3): number {
  let length = 0;
  for (let at = 0; at < lines.length; at += 2) length += distance(pointAt(lines[at]!), pointAt(lines[at + 1]!));
  return length;
}

/** A tube for each pair of vertices. */
function tubesOf(
  lines: Uint32Array,
  pointAt: (vertex: number) => Vec3,
  { radius, sides }: { readonly radius: number; readonly sides: number },
): Mesh {
  const positions = new Float64Array(3 * lines.length);
  for (const [at, vertex] of lines.entries()) positions.set(pointAt(vertex), 3 * at);
  const starts = Uint32Array.from({ length: lines.length / 2 + 1 }, (_, line) => 2 * line);
  return createTubes({ positions, starts }, { radiusAt: () => radius, sides });
}

const radiusFor = (count: number, diagonal: number, { share, least, most }: typeof POINT) =>
  diagonal * Math.min(Math.max(share / Math.sqrt(Math.max(count, 1)), least), most);

/** The diagonal of the box around vertices; 1 where they are all one point. */
function diagonalOf(lists: readonly Uint32Array[], pointAt: (vertex: number) => Vec3): number {
  const [low, high] = [Infinity, -Infinity].map((bound) => [bound, bound, bound]) as [number[], number[]];
  for (const vertex of lists.flatMap((list) => [...list])) {
    for (const [axis, coordinate] of pointAt(vertex).entries()) {
      low[axis] = Math.min(low[axis]!, coordinate);
      high[axis] = Math.max(high[axis]!, coordinate);
    }
  }
  return Math.hypot(...high.map((bound, axis) => bound - low[axis]!)) || 1;
}

/** Vertices of spheres and tubes, each with the vertex of the strokes that it is of. */
class Surface {
  readonly #positions: Float64Array;
  readonly #normals: Float32Array;
  readonly #triangles: Uint32Array;
  readonly #sources: Uint32Array;
  #count = 0;
  #corners = 0;

  /** @param corners of triangles, which are not shared between them. */
  constructor(vertices: number, corners: number) {
    this.#positions = new Float64Array(3 * vertices);
    this.#normals = new Float32Array(3 * vertices);
    this.#triangles = new Uint32Array(corners);
    this.#sources = new Uint32Array(vertices);
  }

  #addTriangles(triangles: Uint32Array): void {
    for (const corner of triangles) this.#triangles[this.#corners++] = this.#count + corner;
  }

  /** @param ball about the origin, whose vertices are its normals. */
  addBall({ positions, triangles }: Mesh, source: number, center: Vec3, radius: number): void {
    this.#addTriangles(triangles);
    this.#normals.set(positions, 3 * this.#count);
    for (let at = 0; at < positions.length; at++) {
      this.#positions[3 * this.#count + at] = center[at % 3]! + radius * positions[at]!;
    }
    this.#sources.fill(source, this.#count, this.#count + positions.length / 3);
    this.#count += positions.length / 3;
  }

  /** @param ends of lines, as the vertices that tubes were made from. */
  addTubes({ positions, normals, triangles, origin }: Mesh, ends: Uint32Array, sides: number): void {
    this.#addTriangles(triangles);
    this.#normals.set(normals!, 3 * this.#count);
    for (let at = 0; at < positions.length; at++) {
      this.#positions[3 * this.#count + at] = origin[at % 3]! + positions[at]!;
    }
    for (const end of ends) {
      this.#sources.fill(end, this.#count, this.#count + sides);
      this.#count += sides;
    }
  }

  finish({ vertexColors, values = [] }: Strokes): Mesh {
    const sources = this.#sources;
    return createMesh({
      ...recenter(this.#positions),
      normals: this.#normals,
      triangles: this.#triangles,
      vertexColors:
        vertexColors &&
        Uint8Array.from({ length: 4 * sources.length }, (_, at) => vertexColors[4 * sources[at >> 2]! + (at % 4)]!),
      values: values
        .filter(({ on }) => on === 'vertices')
        .map((value) => ({ ...value, values: Float32Array.from(sources, (source) => value.values[source]!) })),
    });
  }
}
