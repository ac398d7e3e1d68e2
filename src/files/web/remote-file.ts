/** Files on the web: whole, or range by range where that saves. */
import { InputError } from '../../errors.js';
import { freeWhole } from '../../paged/free-buffer.js';
import type { ByteRange } from '../bytes/byte-range.js';
import type { ByteSource } from '../bytes/byte-source.js';
import { concatenateBytes } from '../bytes/data-bytes.js';
import { RecentBytes } from '../bytes/recent-bytes.js';
import { nameRemote, type RemoteOptions, requestBytes, type WebAnswer, type WebRequest } from './web-request.js';

/** A file of which ranges are read. */
export interface RemoteSource extends ByteSource {
  /** The address that redirections led to. */
  readonly finalUrl: string;
}

/** A file that was fetched. */
export interface RemoteFile {
  /** Its bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The address that redirections led to. */
  readonly finalUrl: string;
}

/** Ranges begin and end at multiples of this, so that neighbours cost one request. */
const BLOCK_BYTES = 1 << 20;

/** Blocks that are kept, for what reads the same ones again and again, such as slices of voxels. */
const KEPT_BYTES = 1 << 25;

/** @throws InputError, one line that starts with the address, if it cannot be fetched or is a web page. */
export async function fetchRemote(
  url: string | URL,
  { sizeBytesMax, ...options }: RemoteOptions & Pick<WebRequest, 'sizeBytesMax'> = {},
): Promise<RemoteFile> {
  const { bytes, finalUrl } = await request(url, { sizeBytesMax }, options);
  return { bytes, finalUrl };
}

/**
 * A file of which only those ranges are fetched that are read; the whole of it where the server knows no ranges.
 * @throws InputError, one line that starts with the address, if it cannot be fetched or is a web page.
 */
export async function openRemote(url: string | URL, options: RemoteOptions = {}): Promise<RemoteSource> {
  const name = nameRemote(url, options);
  const first = await request(url, { range: { offset: 0, length: BLOCK_BYTES } }, options);
  const { total: sizeBytes, finalUrl } = first;
  if (sizeBytes === undefined) throw new InputError(`${name}: its server does not say how large it is`);
  if (!first.isPart) {
    const { bytes } = first;
    return { name, sizeBytes, finalUrl, read: async (from, to) => bytes.subarray(from, to) };
  }
  const readRange = async (from: number, end: number) => {
    const range: ByteRange = { offset: from, length: end - from };
    const { bytes, isPart, total, version } = await request(url, { range }, options);
    if (!isPart || total !== sizeBytes || version !== first.version) {
      throw new InputError(`${name}: changed while it was read; try again`);
    }
    return bytes;
  };
  const kept = new RecentBytes(KEPT_BYTES);
  void kept.get('0', first.bytes.length, async () => first.bytes);
  return {
    name,
    sizeBytes,
    isRemote: true,
    finalUrl,
    read: async (from, to) => {
      const end = Math.min(to, sizeBytes);
      if (from >= end) return new Uint8Array();
      if (end - from > KEPT_BYTES / 4) return readRange(from, end);
      const start = from - (from % BLOCK_BYTES);
      const bytes = concatenateBytes(await Promise.all(readBlocks(kept, readRange, start, end, sizeBytes)));
      return bytes.subarray(from - start, end - start);
    },
    readInto: async (from, target) => {
      const end = Math.min(from + target.length, sizeBytes);
      if (from >= end) return 0;
      const bytes = await readRange(from, end);
      target.set(bytes);
      freeWhole(bytes);
      return end - from;
    },
  };
}

/** Blocks from `start` to before `end`; those that are not kept are fetched together. */
function readBlocks(
  kept: RecentBytes,
  readRange: (from: number, end: number) => Promise<Uint8Array>,
  start: number,
  end: number,
  sizeBytes: number,
): Promise<Uint8Array>[] {
  const blocks = Array.from({ length: Math.ceil((end - start) / BLOCK_BYTES) }, (_, at) => start + at * BLOCK_BYTES);
  // Taken before others are kept, which may evict them.
  const found = new Map(
    blocks.flatMap((block) => {
      const known = kept.find(String(block));
      return known ? [[block, known] as const] : [];
    }),
  );
  const missing = blocks.filter((block) => !found.has(block));
  for (const [at, block] of missing.entries()) {
    if (missing[at - 1] === block - BLOCK_BYTES) continue;
    let last = at;
    while (missing[last + 1] === missing[last]! + BLOCK_BYTES) last++;
    const run = readRange(block, Math.min(missing[last]! + BLOCK_BYTES, sizeBytes));
    for (const piece of missing.slice(at, last + 1)) {
      const offset = piece - block;
      // Copied where it is one of several: a view would keep all of them in memory.
      const cut = async () => (last > at ? (await run).slice(offset, offset + BLOCK_BYTES) : run);
      found.set(piece, kept.get(String(piece), BLOCK_BYTES, cut));
    }
  }
  return blocks.map((block) => found.get(block)!);
}

async function request(url: string | URL, wanted: WebRequest, options: RemoteOptions): Promise<WebAnswer> {
  const answer = await requestBytes(url, wanted, options);
  if (isWebPage(answer.bytes)) {
    throw new InputError(`${nameRemote(url, options)}: the server answers with a web page; check the address`);
  }
  return answer;
}

/** Servers of single-page applications answer with their page where they have no such file. */
export function isWebPage(bytes: Uint8Array): boolean {
  return /^\s*<(!doctype html|html)\b/i.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}
