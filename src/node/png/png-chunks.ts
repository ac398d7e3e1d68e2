/** The chunks that a PNG file is made of (PNG, third edition, section 5.3): checked when read, with their CRC when written. */
import { crc32 } from 'node:zlib';
import { InputError } from '../../index.js';

export interface PngChunk {
  /** Four ASCII letters. */
  readonly type: string;
  readonly data: Uint8Array;
}

export const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Length and type stand before a chunk's data, the CRC of type and data behind it. */
const HEAD_BYTES = 8;
const CRC_BYTES = 4;
/** Every PNG starts with this one, of this length. */
const FIRST_TYPE = 'IHDR';
const IHDR_DATA_BYTES = 13;
const LAST_TYPE = 'IEND';

/** Start of the chunk after IHDR. */
export const IHDR_END = PNG_SIGNATURE.length + HEAD_BYTES + IHDR_DATA_BYTES + CRC_BYTES;

/**
 * All chunks from IHDR to IEND, as views of `bytes`; what follows IEND is ignored, as decoders do.
 * @throws InputError, one line that starts with `name`, if it is no PNG, is cut short or fails a CRC.
 */
export function readPngChunks(bytes: Uint8Array, name: string): PngChunk[] {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) {
    throw new InputError(`${name}: is no PNG, whose first eight bytes are always the same`);
  }
  const chunks: PngChunk[] = [];
  for (let start = PNG_SIGNATURE.length; chunks.at(-1)?.type !== LAST_TYPE; ) {
    const chunk = readChunk(bytes, start, name);
    chunks.push(chunk);
    start += HEAD_BYTES + chunk.data.length + CRC_BYTES;
  }
  const first = chunks[0]!;
  if (first.type !== FIRST_TYPE || first.data.length !== IHDR_DATA_BYTES) {
    throw new InputError(`${name}: is no PNG, whose first chunk is always ${FIRST_TYPE}, of ${IHDR_DATA_BYTES} bytes`);
  }
  return chunks;
}

function readChunk(bytes: Uint8Array, start: number, name: string): PngChunk {
  const left = bytes.length - start - HEAD_BYTES - CRC_BYTES;
  if (left < 0)
    throw new InputError(`${name}: is cut short: the PNG ends after ${bytes.length} bytes, before ${LAST_TYPE}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset + start);
  const type = String.fromCharCode(...bytes.subarray(start + 4, start + HEAD_BYTES));
  if (!/^[A-Za-z]{4}$/.test(type)) throw new InputError(`${name}: is damaged: there is no PNG chunk at byte ${start}`);
  const length = view.getUint32(0);
  if (length > left) {
    throw new InputError(
      `${name}: is cut short or damaged: the ${type} chunk at byte ${start} says it has ${length} bytes, but at most ${left} are there`,
    );
  }
  if (view.getUint32(HEAD_BYTES + length) !== crc32(bytes.subarray(start + 4, start + HEAD_BYTES + length))) {
    throw new InputError(`${name}: is damaged: the ${type} chunk at byte ${start} does not match its checksum`);
  }
  return { type, data: bytes.subarray(start + HEAD_BYTES, start + HEAD_BYTES + length) };
}

/** The bytes of chunks one after another, without the signature. */
export function encodePngChunks(chunks: readonly PngChunk[]): Uint8Array {
  const sizeBytes = chunks.reduce((sum, { data }) => sum + HEAD_BYTES + data.length + CRC_BYTES, 0);
  const bytes = new Uint8Array(sizeBytes);
  const view = new DataView(bytes.buffer);
  let start = 0;
  for (const { type, data } of chunks) {
    const crcStart = start + HEAD_BYTES + data.length;
    view.setUint32(start, data.length);
    for (let letter = 0; letter < 4; letter++) bytes[start + 4 + letter] = type.charCodeAt(letter);
    bytes.set(data, start + HEAD_BYTES);
    view.setUint32(crcStart, crc32(bytes.subarray(start + 4, crcStart)));
    start = crcStart + CRC_BYTES;
  }
  return bytes;
}
