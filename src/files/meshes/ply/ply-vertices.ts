/** Reads the vertices of a PLY mesh: positions, normals, colours and other values. */
import { InputError } from '../../../errors.js';
import { colorBytes } from '../../../mesh/attributes/colors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import type { Mesh } from '../../../mesh/mesh.js';
import { collectValues, findColor, findColumns } from './ply-columns.js';
import type { PlyElement } from './ply-header.js';
import { type PlyScalars, readPlyRows } from './ply-scalars.js';

export interface PlyVertices extends Pick<Mesh, 'normals' | 'vertexColors'> {
  readonly positions: Float64Array;
  readonly values: readonly MeshValues[];
  /** Rows with more numbers than there are properties. */
  readonly longRows: number;
}

export function readPlyVertices(scalars: PlyScalars, element: PlyElement): PlyVertices {
  const columns = findColumns(element, [['x', 'y', 'z']]);
  if (!columns) throw new InputError('has no properties x, y and z of element vertex; a mesh has them');
  const normalColumns = findColumns(element, [['nx', 'ny', 'nz']]);
  const colorOf = findColor(element);
  const { count } = element;
  const allocate = () => ({
    positions: new Float64Array(3 * count),
    normals: normalColumns && new Float32Array(3 * count),
    colors: colorOf && new Uint32Array(count),
    collected: collectValues(element, 'vertices', count),
  });
  // Rows that the data cannot hold have been refused by the time the first one is taken.
  let arrays: ReturnType<typeof allocate> | undefined;
  let vertex = 0;
  const longRows = readPlyRows(scalars, element, undefined, (row) => {
    arrays ??= allocate();
    for (let axis = 0; axis < 3; axis++) {
      arrays.positions[3 * vertex + axis] = row[columns[axis]!]!;
      if (arrays.normals) arrays.normals[3 * vertex + axis] = row[normalColumns![axis]!]!;
    }
    if (arrays.colors) arrays.colors[vertex] = colorOf!(row);
    arrays.collected.take(row, vertex);
    vertex++;
  });
  const { positions, normals, colors, collected } = arrays ?? { positions: new Float64Array() };
  return { positions, normals, vertexColors: colors && colorBytes(colors), values: collected?.values ?? [], longRows };
}
