/** Recognises Wavefront OBJ files. */
import { TextTokens } from '../../bytes/text/text-tokens.js';

const HASH = 35;

/** One of these starts every OBJ file, comments aside. */
const KEYWORDS = new Set(['v', 'vn', 'vt', 'vp', 'f', 'o', 'g', 's', 'l', 'p', 'mtllib', 'usemtl']);

/** The range in which content is looked for: long comments may come first. */
const START_SIZE_BYTES = 1 << 16;

/** Whether the first statement is one of an OBJ file, which has no magic word. */
export function isObj(bytes: Uint8Array): boolean {
  const tokens = new TextTokens(bytes.subarray(0, START_SIZE_BYTES));
  while (tokens.next()) {
    if (bytes[tokens.start] === HASH) tokens.skipLine();
    else return tokens.end - tokens.start <= 6 && KEYWORDS.has(tokens.text());
  }
  return false;
}
