/** PNGs that threads encode are those that `encodePng` returns. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { encodePng } from '../../../src/node/png/png.js';

// Threads have scripts once they are built.
const { PngEncoder } = await import('tilecast/node');

const image = (width: number, height: number, alpha: number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: 4 * width * height }, (_, at) => (at % 4 === 3 ? alpha : (7 * at) % 251)),
});

describe('an encoder of PNGs', () => {
  for (const cores of [1, 4]) {
    it(`with ${cores} ${cores === 1 ? 'core' : 'cores'} returns the same bytes, and leaves images as they are`, async () => {
      const encoder = new PngEncoder({ cores, afterBytes: 4 * 5 * 7 });
      expect(encoder.most).toBe(cores === 1 ? 1 : 3);
      const images = [image(5, 7, 255), image(64, 3, 120), image(1, 1, 0), image(33, 20, 255), image(9, 9, 254)];
      const before = images.map(({ pixels }) => pixels.slice());
      const options = { text: { Title: 'head' } };
      const encoded = await Promise.all(images.map((each) => encoder.encode(each, options)));
      expect(encoded.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
        images.map((each) => Buffer.from(encodePng(each, options)).toString('hex')),
      );
      const [opaque] = images;
      const always = await encoder.encode(opaque!, { alpha: 'always' });
      expect(Buffer.compare(always, encodePng(opaque!, { alpha: 'always' }))).toBe(0);
      expect(images.map(({ pixels }) => pixels)).toEqual(before);
      await expect(encoder.encode(opaque!, { text: { '': 'no keyword' } })).rejects.toThrow(InputError);
      encoder.end();
    });
  }
});
