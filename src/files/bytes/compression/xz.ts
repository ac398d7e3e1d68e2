/** Decompresses .xz data, as TIFF and N5 have LZMA: https://tukaani.org/xz/xz-file-format.txt, version 1.2. */
import { InputError } from '../../../errors.js';
import { damagedLzma, LzmaDecoder } from './lzma.js';

const MAGIC = '\xfd7zXZ\0';

/** Bytes of a stream's header: the magic, the flags and a checksum. */
const HEADER_BYTES = 12;

/** Identifiers of filters; those of programs' code are not read. */
const [DELTA, LZMA2] = [0x03, 0x21];

/** Bytes of a block's check by its kind, section 2.1.1.2. */
const CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64] as const;

/** A block's header has flags for the sizes that it may say. */
const [PACKED_SIZE, UNPACKED_SIZE] = [0x40, 0x80];

/**
 * Decompresses one stream; its checks are not verified, which most writers of TIFF leave out.
 * @throws InputError if it is damaged or makes more than `sizeBytesMax` bytes.
 */
export async function decompressXz(bytes: Uint8Array, sizeBytesMax: number): Promise<Uint8Array> {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC || bytes.length < HEADER_BYTES) throw damagedLzma();
  const checkBytes = CHECK_BYTES[bytes[7]! & 15]!;
  const target = new Uint8Array(sizeBytesMax);
  let done = 0;
  // A size of 0 in place of a block's header begins the index.
  for (let at = HEADER_BYTES; at < bytes.length && bytes[at] !== 0; ) {
    const { deltas, headerBytes } = readBlockHeader(bytes.subarray(at));
    const block = bytes.subarray(at + headerBytes);
    const { madeBytes, packedBytes } = unpackLzma2(block, target.subarray(done));
    const made = target.subarray(done, done + madeBytes);
    for (const distance of deltas.toReversed()) undoDelta(made, distance);
    done += madeBytes;
    at += headerBytes + Math.ceil(packedBytes / 4) * 4 + checkBytes;
  }
  return target.subarray(0, done);
}

/** Distances of the delta filters, in the order of the writer, and the header's size. */
function readBlockHeader(bytes: Uint8Array): { readonly deltas: readonly number[]; readonly headerBytes: number } {
  const headerBytes = 4 * (bytes[0]! + 1);
  const flags = bytes[1] ?? 0;
  let at = 2;
  const readNumber = () => {
    let value = 0;
    for (let shift = 0; shift < 63; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined || at > headerBytes) throw damagedLzma();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw damagedLzma();
  };
  for (const flag of [PACKED_SIZE, UNPACKED_SIZE]) if (flags & flag) readNumber();
  const deltas: number[] = [];
  const filters = (flags & 3) + 1;
  for (let filter = 0; filter < filters; filter++) {
    const [id, sizeBytes] = [readNumber(), readNumber()];
    const isLast = filter === filters - 1;
    if (id !== (isLast ? LZMA2 : DELTA) || sizeBytes !== 1) {
      throw new InputError(`has LZMA data with the filter ${id}, which cannot be read; LZMA2 and Delta can`);
    }
    if (!isLast) deltas.push((bytes[at] ?? 0) + 1);
    at += sizeBytes;
  }
  return { deltas, headerBytes };
}

/** Chunks of LZMA2, whose first byte says what they are and what is set anew before them. */
function unpackLzma2(bytes: Uint8Array, target: Uint8Array): { madeBytes: number; packedBytes: number } {
  const decoder = new LzmaDecoder(target);
  const word = (at: number) => {
    if (at + 2 > bytes.length) throw damagedLzma();
    return bytes[at]! * 256 + bytes[at + 1]!;
  };
  for (let at = 0; at < bytes.length; ) {
    const control = bytes[at++]!;
    if (control === 0) return { madeBytes: decoder.done, packedBytes: at };
    if (control === 1 || control >= 0xe0) decoder.resetDictionary();
    if (control < 0x80) {
      if (control > 2) throw damagedLzma();
      const sizeBytes = word(at) + 1;
      at += 2;
      if (at + sizeBytes > bytes.length) throw damagedLzma();
      decoder.copy(bytes.subarray(at, at + sizeBytes));
      at += sizeBytes;
      continue;
    }
    const sizeBytes = (control & 0x1f) * 65_536 + word(at) + 1;
    const packedBytes = word(at + 2) + 1;
    at += 4;
    if (control >= 0xc0) decoder.setProperties(bytes[at++] ?? 255);
    if (control >= 0xa0) decoder.resetState();
    if (at + packedBytes > bytes.length) throw damagedLzma();
    decoder.decode(bytes.subarray(at, at + packedBytes), sizeBytes);
    at += packedBytes;
  }
  throw damagedLzma();
}

function undoDelta(bytes: Uint8Array, distance: number): void {
  for (let at = distance; at < bytes.length; at++) bytes[at] = bytes[at]! + bytes[at - distance]!;
}
