/** Reads STL meshes, binary or ascii, and joins their triangles at equal vertices. */
import { InputError } from '../../../errors.js';
import { colorBytes, packColor, WHITE } from '../../../mesh/attributes/colors.js';
import { growingFloats } from '../../../mesh/growing-array.js';
import { recenter } from '../../../mesh/recenter.js';
import { mergeVertices } from '../../../mesh/topology/merge-vertices.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { TextTokens } from '../../bytes/text/text-tokens.js';
import { finishMesh, type MeshReader } from '../mesh-file.js';
import {
  binaryStlSizeBytes,
  isAsciiStl,
  STL_HEADER_SIZE_BYTES,
  STL_START_SIZE_BYTES,
  STL_TRIANGLE_SIZE_BYTES,
} from './is-stl.js';

/** Reads vertices and colours; normals follow from the vertices, and many programs write none. */
export const readStl: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => (isAsciiStl(bytes) ? readAscii(bytes) : readBinary(bytes)));

function readBinary(bytes: Uint8Array) {
  if (bytes.length < STL_START_SIZE_BYTES) {
    throw new InputError(
      `has ${bytes.length} bytes and no facets; an STL file starts with ${STL_START_SIZE_BYTES} or "solid"`,
    );
  }
  const sizeBytes = binaryStlSizeBytes(bytes);
  const count = (sizeBytes - STL_START_SIZE_BYTES) / STL_TRIANGLE_SIZE_BYTES;
  if (bytes.length < sizeBytes) {
    throw new InputError(`has ${bytes.length} bytes, but its ${count} triangles need ${sizeBytes}; get a whole copy`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, sizeBytes);
  const vertices = new Float32Array(9 * count);
  for (let triangle = 0; triangle < count; triangle++) {
    const at = STL_START_SIZE_BYTES + STL_TRIANGLE_SIZE_BYTES * triangle + 12;
    for (let number = 0; number < 9; number++) {
      vertices[9 * triangle + number] = view.getFloat32(at + 4 * number, true);
    }
  }
  const surplus = bytes.length - sizeBytes;
  const notes = surplus > 0 ? [`left out ${surplus} bytes after the last triangle`] : [];
  return join(vertices, notes, readColors(view, count));
}

/**
 * Colours of 15 bits in the triangles' last words, if any triangle has one. A header that says COLOR= means those of
 * Materialise Magics: red lowest, and the header's colour where bit 15 is set, or where no triangle has anything but zero; else
 * those of VisCAM and SolidView: blue lowest, where bit 15 is set. Source: https://en.wikipedia.org/wiki/STL_(file_format).
 */
function readColors(view: DataView, count: number): Uint8Array | undefined {
  const header = new TextDecoder('latin1').decode(new Uint8Array(view.buffer, view.byteOffset, STL_HEADER_SIZE_BYTES));
  const found = header.indexOf('COLOR=');
  const magics = found >= 0 && found + 10 <= STL_HEADER_SIZE_BYTES;
  const byte = (index: number) => view.getUint8(found + 6 + index);
  const other = magics ? packColor(byte(0), byte(1), byte(2)) : WHITE;
  const words = new Uint32Array(count);
  let [own, written] = [0, 0];
  for (let triangle = 0; triangle < count; triangle++) {
    const packed = view.getUint16(STL_START_SIZE_BYTES + STL_TRIANGLE_SIZE_BYTES * (triangle + 1) - 2, true);
    written |= packed;
    const hasOwn = packed >= 0x8000 !== magics;
    const [low, middle, high] = [0, 5, 10].map((shift) => (((packed >> shift) & 31) * 255) / 31) as [
      number,
      number,
      number,
    ];
    const color = magics ? packColor(low, middle, high) : packColor(high, middle, low);
    words[triangle] = hasOwn ? color : other;
    if (hasOwn) own++;
  }
  if (magics && written === 0) {
    // Black by default is what programs write that fill in no colours at all.
    return other === packColor(0, 0, 0) ? undefined : colorBytes(words.fill(other));
  }
  return magics || own > 0 ? colorBytes(words) : undefined;
}

function readAscii(bytes: Uint8Array) {
  const tokens = new TextTokens(bytes);
  const vertices = growingFloats();
  /** Corners of the current facet. */
  let corners = 0;
  let ended = false;
  while (tokens.next()) {
    if (tokens.is('vertex')) {
      vertices.push3(readCoordinate(tokens), readCoordinate(tokens), readCoordinate(tokens));
      corners++;
    } else if (tokens.is('endfacet')) {
      if (corners !== 3)
        throw new InputError(`line ${tokens.line} ends a facet of ${corners} vertices; three are right`);
      corners = 0;
    }
    ended = tokens.is('endsolid');
    // Names, and the normals that follow "facet".
    tokens.skipLine();
  }
  if (!ended || corners > 0) throw new InputError('does not end with "endfacet" and "endsolid"; get a whole copy');
  return join(vertices.toArray(), []);
}

function readCoordinate(tokens: TextTokens): number {
  const value = tokens.nextInLine() ? tokens.number() : undefined;
  if (value === undefined) throw new InputError(`line ${tokens.line} has ${tokens.quoted()} where a number should be`);
  return value;
}

function join(vertices: Float32Array | Float64Array, notes: readonly string[], faceColors?: Uint8Array) {
  const { positions, origin } = recenter(vertices);
  const merged = mergeVertices(positions);
  return finishMesh({ positions: merged.positions, triangles: merged.indices, origin, faceColors }, notes);
}
