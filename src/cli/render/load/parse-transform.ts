/** Parses the map from a mesh to the world. */
import { readInputText } from '../../../node/index.js';
import { parseMatrix } from '../../../recipe/parse/parse-matrix.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { MeshPlacement } from '../../../recipe/scene/meshes/mesh-space.js';

/**
 * Reads the rows of a 3×4 or 4×4 matrix, from the text or from the file that it names, or `ras`.
 * @throws InputError that names the option or the file.
 */
export async function parseTransform(option: string, text: string): Promise<MeshPlacement> {
  const inline = parseMatrix(text, `--${option}: "${text}"`);
  return inline ?? parseMatrix(await readInputText(text), text) ?? fail(`${text}: holds something else than numbers`);
}
