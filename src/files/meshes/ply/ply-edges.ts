/** Reads the edges of a PLY file, which are lines between two vertices. */

import { growingWords } from '../../../mesh/growing-array.js';
import { NO_VERTEX } from '../../../mesh/mesh.js';
import { findColumns } from './ply-columns.js';
import type { PlyElement } from './ply-header.js';
import { type PlyScalars, readPlyRows } from './ply-scalars.js';

/** Pairs of vertices; none where the element does not say which. */
export function readPlyEdges(scalars: PlyScalars, element: PlyElement): Uint32Array {
  const columns = findColumns(element, [['vertex1', 'vertex2']]);
  const edges = growingWords();
  const isVertex = (index: number) => index >= 0 && index < NO_VERTEX && Number.isInteger(index);
  readPlyRows(scalars, element, undefined, (row) => {
    for (const column of columns ?? []) edges.push(isVertex(row[column]!) ? row[column]! : NO_VERTEX);
  });
  return edges.toArray();
}
