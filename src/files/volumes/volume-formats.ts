/** The volume formats that tilecast reads: one reader each, recognised by content first and by name second. */
import { InputError } from '../../errors.js';
import { meterSource } from '../bytes/budget.js';
import type { ByteSource, FileFolder, SeriesServer } from '../bytes/byte-source.js';
import { isGzip } from '../bytes/compression/inflate.js';
import { nameInErrors } from '../bytes/name-in-errors.js';
import { refusePointer, refuseUtf16 } from '../bytes/text/utf8.js';
import type { SeriesDescription } from '../dicom/dicom.js';
import { isDicom } from '../dicom/is-dicom.js';
import { findVtkDataSet, isVtkMesh } from '../vtk/vtk-data-set.js';
import { isAfniHeader } from './afni/is-afni.js';
import { finishVolume } from './finish-volume.js';
import { isHdf5 } from './hdf5/is-hdf5.js';
import { isSpimData } from './hdf5/is-spim-data.js';
import { isMetaImage } from './meta-image/is-meta-image.js';
import { isMgh } from './mgh/is-mgh.js';
import { isMrc } from './mrc/is-mrc.js';
import { isMrtrix } from './mrtrix/is-mrtrix.js';
import { isAnalyze, isNifti } from './nifti/is-nifti.js';
import { isNpy } from './npy/is-npy.js';
import { isNrrd } from './nrrd/is-nrrd.js';
import { isPar } from './par-rec/is-par.js';
import { isBmp, isJpeg, isJpeg2000, isPng } from './pictures/is-picture.js';
import type { FileSource, FolderReader, VolumeFile, VolumeReader, VolumeSelection } from './source.js';
import { isOmeXml, isTiff } from './tiff/is-tiff.js';

/** A format of volumes, and its reader. */
export interface VolumeFormat {
  /** Its name, as messages and lists have it. */
  readonly name: string;
  /** File name endings, in lower case. */
  readonly extensions: readonly string[];
  /** Whether the content says that it is of this format. */
  readonly recognizes: (bytes: Uint8Array) => boolean;
  /** Its reader. */
  readonly read: VolumeReader;
  /** Whether its content alone tells it: most files of the ending are something else. */
  readonly contentOnly?: boolean;
  /** Whether a file may hold several images, of which the selection's series is one. */
  readonly severalImages?: boolean;
  /** Reader of formats that have a file for each slice. */
  readonly readFolder?: FolderReader;
  /** Whether a file is one slice, of which several in a folder are a stack. */
  readonly isSlice?: boolean;
  /** Whether files may say nothing of how far apart voxels are, which a caller says instead. */
  readonly unspaced?: boolean;
}

const isVtkImage = (bytes: Uint8Array) => /^(?:p?imagedata|rectilineargrid)$/.test(findVtkDataSet(bytes) ?? '');

const readPicture: VolumeReader = async (...args) => (await import('./pictures/picture.js')).readPicture(...args);

const readNifti: VolumeReader = async (...args) => (await import('./nifti/nifti.js')).readNifti(...args);

const loadDicom = () => import('../dicom/dicom.js');

