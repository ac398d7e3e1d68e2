/** Pictures that come back through the queue, for workers that share no storage with the submitter. */

import { dirname } from 'node:path';
import { InputError } from '../../../index.js';
import { encodeApng, makeFolder, readPngText, writeWholeFile } from '../../../node/index.js';
import { RECIPE_KEYWORD } from '../../../recipe/recipe-json.js';
import { SLICE_RECIPE_KEYWORD } from '../../../recipe/slices/slice-recipe.js';
import type { PictureBatch } from '../describe-batch.js';

/** Queues hold results in their memory. */
const PICTURE_BYTES_MAX = 4 << 20;

/** A picture as the result of a job. @throws InputError for one that is too large for a queue. */
export function returnPicture(png: Uint8Array, output: string): { readonly png: string } {
  if (png.length > PICTURE_BYTES_MAX) {
    throw new InputError(
      `${output}: has ${png.length} bytes, and pictures of more than ${PICTURE_BYTES_MAX} go to shared storage; leave out --collect`,
    );
  }
  return { png: Buffer.from(png).toString('base64') };
}

/**
 * Writes the pictures of a batch, or the animation that they make.
 * @param results of its jobs in their order.
 * @throws InputError if one is no picture of tilecast's.
 */
export async function writeReturned({ series, paths }: PictureBatch, results: readonly unknown[]): Promise<void> {
  const pngs = paths.map((path, index) => takePicture(results[index], path));
  const animation = series?.animation;
  if (animation) {
    await writeWholeFile(animation.path, encodeApng(pngs, animation));
    return;
  }
  for (const [index, path] of paths.entries()) {
    await makeFolder(dirname(path));
    await writeWholeFile(path, pngs[index]!);
  }
}

function takePicture(result: unknown, path: string): Uint8Array {
  const { png } = (result ?? {}) as { readonly png?: unknown };
  const bytes = typeof png === 'string' ? Buffer.from(png, 'base64') : undefined;
  const text = bytes && readPngText(bytes, path);
  if (text && (text[RECIPE_KEYWORD] ?? text[SLICE_RECIPE_KEYWORD]) !== undefined) return bytes;
  throw new InputError(`${path}: the queue returned something other than a picture by tilecast`);
}
