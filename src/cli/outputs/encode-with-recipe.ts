/** Pictures with their recipes, in the format that their names say. */
import { encodePicture, holdsText, type PngImage, type PngOptions } from '../../node/index.js';
import { say } from '../say.js';

/**
 * Says where a picture has no place for its recipe.
 * @param path whose ending is the format's.
 * @param png encodes PNGs.
 * @throws InputError if the picture is larger than its format allows.
 */
export async function encodeWithRecipe(
  image: PngImage,
  path: string,
  { text = {}, alpha }: PngOptions,
  png?: Parameters<typeof encodePicture>[3],
): Promise<Uint8Array> {
  const isHeld = holdsText(path, text);
  if (!isHeld)
    say(`${path}: lacks its recipe, which is longer than the 64 KiB of text that a JPEG holds; PNG and WebP hold it`);
  return encodePicture(image, path, { text: isHeld ? text : {}, ...(alpha && { alpha }) }, png);
}
