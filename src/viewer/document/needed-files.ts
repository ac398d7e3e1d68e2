/** The files that a saved view was made of, and which of them are not open. */
import type { ReadInput } from '../data/files/load-files.js';
import { baseName } from '../data/files/named-bytes.js';
import { readParts } from './read-parts.js';

export interface NeededFile {
  /** Its name without folders. */
  readonly name: string;
  /** SHA-256 in hexadecimal, where it was recorded. */
  readonly sha256: string | undefined;
}

/** A file that is needed, and is not open. */
export interface MissingFile extends NeededFile {
  /** Whether another one of its name is. */
  readonly hasNamesake: boolean;
}

/** None for cameras and transfer functions alone. @throws InputError for a text that is none of these. */
export function listNeeded(text: string, name: string): readonly NeededFile[] {
  const { inputs, mask, environment } = readParts(text, name);
  return [...(Array.isArray(inputs) ? inputs : []), mask, environment].flatMap((given: unknown): NeededFile[] => {
    const { path, sha256 } = Object(typeof given === 'string' ? { path: given } : given);
    if (typeof path !== 'string') return [];
    return [{ name: baseName(path.replace(/[\\/]+$/, '')), sha256: typeof sha256 === 'string' ? sha256 : undefined }];
  });
}

/** Files are told by their digests where both are known, and else by their names. */
export function findMissing(needed: readonly NeededFile[], open: readonly ReadInput[]): readonly MissingFile[] {
  const files = open
    .flatMap((input) => [input, ...(input.files ?? [])])
    .map(({ path, sha256 }) => ({ name: baseName(path.replace(/[\\/]+$/, '')), sha256 }));
  return needed.flatMap((one): MissingFile[] => {
    const namesakes = files.filter(({ name }) => name === one.name);
    const isOpen =
      files.some(({ sha256 }) => sha256 !== undefined && sha256 === one.sha256) ||
      namesakes.some(({ sha256 }) => sha256 === undefined || one.sha256 === undefined);
    return isOpen ? [] : [{ ...one, hasNamesake: namesakes.length > 0 }];
  });
}

/** Lines for the page's user; none where nothing is missing. */
export function describeMissing(missing: readonly MissingFile[], neededCount: number): readonly string[] {
  if (missing.length === 0) return [];
  const count = missing.length === 1 ? 'a file that is' : `${missing.length} files that are`;
  return [
    `This view was made of ${neededCount === 1 ? 'a file' : `${neededCount} files`}, and needs ${count} not open. Drop here:`,
    ...missing.map(({ name, sha256, hasNamesake }) =>
      [
        name,
        ...(sha256 ? [`SHA-256 ${sha256}`] : []),
        ...(hasNamesake ? ['the open one of that name is another'] : []),
      ].join(', '),
    ),
  ];
}
