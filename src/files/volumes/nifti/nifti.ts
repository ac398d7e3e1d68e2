/** Reads NIfTI volumes of version 1 and 2, compressed by gzip or not, with the data in the same file or beside it. */
import { InputError } from '../../../errors.js';
import { createVolume, type VoxelArray } from '../../../volume/volume.js';
import { type DataPiece, inflateData, noteSurplus, takePiece } from '../../bytes/data-bytes.js';
import { gunzipStart, isGzip } from '../../bytes/inflate.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { quote } from '../nrrd/nrrd-fields.js';
import { countSamples, extractVoxels, type SampleAxis, selectSamples } from '../select-samples.js';
import type { FileSource, VolumeReader } from '../source.js';
import { checkNumbers, scalarSizeBytes } from '../voxels.js';
import { NIFTI_HEADER_SIZE_BYTES_MAX, type NiftiHeader, parseNiftiHeader } from './nifti-header.js';

export { isNifti } from './nifti-header.js';

const ROLES: readonly SampleAxis['role'][] = [
  ...(['space', 'space', 'space'] as const),
  'time',
  ...(['component', 'component', 'component'] as const),
];

/**
 * Reads a NIfTI file of scalars (.nii, .nii.gz, or .hdr with its .img). Of several components or times, it takes those
 * of the selection. Values are scaled as the header says; the world keeps the file's unit of length, and is LPS where
 * the header has an sform or qform.
 */
export const readNifti: VolumeReader = (source, selection) =>
  nameInErrors(source.name, async () => {
    const { bytes } = source;
    const header = parseNiftiHeader(isGzip(bytes) ? await gunzipStart(bytes, NIFTI_HEADER_SIZE_BYTES_MAX) : bytes);
    const axes = header.sizes.map((size, axis) => ({ size, role: ROLES[axis]!, label: `dim[${axis + 1}]` }));
    const selected = selectSamples(axes, selection);
    const { bytes: data, surplusBytes } = await readData(
      source,
      header,
      countSamples(axes) * scalarSizeBytes(header.type),
    );
    const voxels = scaleVoxels(extractVoxels(data, header.type, header.endianness, selected), header);
    checkNumbers(voxels, selected.sizes);
    const volume = createVolume({ sizes: selected.sizes, voxels, ...header.placement });
    return { volume, notes: [...selected.notes, ...describeUnit(header), ...noteSurplus(surplusBytes)] };
  });

async function readData(source: FileSource, { dataStart, detached }: NiftiHeader, sizeBytes: number) {
  const take = async (bytes: Uint8Array): Promise<DataPiece> => {
    const whole = isGzip(bytes) ? await inflateData(bytes, dataStart + sizeBytes, source.gunzip) : bytes;
    return takePiece(whole, dataStart, sizeBytes);
  };
  if (!detached) return take(source.bytes);
  const name = nameDataFile(source.name);
  const bytes = await source.readSibling(name);
  return nameInErrors(`data file ${quote(name)}`, () => take(bytes));
}

/** The name of the data file beside the header's: head.img for head.hdr, HEAD.IMG for HEAD.HDR. */
function nameDataFile(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const [, stem, extension, gz = ''] = /^(.*\.)(hdr)(\.gz)?$/i.exec(name) ?? [];
  if (stem === undefined) throw new InputError('is a NIfTI header without data; a name in .hdr tells where those are');
  return `${stem}${extension === 'HDR' ? 'IMG' : 'img'}${gz}`;
}

/** Values of 16 bits and less, and of float32, take no more than float32. */
function scaleVoxels(voxels: VoxelArray, { slope, intercept }: NiftiHeader): VoxelArray {
  if (slope === 1 && intercept === 0) return voxels;
  const narrow = voxels.BYTES_PER_ELEMENT <= 2 || voxels instanceof Float32Array;
  const scaled = new (narrow ? Float32Array : Float64Array)(voxels.length);
  for (let index = 0; index < voxels.length; index++) scaled[index] = voxels[index]! * slope + intercept;
  return scaled;
}

function describeUnit({ unit }: NiftiHeader): string[] {
  return unit === undefined ? [] : [`measures lengths in ${unit}, and so does the world here`];
}
