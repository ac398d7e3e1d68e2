/** Picks one of the images that a file holds: by number or by name. */
import { InputError } from '../../errors.js';
import { quote } from './nrrd/nrrd-fields.js';

/** Names that messages list at most. */
const LISTED_MAX = 10;

/**
 * The image that `wanted` says: its number, from 1, its name, or the start of a name; else the first.
 * @param what they are, e.g. `arrays`.
 * @throws InputError if there is none of that name, or several.
 */
export function chooseImage<T extends { readonly name: string }>(
  images: readonly T[],
  wanted: string | undefined,
  what: string,
): { image: T; notes: string[] } {
  const image = findImage(images, wanted);
  if (image && wanted !== undefined) return { image, notes: [] };
  const listed = images.slice(0, LISTED_MAX).map(({ name }, index) => `${index + 1} ${quote(name)}`);
  const list = `${listed.join(', ')}${images.length > LISTED_MAX ? ', …' : ''}`;
  if (!image) throw new InputError(`has no ${what} ${quote(wanted ?? '')}; right for --series is one of ${list}`);
  if (images.length === 1) return { image, notes: [] };
  const note = `has ${images.length} ${what}: ${list}; took ${quote(image.name)}, --series takes a number or a name`;
  return { image, notes: [note] };
}

function findImage<T extends { readonly name: string }>(images: readonly T[], wanted: string | undefined) {
  if (wanted === undefined) return images[0];
  const byName = images.find(({ name }) => name === wanted);
  if (byName) return byName;
  if (/^[1-9]\d{0,8}$/.test(wanted)) return images[Number(wanted) - 1];
  const lower = wanted.toLowerCase();
  const starting = images.filter(({ name }) => name.toLowerCase().startsWith(lower));
  return starting.length === 1 ? starting[0] : undefined;
}
