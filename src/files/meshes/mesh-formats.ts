/** The mesh formats that tilecast reads: one reader each, recognised by content first and by name second. */
import { InputError } from '../../errors.js';
import type { MeshValues } from '../../mesh/attributes/values.js';
import { meterSource } from '../bytes/budget.js';
import { isGzip } from '../bytes/compression/inflate.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { refusePointer, refuseUtf16 } from '../bytes/text/utf8.js';
import { isMgh } from '../volumes/mgh/is-mgh.js';
import type { FileSource } from '../volumes/source.js';
import { isVtkMesh } from '../vtk/vtk-data-set.js';
import { isTri } from './is-tri.js';
import { isSwc } from './lines/is-swc.js';
import { isTck, isTrk } from './lines/is-tracks.js';
import { isTrx } from './lines/is-trx.js';
import { type MeshFile, type MeshReader, NoTriangles } from './mesh-file.js';
import type { ValuesReader } from './mesh-values.js';
import { isFreeSurfer } from './neuroimaging/freesurfer-magic.js';
import { isCifti } from './neuroimaging/is-cifti.js';
import { isPly } from './ply/is-ply.js';
import { isCsvPoints } from './points/is-csv-points.js';
import { isPcd } from './points/is-pcd.js';
import { isStl } from './stl/is-stl.js';
import { is3ds } from './three-ds/is-3ds.js';
import { is3mf } from './three-mf/is-3mf.js';
import { isObj } from './wavefront/is-obj.js';

/** A format of meshes, and its reader. */
export interface MeshFormat {
  /** Its name, as messages and lists have it. */
  readonly name: string;
  /** File name endings, in lower case; each may have `.gz` after it. */
  readonly extensions: readonly string[];
  /** Whether the content, once inflated, says that it is of this format. */
  readonly recognizes: (bytes: Uint8Array) => boolean;
  /** Its reader. */
  readonly read: MeshReader;
  /** Whether its content alone tells it: most files of the ending are something else. */
  readonly contentOnly?: boolean;
  /** Whether it holds lines or points, which are shown as tubes and spheres. */
  readonly isLines?: boolean;
  /** Whether models of it stand along z, as those of printers and scanners do, or along y; undefined where there is no rule. */
  readonly zUp?: boolean;
  /** Reads values for the vertices of a mesh in another file, where the format has such files. */
  readonly readValues?: ValuesReader;
}

const loadFreeSurfer = () => import('./neuroimaging/freesurfer.js');
const loadGifti = () => import('./neuroimaging/gifti.js');
const loadMz3 = () => import('./neuroimaging/mz3.js');

