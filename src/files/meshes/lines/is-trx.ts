/** Recognises TRX tractograms among zip archives by the names of their parts. */
import type { FileFolder } from '../../bytes/byte-source.js';
import { isZip } from '../../bytes/compression/inflate.js';

/** Bytes at the end of an archive in which the list of its files is looked for. */
const TAIL_SIZE_BYTES = 1 << 16;

const PART = /(?:^|[^\w])positions\.3\.float(?:16|32|64)\b/;

/** Whether `bytes` are a zip archive that lists the points of a tractogram, or the start of one whose first files are such. */
export function isTrx(bytes: Uint8Array): boolean {
  if (!isZip(bytes)) return false;
  const latin1 = new TextDecoder('latin1');
  const ends = [bytes.subarray(0, 1 << 12), bytes.subarray(Math.max(bytes.length - TAIL_SIZE_BYTES, 0))];
  return ends.some((part) => /positions\.3\.float(?:16|32|64)/.test(latin1.decode(part)));
}

/** Whether an archive's files are those of a tractogram, which is one mesh. */
export const isTrxFolder = ({ files }: FileFolder): boolean => files.some(({ name }) => PART.test(name));
