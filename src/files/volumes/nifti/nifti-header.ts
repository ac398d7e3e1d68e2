/** The header of a NIfTI file, version 1 or 2: https://nifti.nimh.nih.gov/pub/dist/src/niftilib/nifti1.h, nifti2.h. */
import { NIFTI1, NIFTI2 } from 'nifti-reader-js';
import { InputError } from '../../../errors.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { GreyDisplay } from '../../../transfer/grey-display.js';
import type { Volume, VoxelMeaning } from '../../../volume/volume.js';
import { isCiftiIntent } from '../../meshes/neuroimaging/is-cifti.js';
import { acrossSlice } from '../samples/across-slice.js';
import type { Endianness, ScalarType } from '../samples/voxels.js';
import { hasNiftiMagic, NIFTI_MAGICS, type NiftiMagic, readNiftiMagic } from './is-nifti.js';

export interface NiftiHeader {
  readonly type: ScalarType;
  /** Scalars of a voxel that are colours, or the two parts of a complex number; else 1. */
  readonly components: number;
  readonly complex: boolean;
  readonly endianness: Endianness;
  /** dim[1] to dim[7]: i, j, k, time, and three of components; 1 where the file has no such dimension. */
  readonly sizes: readonly number[];
  /** Start of the data, in this file or, if `detached`, in the one beside it. */
  readonly dataStart: number;
  readonly detached: boolean;
  /** A value is stored · slope + intercept. */
  readonly slope: number;
  readonly intercept: number;
  readonly placement: Pick<Volume, 'indexToWorld' | 'anatomical'>;
  readonly unit: 'metres' | 'millimetres' | 'micrometres' | undefined;
  /** The meaning of the values by the intent. */
  readonly meaning: VoxelMeaning | undefined;
  /** The values of black and of white; undefined where the file names none. */
  readonly display: GreyDisplay | undefined;
}

/** Bytes that give the version and hold the header of either. */
export const NIFTI_HEADER_SIZE_BYTES_MAX = 540;

interface Version extends NiftiMagic {
  readonly create: () => NIFTI1 | NIFTI2;
  /** One of the 12 numbers of the sform, row by row. */
  readonly readSform: (header: DataView, index: number, littleEndian: boolean) => number;
}

const VERSIONS: readonly Version[] = [
  {
    ...NIFTI_MAGICS[0],
    create: () => new NIFTI1(),
    readSform: (header, index, littleEndian) => header.getFloat32(280 + 4 * index, littleEndian),
  },
  {
    ...NIFTI_MAGICS[1],
    create: () => new NIFTI2(),
    readSform: (header, index, littleEndian) => header.getFloat64(400 + 8 * index, littleEndian),
  },
];

const TYPES: Readonly<Record<number, ScalarType>> = {
  [NIFTI1.TYPE_UINT8]: 'uint8',
  [NIFTI1.TYPE_INT16]: 'int16',
  [NIFTI1.TYPE_INT32]: 'int32',
  [NIFTI1.TYPE_FLOAT32]: 'float32',
  [NIFTI1.TYPE_FLOAT64]: 'float64',
  [NIFTI1.TYPE_INT8]: 'int8',
  [NIFTI1.TYPE_UINT16]: 'uint16',
  [NIFTI1.TYPE_UINT32]: 'uint32',
  [NIFTI1.TYPE_INT64]: 'int64',
  [NIFTI1.TYPE_UINT64]: 'uint64',
};

/** Samples of several scalars. */
const COMPOUND_TYPES: Readonly<Record<number, Pick<NiftiHeader, 'type' | 'components' | 'complex'>>> = {
  [NIFTI1.TYPE_RGB24]: { type: 'uint8', components: 3, complex: false },
  2304: { type: 'uint8', components: 4, complex: false },
  [NIFTI1.TYPE_COMPLEX64]: { type: 'float32', components: 2, complex: true },
  [NIFTI1.TYPE_COMPLEX128]: { type: 'float64', components: 2, complex: true },
};

const UNREADABLE_TYPES: Readonly<Record<number, string>> = {
  [NIFTI1.TYPE_BINARY]: 'binary',
  [NIFTI1.TYPE_FLOAT128]: 'float128',
  [NIFTI1.TYPE_COMPLEX256]: 'complex256',
};

