/** The files of a store's folder, as the viewer's page asks for them: whole, or a range of one. */
import type { ByteRange } from '../../index.js';
import { diskKeys } from '../../node/index.js';

export interface StoreAnswer {
  readonly status: 200 | 206 | 404;
  readonly bytes: Uint8Array;
}

const MISSING: StoreAnswer = { status: 404, bytes: new Uint8Array() };

/**
 * @param key path below the folder, which starts with a slash; what lies outside is as if it were not there.
 * @param range of a request's header.
 */
export async function readStoreFile(folder: string, key: string, range: string | undefined): Promise<StoreAnswer> {
  const keys = diskKeys(folder, [folder]);
  const wanted = parseRange(range);
  const bytes = await (wanted ? keys.getRange(key, wanted) : keys.get(key)).catch(() => undefined);
  if (!bytes) return MISSING;
  return { status: wanted ? 206 : 200, bytes };
}

/** Other forms are answered by the whole file. */
function parseRange(header: string | undefined): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!last) return undefined;
  if (!first) return { suffixLength: Number(last) };
  const length = Number(last) - Number(first) + 1;
  return length > 0 ? { offset: Number(first), length } : undefined;
}
