/** Images of parts as files, on their way from one worker to another. */
import { InputError } from '../../../index.js';
import type { RenderedPart } from '../../render/pictures/rendered-parts.js';

/** A line of JSON, and then the colours, the values and the guides of the denoiser as little-endian floats. */
const NEWLINE = 0x0a;
const HEADER_MAX = 1000;

export function encodePart({ width, height, area, color, values, noise }: RenderedPart): Uint8Array {
  const header = JSON.stringify({ width, height, area, hasValues: values !== undefined, frames: noise?.frames });
  const bytesOf = (floats: Float32Array = new Float32Array()) =>
    new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
  return Buffer.concat([Buffer.from(`${header}\n`), bytesOf(color), bytesOf(values), bytesOf(noise?.guides)]);
}

/** @throws InputError, one line that starts with `name`, if it is none. */
export function decodePart(bytes: Uint8Array, name: string): RenderedPart {
  const end = bytes.subarray(0, HEADER_MAX).indexOf(NEWLINE);
  try {
    const { width, height, area, hasValues, frames = 0 } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const { left, top, width: columns, height: rows } = area;
    const numbers = [width, height, left, top, columns, rows, frames];
    const fits = left + columns <= width && top + rows <= height;
    if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0) || !fits) throw new Error('its area');
    const pixels = columns * rows;
    const counts = [4, hasValues === true ? 2 : 0, frames > 0 ? 14 : 0].map((each) => each * pixels);
    if (bytes.length !== end + 1 + 4 * counts.reduce((sum, each) => sum + each)) throw new Error('its length');
    const floats = new Float32Array(Uint8Array.from(bytes.subarray(end + 1)).buffer);
    const [color, values, guides] = counts.map((count, at) => {
      const first = counts.slice(0, at).reduce((sum, each) => sum + each, 0);
      return floats.slice(first, first + count);
    });
    return {
      width,
      height,
      area: { left, top, width: columns, height: rows },
      color: color!,
      values: hasValues === true ? values : undefined,
      ...(frames > 0 && { noise: { frames, guides: guides! } }),
    };
  } catch (cause) {
    throw new InputError(`${name}: is no image of a part: ${(cause as Error).message}`, { cause });
  }
}
