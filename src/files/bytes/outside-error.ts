/** Refusals of files by their place, which readers must not take for missing files. */
import { InputError } from '../../errors.js';

/** A file that an input names, or that a link leads to, lies outside of the folders that are read. */
export class OutsideError extends InputError {}

/**
 * Whether a reader may do without the file that it failed to read, such as a texture that is missing. One that lies outside of the
 * folders that are read is no such file: the picture would be made all the same, and nobody hear of the attempt.
 */
export const mayLeaveOut = (error: unknown): error is InputError => error instanceof InputError && !isOutside(error);

/** Whether it is a refusal by place, however many names of files have been put before it. */
export function isOutside(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof OutsideError) return true;
  return false;
}