/** @throws InputError, without the file's name, for whatever is no header of scalar samples in three dimensions, or in the two of one slice. */
export function parseNiftiHeader(bytes: Uint8Array): NiftiHeader {
  const version = VERSIONS.find((candidate) => hasNiftiMagic(bytes, candidate));
  if (!version) throw notNifti(bytes);
  const { sizeBytes } = version;
  // A copy of the header alone: with more, the package would follow the sizes that extensions say they have.
  const block = new Uint8Array(bytes.subarray(0, sizeBytes));
  const view = new DataView(block.buffer);
  if (view.getInt32(0, true) !== sizeBytes && view.getInt32(0) !== sizeBytes) {
    throw new InputError(`has sizeof_hdr ${view.getInt32(0, true)}; right in a NIfTI file like this is ${sizeBytes}`);
  }
  const header = version.create();
  header.readHeader(block.buffer);
  refuseCifti(header);
  refuseIcosphere(header);
  const detached = readNiftiMagic(bytes, version) === version.magics[1];
  return {
    ...findType(header.datatypeCode),
    endianness: header.littleEndian ? 'little' : 'big',
    sizes: checkSizes(header.dims),
    dataStart: checkDataStart(header.vox_offset, detached ? 0 : sizeBytes),
    detached,
    ...checkScaling(header.scl_slope, header.scl_inter),
    placement: placeInWorld(header, version, view),
    unit: findUnit(header.xyzt_units),
    meaning: findMeaning(header.intent_code),
    display: findDisplayRange(header),
  };
}

/** Both are 0 where nobody chose them; they are of scaled values (nifti1.h). */
function findDisplayRange({ cal_min: low, cal_max: high }: NIFTI1 | NIFTI2): GreyDisplay | undefined {
  if (!(low < high)) return undefined;
  return {
    windows: [{ center: (low + high) / 2, width: high - low, range: [low, high], explanation: 'cal_min to cal_max' }],
  };
}

/** NIFTI_INTENT_LABEL, and the intents of statistics that have both signs: of correlations, t and z (nifti1.h). */
const LABEL_INTENT = 1002;
const SIGNED_INTENTS: readonly number[] = [2, 3, 5];

function findMeaning(intent: number): VoxelMeaning | undefined {
  if (intent === LABEL_INTENT) return 'labels';
  return SIGNED_INTENTS.includes(intent) ? 'statistic' : undefined;
}

function refuseCifti({ intent_code, dims }: NIFTI1 | NIFTI2): void {
  if (!isCiftiIntent(intent_code)) return;
  const sizes = dims.slice(5, 1 + dims[0]!).join(' × ');
  throw new InputError(
    `is a CIFTI file, a matrix of ${sizes} values of points on surfaces, and no volume; name the surface, and this file by --values`,
  );
}

/** Points of FreeSurfer's finest sphere, which it writes as 27307 × 1 × 6, since dimensions of NIfTI-1 end at 32767. */
const ICOSPHERE = [27_307, 1, 6] as const;

function refuseIcosphere({ dims }: NIFTI1 | NIFTI2): void {
  if (ICOSPHERE.some((size, axis) => dims[axis + 1] !== size)) return;
  throw new InputError('holds values of the 163842 points of a FreeSurfer surface, and no volume');
}

function notNifti(bytes: Uint8Array): InputError {
  if (bytes.length < VERSIONS[0]!.sizeBytes) {
    return new InputError(`has ${bytes.length} bytes, fewer than the 348 of a NIfTI header; get a whole copy`);
  }
  const short = NIFTI_MAGICS.find((magic) => magic.magics.some((text) => text === readNiftiMagic(bytes, magic)));
  if (short) {
    return new InputError(
      `has ${bytes.length} bytes, fewer than the ${short.sizeBytes} of its NIfTI header; get a whole copy`,
    );
  }
  return new InputError('is no NIfTI file: it has neither "n+1" or "ni1" at byte 344 nor "n+2" or "ni2" at byte 4');
}

/** @throws InputError if the datatype of that code cannot be read. */
export function findType(code: number): Pick<NiftiHeader, 'type' | 'components' | 'complex'> {
  const type = TYPES[code];
  if (type) return { type, components: 1, complex: false };
  const compound = COMPOUND_TYPES[code];
  if (compound) return compound;
  const name = UNREADABLE_TYPES[code];
  const known = [...Object.values(TYPES), 'RGB', 'RGBA', 'complex64', 'complex128'].join(', ');
  throw new InputError(`has the datatype ${code}${name ? ` (${name})` : ''}, which cannot be read; ${known} can`);
}

