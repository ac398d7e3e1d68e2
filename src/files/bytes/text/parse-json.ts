/** JSON that may come from anybody. */
import { InputError } from '../../../errors.js';

/** Nested deeper than this is nothing that people or programs describe; engines' own functions end at some thousands. */
const DEPTH_MAX = 64;

/**
 * Parses a text whose values are not nested without end, so that what goes through them may call itself.
 * @throws InputError that says what is wrong, without a name.
 */
export function parseJson(text: string): unknown {
  if (depthOf(text) > DEPTH_MAX) throw new InputError(`is JSON that is nested more than ${DEPTH_MAX} deep`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Brackets that are open at once, at most; those in texts do not count. */
function depthOf(text: string): number {
  let [depth, deepest, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (inText) {
      if (character === '\\') at++;
      else inText = character !== '"';
    } else if (character === '"') inText = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth--;
  }
  return deepest;
}