/** Readers are loaded when a file needs them. OBJ comes last: it has no magic word. */
export const MESH_FORMATS: readonly MeshFormat[] = [
  {
    name: 'PLY',
    extensions: ['.ply'],
    recognizes: isPly,
    read: async (source) => (await import('./ply/ply.js')).readPly(source),
  },
  {
    name: '3DS',
    extensions: ['.3ds'],
    recognizes: is3ds,
    read: async (source) => (await import('./three-ds/three-ds.js')).read3ds(source),
  },
  {
    name: 'TRI',
    zUp: true,
    extensions: ['.tri'],
    recognizes: isTri,
    read: async (source) => (await import('./tri.js')).readTri(source),
  },
  {
    name: 'STL',
    zUp: true,
    extensions: ['.stl'],
    recognizes: isStl,
    read: async (source) => (await import('./stl/stl.js')).readStl(source),
  },
  {
    name: 'OFF',
    extensions: ['.off'],
    recognizes: (bytes) => /^\s*(?:ST)?C?N?4?n?OFF[\s\d]/.test(startOf(bytes)),
    read: async (source) => (await import('./off.js')).readOff(source),
  },
  {
    name: 'glTF',
    zUp: false,
    extensions: ['.glb', '.gltf'],
    recognizes: (bytes) =>
      /^glTF|^\s*\{.*"(?:asset|accessors|buffers|bufferViews|scenes?|extensionsUsed)"\s*:/s.test(startOf(bytes)),
    read: async (source) => (await import('./gltf/gltf.js')).readGltf(source),
  },
  {
    name: 'VTK PolyData',
    extensions: ['.vtp', '.vtu', '.pvtp', '.pvtu'],
    recognizes: isVtkMesh,
    read: async (source) => (await import('./vtk/poly-data.js')).readPolyData(source),
  },
  {
    name: 'GIfTI',
    zUp: true,
    extensions: ['.gii'],
    recognizes: (bytes) => /^[^<]{0,3}<.*<GIFTI\b|^[^<]{0,3}<GIFTI\b|<!DOCTYPE GIFTI\b/s.test(startOf(bytes)),
    read: async (source) => (await loadGifti()).readGifti(source),
    readValues: async (source) => (await loadGifti()).readGiftiValues(source),
  },
  {
    name: 'MZ3',
    zUp: true,
    extensions: ['.mz3'],
    // Programs of Windows start with MZ too, and no sum of these attributes follows.
    recognizes: (bytes) => bytes[0] === 0x4d && bytes[1] === 0x5a && bytes[2]! < 128 && bytes[3] === 0,
    read: async (source) => (await loadMz3()).readMz3(source),
    readValues: async (source) => (await loadMz3()).readMz3Values(source),
  },
  {
    name: 'FreeSurfer',
    zUp: true,
    extensions: [
      '.pial',
      '.white',
      '.inflated',
      '.sphere',
      '.orig',
      '.smoothwm',
      '.curv',
      '.sulc',
      '.thickness',
      '.area',
    ],
    recognizes: isFreeSurfer,
    read: async (source) => (await loadFreeSurfer()).readFreeSurfer(source),
    readValues: async (source) => (await loadFreeSurfer()).readFreeSurferValues(source),
  },
  {
    name: 'FreeSurfer annotation',
    zUp: true,
    extensions: ['.annot'],
    // Files have no magic number: their ending tells them.
    recognizes: () => false,
    read: async ({ name }) => {
      throw new InputError(
        `${name}: holds regions of a surface's vertices, and no surface; name the surface, and this file by --values`,
      );
    },
    readValues: async (source) => (await import('./neuroimaging/annot.js')).readAnnot(source),
  },
  {
    name: 'CIFTI',
    zUp: true,
    extensions: ['.dscalar.nii', '.dlabel.nii', '.dtseries.nii', '.pscalar.nii', '.plabel.nii', '.ptseries.nii'],
    recognizes: isCifti,
    read: async ({ name }) => {
      throw new InputError(
        `${name}: holds values of points on surfaces, and no surface; name the surface, and this file by --values`,
      );
    },
    readValues: async (source) => (await import('./neuroimaging/cifti.js')).readCifti(source),
  },
  {
    name: '3MF',
    zUp: true,
    extensions: ['.3mf'],
    recognizes: is3mf,
    read: async (source) => (await import('./three-mf/three-mf.js')).read3mf(source),
  },
  {
    name: 'TCK',
    isLines: true,
    zUp: true,
    extensions: ['.tck'],
    recognizes: isTck,
    read: async (source) => (await import('./lines/tck.js')).readTck(source),
  },
  {
    name: 'TRK',
    isLines: true,
    zUp: true,
    extensions: ['.trk'],
    recognizes: isTrk,
    read: async (source) => (await import('./lines/trk.js')).readTrk(source),
  },
  {
    name: 'TRX',
    isLines: true,
    zUp: true,
    extensions: ['.trx'],
    recognizes: isTrx,
    read: async (source) => (await import('./lines/trx.js')).readTrx(source),
  },
  {
    name: 'SWC',
    isLines: true,
    extensions: ['.swc'],
    recognizes: isSwc,
    read: async (source) => (await import('./lines/swc.js')).readSwc(source),
  },
  {
    name: 'PCD',
    isLines: true,
    extensions: ['.pcd'],
    recognizes: isPcd,
    read: async (source) => (await import('./points/pcd.js')).readPcd(source),
  },
  {
    name: 'XYZ points',
    isLines: true,
    extensions: ['.xyz', '.pts'],
    // Lines of numbers may be anything: the ending tells them.
    recognizes: () => false,
    read: async (source) => (await import('./points/xyz.js')).readXyz(source),
  },
  {
    name: 'CSV points',
    isLines: true,
    extensions: ['.csv'],
    contentOnly: true,
    recognizes: isCsvPoints,
    read: async (source) => (await import('./points/csv-points.js')).readCsvPoints(source),
  },
  {
    name: 'OBJ',
    extensions: ['.obj'],
    recognizes: isObj,
    read: async (source) => (await import('./wavefront/obj.js')).readObj(source),
  },
];

/** The first characters, in which text formats say what they are. */
const startOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 256));

