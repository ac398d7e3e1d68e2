/** Checks the extensions of picture names, which choose the format. */
import { type PictureFormat, pictureFormat } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';

const STRANGERS = /\.(gif|bmp|tiff?|exr|ppm|tga|svg|pdf|avif|heic|jp2|j2k|hdr|mp4|webm|avi|mkv|mov|m4v|wmv)$/i;
/** Names of movies in containers that are not written. */
const MOVIES = /\.(avi|mkv|mov|m4v|wmv)$/i;

/**
 * @returns the format of the name: PNG where it ends in none of another.
 * @throws InputError for a name of a format that is not written, and for a JPEG that is to be transparent.
 */
export function requirePictureName(path: string, background?: unknown): PictureFormat {
  if (STRANGERS.test(path))
    fail(`${path}: pictures are written as PNG, JPEG and WebP; end the name in .png, .jpg or .webp`);
  const format = pictureFormat(path);
  if (format === 'jpeg' && background === 'transparent') {
    fail(`${path}: a JPEG has no transparency; end the name in .png or .webp, or name a colour as --background`);
  }
  return format;
}

/**
 * @param endings what names of the picture may end in.
 * @throws InputError if the name is one of another format.
 */
export function requirePngName(path: string, endings = '.png'): void {
  if (MOVIES.test(path)) fail(`${path}: movies are written as .mp4, .webm and .gif; end the name in one of these`);
  if (STRANGERS.test(path) || pictureFormat(path) !== 'png') {
    fail(`${path}: tilecast writes PNG here; end the name in ${endings}`);
  }
}
