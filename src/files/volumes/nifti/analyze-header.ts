/** The header of ANALYZE 7.5, from which NIfTI came, with what SPM put into its unused fields. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import { ANALYZE_HEADER_BYTES, findAnalyzeByteOrder } from './is-nifti.js';
import { checkDataStart, checkScaling, checkSizes, findType, type NiftiHeader } from './nifti-header.js';

/** Codes of SPM's for types that ANALYZE lacks, as NIfTI's. */
const SPM_TYPES: Readonly<Record<number, number>> = { 130: 256, 132: 512, 136: 768 };

/**
 * Parses a header. The format has no reliable orientation: like most programs, this takes its volumes to run from right to
 * left, from back to front and upwards, about the origin that SPM wrote, else about their centre.
 */
export function parseAnalyzeHeader(bytes: Uint8Array): NiftiHeader {
  const little = findAnalyzeByteOrder(bytes);
  if (little === undefined) throw new InputError('is no ANALYZE header');
  const view = new DataView(bytes.buffer, bytes.byteOffset, ANALYZE_HEADER_BYTES);
  const code = view.getInt16(70, little);
  const dims = Array.from({ length: 8 }, (_, index) => view.getInt16(40 + 2 * index, little));
  const sizes = checkSizes(dims);
  return {
    ...findType(SPM_TYPES[code] ?? code),
    endianness: little ? 'little' : 'big',
    sizes,
    dataStart: checkDataStart(Math.abs(view.getFloat32(108, little)), 0),
    detached: true,
    ...checkScaling(view.getFloat32(112, little), 0),
    placement: { indexToWorld: placeInWorld(view, sizes, little), anatomical: true },
    unit: undefined,
    meaning: undefined,
    display: undefined,
  };
}

function placeInWorld(view: DataView, sizes: readonly number[], little: boolean): Affine {
  const [x, y, z] = [0, 1, 2].map((axis) => Math.abs(view.getFloat32(80 + 4 * axis, little)) || 1) as [
    number,
    number,
    number,
  ];
  const originator = [0, 1, 2].map((axis) => view.getInt16(253 + 2 * axis, little));
  const set = originator.some((index) => index !== 0);
  const within = originator.every((index, axis) => index > -sizes[axis]! && index < 2 * sizes[axis]!);
  // SPM counts voxels from 1.
  const [i, j, k] = [0, 1, 2].map((axis) => (set && within ? originator[axis]! - 1 : (sizes[axis]! - 1) / 2)) as [
    number,
    number,
    number,
  ];
  return {
    columns: [
      [x, 0, 0],
      [0, -y, 0],
      [0, 0, z],
    ],
    origin: [-i * x + 0, j * y, -k * z + 0],
  };
}