/** Bytes of mesh for each byte of gzip data: more than the 50 of the most regular binary grids, far below the 1032 of zeros. */
const GZIP_RATIO_MAX = 52;

/** Inflated sizes up to this are no trouble, whatever the ratio. */
const INFLATED_SIZE_BYTES_FREE = 1 << 24;

/** The format that the content says. */
export const recognizeMesh = (bytes: Uint8Array) => MESH_FORMATS.find(({ recognizes }) => recognizes(bytes));

/** The format that the name says, with or without `.gz`. */
export function meshFormatNamed(name: string): MeshFormat | undefined {
  const ending = name.toLowerCase().replace(/\.gz$/, '');
  return MESH_FORMATS.find(
    ({ extensions, contentOnly }) => !contentOnly && extensions.some((extension) => ending.endsWith(extension)),
  );
}

/**
 * Reads a mesh of any known format, gzip data or not.
 * @throws InputError, one line that starts with the file's name, if it is none or a broken one.
 */
export async function readMeshSource(source: FileSource): Promise<MeshFile> {
  const { format, inflated } = await openMesh(source, 'a mesh');
  const { zUp, isLines } = format;
  return { ...(await format.read(inflated)), ...(zUp !== undefined && { zUp }), ...(isLines && { isLines }) };
}

/**
 * Reads a mesh to be shown: as `readMeshSource`, but points and lines of OBJ, PLY and VTK files without triangles become spheres and tubes,
 * which is noted.
 * @throws InputError as `readMeshSource`.
 */
export async function readShownMesh(source: FileSource): Promise<MeshFile> {
  try {
    return await readMeshSource(source);
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      const draw = cause instanceof NoTriangles && cause.draw;
      if (draw) return nameInErrors(source.name, async () => draw());
    }
    throw error;
  }
}

/** Formats of volumes in which values of vertices come too: as meshes, they would be taken for none. */
const VALUE_FORMATS: readonly MeshFormat[] = [
  {
    name: 'MGH',
    extensions: [],
    recognizes: isMgh,
    read: async ({ name }) => {
      throw new InputError(`${name}: holds no surface`);
    },
    readValues: async (source) => (await import('./neuroimaging/mgh-values.js')).readMghValues(source),
  },
];

/**
 * Reads the values of a file that has them for the vertices of another file's mesh, or of a mesh's own file.
 * @throws InputError, one line that starts with the file's name, if there are none.
 */
export async function readMeshValues(source: FileSource): Promise<readonly MeshValues[]> {
  const { format, inflated } = await openMesh(source, 'values for a mesh', VALUE_FORMATS);
  const values = format.readValues ? await format.readValues(inflated) : (await format.read(inflated)).mesh.values;
  if (!values?.length) throw new InputError(`${source.name}: holds no values for a mesh's vertices`);
  return values;
}

async function openMesh(
  source: FileSource,
  expected: string,
  others: readonly MeshFormat[] = [],
): Promise<{ format: MeshFormat; inflated: FileSource }> {
  const { name } = source;
  const bytes = isGzip(source.bytes) ? await nameInErrors(name, () => inflate(source)) : source.bytes;
  if (bytes.length === 0) throw new InputError(`${name}: is empty; get a whole copy, or name the file of ${expected}`);
  refusePointer(bytes, name);
  const other = others.find(({ recognizes }) => recognizes(bytes));
  const format = other ?? recognizeMesh(bytes) ?? (await findByName({ name, bytes }));
  // Binary STL may start with anything.
  if (!isStl(bytes)) refuseUtf16(bytes, name);
  return { format, inflated: meterSource({ ...source, bytes }) };
}

/** The format of a file that its content does not tell: pages load what they need for such files with the first of them. */
async function findByName({ name, bytes }: Pick<FileSource, 'name' | 'bytes'>): Promise<MeshFormat> {
  const foreign = await import('../foreign/find-foreign-kind.js');
  const format = foreign.findForeignKind(bytes) ? undefined : meshFormatNamed(name);
  if (format) return format;
  const { refuseUnknown } = await import('../foreign/refuse-unknown.js');
  return refuseUnknown({ name, bytes }, 'not a mesh', MESH_FORMATS);
}

function inflate({ bytes, gunzip }: FileSource): Promise<Uint8Array> {
  return gunzip(bytes, Math.max(INFLATED_SIZE_BYTES_FREE, bytes.length * GZIP_RATIO_MAX));
}
