/** `--output depth=d.npy`: numbers of pixels, which have an option of their own. */
import { ARRAYS } from '../../recipe/options/output-options.js';

/** Names of arrays, and what was meant to be one. */
const NAMED = new RegExp(`^(?:${ARRAYS.join('|')})=|^[a-z]+=.*\\.(?:npy|exr|tiff?)\\b`, 's');

/** The command line with `--arrays` where `-o` or `--output` names arrays instead of a picture; several are joined. */
export function nameOutputs(args: readonly string[]): readonly string[] {
  const named: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const [, joined] = /^(?:--output=|-o=?)(.+)$/s.exec(arg) ?? [];
    const value = joined ?? (/^(?:-o|--output)$/.test(arg) ? args[at + 1] : undefined);
    if (value === undefined || !NAMED.test(value)) {
      others.push(arg);
      continue;
    }
    named.push(value);
    if (joined === undefined) at += 1;
  }
  return named.length === 0 ? args : [...others, `--arrays=${named.join(',')}`];
}

/** An error's message about `--arrays` as one about `--output`, unless `--arrays` is what was written. */
export const nameWritten = (message: string, args: readonly string[]): string =>
  args.some((arg) => /^--arrays(?:=|$)/.test(arg)) ? message : message.replace(/^--arrays(?=:)/, '--output');