/** Readers are loaded when a file needs them. DICOM comes last: without preamble it has no magic word. */
export const VOLUME_FORMATS: readonly VolumeFormat[] = [
  {
    name: 'NRRD',
    extensions: ['.nrrd', '.nhdr'],
    recognizes: isNrrd,
    read: async (...args) => (await import('./nrrd/nrrd.js')).readNrrd(...args),
  },
  {
    name: 'MetaImage',
    extensions: ['.mha', '.mhd'],
    recognizes: isMetaImage,
    read: async (...args) => (await import('./meta-image/meta-image.js')).readMetaImage(...args),
  },
  {
    name: 'NIfTI',
    extensions: ['.nii', '.nii.gz', '.hdr', '.hdr.gz', '.img', '.img.gz'],
    recognizes: isNifti,
    read: readNifti,
  },
  { name: 'ANALYZE', extensions: ['.hdr'], recognizes: isAnalyze, read: readNifti },
  {
    name: 'VTK',
    extensions: ['.vti', '.vtk', '.vtr', '.pvti'],
    recognizes: isVtkImage,
    severalImages: true,
    read: async (...args) => (await import('./vtk/vtk-image.js')).readVtkImage(...args),
  },
  {
    name: 'AFNI',
    extensions: ['.head', '.brik', '.brik.gz'],
    recognizes: isAfniHeader,
    read: async (...args) => (await import('./afni/afni.js')).readAfni(...args),
  },
  {
    name: 'MRtrix',
    extensions: ['.mif', '.mif.gz', '.mih'],
    recognizes: isMrtrix,
    read: async (...args) => (await import('./mrtrix/mrtrix.js')).readMrtrix(...args),
  },
  // MRC files may be named .rec as well, and are recognised by their content.
  {
    name: 'PAR/REC',
    extensions: ['.par', '.rec'],
    recognizes: isPar,
    read: async (...args) => (await import('./par-rec/par-rec.js')).readParRec(...args),
  },
  {
    name: 'MRC',
    extensions: ['.mrc', '.map', '.ccp4', '.rec', '.mrc.gz', '.map.gz'],
    recognizes: isMrc,
    read: async (...args) => (await import('./mrc/mrc.js')).readMrc(...args),
  },
  {
    name: 'MGH',
    extensions: ['.mgz', '.mgh', '.mgh.gz'],
    recognizes: isMgh,
    read: async (...args) => (await import('./mgh/mgh.js')).readMgh(...args),
  },
  {
    name: 'TIFF',
    extensions: ['.tif', '.tiff'],
    recognizes: isTiff,
    isSlice: true,
    unspaced: true,
    read: async (...args) => (await import('./tiff/tiff.js')).readTiff(...args),
  },
  {
    name: 'OME-XML',
    extensions: ['.companion.ome'],
    recognizes: isOmeXml,
    read: async (...args) => (await import('./tiff/tiff.js')).readOmeXml(...args),
  },
  {
    name: 'NumPy',
    extensions: ['.npy'],
    recognizes: isNpy,
    unspaced: true,
    read: async (...args) => (await import('./npy/npy.js')).readNpy(...args),
  },
  {
    name: 'HDF5',
    extensions: ['.h5', '.hdf5', '.mnc', '.ims', '.mat'],
    recognizes: isHdf5,
    severalImages: true,
    unspaced: true,
    read: async (...args) => (await import('./hdf5/hdf5.js')).readHdf5(...args),
  },
  {
    name: 'BigDataViewer',
    extensions: ['.xml'],
    contentOnly: true,
    recognizes: isSpimData,
    read: async (...args) => (await import('./hdf5/big-data-viewer.js')).readSpimData(...args),
  },
  { name: 'PNG', extensions: ['.png'], recognizes: isPng, isSlice: true, read: readPicture },
  { name: 'JPEG', extensions: ['.jpg', '.jpeg'], recognizes: isJpeg, isSlice: true, read: readPicture },
  {
    name: 'JPEG 2000',
    extensions: ['.jp2', '.j2k', '.j2c', '.jpx'],
    recognizes: isJpeg2000,
    isSlice: true,
    read: readPicture,
  },
  { name: 'BMP', extensions: ['.bmp'], recognizes: isBmp, isSlice: true, read: readPicture },
  {
    name: 'DICOM',
    extensions: ['.dcm'],
    recognizes: isDicom,
    severalImages: true,
    read: async (...args) => (await loadDicom()).readDicom(...args),
    readFolder: async (...args) => (await loadDicom()).readDicomFolder(...args),
  },
];

/** The format that the content says. */
export const recognizeVolume = (bytes: Uint8Array) => VOLUME_FORMATS.find(({ recognizes }) => recognizes(bytes));

/** The format that the name says, unless the content says that it is a mesh. */
export function volumeFormatNamed({ name, bytes }: Pick<FileSource, 'name' | 'bytes'>): VolumeFormat | undefined {
  const lower = name.toLowerCase();
  // Any format may be gzipped as a whole.
  const names = isGzip(bytes) ? [lower, lower.replace(GZIP_ENDING, '')] : [lower];
  const endsIn = ({ extensions, contentOnly }: VolumeFormat) =>
    !contentOnly && extensions.some((ending) => names.some((candidate) => candidate.endsWith(ending)));
  return isVtkMesh(bytes) ? undefined : VOLUME_FORMATS.find(endsIn);
}

/**
 * Reads a volume of any known format.
 * @throws InputError, one line that starts with the file's name, if it is none or a broken one.
 */
export async function readVolumeSource(source: FileSource, selection: VolumeSelection = {}): Promise<VolumeFile> {
  const { name, bytes } = source;
  if (bytes.length === 0) throw new InputError(`${name}: is empty; a volume was expected`);
  refusePointer(bytes, name);
  const found = recognizeVolume(bytes) ?? (await findByName(source));
  const metered = meterSource(source);
  const isWrapped = isGzip(bytes) && !inflatesItself(found);
  const opened = isWrapped ? await nameInErrors(name, () => unwrap(metered)) : metered;
  const format = (isWrapped && recognizeVolume(opened.bytes)) || found;
  const { series, spacings } = selection;
  if (series !== undefined && !format.severalImages) (await loadRefusals()).refuseSeries(name, format, VOLUME_FORMATS);
  if (spacings && !format.unspaced) (await loadRefusals()).refuseSpacings(name);
  const file = await format.read(opened, selection);
  const spaced = spacings ? (await loadRefusals()).spaceOut(file, name, spacings) : file;
  return finishVolume(spaced, name, selection, source.memory);
}

