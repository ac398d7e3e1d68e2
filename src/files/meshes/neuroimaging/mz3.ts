/** Reads MZ3 meshes of Surfice and NiiVue: https://github.com/neurolabusc/surf-ice/tree/master/mz3. */
import { InputError } from '../../../errors.js';
import type { MeshValues } from '../../../mesh/attributes/values.js';
import { recenter } from '../../../mesh/recenter.js';
import { ByteReader } from '../../bytes/byte-reader.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { parseColorTable } from '../../labels/color-table.js';
import { finishMesh, type MeshReader, turnRasToLps } from '../mesh-file.js';
import type { ValuesReader } from '../mesh-values.js';

const ATTRIBUTE = { faces: 1, vertices: 2, colors: 4, scalars: 8, doubles: 16, labels: 64 } as const;
const KNOWN_ATTRIBUTES = 95;

/** Ambient occlusion of vertices, which NiiVue writes. */
const OCCLUSION = 32;

/** Time series have more; the first ones are read. */
const LAYERS_MAX = 64;

/** Magic number, attributes, triangles, vertices, bytes to skip. */
const HEADER_SIZE_BYTES = 16;

/** Reads triangles, colours of vertices and values. Coordinates are RAS, as Surfice and NiiVue have them. */
export const readMz3: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const { triangles, positions, vertexColors, values } = parse(bytes);
    if (!triangles || !positions) {
      throw new InputError(
        'holds values on the vertices of a surface, and no surface; name the file of the surface itself',
      );
    }
    return turnRasToLps(finishMesh({ ...recenter(positions), triangles, vertexColors, values }, []));
  });

export const readMz3Values: ValuesReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const { values } = parse(bytes);
    if (values.length === 0) throw new InputError('holds no values');
    return values;
  });

function parse(bytes: Uint8Array) {
  const reader = new ByteReader(bytes, { little: true });
  reader.need(HEADER_SIZE_BYTES, 'a header');
  if (bytes[0] !== 0x4d || bytes[1] !== 0x5a) throw new InputError('is no MZ3 mesh; its first two bytes would be MZ');
  reader.at = 2;
  const attributes = reader.uint16();
  const [faces, vertices, skip] = reader.uint32s(3, 'counts') as unknown as [number, number, number];
  if ((attributes & OCCLUSION) !== 0) {
    throw new InputError(
      `has ambient occlusion of its vertices (attribute ${OCCLUSION}), which is not read; save it without`,
    );
  }
  if (attributes === 0 || attributes > KNOWN_ATTRIBUTES) {
    throw new InputError(`has attributes ${attributes}, and up to ${KNOWN_ATTRIBUTES} are known`);
  }
  reader.need(skip, 'what its header skips');
  const skipped = reader.bytes.subarray(reader.at, reader.at + skip);
  reader.at += skip;
  const has = (attribute: keyof typeof ATTRIBUTE) => (attributes & ATTRIBUTE[attribute]) !== 0;
  const triangles = has('faces') ? reader.uint32s(3 * faces, `${faces} triangles`) : undefined;
  const positions = has('vertices') ? reader.float32s(3 * vertices, `${vertices} vertices`) : undefined;
  const vertexColors = has('colors') ? readColors(reader, vertices) : undefined;
  const values = readValues(reader, vertices, has('scalars'), has('doubles'));
  const labels = has('labels') ? parseColorTable(new TextDecoder().decode(skipped)) : undefined;
  return {
    triangles,
    positions,
    vertexColors,
    values: labels ? values.map((value) => ({ ...value, labels })) : values,
  };
}

function readColors(reader: ByteReader, vertices: number): Uint8Array {
  reader.need(4 * vertices, `colours of ${vertices} vertices`);
  const colors = reader.bytes.slice(reader.at, reader.at + 4 * vertices);
  for (let at = 3; at < colors.length; at += 4) colors[at] = 255;
  reader.at += 4 * vertices;
  return colors;
}

/** Scalars, of float32 or float64: one a vertex, or several layers of them. */
function readValues(reader: ByteReader, vertices: number, floats: boolean, doubles: boolean): MeshValues[] {
  const sizeBytes = vertices * (doubles ? 8 : 4);
  const layers = (floats || doubles) && vertices > 0 ? Math.min(Math.floor(reader.left / sizeBytes), LAYERS_MAX) : 0;
  if ((floats || doubles) && layers === 0) reader.need(Math.max(sizeBytes, 1), `values of ${vertices} vertices`);
  const view = new DataView(reader.bytes.buffer, reader.bytes.byteOffset, reader.bytes.length);
  return Array.from({ length: layers }, (_, layer) => {
    const start = reader.at + layer * sizeBytes;
    const values = doubles
      ? Float32Array.from({ length: vertices }, (_, vertex) => view.getFloat64(start + 8 * vertex, true))
      : Float32Array.from({ length: vertices }, (_, vertex) => view.getFloat32(start + 4 * vertex, true));
    return { name: layers === 1 ? 'values' : `values ${layer + 1}`, on: 'vertices', values };
  });
}
