/** The formats of pictures, by the endings of their names. */
import { isJpeg, isWebp } from '../../lab.js';
import { encodePng, type PngImage, type PngOptions } from '../png/png.js';
import { readPngText } from '../png/png-text.js';
import { encodeJpeg, fitsJpeg, readJpegText } from './jpeg.js';
import { encodeWebp, readWebpText } from './webp.js';

/** A format of pictures that can be written. */
export type PictureFormat = 'jpeg' | 'png' | 'webp';

const ENDINGS: Readonly<Record<string, PictureFormat>> = { jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp' };

/** The format of a picture's name: PNG where it ends in none of another. */
export const pictureFormat = (path: string): PictureFormat =>
  ENDINGS[/\.([^.]*)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'png';

/** Whether a picture of that name can hold a text. */
export const holdsText = (path: string, text: Readonly<Record<string, string>>): boolean =>
  pictureFormat(path) !== 'jpeg' || fitsJpeg(text);

/**
 * The bytes of a picture, in the format that its name says.
 * @param png encodes PNGs.
 * @throws InputError if the picture or its text is more than the format holds.
 */
export async function encodePicture(
  frame: PngImage,
  path: string,
  options: PngOptions = {},
  png: (image: PngImage, options: PngOptions) => Uint8Array | Promise<Uint8Array> = encodePng,
): Promise<Uint8Array> {
  const format = pictureFormat(path);
  if (format === 'jpeg') return encodeJpeg(frame, options);
  return format === 'webp' ? encodeWebp(frame, options) : png(frame, options);
}

/**
 * The text in a PNG, JPEG or WebP by keyword.
 * @throws InputError, one line that starts with `name`, if it is none, or a PNG that `readPngText` refuses.
 */
export function readPictureText(bytes: Uint8Array, name: string): Record<string, string> {
  if (isJpeg(bytes)) return readJpegText(bytes);
  return isWebp(bytes) ? readWebpText(bytes) : readPngText(bytes, name);
}
