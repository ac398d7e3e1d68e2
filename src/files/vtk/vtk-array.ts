/** Arrays as VTK's files hold them: https://docs.vtk.org/en/latest/vtk_file_formats/index.html. */
import { InputError } from '../../errors.js';
import { quote } from '../volumes/nrrd/nrrd-fields.js';
import { decodeVoxels, type Endianness, type ScalarType } from '../volumes/samples/voxels.js';

export interface VtkArray {
  /** Empty where the file names none. */
  readonly name: string;
  readonly type: ScalarType;
  /** Scalars in each tuple. */
  readonly components: number;
  readonly bytes: Uint8Array;
  readonly endianness: Endianness;
}

/** The scalars of an array; 64-bit integers as int32 or float64. */
export const decodeVtkArray = ({ bytes, type, endianness }: VtkArray) => decodeVoxels(bytes, type, endianness);

/** `count` numbers of an attribute or a line, such as `0 63 0 63 0 31`. */
export function parseNumbers(text: string | undefined, count: number, what: string): number[] {
  const numbers = (text ?? '').trim().split(/\s+/).map(Number);
  if (text !== undefined && numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  throw new InputError(`has ${what} ${quote(text ?? '')}; ${count} numbers would be right`);
}