/** dim[1] to dim[7]. */
export function checkSizes(dims: readonly number[]): number[] {
  const dimension = dims[0]!;
  if (!(dimension >= 1 && dimension <= 7)) throw new InputError(`has ${dimension} dimensions; NIfTI allows 1 to 7`);
  const sizes = dims.slice(1, 8).map((size, axis) => (axis < dimension ? size : 1));
  const wrong = sizes.findIndex((size) => !(Number.isSafeInteger(size) && size > 0));
  if (wrong >= 0) throw new InputError(`has dim[${wrong + 1}] ${sizes[wrong]}; a positive integer would be right`);
  if (dimension < 2) {
    throw new InputError(
      `has ${dimension} dimensions, ${sizes.slice(0, dimension).join(' × ')}; a volume needs 3, a slice 2`,
    );
  }
  return sizes;
}

export function checkDataStart(start: number, min: number): number {
  if (Number.isSafeInteger(start) && start >= min) return start;
  throw new InputError(`has vox_offset ${start}; an integer of at least ${min} would be right`);
}

/** A slope of 0 means none, as the format says, and so does NaN, which some programs write. */
export function checkScaling(slope: number, intercept: number): { slope: number; intercept: number } {
  if (slope === 0 || Number.isNaN(slope)) return { slope: 1, intercept: 0 };
  if (Number.isFinite(slope) && Number.isFinite(intercept)) return { slope, intercept };
  throw new InputError(`has scl_slope ${slope} and scl_inter ${intercept}; both must be finite`);
}

/**
 * The sform, if its code says that there is one and it is not all zeros, as some programs leave it, else the qform, else the spacings alone: methods 3, 2 and 1 of the
 * format. NIfTI's world is RAS.
 */
function placeInWorld(header: NIFTI1 | NIFTI2, version: Version, view: DataView): NiftiHeader['placement'] {
  const { sform_code, qform_code, pixDims } = header;
  const sform = (row: number, index: number) => version.readSform(view, 4 * row + index, header.littleEndian);
  const empty = [0, 1, 2].every((row) => [0, 1, 2].every((index) => sform(row, index) === 0));
  const useSform = sform_code > 0 && !(empty && qform_code > 0);
  const anatomical = useSform || qform_code > 0;
  if (!anatomical) {
    const [, x, y, z] = pixDims as [number, number, number, number];
    const columns = completeSlice([x, 0, 0], [0, y, 0], [0, 0, z], header.dims);
    return { indexToWorld: { columns, origin: [0, 0, 0] }, anatomical };
  }
  const qform = header.getQformMat();
  const column = (index: number): Vec3 => {
    // Not the package's own choice, which is the qform where its code is greater, and then it keeps no sform.
    const [x, y, z] = [0, 1, 2].map((row) => (useSform ? sform(row, index) : qform[row]![index]!)) as [
      number,
      number,
      number,
    ];
    // Adding zero makes zeros of negative ones.
    return [-x + 0, -y + 0, z + 0];
  };
  const columns = completeSlice(column(0), column(1), column(2), header.dims);
  return { indexToWorld: { columns, origin: column(3) }, anatomical };
}

/** The columns, with a third one if files of two dimensions leave it zero. */
function completeSlice(i: Vec3, j: Vec3, k: Vec3, dims: readonly number[]): Volume['indexToWorld']['columns'] {
  const isLeftOut = dims[0] === 2 && k.every((coordinate) => coordinate === 0 || Number.isNaN(coordinate));
  return [i, j, isLeftOut ? acrossSlice(i, j) : k];
}

function findUnit(code: number): NiftiHeader['unit'] {
  const spatial = code & NIFTI1.SPATIAL_UNITS_MASK;
  if (spatial === NIFTI1.UNITS_METER) return 'metres';
  if (spatial === NIFTI1.UNITS_MM) return 'millimetres';
  return spatial === NIFTI1.UNITS_MICRON ? 'micrometres' : undefined;
}

export function describeUnit({ unit }: Pick<NiftiHeader, 'unit'>): string[] {
  return unit === undefined || unit === 'millimetres'
    ? []
    : [`measures lengths in ${unit}, and so does the world here`];
}
