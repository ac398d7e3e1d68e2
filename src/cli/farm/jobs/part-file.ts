/** Images of parts as files, on their way from one worker to another. */
import { InputError, type PartImage } from '../../../index.js';

/** A line of JSON, and then the colours and the values as little-endian floats. */
const NEWLINE = 0x0a;
const HEADER_MAX = 1000;

export function encodePart({ width, height, area, color, values }: PartImage): Uint8Array {
  const header = JSON.stringify({ width, height, area, hasValues: values !== undefined });
  const bytesOf = (floats: Float32Array = new Float32Array()) =>
    new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
  return Buffer.concat([Buffer.from(`${header}\n`), bytesOf(color), bytesOf(values)]);
}

/** @throws InputError, one line that starts with `name`, if it is none. */
export function decodePart(bytes: Uint8Array, name: string): PartImage {
  const end = bytes.subarray(0, HEADER_MAX).indexOf(NEWLINE);
  try {
    const { width, height, area, hasValues } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const { left, top, width: columns, height: rows } = area;
    const numbers = [width, height, left, top, columns, rows];
    const fits = left + columns <= width && top + rows <= height;
    if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0) || !fits) throw new Error('its area');
    const pixels = columns * rows;
    const words = (hasValues === true ? 6 : 4) * pixels;
    if (bytes.length !== end + 1 + 4 * words) throw new Error('its length');
    const floats = new Float32Array(Uint8Array.from(bytes.subarray(end + 1)).buffer);
    return {
      width,
      height,
      area: { left, top, width: columns, height: rows },
      color: floats.slice(0, 4 * pixels),
      values: hasValues === true ? floats.slice(4 * pixels) : undefined,
    };
  } catch (cause) {
    throw new InputError(`${name}: is no image of a part: ${(cause as Error).message}`, { cause });
  }
}
