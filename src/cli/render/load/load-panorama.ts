/** Loads the panorama that lights a scene of `tilecast render --quality path`. */
import { existsSync } from 'node:fs';
import { ENVIRONMENTS, type Environment, readEnvironment } from '../../../index.js';
import { type OpenFileOptions, openFile } from '../../../node/index.js';
import { findEnvironmentName } from '../../../recipe/parse/file-or-name.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import type { RecipeFile } from '../../../recipe/recipe-json.js';

/** The panorama of a file; undefined where the light is built in. @throws InputError for what is neither a name nor a panorama that can be read. */
export async function loadPanorama(
  text: string | undefined,
  where: OpenFileOptions | undefined,
): Promise<{ readonly environment: Environment; readonly file: RecipeFile } | undefined> {
  if (text === undefined || findEnvironmentName(text)) return undefined;
  if (!/[./\\]/.test(text) && !existsSync(text)) {
    fail(`--environment: "${text}" is none of ${ENVIRONMENTS.join(', ')}, and no file`);
  }
  const { source, sha256 } = await openFile(text, where);
  const environment = await readEnvironment(source.bytes, source.name);
  return { environment, file: { path: text, sha256: await sha256() } };
}
