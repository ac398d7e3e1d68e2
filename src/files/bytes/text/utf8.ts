/** UTF-8 text; UTF-16, which Windows programs write and none of the formats allows, is refused by name. */
import { InputError } from '../../../errors.js';

const isAscii = (byte: number | undefined) => byte !== undefined && (byte === 9 || (byte >= 32 && byte < 127));

/** Whether `bytes` start with a byte order mark of UTF-16, or with two ASCII characters of it. */
function isUtf16([a, b, c, d]: Uint8Array): boolean {
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true;
  return (isAscii(a) && b === 0 && isAscii(c) && d === 0) || (a === 0 && isAscii(b) && c === 0 && isAscii(d));
}

/** @throws InputError, which starts with `name`, if the text is in UTF-16. */
export function refuseUtf16(bytes: Uint8Array, name: string): void {
  if (isUtf16(bytes)) throw new InputError(`${name}: is text in UTF-16; save it as UTF-8`);
}

const TEXT_START_BYTES = 4096;

const isPrintable = (byte: number) => (byte >= 32 ? byte !== 127 : byte >= 9 && byte <= 13);

/** Whether the first bytes are lines of text in UTF-8, or all are one line. */
export function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, TEXT_START_BYTES);
  if (start.length === 0 || !start.every(isPrintable)) return false;
  if (bytes.length > start.length && !start.includes(10)) return false;
  // A letter of several bytes may be cut at the end.
  return !new TextDecoder().decode(start).slice(0, -3).includes('\ufffd');
}

/** The first line of what Git LFS leaves in place of a file that it has not fetched. */
const POINTER = 'version https://git-lfs.github.com/spec/';

/** @throws InputError, which starts with `name`, if the file stands for one that was not fetched. */
export function refusePointer(bytes: Uint8Array, name: string): void {
  const start = String.fromCharCode(...bytes.subarray(0, POINTER.length));
  if (start === POINTER) throw new InputError(`${name}: is a pointer of Git LFS; git lfs pull fetches the file itself`);
}

/** @throws InputError, which starts with `name`, unless the bytes are text in UTF-8. */
export function decodeText(bytes: Uint8Array, name: string): string {
  refuseUtf16(bytes, name);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError(`${name}: is no text in UTF-8`, { cause });
  }
}
