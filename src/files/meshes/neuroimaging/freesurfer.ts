/**
 * Reads surfaces of FreeSurfer (lh.pial, rh.white) and values on them (lh.curv, lh.thickness), which have no file name
 * ending. Source: https://surfer.nmr.mgh.harvard.edu/fswiki/FileFormats.
 */

import { InputError } from '../../../errors.js';
import { mapNumbers } from '../../../math/map-numbers.js';
import { recenter } from '../../../mesh/recenter.js';
import { ByteReader } from '../../bytes/byte-reader.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { finishMesh, type MeshReader, turnRasToLps } from '../mesh-file.js';
import type { ValuesReader } from '../mesh-values.js';
import { FREESURFER_MAGIC, isFreeSurferPatch, isFreeSurferValues } from './freesurfer-magic.js';

const LF = 10;
const MAGIC_SIZE_BYTES = 3;
/** A comment of two lines follows the magic number. */
const COMMENT_SIZE_BYTES_MAX = 1 << 12;

/** Reads a surface of triangles or of quadrangles. Its coordinates become LPS in the scanner's space. */
export const readFreeSurfer: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (isFreeSurferValues(bytes)) {
      throw new InputError(
        'holds values on the vertices of a surface, and no surface; name the file of the surface itself',
      );
    }
    if (isFreeSurferPatch(bytes)) {
      throw new InputError(
        'is a patch of FreeSurfer, which has vertices of a surface and no triangles; name the surface that it was cut from, such as lh.inflated, or make one of it by mris_convert -p',
      );
    }
    const magic = readMagic(bytes);
    if (magic === FREESURFER_MAGIC.triangles) return readTriangles(bytes);
    if (magic === FREESURFER_MAGIC.quads || magic === FREESURFER_MAGIC.newQuads) return readQuads(bytes, magic);
    throw new InputError(
      'is no surface of FreeSurfer; its first three bytes would be FF FF FE; check that it is one, or get a whole copy',
    );
  });

function readTriangles(bytes: Uint8Array) {
  const reader = new ByteReader(bytes, { at: findCommentEnd(bytes), little: false });
  reader.need(8, 'the numbers of vertices and triangles');
  const [vertices, faces] = [reader.int32(), reader.int32()];
  checkCounts(vertices, faces);
  const positions = reader.float32s(3 * vertices, `${vertices} vertices`);
  const triangles = reader.uint32s(3 * faces, `${faces} triangles`);
  return finishSurface(positions, triangles, readCenter(bytes.subarray(reader.at)));
}

/** Old surfaces: coordinates in hundredths of a millimetre, and quadrangles, each cut in two. */
function readQuads(bytes: Uint8Array, magic: number) {
  const reader = new ByteReader(bytes, { at: MAGIC_SIZE_BYTES, little: false });
  reader.need(6, 'the numbers of vertices and quadrangles');
  const [vertices, quads] = [reader.uint24(), reader.uint24()];
  const inHundredths = magic === FREESURFER_MAGIC.quads;
  reader.need(vertices * (inHundredths ? 6 : 12) + quads * 12, `${vertices} vertices and ${quads} quadrangles`);
  const positions = inHundredths
    ? Float32Array.from({ length: 3 * vertices }, () => ((reader.uint16() << 16) >> 16) / 100)
    : reader.float32s(3 * vertices, 'vertices');
  const triangles = new Uint32Array(6 * quads);
  for (let quad = 0; quad < quads; quad++) {
    const [a, b, c, d] = [reader.uint24(), reader.uint24(), reader.uint24(), reader.uint24()];
    // The diagonal goes by the first corner's parity, as FreeSurfer and nibabel cut them.
    triangles.set(a % 2 === 0 ? [a, b, d, c, d, b] : [a, b, c, a, c, d], 6 * quad);
  }
  return finishSurface(positions, triangles, [0, 0, 0]);
}

/** Coordinates are relative to the centre of the scan, which recent files name at their end. */
function finishSurface(positions: Float32Array, triangles: Uint32Array, center: readonly number[]) {
  const world = mapNumbers(
    new Float64Array(positions.length),
    positions,
    (coordinate, at) => coordinate + center[at % 3]!,
  );
  return turnRasToLps(finishMesh({ ...recenter(world), triangles }, []));
}

function readCenter(footer: Uint8Array): readonly number[] {
  const text = new TextDecoder('latin1').decode(footer);
  const number = String.raw`\s+(-?[\d.]+(?:e[-+]?\d+)?)`;
  const found = /valid\s*=\s*1\b/.test(text) && new RegExp(`^cras\\s*=${number}${number}${number}`, 'm').exec(text);
  const center = found ? found.slice(1).map(Number) : [];
  return center.length === 3 && center.every(Number.isFinite) ? center : [0, 0, 0];
}

/** Values for the vertices, one each, in the format that replaced the one of 1998. */
export const readFreeSurferValues: ValuesReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (!isFreeSurferValues(bytes)) throw new InputError('holds no values of FreeSurfer');
    const reader = new ByteReader(bytes, { at: MAGIC_SIZE_BYTES, little: false });
    const [vertices] = [reader.int32(), reader.int32(), reader.int32()];
    const values = reader.float32s(vertices, `${vertices} values`);
    return [{ name: name.replace(/^.*[\\/]/, '').replace(/^[lr]h\./, ''), on: 'vertices', values }];
  });

function checkCounts(vertices: number, faces: number): void {
  if (vertices < 0 || faces < 0) throw new InputError(`says that it has ${vertices} vertices and ${faces} triangles`);
}

function readMagic(bytes: Uint8Array): number {
  return bytes.length < MAGIC_SIZE_BYTES ? 0 : (bytes[0]! << 16) | (bytes[1]! << 8) | bytes[2]!;
}

function findCommentEnd(bytes: Uint8Array): number {
  const end = Math.min(bytes.length, COMMENT_SIZE_BYTES_MAX);
  for (let at = MAGIC_SIZE_BYTES; at + 1 < end; at++) if (bytes[at] === LF && bytes[at + 1] === LF) return at + 2;
  throw new InputError('has no end of its comment; get a whole copy');
}
