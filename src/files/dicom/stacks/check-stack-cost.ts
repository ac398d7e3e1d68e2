/** Refuses small files whose frames take more memory or work than such files may: a frame of zeros is a kilobyte of JPEG 2000. */
import { InputError } from '../../../errors.js';
import { checkSmallInput, SMALL_INPUT } from '../../bytes/budget.js';
import type { Stack } from './find-stacks.js';

/** Bytes that a sample of the frames at hand takes: measured 26 with OpenJPEG, whose decoder and two slices of float64 are most of it. */
const FRAME_BYTES = 32;

/** Samples that the slowest decoder, OpenJPEG's, makes in some six seconds. */
const DECODED_MAX = 2 ** 27;

/** @throws InputError, without the file's name. */
export function checkStackCost({ positions }: Stack): void {
  const slices = positions.flatMap(({ slices }) => slices);
  const contents = new Set(slices.map(({ pixels }) => pixels.content));
  const inputBytes = [...contents].reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  if (inputBytes >= SMALL_INPUT.belowBytes) return;
  const { folded, ...pixels } = slices[0]!.pixels;
  const { columns, rows, samples, bitsAllocated, syntax } = folded?.whole ?? pixels;
  const frameBytes = FRAME_BYTES * columns * rows * samples;
  const voxelBytes = Math.max(1, bitsAllocated / 8) * pixels.columns * pixels.rows * positions.length;
  const what = `${pixels.columns} × ${pixels.rows} × ${slices.length} pixels`;
  checkSmallInput(inputBytes, frameBytes + voxelBytes, `reading ${what}`);
  const decoded = pixels.columns * pixels.rows * samples * slices.length;
  if (syntax.codec !== undefined && decoded > DECODED_MAX) {
    throw new InputError(
      `asks for too much work: decoding ${what} would take too long for an input of ${inputBytes} bytes; decompress it first if that is right`,
    );
  }
}
