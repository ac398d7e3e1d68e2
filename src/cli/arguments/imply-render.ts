/** Command lines that begin with a file, as those of other renderers do. */
import { existsSync } from 'node:fs';
import { COMMANDS } from '../commands.js';

/** Names of commands have neither, nor do misspelt ones. */
const looksLikeFile = (word: string) => /[./\\]/.test(word);

/** Whether the command line begins with an input where the name of a command belongs. */
export function startsWithInput([first = '']: readonly string[]): boolean {
  if (first === '' || first.startsWith('-') || first === 'completion' || Object.hasOwn(COMMANDS, first)) return false;
  return looksLikeFile(first) || existsSync(first);
}

/** The command line with the `render` that an input and an output without a command mean; others as they are. */
export function implyRender(args: readonly string[]): readonly string[] {
  const hasOutput = args.some((arg) => /^(?:-o|--output(?:=|$))/.test(arg));
  return hasOutput && startsWithInput(args) ? ['render', ...args] : args;
}
