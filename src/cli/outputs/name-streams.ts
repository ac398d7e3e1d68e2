/** A lone dash names standard input where something is read, and standard output where it is written. */
import { InputError } from '../../index.js';

/** Options that keep their dash: commands write to the standard output for it, or refuse it. */
const WRITTEN: readonly string[] = ['-o', '--output', '--stats', '--save-camera'];

const WRITTEN_TO_FILES: readonly string[] = ['--out', '--picture', '--report'];

/** Options that read files of a few lines; volumes, meshes, masks and panoramas come through the standard input too. */
const READ_FROM_FILES: readonly string[] = [
  ...['--transfer', '--fused-transfer', '--camera', '--cameras', '--transform', '--values', '--replay'],
  ...['--rays', '--inside', '--closest'],
];

/**
 * Names the standard input `stdin:`, since yargs loses a dash among the inputs.
 * @throws InputError for an option that reads or writes files alone.
 */
export function nameStreams(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const [option = '', value] = arg.endsWith('=-') ? [arg.slice(0, -2), '-'] : [args[index - 1], arg];
    if (value !== '-' || WRITTEN.includes(option)) return arg;
    if (WRITTEN_TO_FILES.includes(option))
      throw new InputError(`${option}: is not written to standard output; give it a name`);
    if (READ_FROM_FILES.includes(option))
      throw new InputError(`${option}: is not read from standard input; name a file`);
    return arg === '-' ? 'stdin:' : arg;
  });
}
