/** Writes headers of AFNI's datasets for the tests. */
import { ascii } from '../nrrd/write-nrrd.js';

export type Attributes = Readonly<Record<string, string | readonly number[]>>;

/** A grid of 5 × 4 × 3 voxels of 16 bits, whose i runs backwards along DICOM's y, j up and k to the right. */
export const AFNI_ATTRIBUTES: Attributes = {
  TYPESTRING: '3DIM_HEAD_ANAT',
  ORIENT_SPECIFIC: [3, 4, 1],
  ORIGIN: [7, -3, 20],
  DELTA: [-2, 3, -1.5],
  DATASET_RANK: [3, 1, 0, 0, 0, 0, 0, 0],
  DATASET_DIMENSIONS: [5, 4, 3, 0, 0],
  BRICK_TYPES: [1],
  BRICK_FLOAT_FACS: [0],
  BYTEORDER_STRING: 'LSB_FIRST',
};

/** @param changes attributes in place of others; undefined leaves one out. */
export function writeAfniHeader(changes: Readonly<Record<string, Attributes[string] | undefined>> = {}): Uint8Array {
  const entries = Object.entries({ ...AFNI_ATTRIBUTES, ...changes });
  const texts = entries.flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value === 'string') {
      return [`\ntype = string-attribute\nname = ${name}\ncount = ${value.length + 1}\n'${value}~\n`];
    }
    const kind = value.every(Number.isInteger) ? 'integer' : 'float';
    return [`\ntype  = ${kind}-attribute\nname  = ${name}\ncount = ${value.length}\n ${value.join(' ')}\n`];
  });
  return ascii(texts.join(''));
}
