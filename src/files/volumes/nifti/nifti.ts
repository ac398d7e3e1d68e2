/** Reads NIfTI volumes of version 1 and 2, compressed by gzip or not, with the data in the same file or beside it. */
import { InputError } from '../../../errors.js';
import { createVolume } from '../../../volume/volume.js';
import { gunzipStart, isGzip } from '../../bytes/compression/inflate.js';
import { type DataPiece, inflateData, noteSurplus, takePiece } from '../../bytes/data-bytes.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { MAGNITUDE_NOTE, magnitudesOf } from '../samples/magnitudes.js';
import { scaleVoxels } from '../samples/scale-voxels.js';
import {
  countSamples,
  extractChannels,
  extractVoxels,
  gatherVoxels,
  type SampleAxis,
  type SampleSelection,
  selectSamples,
} from '../samples/select-samples.js';
import { settleTime } from '../samples/settle-time.js';
import { decodeVoxels, scalarSizeBytes } from '../samples/voxels.js';
import type { FileSource, VolumeReader } from '../source.js';
import { parseAnalyzeHeader } from './analyze-header.js';
import { isAnalyze, isNifti } from './is-nifti.js';
import { describeUnit, NIFTI_HEADER_SIZE_BYTES_MAX, type NiftiHeader, parseNiftiHeader } from './nifti-header.js';

const ROLES: readonly SampleAxis['role'][] = [
  ...(['space', 'space', 'space'] as const),
  'time',
  ...(['component', 'component', 'component'] as const),
];

/**
 * Reads a NIfTI or ANALYZE file (.nii, .nii.gz, or either of .hdr and .img). Takes the component and time of the selection if
 * there are several; of complex numbers, the magnitude. Values are scaled as the header says; the world keeps the file's unit
 * of length, and is LPS where the header has an sform or qform.
 */
export const readNifti: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const { header, readData } = await openPair(source);
    const { components, complex } = header;
    const { memory } = source;
    const colours = components > 1 && !complex;
    const axes = [
      ...(colours ? [{ size: components, role: 'component' as const, label: components === 3 ? 'RGB' : 'RGBA' }] : []),
      ...header.sizes.map((size, axis) => ({ size, role: ROLES[axis]!, label: `dim[${axis + 1}]` })),
    ];
    // Quads of a probabilistic atlas are stored as colours: the likeliest label is their first.
    const white = colours && header.meaning !== 'labels' ? 0xff : undefined;
    // A wrong selection is refused before data are read.
    selectSamples(axes, selection, white);
    const sizeBytes = countSamples(axes) * scalarSizeBytes(header.type) * (complex ? 2 : 1);
    const { bytes: data, surplusBytes } = await readData(sizeBytes);
    const extract = (part: SampleSelection) =>
      complex
        ? gatherVoxels(magnitudesOf(decodeVoxels(data, header.type, header.endianness, memory), memory), part, memory)
        : extractVoxels(data, header.type, header.endianness, part, memory);
    const settled = await settleTime(axes, selection, extract);
    const selected = selectSamples(axes, settled.selection, white);
    const { voxels: taken, colors } = extractChannels(selected, extract);
    // Colours are not scaled: nifti1.h, on scl_slope.
    const voxels = colours ? taken : scaleVoxels(taken, header, memory);
    const volume = createVolume({ sizes: selected.sizes, voxels, meaning: header.meaning, ...header.placement });
    const notes = [...selected.notes, ...settled.notes, ...(complex ? [MAGNITUDE_NOTE] : []), ...describeUnit(header)];
    const { unit } = header;
    const display = complex || colours ? undefined : header.display;
    const { time } = settled.selection;
    return {
      volume,
      colors,
      times: selected.times,
      time,
      unit,
      display,
      notes: [...notes, ...noteSurplus(surplusBytes)],
    };
  });

interface OpenedPair {
  readonly header: NiftiHeader;
  readonly readData: (sizeBytes: number) => Promise<DataPiece>;
}

/** Finds the header and the data: in one file, or in two of which either may be named. */
async function openPair(source: FileSource): Promise<OpenedPair> {
  const { name, bytes, readSibling } = source;
  const start = await startOf(bytes);
  const take = async (data: Uint8Array, dataStart: number, sizeBytes: number): Promise<DataPiece> => {
    const whole = isGzip(data) ? await inflateData(data, dataStart + sizeBytes, source.gunzip) : data;
    return takePiece(whole, dataStart, sizeBytes);
  };
  if (isNifti(start) || isAnalyze(start) || !/\.img(\.gz)?$/i.test(name)) {
    const header = parseHeader(start, name);
    if (!header.detached) return { header, readData: (sizeBytes) => take(bytes, header.dataStart, sizeBytes) };
    const dataName = nameOther(name, 'hdr', 'img');
    const readData = async (sizeBytes: number) => {
      const data = await readSibling(dataName);
      return nameInErrors(`data file ${quote(dataName)}`, () => take(data, header.dataStart, sizeBytes));
    };
    return { header, readData };
  }
  const headerName = nameOther(name, 'img', 'hdr');
  const headerBytes = await readSibling(headerName);
  const header = await nameInErrors(`header ${quote(headerName)}`, async () =>
    parseHeader(await startOf(headerBytes), headerName),
  );
  return { header, readData: (sizeBytes) => take(bytes, header.dataStart, sizeBytes) };
}

const startOf = async (bytes: Uint8Array) => (isGzip(bytes) ? gunzipStart(bytes, NIFTI_HEADER_SIZE_BYTES_MAX) : bytes);

/** ANALYZE is always a pair; in a single file, a header without magic is a broken NIfTI one. */
const parseHeader = (start: Uint8Array, name: string) =>
  isAnalyze(start) && !/\.nii(\.gz)?$/i.test(name) ? parseAnalyzeHeader(start) : parseNiftiHeader(start);

/** The name of the file beside one of a pair: head.img for head.hdr, HEAD.IMG for HEAD.HDR. */
function nameOther(path: string, ending: 'hdr' | 'img', other: 'hdr' | 'img'): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const [, stem, extension, gz = ''] = new RegExp(`^(.*\\.)(${ending})(\\.gz)?$`, 'i').exec(name) ?? [];
  if (stem === undefined) throw new InputError('is a NIfTI header without data; a name in .hdr says where those are');
  return `${stem}${extension === ending.toUpperCase() ? other.toUpperCase() : other}${gz}`;
}
