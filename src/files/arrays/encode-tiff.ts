/** Numbers of pixels as a TIFF of 32 bits (TIFF 6.0, sections 2 and 19): uncompressed, so that any reader has them to the bit. */
import type { PixelArray } from './pixel-array.js';

const [SHORT, LONG] = [3, 4];
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
/** Values of SampleFormat. */
const [SIGNED, FLOAT] = [2, 3];
/** Values of PhotometricInterpretation. */
const [BLACK_IS_ZERO, RGB] = [1, 2];
const ASSOCIATED_ALPHA = 1;

/** Little-endian; a single strip. */
export function encodeTiff({ width, height, values, channels }: PixelArray): Uint8Array<ArrayBuffer> {
  const count = channels.length;
  const all = (value: number) => channels.map(() => value);
  const entries: readonly (readonly [tag: number, type: number, values: readonly number[]])[] = [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, all(32)],
    [259, SHORT, [1]],
    [262, SHORT, [count > 2 ? RGB : BLACK_IS_ZERO]],
    // The strip comes last, and its offset is known once all else has a place.
    [273, LONG, [0]],
    [277, SHORT, [count]],
    [278, LONG, [height]],
    [279, LONG, [values.byteLength]],
    [284, SHORT, [1]],
    ...(channels.includes('A') ? [[338, SHORT, [ASSOCIATED_ALPHA]] as const] : []),
    [339, SHORT, all(values instanceof Float32Array ? FLOAT : SIGNED)],
  ];
  const directoryEnd = HEADER_BYTES + 2 + ENTRY_BYTES * entries.length + 4;
  const sizeOf = (type: number, length: number) => (type === SHORT ? 2 : 4) * length;
  const apart = entries.reduce((sum, [, type, { length }]) => {
    const size = sizeOf(type, length);
    return sum + (size > 4 ? size : 0);
  }, 0);
  const dataStart = Math.ceil((directoryEnd + apart) / 4) * 4;
  const bytes = new Uint8Array(dataStart + values.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0x4949, true);
  view.setUint16(2, 42, true);
  view.setUint32(4, HEADER_BYTES, true);
  view.setUint16(HEADER_BYTES, entries.length, true);
  let free = directoryEnd;
  for (const [index, [tag, type, own]] of entries.entries()) {
    const at = HEADER_BYTES + 2 + ENTRY_BYTES * index;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, own.length, true);
    const size = sizeOf(type, own.length);
    const start = size > 4 ? free : at + 8;
    if (size > 4) view.setUint32(at + 8, free, true);
    if (size > 4) free += size;
    for (const [index, value] of own.entries()) {
      if (type === SHORT) view.setUint16(start + 2 * index, value, true);
      else view.setUint32(start + 4 * index, tag === 273 ? dataStart : value, true);
    }
  }
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), dataStart);
  return bytes;
}
