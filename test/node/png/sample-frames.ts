/** Small frames of random pixels. */
import { createRandom } from '../../camera/random.js';

export interface SampleFrame {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

export function randomFrame(seed: number, width: number, height: number, opaque: boolean): SampleFrame {
  const random = createRandom(seed);
  const pixels = Uint8Array.from({ length: 4 * width * height }, () => 256 * random());
  if (opaque) for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
  return { width, height, pixels };
}
