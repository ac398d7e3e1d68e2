/** Files that operating systems leave beside those of users, which are never meant as inputs. */
import { InputError } from '../errors.js';

const LEFTOVER = /(?:^|[\\/])(?:__MACOSX(?:[\\/].*)?|\._[^\\/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

/** Whether a path, from the folder or archive that was given on, is of such a file. */
export const isLeftover = (path: string): boolean => LEFTOVER.test(path);

/**
 * The others of some files.
 * @throws InputError that starts with `input`, if there are files but no others.
 */
export function leaveOutLeftovers<File>(input: string, files: readonly File[], nameOf: (file: File) => string): File[] {
  const others = files.filter((file) => !isLeftover(nameOf(file)));
  if (others.length > 0 || files.length === 0) return others;
  throw new InputError(
    `${input}: holds only files that operating systems leave behind, such as ${nameOf(files[0]!)}; name the scan itself`,
  );
}

/**
 * The others of the inputs that a command line lists, as a shell makes of `*`.
 * @throws InputError if it lists nothing else.
 */
export function leaveOutLeftoverInputs(inputs: readonly string[]): readonly string[] {
  const others = inputs.filter((input) => !isLeftover(input.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '')));
  if (others.length > 0 || inputs.length === 0) return others;
  throw new InputError(`${inputs[0]}: is a file that operating systems leave behind; name the scan itself`);
}
