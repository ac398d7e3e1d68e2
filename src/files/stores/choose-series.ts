/** One of several images of a store, by its path in it. */
import { InputError } from '../../errors.js';
import { quote } from '../volumes/nrrd/nrrd-fields.js';

/** Names that messages list at most. */
const LISTED_MAX = 8;

/** The first paths, as messages have them. */
export const quotePaths = (paths: readonly string[]): string =>
  `${paths.slice(0, LISTED_MAX).map(quote).join(', ')}${paths.length > LISTED_MAX ? ', …' : ''}`;

/**
 * The path that `series` means: one of those in the list, or the one of that number, from 1.
 * @throws InputError, without the store's name, if there is none.
 */
export function chooseSeries(paths: readonly string[], series: string): string {
  const wanted = series.replace(/^\/+|\/+$/g, '');
  const path = paths.includes(wanted) ? wanted : paths[/^\d{1,6}$/.test(wanted) ? Number(wanted) - 1 : -1];
  if (path !== undefined) return path;
  const held = paths.length > 0 ? `it has ${quotePaths(paths)}` : 'it has none';
  throw new InputError(`has no image ${quote(series)}; ${held}`);
}
