/** Reads PLY meshes: ascii or binary in either byte order, with normals and colours of vertices or faces. */
import { InputError } from '../../errors.js';
import { colorBytes, packColor } from '../../mesh/colors.js';
import { type Mesh, NO_VERTEX } from '../../mesh/mesh.js';
import { recenter } from '../../mesh/recenter.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { growingWords } from './growing-array.js';
import { cutPolygons, finishMesh, type MeshReader, noteLeftOut } from './mesh-file.js';
import { type PlyElement, parsePlyHeader } from './ply-header.js';
import { createPlyScalars, type PlyScalars, readPlyRows } from './ply-scalars.js';

/**
 * Reads the elements `vertex` and `face`, and leaves out others and properties that are not known. Polygons are cut
 * into triangles. Where vertices have colours, those of faces are left out. Alpha is ignored.
 */
export const readPly: MeshReader = (source) =>
  nameInErrors(source.name, async () => {
    const header = parsePlyHeader(source.bytes);
    const scalars = createPlyScalars(source.bytes, header);
    const notes: string[] = [];
    let vertices: Vertices | undefined;
    let faces: Faces | undefined;
    for (const element of header.elements) {
      if (element.name === 'vertex') vertices = readVertices(scalars, element);
      else if (element.name === 'face') faces = readFaces(scalars, element);
      else {
        readPlyRows(scalars, element, undefined, () => {});
        notes.push(...noteLeftOut(element.count, `rows of element ${element.name}`));
      }
    }
    if (!vertices) throw new InputError('has no element vertex; a mesh has one');
    if (!faces) {
      throw new InputError(`has no element face, only ${vertices.positions.length / 3} vertices; a mesh has both`);
    }
    if (!scalars.isAtEnd()) notes.push('left out data after the last element');
    notes.push(...noteLeftOut(faces.incomplete, 'faces with fewer than three corners'));
    const faceColors = vertices.vertexColors ? undefined : faces.faceColors;
    notes.push(...cutPolygons(vertices.positions, faces, source.bytes.length));
    return finishMesh({ ...vertices, ...recenter(vertices.positions), triangles: faces.triangles, faceColors }, notes);
  });

/** The columns of the first group of names of which all are there. */
function findColumns({ properties }: PlyElement, groups: readonly (readonly string[])[]): number[] | undefined {
  const scalar = (name: string) => properties.findIndex((property) => property.name === name && !property.countType);
  return groups.map((names) => names.map(scalar)).find((columns) => columns.every((column) => column >= 0));
}

/** The words of a row's colour; undefined if the element has none. */
function findColor(element: PlyElement): ((row: Float64Array) => number) | undefined {
  const columns = findColumns(element, [
    ['red', 'green', 'blue'],
    ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
    ['r', 'g', 'b'],
  ]);
  if (!columns) return undefined;
  const [red, green, blue] = columns as [number, number, number];
  const { type } = element.properties[red]!;
  const scale = type.startsWith('float') ? 255 : type === 'uint16' ? 1 / 257 : 1;
  return (row) => packColor(row[red]! * scale, row[green]! * scale, row[blue]! * scale);
}

interface Vertices extends Pick<Mesh, 'normals' | 'vertexColors'> {
  readonly positions: Float64Array;
}

function readVertices(scalars: PlyScalars, element: PlyElement): Vertices {
  const columns = findColumns(element, [['x', 'y', 'z']]);
  if (!columns) throw new InputError('has no properties x, y and z of element vertex; a mesh has them');
  const normalColumns = findColumns(element, [['nx', 'ny', 'nz']]);
  const colorOf = findColor(element);
  // Rows that the data cannot hold have been refused by the time the first one is taken.
  let arrays: { positions: Float64Array; normals?: Float32Array; colors?: Uint32Array } | undefined;
  const allocate = () => ({
    positions: new Float64Array(3 * element.count),
    ...(normalColumns && { normals: new Float32Array(3 * element.count) }),
    ...(colorOf && { colors: new Uint32Array(element.count) }),
  });
  let vertex = 0;
  readPlyRows(scalars, element, undefined, (row) => {
    arrays ??= allocate();
    for (let axis = 0; axis < 3; axis++) {
      arrays.positions[3 * vertex + axis] = row[columns[axis]!]!;
      if (arrays.normals) arrays.normals[3 * vertex + axis] = row[normalColumns![axis]!]!;
    }
    if (arrays.colors) arrays.colors[vertex] = colorOf!(row);
    vertex++;
  });
  const { positions, normals, colors } = arrays ?? { positions: new Float64Array() };
  return { positions, normals, vertexColors: colors && colorBytes(colors) };
}

interface Faces extends Pick<Mesh, 'triangles' | 'faceColors'> {
  /** The first triangle and the number of corners of each face with more than three. */
  readonly polygons: Uint32Array;
  /** Faces with fewer than three corners. */
  readonly incomplete: number;
}

function readFaces(scalars: PlyScalars, element: PlyElement): Faces {
  const list = element.properties.find(({ name, countType }) => countType && /^vertex_ind(?:ices|ex)$/.test(name));
  if (!list) throw new InputError('has no list vertex_indices of element face; a mesh has one');
  const colorOf = findColor(element);
  const [triangles, colors, polygons] = [growingWords(), growingWords(), growingWords()];
  let incomplete = 0;
  readPlyRows(scalars, element, list, (row, corners) => {
    if (corners.length < 3) incomplete++;
    if (corners.length > 3) {
      polygons.push(triangles.length / 3);
      polygons.push(corners.length);
    }
    const first = toIndex(corners[0]!);
    for (let corner = 2; corner < corners.length; corner++) {
      triangles.push3(first, toIndex(corners[corner - 1]!), toIndex(corners[corner]!));
      if (colorOf) colors.push(colorOf(row));
    }
  });
  return {
    triangles: triangles.toArray(),
    faceColors: colorOf && colorBytes(colors.toArray()),
    polygons: polygons.toArray(),
    incomplete,
  };
}

const toIndex = (value: number) => (value >= 0 && value < NO_VERTEX && Number.isInteger(value) ? value : NO_VERTEX);
