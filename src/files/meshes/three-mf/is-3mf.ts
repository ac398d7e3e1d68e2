/** Recognises 3MF packages among zip archives by the names of their parts. */
import type { FileFolder } from '../../bytes/byte-source.js';
import { isZip } from '../../bytes/compression/inflate.js';

/** Bytes at the end of an archive in which the list of its files is looked for. */
const TAIL_SIZE_BYTES = 1 << 16;

/** Whether `bytes` are a zip archive that lists a model as 3MF has it, or the start of one whose first files are such. */
export function is3mf(bytes: Uint8Array): boolean {
  if (!isZip(bytes)) return false;
  const latin1 = new TextDecoder('latin1');
  const ends = [bytes.subarray(0, TAIL_SIZE_BYTES), bytes.subarray(Math.max(bytes.length - TAIL_SIZE_BYTES, 0))];
  return ends.some((part) => /\b3D\/[\w .()-]+\.model/i.test(latin1.decode(part)));
}

/** Whether an archive's files are those of a 3MF package, which is one mesh. */
export function is3mfFolder({ files }: FileFolder): boolean {
  return files.some(({ name }) => /^3D\/[^/]+\.model$/i.test(name));
}
