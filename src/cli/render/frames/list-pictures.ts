/** The pictures that one command asks for: one of all inputs, or one of each. */
import { basename } from 'node:path';
import { InputError } from '../../../index.js';
import { fail } from '../../../recipe/parse-options.js';
import { say } from '../../say.js';
import type { GivenArguments } from '../render-options.js';

/** Stands for an input's name, without its folder and its format's ending. */
const NAME = '{name}';

/** Endings of a format and its compression. */
const ENDING = /(\.nii|\.[^.]+?)?(\.gz)?$/i;

type NamedInputs = Pick<GivenArguments, 'arrays' | 'output' | 'inputs' | 'stats' | 'save-camera'>;

/**
 * The arguments of each picture.
 * @throws InputError where two would be written to the same file.
 */
export function listPictures<Given extends NamedInputs>(given: Given): readonly Given[] {
  const { output, arrays, inputs = [] } = given;
  if (!output?.includes(NAME) && !arrays?.includes(NAME)) return [given];
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
    if (other !== undefined) fail(`--output: ${other} and ${input} have the same name; render one of them apart`);
    named.set(name, input);
    const nameIn = (path: string | undefined) => path?.replaceAll(NAME, () => name);
    return { ...given, inputs: [input], output: nameIn(output), arrays: nameIn(arrays) };
  });
}

/** Says what is wrong with one picture's input; the other pictures are made all the same. */
export function sayBadInput(error: unknown): void {
  if (!(error instanceof InputError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
