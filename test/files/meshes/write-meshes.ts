/** Writes meshes in every format that tilecast reads, for the tests. */
import type { Endianness, ScalarType } from '../../../src/files/volumes/samples/voxels.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { ascii, join, toBytes } from '../volumes/nrrd/write-nrrd.js';

/** Content of the files: vertices, polygons of any number of corners, and colours 0…255 of either. */
export interface Shape {
  readonly vertices: readonly (readonly [number, number, number])[];
  readonly faces: readonly (readonly number[])[];
  readonly normals?: readonly (readonly [number, number, number])[];
  readonly vertexColors?: readonly (readonly [number, number, number])[];
  readonly faceColors?: readonly (readonly [number, number, number])[];
}

export function shapeOf({ positions, triangles, normals }: Mesh): Shape {
  const triples = (values: ArrayLike<number>) =>
    Array.from({ length: values.length / 3 }, (_, at): [number, number, number] => [
      values[3 * at]!,
      values[3 * at + 1]!,
      values[3 * at + 2]!,
    ]);
  return { vertices: triples(positions), faces: triples(triangles), ...(normals && { normals: triples(normals) }) };
}

const OLD_NAMES: Partial<Record<ScalarType, string>> = {
  int8: 'char',
  uint8: 'uchar',
  int16: 'short',
  uint16: 'ushort',
  int32: 'int',
  uint32: 'uint',
  float32: 'float',
  float64: 'double',
};

export interface PlyOptions {
  readonly format?: 'ascii' | Endianness;
  readonly newline?: string;
  readonly coordinates?: ScalarType;
  readonly counts?: ScalarType;
  readonly indices?: ScalarType;
  readonly colors?: ScalarType;
  /** Elements and properties that no reader knows, before, between and after the others. */
  readonly extras?: boolean;
  readonly sizedNames?: boolean;
}

type Row = readonly (readonly [ScalarType, readonly number[]])[];

export function writePly(shape: Shape, options: PlyOptions = {}): Uint8Array {
  const { format = 'ascii', newline = '\n', coordinates = 'float32', colors = 'uint8' } = options;
  const { counts = 'uint8', indices = 'int32', extras = false, sizedNames = false } = options;
  const typeName = (type: ScalarType) => (sizedNames ? type : (OLD_NAMES[type] ?? type));
  const property = (type: ScalarType, ...names: string[]) => names.map((name) => `property ${typeName(type)} ${name}`);
  const list = (name: string) => `property list ${typeName(counts)} ${typeName(indices)} ${name}`;
  const colorScale = colors.startsWith('float') ? 1 / 255 : colors === 'uint16' ? 257 : 1;
  const colorCells = (color: readonly number[] | undefined): Row =>
    color ? [[colors, color.map((c) => c * colorScale)]] : [];

  const camera: Row[] = [[['float32', [1.5, 2.5]]], [['float32', [3.5, 4.5]]]];
  const vertices = shape.vertices.map(
    (vertex, at): Row => [
      ...(extras ? [['int16', [-7]] as const] : []),
      [coordinates, vertex],
      ...(shape.normals ? [['float32', shape.normals[at]!] as const] : []),
      ...colorCells(shape.vertexColors?.[at]),
      ...(extras
        ? ([
            ['uint8', [2]],
            ['float32', [0.25, 0.75]],
          ] as const)
        : []),
    ],
  );
  const faces = shape.faces.map(
    (face, at): Row => [
      ...(extras
        ? ([
            ['uint8', [3]],
            ['float64', [0.5, 1.5, 2.5]],
          ] as const)
        : []),
      [counts, [face.length]],
      [indices, face],
      ...colorCells(shape.faceColors?.[at]),
      ...(extras ? [['uint32', [4e9]] as const] : []),
    ],
  );
  const edges: Row[] = [[['int32', [0, 1]]]];
  const header = [
    'ply',
    `format ${format === 'ascii' ? format : `binary_${format}_endian`} 1.0`,
    'comment made for a test',
    ...(extras ? ['obj_info nothing', 'element camera 2', ...property('float32', 'near', 'far')] : []),
    `element vertex ${vertices.length}`,
    ...(extras ? property('int16', 'label') : []),
    ...property(coordinates, 'x', 'y', 'z'),
    ...(shape.normals ? property('float32', 'nx', 'ny', 'nz') : []),
    ...(shape.vertexColors ? property(colors, 'red', 'green', 'blue') : []),
    ...(extras ? [`property list ${typeName('uint8')} ${typeName('float32')} weights`] : []),
    `element face ${faces.length}`,
    ...(extras ? [`property list ${typeName('uint8')} ${typeName('float64')} texcoord`] : []),
    list(extras ? 'vertex_index' : 'vertex_indices'),
    ...(shape.faceColors ? property(colors, 'red', 'green', 'blue') : []),
    ...(extras ? [...property('uint32', 'group'), 'element edge 1', ...property('int32', 'from', 'to')] : []),
    'end_header',
    '',
  ].join(newline);
  const rows = [...(extras ? camera : []), ...vertices, ...faces, ...(extras ? edges : [])];
  if (format === 'ascii') {
    return ascii(header + rows.map((row) => row.flatMap(([, values]) => values).join(' ') + newline).join(''));
  }
  return join(header, ...rows.flatMap((row) => row.map(([type, values]) => toBytes(values, type, format))));
}

