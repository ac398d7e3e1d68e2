/** Writes MetaImage files for the tests. */
import type { ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import { encode, join, rampOf, SIZES } from '../nrrd/write-nrrd.js';

export const TYPE_NAMES: Readonly<Record<ScalarType, string>> = {
  int8: 'MET_CHAR',
  uint8: 'MET_UCHAR',
  int16: 'MET_SHORT',
  uint16: 'MET_USHORT',
  int32: 'MET_INT',
  uint32: 'MET_UINT',
  int64: 'MET_LONG_LONG',
  uint64: 'MET_ULONG_LONG',
  float32: 'MET_FLOAT',
  float64: 'MET_DOUBLE',
};

export type MetaImageFields = Readonly<Record<string, string | number | undefined>>;

const BASIC_FIELDS: MetaImageFields = {
  ObjectType: 'Image',
  NDims: 3,
  DimSize: SIZES.join(' '),
  ElementType: 'MET_SHORT',
};

/** A header with `BASIC_FIELDS`, which `fields` override or, with undefined, leave out. */
export function metaImageHeader(fields: MetaImageFields = {}, dataFile = 'LOCAL', newline = '\n'): string {
  const lines = Object.entries({ ...BASIC_FIELDS, ...fields }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} = ${value}`],
  );
  return [...lines, `ElementDataFile = ${dataFile}`, ''].join(newline);
}

/** A whole file with the data in it. */
export function writeMetaImage(
  fields: MetaImageFields = {},
  data: Uint8Array = encode(rampOf('int16'), 'int16'),
): Uint8Array {
  return join(metaImageHeader(fields), data);
}
