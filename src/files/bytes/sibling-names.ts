/** Headers and the data files that lie beside them under the same name, with other endings. */
import { InputError } from '../../errors.js';
import type { FileSource } from '../volumes/source.js';
import { mayLeaveOut } from './outside-error.js';

/** Endings of headers, and those of their data. Either may be in capitals, and data in gzip or bzip2. */
const PAIRS: readonly (readonly [header: string, data: string])[] = [
  ['.hdr', '.img'],
  ['.head', '.brik'],
  ['.par', '.rec'],
  ['.mih', '.dat'],
  ['.nhdr', '.raw'],
  ['.mhd', '.raw'],
];

const COMPRESSED = /\.(?:gz|bz2)$/i;

/** Whether a file of that name is the data of a header among `names`, which `plainNames` has made comparable. */
export function isDataOfHeader(name: string, names: ReadonlySet<string>): boolean {
  const lower = name.toLowerCase().replace(COMPRESSED, '');
  const headers = PAIRS.flatMap(([header, data]) =>
    lower.endsWith(data) ? [`${lower.slice(0, -data.length)}${header}`] : [],
  );
  return headers.some((header) => names.has(header));
}

/** Names as `isDataOfHeader` compares them, whatever the case of their letters and their compression. */
export const plainNames = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => name.toLowerCase().replace(COMPRESSED, '')));

/**
 * The name of the file beside one, without its folders: brain.BRIK for brain.HEAD and .BRIK.
 * @param ending in the letters' case that it should have where the path's own ending has both or none.
 * @throws InputError if the path has none of the endings.
 */
export function nameBeside(path: string, endings: readonly string[], ending: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const found = endings.find((known) => name.toLowerCase().endsWith(known.toLowerCase()));
  if (found === undefined)
    throw new InputError(`has no name in ${endings.join(' or ')}, which says what lies beside it`);
  const [stem, own] = [name.slice(0, -found.length), name.slice(-found.length)];
  if (own === own.toLowerCase()) return `${stem}${ending.toLowerCase()}`;
  return own === own.toUpperCase() ? `${stem}${ending.toUpperCase()}` : `${stem}${ending}`;
}

/**
 * The first of some files beside one that can be read.
 * @throws InputError that names them all, if none can be; the refusal of one that lies elsewhere.
 */
export async function readFirstSibling(
  { readSibling }: Pick<FileSource, 'readSibling'>,
  names: readonly string[],
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  let cause: unknown;
  for (const name of names) {
    try {
      return { name, bytes: await readSibling(name) };
    } catch (error) {
      if (!mayLeaveOut(error)) throw error;
      cause ??= error;
    }
  }
  throw new InputError(`needs ${names.join(' or ')} beside it; give both`, { cause });
}
