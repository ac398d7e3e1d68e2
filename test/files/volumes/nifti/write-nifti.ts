/** Writes NIfTI files for the tests, of both versions and byte orders. */
import type { Endianness, ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import { encode, join } from '../nrrd/write-nrrd.js';

const CODES: Readonly<Record<ScalarType, number>> = {
  uint8: 2,
  int16: 4,
  int32: 8,
  float32: 16,
  float64: 64,
  int8: 256,
  uint16: 512,
  uint32: 768,
  int64: 1024,
  uint64: 1280,
};

export interface NiftiFields {
  readonly version?: 1 | 2;
  readonly endianness?: Endianness;
  readonly magic?: string;
  /** dim[0] and on; zeros beyond. */
  readonly dim?: readonly number[];
  readonly datatype?: number;
  /** pixdim[0], which is qfac, and on. */
  readonly pixdim?: readonly number[];
  readonly voxOffset?: number;
  readonly slope?: number;
  readonly intercept?: number;
  readonly units?: number;
  readonly intent?: number;
  /** cal_max and cal_min, in the header's order. */
  readonly cal?: readonly [max: number, min: number];
  readonly qformCode?: number;
  /** b, c, d and the offsets x, y, z. */
  readonly qform?: readonly number[];
  readonly sformCode?: number;
  /** Row by row. */
  readonly sform?: readonly number[];
}

/** Where the fields are: nifti1.h and nifti2.h. */
const LAYOUTS = {
  1: {
    ...{ size: 348, magic: 344, dim: 40, datatype: 70, pixdim: 76, voxOffset: 108, slope: 112, intercept: 116 },
    ...{ cal: 124, units: 123, intent: 68, qformCode: 252, sformCode: 254, qform: 256, sform: 280 },
  },
  2: {
    ...{ size: 540, magic: 4, dim: 16, datatype: 12, pixdim: 104, voxOffset: 168, slope: 176, intercept: 184 },
    ...{ cal: 192, units: 500, intent: 504, qformCode: 344, sformCode: 348, qform: 352, sform: 400 },
  },
};

/** A header and the four bytes after it, which say that there are no extensions. */
export function niftiHeader({ version = 1, endianness = 'little', ...fields }: NiftiFields = {}): Uint8Array {
  const at = LAYOUTS[version];
  const little = endianness === 'little';
  const bytes = new Uint8Array(at.size + 4);
  const view = new DataView(bytes.buffer);
  const reals = (start: number, values: readonly number[] = []) => {
    for (const [i, value] of values.entries()) {
      if (version === 1) view.setFloat32(start + 4 * i, value, little);
      else view.setFloat64(start + 8 * i, value, little);
    }
  };
  const code = (start: number, value = 0) =>
    version === 1 ? view.setInt16(start, value, little) : view.setInt32(start, value, little);

  view.setInt32(0, at.size, little);
  bytes.set(join(fields.magic ?? (version === 1 ? 'n+1\0' : 'n+2\0\r\n\x1a\n')), at.magic);
  for (const [i, size] of (fields.dim ?? [3, 5, 4, 3]).entries()) {
    if (version === 1) view.setInt16(at.dim + 2 * i, size, little);
    else view.setBigInt64(at.dim + 8 * i, BigInt(size), little);
  }
  view.setInt16(at.datatype, fields.datatype ?? CODES.int16, little);
  reals(at.pixdim, fields.pixdim ?? [1, 1, 1, 1]);
  const voxOffset = fields.voxOffset ?? at.size + 4;
  if (version === 1) view.setFloat32(at.voxOffset, voxOffset, little);
  else view.setBigInt64(at.voxOffset, BigInt(voxOffset), little);
  reals(at.slope, [fields.slope ?? 0]);
  reals(at.intercept, [fields.intercept ?? 0]);
  bytes[version === 1 || little ? at.units : at.units + 3] = fields.units ?? 2;
  reals(at.cal, fields.cal);
  code(at.intent, fields.intent);
  code(at.qformCode, fields.qformCode);
  code(at.sformCode, fields.sformCode);
  reals(at.qform, fields.qform);
  reals(at.sform, fields.sform);
  return bytes;
}

/** A whole file. */
export function writeNifti(values: readonly number[], type: ScalarType, fields: NiftiFields = {}): Uint8Array {
  return join(
    niftiHeader({ datatype: CODES[type], ...fields }),
    encode(values, type, 'raw', fields.endianness ?? 'little'),
  );
}
