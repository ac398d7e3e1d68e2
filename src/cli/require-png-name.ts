/** Pictures are PNGs, whatever their name ends in; names of other formats would mislead. */
import { fail } from '../recipe/parse-options.js';

/**
 * @param endings what names of the picture may end in.
 * @throws InputError if the name is one of another format.
 */
export function requirePngName(path: string, endings = '.png'): void {
  if (/\.(jpe?g|webp|gif|bmp|tiff?|exr|ppm|mp4|webm|avi|mkv|mov)$/i.test(path)) {
    fail(`${path}: tilecast writes PNG; end the name in ${endings}`);
  }
}
