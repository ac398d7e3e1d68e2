/** The files of a store, as the viewer's page asks for them: whole, or a range of one. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addressBelow, type ByteRange, isUrl, rangeWithin, requestBytes } from '../../lab.js';
import { diskKeys, remoteOptions } from '../../node/index.js';

export interface StoreAnswer {
  readonly status: 200 | 206 | 403 | 404;
  readonly bytes: Uint8Array;
  /** The range that the bytes are, as a header says it. */
  readonly contentRange?: string;
}

const MISSING: StoreAnswer = { status: 404, bytes: new Uint8Array() };

/**
 * @param folder the store's, or its address.
 * @param key path below it, which starts with a slash; what lies outside is as if it were not there.
 * @param range of a request's header.
 */
export async function readStoreFile(folder: string, key: string, range: string | undefined): Promise<StoreAnswer> {
  const wanted = parseRange(range);
  if (isUrl(folder)) return passOn(addressBelow(folder, key), wanted);
  const keys = diskKeys(folder, [folder]);
  const bytes = await (wanted ? keys.getRange(key, wanted) : keys.get(key)).catch(() => undefined);
  if (!bytes) return MISSING;
  if (!wanted) return { status: 200, bytes };
  const { size } = await stat(join(folder, key));
  const [start] = rangeWithin(wanted, size);
  return { status: 206, bytes, contentRange: `bytes ${start}-${start + bytes.length - 1}/${size}` };
}

const [FORBIDDEN, NOT_FOUND] = [403, 404] as const;

async function passOn(url: string, range: ByteRange | undefined): Promise<StoreAnswer> {
  const answer = await requestBytes(url, { range, accept: [FORBIDDEN, NOT_FOUND] }, remoteOptions());
  const { status, bytes, isPart, total = '*' } = answer;
  if (status === FORBIDDEN || status === NOT_FOUND) return { status, bytes };
  if (!isPart || !range) return { status: 200, bytes };
  const start = 'offset' in range ? range.offset : Number(total) - bytes.length;
  return { status: 206, bytes, contentRange: `bytes ${start}-${start + bytes.length - 1}/${total}` };
}

/** Other forms are answered by the whole file. */
function parseRange(header: string | undefined): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!last) return undefined;
  if (!first) return { suffixLength: Number(last) };
  const length = Number(last) - Number(first) + 1;
  return length > 0 ? { offset: Number(first), length } : undefined;
}
