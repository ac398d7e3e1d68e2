/** Results of mesh readers, and the check of all of them at the end. */
import { InputError } from '../../errors.js';
import type { Affine } from '../../math/affine.js';
import { createStrokes, type Strokes } from '../../mesh/generators/create-strokes.js';
import { createMesh, findBadTriangles, type Mesh } from '../../mesh/mesh.js';
import { normalizeNormals } from '../../mesh/normals.js';
import { triangulatePolygons } from '../../mesh/topology/triangulate.js';
import { transformMesh } from '../../mesh/transform-mesh.js';
import { Budget } from '../bytes/budget.js';
import type { FileSource } from '../volumes/source.js';

/** Contents of a mesh file. */
export interface MeshFile {
  /** The mesh, in the world. */
  readonly mesh: Mesh;
  /** Lines for the user about what was left out, e.g. lines, points and bad triangles. */
  readonly notes: readonly string[];
  /** Undefined where there are none. */
  readonly animations?: readonly MeshAnimation[] | undefined;
  /** The space of the file's coordinates; those in RAS are turned to LPS. Undefined where it names none. */
  readonly space?: MeshSpace | undefined;
  /** Whether models of the file's format stand along z, as those of printers and scanners do, or along y; undefined where it has no rule. */
  readonly zUp?: boolean | undefined;
  /** The part of the body whose surface it is, where its file says so, as `MeshValues` name it: CORTEX_LEFT. */
  readonly structure?: string | undefined;
  /** Whether the file is of lines, as tractograms and neurons are, which the mesh draws as tubes. */
  readonly isLines?: boolean | undefined;
}

/** Axes to the patient's right, anterior and superior, or left, posterior and superior. */
export type MeshSpace = 'ras' | 'lps';

/** An animation in a mesh file, such as of a skeleton or of morph targets. */
export interface MeshAnimation {
  /** Its name in the file. */
  readonly name: string;
  /** How long it lasts. */
  readonly seconds: number;
  /** The mesh at a time: the same triangles, vertices and colours, elsewhere. Beyond the ends it stays as it is there. */
  readonly at: (seconds: number) => Mesh;
}

/** @throws InputError, one line that starts with the file's name, for anything that is not a readable mesh. */
export type MeshReader = (source: FileSource) => Promise<MeshFile>;

/**
 * Makes the mesh, with normals of length 1, and notes how many triangles are bad.
 * @throws InputError if there is no triangle, or none that is not bad.
 */
export function finishMesh(input: Mesh, notes: readonly string[]): MeshFile {
  const triangleCount = input.triangles.length / 3;
  if (triangleCount === 0) throw new NoTriangles(input.positions.length / 3);
  if (input.positions.length === 0) {
    throw new InputError(
      `has ${triangleCount} triangles, but no vertices; get a whole copy, or check that it is of its format`,
    );
  }
  const mesh = createMesh({ ...input, normals: input.normals && normalizeNormals(input.normals) });
  const bad = findBadTriangles(mesh).length;
  if (bad === triangleCount) {
    throw new InputError(
      `has ${triangleCount} triangles, but no vertices, or no finite ones, for any of them; at least one is needed`,
    );
  }
  const badNote = `skipped ${bad} of ${triangleCount} triangles, whose vertices do not exist or are not finite`;
  return { mesh, notes: bad > 0 ? [...notes, badNote] : notes };
}

/** A file has points or lines, and no triangles. */
export class NoTriangles extends InputError {
  /** Points as spheres and lines as tubes; undefined where there are none. */
  readonly draw: (() => MeshFile) | undefined;

  constructor(vertices: number, draw?: () => MeshFile) {
    const hint = vertices > 0 ? ': make a surface of a point cloud first' : '';
    super(`has ${vertices} vertices but no triangles; at least one is needed${hint}`);
    this.draw = vertices > 0 ? draw : undefined;
  }
}

/** The picture of what has no triangles, and a note that says so. @throws InputError if there is nothing to draw, or too much. */
export function drawStrokes(strokes: Strokes): MeshFile {
  const counted = [
    [strokes.points.length, 'points', 'spheres'],
    [strokes.lines.length / 2, 'lines', 'tubes'],
  ] as const;
  const drawn = counted.filter(([count]) => count > 0).map(([count, what, shape]) => `${count} ${what} as ${shape}`);
  return { mesh: createStrokes(strokes), notes: [`has no triangles: shows ${drawn.join(' and ')}`] };
}

/** All vertices below a number, as points. */
export const allVertices = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, vertex) => vertex);

/** Turns RAS, as neuroimaging has its surfaces, into LPS, which is this library's world: half a turn about z. */
export function turnRasToLps({ mesh, notes }: MeshFile): MeshFile {
  return { mesh: transformMesh(mesh, RAS_TO_LPS), notes, space: 'ras' };
}

/** The file in the space that a text of its header names, as Slicer and others write it: `SPACE=RAS` or `SPACE=LPS`. */
export function turnToNamedSpace(file: MeshFile, header: string): MeshFile {
  const space = /\bSPACE=(RAS|LPS)\b/.exec(header)?.[1];
  if (space === 'RAS') return turnRasToLps(file);
  return space === 'LPS' ? { ...file, space: 'lps' } : file;
}

/** Its own inverse. */
export const RAS_TO_LPS: Affine = {
  columns: [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ],
  origin: [0, 0, 0],
};

/** A note about `count` things that were left out, as a list of one line, or of none if there are none. */
export function noteLeftOut(count: number, what: string): string[] {
  return count > 0 ? [`left out ${count} ${what}`] : [];
}

/** Polygons as fans among triangles: the first triangle and the number of corners of each. */
export interface Polygons {
  readonly triangles: Uint32Array;
  readonly polygons: Uint32Array;
}

/**
 * Cuts polygons into triangles as well as their outlines allow, in as much time as the size of the file warrants.
 * @returns a note where that was not enough.
 */
export function cutPolygons(
  positions: Float32Array | Float64Array,
  { triangles, polygons }: Polygons,
  sizeBytes: number,
): string[] {
  const count = triangulatePolygons(positions, triangles, polygons, new Budget(sizeBytes).stepsLeft);
  return count > 0
    ? [`cut ${count} of ${polygons.length / 2} polygons as if they were convex; all would take too long`]
    : [];
}
