/** The pictures that one command asks for: one of all inputs, or one of each. */
import { basename } from 'node:path';
import { InputError } from '../../../index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { say } from '../../say.js';
import type { GivenArguments } from '../render-options.js';

/** Stands for an input's name, without its folder and its format's ending. */
export const NAME = '{name}';

/** Endings of a format and its compression. */
const ENDING = /(\.nii|\.[^.]+?)?(\.gz)?$/i;

type NamedInputs = Pick<GivenArguments, 'arrays' | 'output' | 'inputs' | 'mask' | 'stats' | 'save-camera'>;

/**
 * The arguments of each picture. The mask of each input may be named after it too.
 * @param isSplit whether each input has a picture of its own, by default where an output is named after it.
 * @throws InputError where two would be written to the same file.
 */
export function listPictures<Given extends NamedInputs>(
  given: Given,
  isSplit = [given.output, given.arrays].some((path) => path?.includes(NAME)),
): readonly Given[] {
  const { output, arrays, mask, inputs = [] } = given;
  if (!isSplit) return [given];
  for (const path of [output, arrays]) {
    if (path !== undefined && inputs.length > 1 && !path.includes(NAME))
      fail(`${path}: lacks the ${NAME} of the other outputs`);
  }
  if (inputs.length === 0) fail(`--output: ${NAME} is the name of an input, and there is none`);
  for (const option of ['stats', 'save-camera'] as const) {
    if (given[option] !== undefined)
      fail(`--${option}: is for one picture; leave it out, or render one input at a time`);
  }
  const named = new Map<string, string>();
  return inputs.map((input) => {
    const name = basename(input).replace(ENDING, '') || basename(input);
    const other = named.get(name);
    if (other !== undefined && (output ?? arrays) !== undefined)
      fail(`--output: ${other} and ${input} have the same name; render one of them apart`);
    named.set(name, input);
    const nameIn = (path: string | undefined) => path?.replaceAll(NAME, () => name);
    return { ...given, inputs: [input], output: nameIn(output), arrays: nameIn(arrays), mask: nameIn(mask) };
  });
}

/** Says what is wrong with one picture's input; the other pictures are made all the same. */
export function sayBadInput(error: unknown): void {
  if (!(error instanceof InputError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
