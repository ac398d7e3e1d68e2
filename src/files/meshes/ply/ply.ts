/** Reads PLY meshes: ascii or binary in either byte order, with normals, colours and values of vertices or faces. */
import { InputError } from '../../../errors.js';
import { recenter } from '../../../mesh/recenter.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import {
  allVertices,
  cutPolygons,
  drawStrokes,
  finishMesh,
  type MeshReader,
  NoTriangles,
  noteLeftOut,
  turnToNamedSpace,
} from '../mesh-file.js';
import { readPlyEdges } from './ply-edges.js';
import { type PlyFaces, readPlyFaces, readPlyStrips } from './ply-faces.js';
import { parsePlyHeader } from './ply-header.js';
import { createPlyScalars, readPlyRows } from './ply-scalars.js';
import { type PlyVertices, readPlyVertices } from './ply-vertices.js';

/**
 * Reads the elements `vertex` and `face` or `tristrips`, and leaves out others. Polygons are cut into triangles. Colours of
 * faces are left out if vertices have any. Alpha is ignored.
 */
export const readPly: MeshReader = (source) =>
  nameInErrors(source.name, async () => {
    const header = parsePlyHeader(source.bytes);
    const scalars = createPlyScalars(source.bytes, header);
    const notes: string[] = [];
    let vertices: PlyVertices | undefined;
    let faces: PlyFaces | undefined;
    let edges: Uint32Array | undefined;
    for (const element of header.elements) {
      if (element.name === 'vertex') vertices = readPlyVertices(scalars, element);
      else if (element.name === 'face' && element.count > 0) faces = readPlyFaces(scalars, element);
      else if (element.name === 'tristrips' && !faces) faces = readPlyStrips(scalars, element);
      else if (element.name === 'edge' && element.count > 0 && !faces) edges = readPlyEdges(scalars, element);
      else {
        readPlyRows(scalars, element, undefined, () => {});
        notes.push(...noteLeftOut(element.count, `rows of element ${element.name}`));
      }
    }
    if (!vertices) throw new InputError('has no element vertex; a mesh has one');
    if (!faces) {
      const { positions } = vertices;
      const strokes = {
        ...vertices,
        points: edges ? new Uint32Array() : allVertices(positions.length / 3),
        lines: edges ?? new Uint32Array(),
      };
      throw new NoTriangles(positions.length / 3, () => turnToNamedSpace(drawStrokes(strokes), header.comments));
    }
    notes.push(...noteLeftOut(edges ? edges.length / 2 : 0, 'rows of element edge'));
    if (!scalars.isAtEnd()) notes.push('left out data after the last element');
    notes.push(...noteLeftOut(faces.incomplete, 'faces with fewer than three corners'));
    notes.push(...noteLeftOut(vertices.longRows + faces.longRows, 'ends of rows, which no property declares'));
    const { normals, vertexColors } = vertices;
    notes.push(...cutPolygons(vertices.positions, faces, source.bytes.length));
    const mesh = {
      ...recenter(vertices.positions),
      triangles: faces.triangles,
      normals,
      vertexColors,
      faceColors: vertexColors ? undefined : faces.faceColors,
      values: [...vertices.values, ...faces.values],
    };
    return turnToNamedSpace(finishMesh(mesh, notes), header.comments);
  });
