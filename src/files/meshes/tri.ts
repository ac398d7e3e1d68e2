/** Reads .tri meshes, the binary format of T. Tsiodras' renderers (https://github.com/ttsiodras/renderer-cuda). */
import { InputError } from '../../errors.js';
import { colorBytes, packColor } from '../../mesh/attributes/colors.js';
import { growingFloats, growingWords } from '../../mesh/growing-array.js';
import { recenter } from '../../mesh/recenter.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { isTri, readTriMagic, TRI_MAGIC_WITH_NORMALS } from './is-tri.js';
import { finishMesh, type MeshReader } from './mesh-file.js';

/** Three indices, and red, green and blue, 0…1. */
const TRIANGLE_SIZE_BYTES = 24;

/** Size of the magic number and of a count. */
const WORD_SIZE_BYTES = 4;

/**
 * Reads blocks of vertices and triangles until the file ends; indices count the vertices of all blocks. All numbers are
 * little-endian, counts and indices uint32, and others float32.
 */
export const readTri: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    if (!isTri(bytes)) throw new InputError('is no .tri file with colours; its first word would be 0xDEADC0DE');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const normals = readTriMagic(bytes) === TRI_MAGIC_WITH_NORMALS ? growingFloats() : undefined;
    const [positions, triangles, colors] = [growingFloats(), growingWords(), growingWords()];
    const word = (at: number) => view.getUint32(at, true);
    const float = (at: number) => view.getFloat32(at, true);

    for (let at = WORD_SIZE_BYTES; at < bytes.length; ) {
      const vertexSizeBytes = normals ? 24 : 12;
      const vertexEnd = findEnd(view, at, vertexSizeBytes, 'vertices');
      for (at += WORD_SIZE_BYTES; at < vertexEnd; at += vertexSizeBytes) {
        positions.push3(float(at), float(at + 4), float(at + 8));
        normals?.push3(float(at + 12), float(at + 16), float(at + 20));
      }
      const triangleEnd = findEnd(view, at, TRIANGLE_SIZE_BYTES, 'triangles');
      for (at += WORD_SIZE_BYTES; at < triangleEnd; at += TRIANGLE_SIZE_BYTES) {
        triangles.push3(word(at), word(at + 4), word(at + 8));
        colors.push(packColor(255 * float(at + 12), 255 * float(at + 16), 255 * float(at + 20)));
      }
    }
    return finishMesh(
      {
        ...recenter(positions.toArray()),
        triangles: triangles.toArray(),
        normals: normals && Float32Array.from(normals.toArray()),
        faceColors: colorBytes(colors.toArray()),
      },
      [],
    );
  });

/** The end of the records after the count at `at`. */
function findEnd(view: DataView, at: number, recordSizeBytes: number, what: string): number {
  const left = view.byteLength - at - WORD_SIZE_BYTES;
  if (left < 0) throw new InputError(`ends where the number of ${what} should be; get a whole copy`);
  const count = view.getUint32(at, true);
  if (count * recordSizeBytes > left) {
    throw new InputError(
      `has ${left} bytes for ${count} ${what}, which need ${count * recordSizeBytes}; get a whole copy`,
    );
  }
  return at + WORD_SIZE_BYTES + count * recordSizeBytes;
}