const loadRefusals = () => import('./refuse-selection.js');

const GZIP_ENDING = /\.gz$/;

/** Whether a format's reader takes gzipped files, of which it inflates no more than it needs. */
const inflatesItself = ({ extensions }: VolumeFormat) => extensions.some((ending) => GZIP_ENDING.test(ending));

/** A file that was gzipped as a whole, as it was before. */
async function unwrap(source: FileSource): Promise<FileSource> {
  const bytes = await source.gunzip(source.bytes, Number.POSITIVE_INFINITY);
  return { ...source, bytes };
}

/** The format of a file that its content does not tell: pages load what they need for such files with the first of them. */
async function findByName(source: FileSource): Promise<VolumeFormat> {
  const { name, bytes } = source;
  const foreign = await import('../foreign/find-foreign-kind.js');
  const format = foreign.findForeignKind(bytes) ? undefined : volumeFormatNamed(source);
  if (format) {
    refuseUtf16(bytes, name);
    return format;
  }
  const { findMeshFormat } = await import('../meshes/find-mesh-format.js');
  const mesh = findMeshFormat(source);
  if (mesh) throw new InputError(`${name}: is a mesh (${mesh.name}), and a volume is needed here`);
  const { refuseUnknown } = await import('../foreign/refuse-unknown.js');
  return refuseUnknown(source, 'not a volume', VOLUME_FORMATS);
}

const SLICE_FORMATS = VOLUME_FORMATS.filter(({ isSlice }) => isSlice);
const SLICE_NAME = new RegExp(`(?:${SLICE_FORMATS.flatMap(({ extensions }) => extensions).join('|')})$`, 'i');

/** Files that systems and programs leave in folders. */
const HIDDEN_NAME = /(?:^|[\\/])\.[^\\/]*$/;

const findSliceReader = (bytes: Uint8Array) => SLICE_FORMATS.find(({ recognizes }) => recognizes(bytes))?.read;

/** The pictures of a folder whose stack they are; undefined if there are not several, or if there is DICOM. */
export async function findSlices({ files }: FileFolder): Promise<readonly ByteSource[] | undefined> {
  const shown = files.filter(({ name }) => !HIDDEN_NAME.test(name));
  const slices = shown.filter(({ name }) => SLICE_NAME.test(name));
  if (slices.length < 2) return undefined;
  for (const file of shown) {
    if (!SLICE_NAME.test(file.name) && isDicom(await file.read(0, DICOM_START_BYTES))) return undefined;
  }
  return slices;
}

/** Bytes that suffice to recognise DICOM. */
const DICOM_START_BYTES = 1 << 12;

/**
 * Reads a volume from a folder, a zip archive or several files: a stack of pictures, or one of its DICOM series.
 * @param report called as files are read.
 * @throws InputError, one line that starts with the folder's name, if there is none.
 */
export async function readVolumeFolder(
  folder: FileFolder,
  selection: VolumeSelection = {},
  report?: (done: number, total: number) => void,
): Promise<VolumeFile> {
  if (folder.server) return readServedVolume(folder.name, folder.server, selection, report);
  const slices = await findSlices(folder);
  if (slices) {
    const { readPictureStack } = await import('./pictures/picture-stack.js');
    const stack = await readPictureStack(folder, slices, findSliceReader, selection, report);
    return finishVolume(stack, folder.name, selection, folder.memory);
  }
  if (selection.spacings) (await loadRefusals()).refuseSpacings(folder.name);
  const { readDicomFolder } = await loadDicom();
  return finishVolume(await readDicomFolder(folder, selection, report), folder.name, selection, folder.memory);
}

/** The volume of a series that is fetched first. */
async function readServedVolume(
  name: string,
  server: SeriesServer,
  { series, ...selection }: VolumeSelection,
  report?: (done: number, total: number) => void,
): Promise<VolumeFile> {
  const { files, notes } = await server.fetch(series, report);
  // An address of one series leaves its parts to choose from.
  const part = server.isOneSeries && series !== undefined ? { series } : {};
  const file = await readVolumeFolder({ name, files }, { ...selection, ...part }, report);
  return { ...file, notes: [...notes, ...file.notes] };
}

/**
 * Lists the DICOM series of a folder, a zip archive or several files.
 * @param options `identify`: whether to return whose they are and when they were made; `report`: called as files are read.
 * @throws InputError, one line that starts with the folder's name, if there is none.
 */
export async function listSeries(
  folder: FileFolder,
  options: { identify?: boolean; report?: (done: number, total: number) => void } = {},
): Promise<{ series: SeriesDescription[]; notes: readonly string[] }> {
  const { name, server } = folder;
  const { files } = server ? await server.fetch(undefined, options.report) : folder;
  return (await loadDicom()).listDicomSeries({ name, files }, options);
}
