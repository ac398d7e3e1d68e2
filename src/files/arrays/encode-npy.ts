/** Numbers of pixels as a NumPy array of [height, width], or [height, width, numbers of a pixel]. */
import { createNpyHeader } from '../bytes/npy.js';
import type { PixelArray } from './pixel-array.js';

/** A NumPy file of numbers of pixels, [height, width] or [height, width, channels]. */
export function encodeNpy({ width, height, values, channels }: PixelArray): Uint8Array<ArrayBuffer> {
  const shape = channels.length === 1 ? [height, width] : [height, width, channels.length];
  const header = createNpyHeader(values instanceof Float32Array ? 'f4' : 'i4', ...shape);
  const file = new Uint8Array(header.length + values.byteLength);
  file.set(header);
  file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), header.length);
  return file;
}