export interface ObjOptions {
  readonly newline?: string;
  /** Counts backwards from the last vertex. */
  readonly negative?: boolean;
  readonly textureIndices?: boolean;
}

export function writeObj({ vertices, faces, normals, vertexColors }: Shape, options: ObjOptions = {}): Uint8Array {
  const { newline = '\n', negative = false, textureIndices = false } = options;
  const corner = (vertex: number) => {
    const index = negative ? vertex - vertices.length : vertex + 1;
    if (normals) return `${index}/${textureIndices ? 1 : ''}/${index}`;
    return textureIndices ? `${index}/1` : `${index}`;
  };
  return ascii(
    [
      '# made for a test',
      'o thing',
      ...vertices.map((vertex, at) => ['v', ...vertex, ...(vertexColors?.[at]?.map((c) => c / 255) ?? [])].join(' ')),
      ...(textureIndices ? ['vt 0.5 0.5'] : []),
      ...(normals ?? []).map((normal) => `vn ${normal.join(' ')}`),
      's off',
      ...faces.map((face) => `f ${face.map(corner).join(' ')}`),
      '',
    ].join(newline),
  );
}

export function writeAsciiStl({ vertices, faces }: Shape, newline = '\n', name = 'a thing'): Uint8Array {
  const facet = (face: readonly number[]) => [
    '  facet normal 0 0 0',
    '    outer loop',
    ...face.map((vertex) => `      vertex ${vertices[vertex]!.join(' ')}`),
    '    endloop',
    '  endfacet',
  ];
  return ascii([`solid ${name}`, ...faces.flatMap(facet), `endsolid ${name}`, ''].join(newline));
}

export function writeBinaryStl(
  { vertices, faces }: Shape,
  header: string | Uint8Array = 'made for a test',
  attributes: readonly number[] = [],
): Uint8Array {
  const start = new Uint8Array(80);
  start.set(typeof header === 'string' ? ascii(header) : header);
  const facets = faces.flatMap((face, at) => [
    toBytes([0, 0, 0, ...face.flatMap((vertex) => vertices[vertex]!)], 'float32'),
    toBytes([attributes[at] ?? 0], 'uint16'),
  ]);
  return join(start, toBytes([faces.length], 'uint32'), ...facets);
}

export function writeTri({ vertices, faces, normals, faceColors }: Shape): Uint8Array {
  return join(
    toBytes([normals ? 0xdeadc0de : 0xdeadbeef], 'uint32'),
    toBytes([vertices.length], 'uint32'),
    ...vertices.map((vertex, at) => toBytes([...vertex, ...(normals?.[at] ?? [])], 'float32')),
    toBytes([faces.length], 'uint32'),
    ...faces.flatMap((face, at) => [
      toBytes(face, 'uint32'),
      toBytes(
        (faceColors?.[at] ?? [255, 255, 255]).map((component) => component / 255),
        'float32',
      ),
    ]),
  );
}

