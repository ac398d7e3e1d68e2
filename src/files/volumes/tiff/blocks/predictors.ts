/** Undoes the differences that TIFF's predictors store instead of samples. */
import { InputError } from '../../../../errors.js';
import { type Endianness, swapBytes } from '../../samples/voxels.js';

/** Values of the tag Predictor. */
const [HORIZONTAL, FLOATING] = [2, 3];

export interface BlockLayout {
  /** The tag Predictor. */
  readonly predictor: number;
  /** Samples of a row, and of a pixel. */
  readonly rowSamples: number;
  readonly blockSamples: number;
  /** Bytes of a sample. */
  readonly unit: number;
  readonly endianness: Endianness;
}

/**
 * The samples of a block in little-endian, without differences: section 14 of TIFF 6.0, and Adobe's technical note 3.
 * @throws InputError for differences of 64-bit samples.
 */
export function undoPredictor(
  bytes: Uint8Array,
  { predictor, rowSamples, blockSamples, unit, endianness }: BlockLayout,
): Uint8Array {
  if (predictor === FLOATING) return undoFloating(new Uint8Array(bytes), rowSamples, blockSamples, unit);
  const little = endianness === 'big' && unit > 1 ? swapBytes(bytes, unit) : bytes;
  if (predictor !== HORIZONTAL) return little;
  const copy = new Uint8Array(little);
  const values =
    unit === 1
      ? copy
      : unit === 2
        ? new Uint16Array(copy.buffer)
        : unit === 4
          ? new Uint32Array(copy.buffer)
          : undefined;
  if (!values) throw new InputError('has differences of 64-bit samples, which cannot be read');
  for (let row = 0; row < values.length; row += rowSamples) {
    const end = Math.min(row + rowSamples, values.length);
    for (let index = row + blockSamples; index < end; index++) values[index]! += values[index - blockSamples]!;
  }
  return copy;
}

/** Each row has the first bytes of all its samples, then the second, …, from the most significant on, as differences. */
function undoFloating(bytes: Uint8Array, rowSamples: number, blockSamples: number, unit: number): Uint8Array {
  const made = new Uint8Array(bytes.length);
  const rowBytes = rowSamples * unit;
  for (let row = 0; row + rowBytes <= bytes.length; row += rowBytes) {
    for (let at = row + blockSamples; at < row + rowBytes; at++) bytes[at]! += bytes[at - blockSamples]!;
    for (let index = 0; index < rowSamples; index++) {
      for (let byte = 0; byte < unit; byte++) {
        made[row + index * unit + byte] = bytes[row + (unit - 1 - byte) * rowSamples + index]!;
      }
    }
  }
  return made;
}
