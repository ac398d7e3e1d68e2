/** CRC-32C, the checksum of Zarr's chunks and shard indexes: RFC 3720, B.4, with the polynomial of G. Castagnoli et al., 1993. */
import { InputError } from '../../../errors.js';

/** The polynomial, its lowest power in the highest bit. */
const POLYNOMIAL = 0x82f63b78;

/** Four tables, so that four bytes go through at once: M. E. Kounavis, F. L. Berry, "A systematic approach to building high performance software-based CRC generators", 2005. */
const TABLES = createTables();

export const CHECKSUM_BYTES = 4;

export function crc32c(bytes: Uint8Array): number {
  const [first, second, third, fourth] = TABLES;
  let crc = 0xffffffff;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc = fourth[crc & 255]! ^ third[(crc >>> 8) & 255]! ^ second[(crc >>> 16) & 255]! ^ first[crc >>> 24]!;
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ first[(crc ^ bytes[at]!) & 255]!;
  return ~crc >>> 0;
}

/** The bytes with their checksum behind them. */
export function appendChecksum(bytes: Uint8Array): Uint8Array {
  const checked = new Uint8Array(bytes.length + CHECKSUM_BYTES);
  checked.set(bytes);
  new DataView(checked.buffer).setUint32(bytes.length, crc32c(bytes), true);
  return checked;
}

/** The bytes before their checksum. @throws InputError, without a name, where it is another one. */
export function removeChecksum(bytes: Uint8Array): Uint8Array {
  const end = bytes.length - CHECKSUM_BYTES;
  if (end < 0) throw new InputError('it has no checksum; get a whole copy');
  const content = bytes.subarray(0, end);
  const stored = new DataView(bytes.buffer, bytes.byteOffset + end, CHECKSUM_BYTES).getUint32(0, true);
  if (crc32c(content) !== stored) throw new InputError('its checksum is wrong: it was damaged; get a whole copy');
  return content;
}

function createTables(): readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array] {
  const first = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    first[byte] = crc;
  }
  const next = (table: Uint32Array) => table.map((crc) => (crc >>> 8) ^ first[crc & 255]!);
  const second = next(first);
  const third = next(second);
  return [first, second, third, next(third)];
}