export function chunk(id: number, ...data: Uint8Array[]): Uint8Array {
  const body = join(...data);
  return join(toBytes([id], 'uint16'), toBytes([body.length + 6], 'uint32'), body);
}

export const words = (...values: number[]): Uint8Array => toBytes(values, 'uint16');
export const floats = (...values: number[]): Uint8Array => toBytes(values, 'float32');

/** A mesh chunk of 3DS; further ones may follow in `faceParts` and `meshParts`. */
export function write3dsMesh({ vertices, faces }: Shape, faceParts: Uint8Array[] = [], meshParts: Uint8Array[] = []) {
  return chunk(
    0x4000,
    ascii('thing\0'),
    chunk(
      0x4100,
      chunk(0x4110, words(vertices.length), floats(...vertices.flat())),
      chunk(0x4120, words(faces.length), ...faces.map((face) => words(...face, 7)), ...faceParts),
      ...meshParts,
    ),
  );
}

export function write3ds(...editorParts: Uint8Array[]): Uint8Array {
  return chunk(0x4d4d, chunk(0x0002, toBytes([3], 'uint32')), chunk(0x3d3d, ...editorParts), chunk(0xb000));
}

/** OFF, with what of normals and colours the shape has. */
export function writeOff({ vertices, faces, normals, vertexColors, faceColors }: Shape, newline = '\n'): Uint8Array {
  return ascii(
    [
      `${vertexColors ? 'C' : ''}${normals ? 'N' : ''}OFF # made for a test`,
      '',
      `${vertices.length} ${faces.length} 0`,
      ...vertices.map((vertex, at) => [...vertex, ...(normals?.[at] ?? []), ...(vertexColors?.[at] ?? [])].join(' ')),
      '# faces',
      ...faces.map((face, at) => [face.length, ...face, ...(faceColors?.[at] ?? [])].join(' ')),
      '',
    ].join(newline),
  );
}

/** A FreeSurfer surface, whose world is RAS, at the same places in LPS. */
export function writeFreeSurfer({ vertices, faces }: Shape, footer = ''): Uint8Array {
  return join(
    Uint8Array.of(0xff, 0xff, 0xfe),
    'created for a test\n\n',
    toBytes([vertices.length, faces.length], 'int32', 'big'),
    ...vertices.map(([x, y, z]) => toBytes([-x, -y, z], 'float32', 'big')),
    ...faces.map((face) => toBytes(face, 'int32', 'big')),
    footer,
  );
}

export function writeFreeSurferValues(values: readonly number[], faces: number): Uint8Array {
  return join(
    Uint8Array.of(0xff, 0xff, 0xff),
    toBytes([values.length, faces, 1], 'int32', 'big'),
    toBytes(values, 'float32', 'big'),
  );
}

/** MZ3, in RAS, with colours and scalars where they are given. */
export function writeMz3({ vertices, faces, vertexColors }: Shape, scalars: readonly number[] = []): Uint8Array {
  return join(
    'MZ',
    toBytes([3 + (vertexColors ? 4 : 0) + (scalars.length > 0 ? 8 : 0)], 'uint16'),
    toBytes([faces.length, vertices.length, 4], 'uint32'),
    'skip',
    toBytes(faces.flat(), 'int32'),
    toBytes(
      vertices.flatMap(([x, y, z]) => [-x, -y, z]),
      'float32',
    ),
    Uint8Array.from(vertexColors?.flatMap((color) => [...color, 0]) ?? []),
    toBytes(scalars, 'float32'),
  );
}

/** VTK's legacy PolyData in text, with a value for each vertex and each face. */
export function writeLegacyPolyData({ vertices, faces }: Shape): Uint8Array {
  const size = faces.reduce((sum, face) => sum + face.length + 1, 0);
  return ascii(
    [
      '# vtk DataFile Version 3.0',
      'made for a test',
      'ASCII',
      'DATASET POLYDATA',
      `POINTS ${vertices.length} float`,
      ...vertices.map((vertex) => vertex.join(' ')),
      'VERTICES 1 2',
      '1 0',
      `POLYGONS ${faces.length} ${size}`,
      ...faces.map((face) => [face.length, ...face].join(' ')),
      `POINT_DATA ${vertices.length}`,
      'SCALARS height float 1',
      'LOOKUP_TABLE default',
      ...vertices.map(([, , z]) => z),
      `CELL_DATA ${faces.length + 1}`,
      'FIELD FieldData 1',
      `number 1 ${faces.length + 1} int`,
      [-1, ...faces.map((_, face) => face)].join(' '),
      '',
    ].join('\n'),
  );
}

