/** PNGs of the browser's encoder, with text in them. */

/** Bytes of the signature and of the IHDR chunk, which is always the first. */
const HEADER_BYTES = 8 + 25;

const encoder = new TextEncoder();

/** CRC-32 as PNG has it (annex D of the standard), bit by bit: recipes are short. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The PNG with an iTXt chunk behind its header (section 11.3.3.4). */
export function withPngText(png: Uint8Array, keyword: string, text: string): Uint8Array<ArrayBuffer> {
  // The keyword's end, no compression, its method, an empty language and an empty translation.
  const data = [encoder.encode(`iTXt${keyword}`), new Uint8Array(5), encoder.encode(text)];
  const sizeBytes = data.reduce((sum, part) => sum + part.length, 0);
  const chunk = new Uint8Array(4 + sizeBytes + 4);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, sizeBytes - 4);
  let at = 4;
  for (const part of data) {
    chunk.set(part, at);
    at += part.length;
  }
  view.setUint32(at, crc32(chunk.subarray(4, at)));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, HEADER_BYTES));
  whole.set(chunk, HEADER_BYTES);
  whole.set(png.subarray(HEADER_BYTES), HEADER_BYTES + chunk.length);
  return whole;
}

/** An 8-bit RGBA PNG of straight alpha. */
export async function encodeBrowserPng(
  pixels: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(width, height);
  const data = new ImageData(new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length), width, height);
  canvas.getContext('2d')!.putImageData(data, 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}
