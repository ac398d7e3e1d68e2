/** Reads the faces of a PLY mesh: polygons, or strips of triangles. */

import { InputError } from '../../../errors.js';
import { mapNumbers } from '../../../math/map-numbers.js';
import { colorBytes } from '../../../mesh/attributes/colors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import { growingFloats, growingWords } from '../../../mesh/growing-array.js';
import { type Mesh, NO_VERTEX } from '../../../mesh/mesh.js';
import { pushStrip } from '../triangle-strip.js';
import { collectValues, findColor } from './ply-columns.js';
import type { PlyElement, PlyProperty } from './ply-header.js';
import { type PlyScalars, readPlyRows } from './ply-scalars.js';

export interface PlyFaces extends Pick<Mesh, 'triangles' | 'faceColors'> {
  /** The first triangle and the number of corners of each face with more than three. */
  readonly polygons: Uint32Array;
  readonly values: readonly MeshValues[];
  /** Faces with fewer than three corners. */
  readonly incomplete: number;
  /** Rows with more numbers than there are properties. */
  readonly longRows: number;
}

export function readPlyFaces(scalars: PlyScalars, element: PlyElement): PlyFaces {
  const list = findIndexList(element);
  const colorOf = findColor(element);
  const [triangles, colors, polygons, faceOf] = [growingWords(), growingWords(), growingWords(), growingWords()];
  const faceValues = element.properties.length > 1 ? collectRowValues(element) : undefined;
  let [face, incomplete] = [0, 0];
  const longRows = readPlyRows(scalars, element, list, (row, corners) => {
    if (corners.length < 3) incomplete++;
    if (corners.length > 3) {
      polygons.push(triangles.length / 3);
      polygons.push(corners.length);
    }
    const first = toIndex(corners[0]!);
    for (let corner = 2; corner < corners.length; corner++) {
      triangles.push3(first, toIndex(corners[corner - 1]!), toIndex(corners[corner]!));
      if (colorOf) colors.push(colorOf(row));
      if (faceValues) faceOf.push(face);
    }
    faceValues?.take(row);
    face++;
  });
  return {
    triangles: triangles.toArray(),
    faceColors: colorOf && colorBytes(colors.toArray()),
    polygons: polygons.toArray(),
    values: faceValues?.spread(faceOf.toArray()) ?? [],
    incomplete,
    longRows,
  };
}

/** Reads strips whose triangles share two vertices with the one before; a negative index starts another strip. */
export function readPlyStrips(scalars: PlyScalars, element: PlyElement): PlyFaces {
  const triangles = growingWords();
  const longRows = readPlyRows(scalars, element, findIndexList(element), (_row, corners) => {
    let start = 0;
    for (let at = 0; at <= corners.length; at++) {
      if (at < corners.length && corners[at]! >= 0) continue;
      pushStrip(triangles, corners.slice(start, at).map(toIndex));
      start = at + 1;
    }
  });
  const none = new Uint32Array();
  return { triangles: triangles.toArray(), faceColors: undefined, polygons: none, values: [], incomplete: 0, longRows };
}

function findIndexList({ name, properties }: PlyElement): PlyProperty {
  const list = properties.find(({ name, countType }) => countType && /^vertex_ind(?:ices|ex)$/.test(name));
  if (!list) throw new InputError(`has no list vertex_indices of element ${name}; a mesh has one`);
  return list;
}

/** Values of faces, whose number is unknown before they have been read. */
function collectRowValues(element: PlyElement) {
  const { values } = collectValues(element, 'triangles', 0);
  const columns = values.map(({ name }) => element.properties.findIndex((property) => property.name === name));
  const rows = values.map(() => growingFloats());
  return {
    take: (row: Float64Array) => {
      for (const [index, column] of columns.entries()) rows[index]!.push(row[column]!);
    },
    /** The values of the faces that triangles are of. */
    spread: (faceOf: Uint32Array): MeshValues[] =>
      values.map(({ name, on }, index) => {
        const ofFaces = rows[index]!.toArray();
        return { name, on, values: mapNumbers(new Float32Array(faceOf.length), faceOf, (face) => ofFaces[face]!) };
      }),
  };
}

const toIndex = (value: number) => (value >= 0 && value < NO_VERTEX && Number.isInteger(value) ? value : NO_VERTEX);
