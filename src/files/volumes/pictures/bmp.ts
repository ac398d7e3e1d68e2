/** Decodes BMP pictures: https://learn.microsoft.com/windows/win32/gdi/bitmap-storage. */
import { InputError } from '../../../errors.js';
import type { Budget } from '../../bytes/budget.js';
import type { Picture } from './png.js';

/** Bytes of the header before the one of the picture, and of the oldest of these. */
const [FILE_HEADER_BYTES, CORE_HEADER_BYTES] = [14, 12];

/** Compressions: none, and masks for the channels, which are those of plain pixels in all that programs write of 32 bits. */
const [PLAIN, MASKS] = [0, 3];
const PLAIN_MASKS = [0x00ff0000, 0x0000ff00, 0x000000ff];

/** @throws InputError for what is damaged, cut short, compressed, or of 16 bits. */
export function decodeBmp(bytes: Uint8Array, budget: Budget): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < FILE_HEADER_BYTES + CORE_HEADER_BYTES) throw cutShort();
  const headerBytes = view.getUint32(14, true);
  const isCore = headerBytes === CORE_HEADER_BYTES;
  if (bytes.length < FILE_HEADER_BYTES + headerBytes) throw cutShort();
  const [width, signedHeight, bits] = isCore
    ? [view.getUint16(18, true), view.getUint16(20, true), view.getUint16(24, true)]
    : [view.getInt32(18, true), view.getInt32(22, true), view.getUint16(28, true)];
  const compression = isCore ? PLAIN : view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  if (!(width > 0 && height > 0))
    throw new InputError(`is a BMP of ${width} × ${height} pixels; positive numbers would be right`);
  if (![1, 4, 8, 24, 32].includes(bits) || !isPlain(view, compression, bits, headerBytes)) {
    const how = compression === PLAIN ? '' : `, compressed by method ${compression}`;
    throw new InputError(
      `is a BMP of ${bits} bits${how}; plain ones of 1, 4, 8, 24 and 32 bits can be read: save it as PNG`,
    );
  }
  const rowBytes = 4 * Math.ceil((width * bits) / 32);
  const start = view.getUint32(10, true);
  if (start + rowBytes * height > bytes.length) throw cutShort();
  // The lowest row comes first, unless the height is negative.
  const rowAt = (row: number) => start + rowBytes * (signedHeight < 0 ? row : height - 1 - row);
  const palette = bits > 8 ? undefined : readPalette(bytes, view, { bits, headerBytes, isCore, start });
  const channels = palette?.isGrey ? 1 : 3;
  budget.spendBytes(width * height * channels, `${width} × ${height} pixels`);
  const samples = new Uint8Array(width * height * channels);
  let to = 0;
  for (let row = 0; row < height; row++) {
    const from = rowAt(row);
    for (let column = 0; column < width; column++) {
      // Blue comes first, in pixels and in palettes.
      const pixel = palette
        ? palette.entries.subarray(4 * indexAt(bytes, from, column, bits))
        : bytes.subarray(from + (column * bits) / 8);
      for (let channel = 0; channel < channels; channel++) samples[to++] = pixel[2 - channel] ?? 0;
    }
  }
  return { width, height, channels, samples };
}

function isPlain(view: DataView, compression: number, bits: number, headerBytes: number): boolean {
  if (compression === PLAIN) return true;
  if (compression !== MASKS || bits !== 32) return false;
  // Masks follow the header of 40 bytes, and are in the larger ones.
  const at = FILE_HEADER_BYTES + 40;
  return (
    headerBytes >= 40 &&
    at + 12 <= view.byteLength &&
    PLAIN_MASKS.every((mask, index) => view.getUint32(at + 4 * index, true) === mask)
  );
}

/** Entries of four bytes: blue, green, red, and nothing. */
function readPalette(
  bytes: Uint8Array,
  view: DataView,
  { bits, headerBytes, isCore, start }: { bits: number; headerBytes: number; isCore: boolean; start: number },
) {
  const entryBytes = isCore ? 3 : 4;
  const from = FILE_HEADER_BYTES + headerBytes;
  const said = isCore ? 0 : view.getUint32(46, true);
  const room = Math.max(Math.floor((start - from) / entryBytes), 0);
  const least = said > 0 && said <= 1 << bits ? said : 1;
  if (room < least) {
    throw new InputError('is a BMP that says its pixels begin within its palette; save it as PNG');
  }
  const count = Math.min(said || 1 << bits, 1 << bits, room);
  const entries = new Uint8Array(4 << bits);
  let isGrey = true;
  for (let index = 0; index < count; index++) {
    const [blue = 0, green = 0, red = 0] = bytes.subarray(from + entryBytes * index, from + entryBytes * index + 3);
    entries.set([blue, green, red], 4 * index);
    isGrey &&= blue === green && green === red;
  }
  return { entries, isGrey };
}

function indexAt(bytes: Uint8Array, from: number, column: number, bits: number): number {
  const byte = bytes[from + ((column * bits) >> 3)]!;
  return (byte >> (8 - bits - ((column * bits) & 7))) & ((1 << bits) - 1);
}

const cutShort = () => new InputError('is a BMP that is cut short; get a whole copy');