/** A parallel surface of pieces in these files. */
export const writeParallelPolyData = (pieces: readonly string[]): Uint8Array =>
  ascii(
    `<VTKFile type="PPolyData" version="0.1" byte_order="LittleEndian"><PPolyData GhostLevel="0">
    ${pieces.map((piece) => `<Piece Source="${piece}"/>`).join('\n')}</PPolyData></VTKFile>`,
  );

/** VTK's XML PolyData in text, with a strip. */
export function writeXmlPolyData({ vertices, faces }: Shape, strip: readonly number[] = []): Uint8Array {
  const array = (name: string, type: string, numbers: readonly number[], components = 1) =>
    `<DataArray type="${type}" Name="${name}" NumberOfComponents="${components}" format="ascii">${numbers.join(' ')}</DataArray>`;
  let end = 0;
  const ends = faces.map((face) => {
    end += face.length;
    return end;
  });
  const strips = strip.length > 0 ? [strip.length] : [];
  return ascii(
    [
      '<?xml version="1.0"?>',
      '<VTKFile type="PolyData" version="0.1" byte_order="LittleEndian"><PolyData>',
      `<Piece NumberOfPoints="${vertices.length}" NumberOfPolys="${faces.length}" NumberOfStrips="${strips.length}">`,
      `<PointData>${array(
        'height',
        'Float32',
        vertices.map(([, , z]) => z),
      )}</PointData>`,
      `<Points>${array('Points', 'Float64', vertices.flat(), 3)}</Points>`,
      `<Strips>${array('connectivity', 'Int64', strip)}${array('offsets', 'Int64', strips)}</Strips>`,
      `<Polys>${array('connectivity', 'Int32', faces.flat())}${array('offsets', 'Int32', ends)}</Polys>`,
      '</Piece></PolyData></VTKFile>',
    ].join('\n'),
  );
}

/** GIfTI in base64, whose world is RAS, at the same places in LPS. */
export function writeGifti({ vertices, faces }: Shape, values: readonly number[] = []): Uint8Array {
  const array = (intent: string, type: string, sizes: readonly number[], bytes: Uint8Array, name = '') =>
    [
      `<DataArray Intent="NIFTI_INTENT_${intent}" DataType="NIFTI_TYPE_${type}" ArrayIndexingOrder="RowMajorOrder"`,
      ` Dimensionality="${sizes.length}" ${sizes.map((size, axis) => `Dim${axis}="${size}"`).join(' ')}`,
      ' Encoding="Base64Binary" Endian="LittleEndian" ExternalFileName="" ExternalFileOffset="">',
      `<MetaData><MD><Name>Name</Name><Value><![CDATA[${name}]]></Value></MD></MetaData>`,
      `<Data>${Buffer.from(bytes).toString('base64')}</Data></DataArray>`,
    ].join('');
  const places = toBytes(
    vertices.flatMap(([x, y, z]) => [-x, -y, z]),
    'float32',
  );
  return ascii(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<!DOCTYPE GIFTI SYSTEM "gifti.dtd">',
      '<GIFTI Version="1.0" NumberOfDataArrays="3">',
      ...(vertices.length > 0 ? [array('POINTSET', 'FLOAT32', [vertices.length, 3], places)] : []),
      ...(faces.length > 0 ? [array('TRIANGLE', 'INT32', [faces.length, 3], toBytes(faces.flat(), 'int32'))] : []),
      ...(values.length > 0 ? [array('SHAPE', 'FLOAT32', [values.length], toBytes(values, 'float32'), 'bend')] : []),
      '</GIFTI>',
    ].join('\n'),
  );
}
