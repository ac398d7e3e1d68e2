/** Finds where files of several formats have plain voxels, from their first bytes. */
import { VOXEL_TYPES, type VoxelType } from '../../../paged/store.js';
import { isMetaImage } from '../../volumes/meta-image/is-meta-image.js';
import { parseMetaImageHeader } from '../../volumes/meta-image/meta-image-header.js';
import { isNifti } from '../../volumes/nifti/is-nifti.js';
import { describeUnit, parseNiftiHeader } from '../../volumes/nifti/nifti-header.js';
import { isNrrd } from '../../volumes/nrrd/is-nrrd.js';
import { assignAxes, placeInWorld, unitsOfWorld } from '../../volumes/nrrd/nrrd-axes.js';
import { parseNrrdHeader } from '../../volumes/nrrd/nrrd-header.js';
import { type RawLayout, rawToWorld } from '../../volumes/raw/raw-layout.js';
import type { SampleAxis } from '../../volumes/samples/select-samples.js';
import type { ScalarType } from '../../volumes/samples/voxels.js';
import type { FlatLayout } from './flat-store.js';

/** Bytes of a file that hold any header. */
export const FLAT_HEADER_BYTES = 2 ** 18;

/**
 * The layout of a file's voxels; undefined where they are compressed, scaled, in several files, or more than one volume.
 * @param start the file's first bytes.
 * @throws InputError, without the file's name, for a header that cannot be.
 */
export function findFlatLayout(start: Uint8Array): FlatLayout | undefined {
  if (isNrrd(start)) return layoutOfNrrd(start);
  if (isMetaImage(start)) return layoutOfMetaImage(start);
  return isNifti(start) ? layoutOfNifti(start) : undefined;
}

/** The layout of a file of nothing but voxels; undefined for voxels of 64-bit integers. */
export function flatOfRaw(layout: RawLayout): FlatLayout | undefined {
  const { sizes, type, endianness } = layout;
  if (!isVoxelType(type)) return undefined;
  const voxels = { sizes, type, endianness, dataStart: 0, dataFile: undefined };
  return { format: 'raw voxels', ...voxels, indexToWorld: rawToWorld(layout), anatomical: false };
}

const isVoxelType = (type: ScalarType): type is VoxelType => (VOXEL_TYPES as readonly string[]).includes(type);

/** A single volume: all other axes, if any, have one sample. */
const isPlain = (axes: readonly SampleAxis[]) => axes.every(({ role, size }) => role === 'space' || size === 1);

const sizesOf = (axes: readonly SampleAxis[]) =>
  axes.filter(({ role }) => role === 'space').map(({ size }) => size) as unknown as FlatLayout['sizes'];

function layoutOfNrrd(start: Uint8Array): FlatLayout | undefined {
  const header = parseNrrdHeader(start);
  const { type, encoding, endianness, lineSkip, byteSkip, dataStart, dataFiles } = header;
  const axes = assignAxes(header.axes);
  const isOneFile = !dataFiles || dataFiles.count === 1;
  if (encoding !== 'raw' || lineSkip > 0 || !isOneFile || !isPlain(axes) || !isVoxelType(type)) return undefined;
  const first = dataFiles ? 0 : dataStart;
  const units = unitsOfWorld(header, axes);
  const labels = header.segments.inLayer(0);
  return {
    format: 'NRRD',
    ...(header.segments.isSegmentation && { meaning: 'labels' as const }),
    ...(labels.length > 0 && { labels }),
    sizes: sizesOf(axes),
    type,
    endianness,
    dataStart: byteSkip < 0 ? -1 : first + byteSkip,
    dataFile: dataFiles?.name(0),
    unit: units.unit,
    notes: units.notes,
    ...placeInWorld(header, axes, units),
  };
}

function layoutOfMetaImage(start: Uint8Array): FlatLayout | undefined {
  const header = parseMetaImageHeader(start);
  const { type, encoding, endianness, axes, placement, dataFile, dataStart, headerSizeBytes } = header;
  const isLocal = /^local$/i.test(dataFile);
  const isOneFile = isLocal || !/^LIST(?:\s|$)|%/.test(dataFile);
  if (encoding !== 'raw' || !isOneFile || !isPlain(axes) || !isVoxelType(type)) return undefined;
  // A HeaderSize counts from the start of the file, whether the data are in this one or another.
  const first = headerSizeBytes === 0 && isLocal ? dataStart : headerSizeBytes;
  return {
    format: 'MetaImage',
    sizes: sizesOf(axes),
    type,
    endianness,
    dataStart: first,
    dataFile: isLocal ? undefined : dataFile,
    unit: header.unit,
    notes: header.notes,
    ...placement,
  };
}

function layoutOfNifti(start: Uint8Array): FlatLayout | undefined {
  const header = parseNiftiHeader(start);
  const { type, endianness, sizes, components, complex, slope, intercept, placement, dataStart, detached } = header;
  const [i, j, k, ...rest] = sizes;
  const isScaled = slope !== 1 || intercept !== 0;
  if (detached || complex || components > 1 || isScaled || rest.some((size) => size > 1) || !isVoxelType(type)) {
    return undefined;
  }
  return {
    format: 'NIfTI',
    sizes: [i!, j!, k!],
    type,
    endianness,
    dataStart,
    dataFile: undefined,
    meaning: header.meaning,
    unit: header.unit,
    notes: describeUnit(header),
    ...placement,
  };
}
