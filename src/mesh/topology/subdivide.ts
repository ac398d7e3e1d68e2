/** Midpoint subdivision: four triangles for each. */

import { COORDINATE_COMPONENTS } from '../attributes/textures.js';
import { mapMaterialVertices } from '../materials/mesh-materials.js';
import { createMesh, isBadTriangle, type Mesh, NO_VERTEX } from '../mesh.js';
import { TripleNumbering } from './triple-numbering.js';

/**
 * Cuts each triangle at the midpoints of its edges into four, which lie in its plane: the shape stays, and so does
 * whether edges are shared. Triangle `t` becomes 4t … 4t + 3: its three corners, then its middle. Colours and normals
 * are interpolated; bad triangles become four bad ones.
 */
export function subdivide(mesh: Mesh): Mesh {
  const { triangles, normals, vertexColors, faceColors, textures, materials } = mesh;
  const vertexCount = mesh.positions.length / 3;
  const edges = new TripleNumbering();
  const ends: number[] = [];
  const midpoint = (a: number, b: number): number => {
    const before = edges.count;
    const edge = edges.number(Math.min(a, b), Math.max(a, b), 0);
    if (edge === before) ends.push(a, b);
    return vertexCount + edge;
  };

  const subdivided = new Uint32Array(4 * triangles.length).fill(NO_VERTEX);
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    const [a, b, c] = [triangles[3 * triangle]!, triangles[3 * triangle + 1]!, triangles[3 * triangle + 2]!];
    const [ab, bc, ca] = [midpoint(a, b), midpoint(b, c), midpoint(c, a)];
    subdivided.set([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca], 12 * triangle);
  }
  return createMesh({
    positions: appendMidpoints(mesh.positions, 3, ends),
    triangles: subdivided,
    origin: mesh.origin,
    normals: normals && appendMidpoints(normals, 3, ends, normalizeAt),
    vertexColors: vertexColors && appendMidpoints(vertexColors, 4, ends),
    faceColors: faceColors && repeat(faceColors, 4, 4),
    textures: textures && {
      ...textures,
      coordinates: appendMidpoints(textures.coordinates, COORDINATE_COMPONENTS, ends),
    },
    materials: materials && mapMaterialVertices(materials, (numbers, size) => appendMidpoints(numbers, size, ends)),
  });
}

/** `values`, `size` a vertex, and after them the means of those at the two ends of each edge. */
function appendMidpoints<A extends Float32Array | Uint8Array | Uint32Array>(
  values: A,
  size: number,
  ends: readonly number[],
  finish?: (all: A, at: number) => void,
): A {
  const all = new (values.constructor as new (length: number) => A)(values.length + (size * ends.length) / 2);
  all.set(values);
  let at = values.length;
  for (let end = 0; end < ends.length; end += 2) {
    const [a, b] = [size * ends[end]!, size * ends[end + 1]!];
    for (let axis = 0; axis < size; axis++) all[at + axis] = (values[a + axis]! + values[b + axis]!) / 2;
    finish?.(all, at);
    at += size;
  }
  return all;
}

function normalizeAt(normals: Float32Array, at: number): void {
  const length = Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!);
  if (length > 0) for (let axis = at; axis < at + 3; axis++) normals[axis]! /= length;
}

function repeat(values: Uint8Array, size: number, times: number): Uint8Array {
  const repeated = new Uint8Array(values.length * times);
  for (let at = 0; at < repeated.length; at += size) {
    const from = Math.floor(at / (size * times)) * size;
    for (let axis = 0; axis < size; axis++) repeated[at + axis] = values[from + axis]!;
  }
  return repeated;
}
