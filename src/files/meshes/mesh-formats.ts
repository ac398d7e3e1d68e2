/** The mesh formats that tilecast reads: one reader each, told apart by content first and by name second. */
import { InputError } from '../../errors.js';
import { meterSource } from '../bytes/budget.js';
import { isGzip } from '../bytes/inflate.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { refuseUtf16 } from '../bytes/utf8.js';
import type { FileSource } from '../volumes/source.js';
import type { MeshFile, MeshReader } from './mesh-file.js';
import { isObj, readObj } from './obj.js';
import { readPly } from './ply.js';
import { isPly } from './ply-header.js';
import { isStl, readStl } from './stl.js';
import { is3ds, read3ds } from './three-ds.js';
import { isTri, readTri } from './tri.js';

export interface MeshFormat {
  readonly name: string;
  /** File name endings, in lower case; each may have `.gz` after it. */
  readonly extensions: readonly string[];
  /** Whether the content, once inflated, says that it is of this format. */
  readonly recognizes: (bytes: Uint8Array) => boolean;
  readonly read: MeshReader;
}

/** OBJ comes last: it has no magic word. */
export const MESH_FORMATS: readonly MeshFormat[] = [
  { name: 'PLY', extensions: ['.ply'], recognizes: isPly, read: readPly },
  { name: '3DS', extensions: ['.3ds'], recognizes: is3ds, read: read3ds },
  { name: 'TRI', extensions: ['.tri'], recognizes: isTri, read: readTri },
  { name: 'STL', extensions: ['.stl'], recognizes: isStl, read: readStl },
  { name: 'OBJ', extensions: ['.obj'], recognizes: isObj, read: readObj },
];

/** Bytes of mesh for each byte of gzip data: twice what the most regular binary grids reach, far below gzip's 1032. */
const GZIP_RATIO_MAX = 100;

/** Inflated sizes up to this are no trouble, whatever the ratio. */
const INFLATED_SIZE_BYTES_FREE = 1 << 24;

/**
 * The format of a mesh, by content or, where that says nothing or is gzip data, by name; undefined if it seems to be no
 * mesh.
 */
export function findMeshFormat({ name, bytes }: Pick<FileSource, 'name' | 'bytes'>): MeshFormat | undefined {
  const ending = name.toLowerCase().replace(/\.gz$/, '');
  return (
    MESH_FORMATS.find(({ recognizes }) => recognizes(bytes)) ??
    MESH_FORMATS.find(({ extensions }) => extensions.some((extension) => ending.endsWith(extension)))
  );
}

/**
 * Reads a mesh of any known format, gzip data or not.
 * @throws InputError, one line that starts with the file's name, if it is none or a broken one.
 */
export async function readMesh(source: FileSource): Promise<MeshFile> {
  const { name } = source;
  const bytes = isGzip(source.bytes) ? await nameInErrors(name, () => inflate(source)) : source.bytes;
  if (bytes.length === 0) throw new InputError(`${name}: is empty; a mesh was expected`);
  // Binary STL may start with anything.
  if (!isStl(bytes)) refuseUtf16(bytes, name);
  const format = findMeshFormat({ name, bytes });
  if (!format) {
    const known = MESH_FORMATS.map((format) => `${format.name} (${format.extensions.join(', ')})`).join(', ');
    throw new InputError(`${name}: is not a mesh that tilecast knows; it reads ${known}`);
  }
  return format.read(meterSource({ ...source, bytes }));
}

function inflate({ bytes, gunzip }: FileSource): Promise<Uint8Array> {
  return gunzip(bytes, Math.max(INFLATED_SIZE_BYTES_FREE, bytes.length * GZIP_RATIO_MAX));
}
