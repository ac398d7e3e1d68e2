/** Pictures as JPEG and WebP, with the texts that PNG has in chunks of its own. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/index.js';
import { encodePicture, encodePng, holdsText, pictureFormat, readPictureText } from '../../../src/node/index.js';
import { createRandom } from '../../camera/random.js';

const SEED = Math.floor(Math.random() * 1e6);
const random = createRandom(SEED);
const [width, height] = [23, 17];
const smooth = {
  width,
  height,
  pixels: Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : ((at >> 2) % width) * 9)),
};
const noisy = { width, height, pixels: Uint8Array.from({ length: width * height * 4 }, () => random() * 256) };

/** Width, height and components in the header of a progressive JPEG. */
const sizeOfJpeg = (jpeg: Buffer) => {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    if (jpeg[at + 1] === 0xc2) return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5), jpeg[at + 9]];
  }
  return undefined;
};

const TEXT = { 'tilecast:recipe': '{"title": "<b> & é 👍 ]]>"}', 'tilecast:slices': '' };

describe('a picture', () => {
  it.each([
    ['a.png', 'png'],
    ['a', 'png'],
    ['a.jpg/b', 'png'],
    ['a.JPG', 'jpeg'],
    ['a.b.jpeg', 'jpeg'],
    ['a.WebP', 'webp'],
  ])('of the name %s is %s', (name, format) => {
    expect(pictureFormat(name)).toBe(format);
  });

  it.each(['a.png', 'a.jpg', 'a.webp'])('holds its texts: %s', async (name) => {
    for (const image of [smooth, noisy]) {
      expect(readPictureText(await encodePicture(image, name, { text: TEXT }), name)).toEqual(TEXT);
      expect(readPictureText(await encodePicture(image, name), name)).toEqual({});
    }
  });

  it('as JPEG begins as JFIF says, has its size, and colours at every pixel', async () => {
    for (const text of [{}, TEXT]) {
      const jpeg = Buffer.from(await encodePicture(smooth, 'a.jpg', { text }));
      expect(jpeg.toString('latin1', 6, 10)).toBe('JFIF');
      expect(sizeOfJpeg(jpeg)).toEqual([width, height, 3]);
      const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]));
      expect([11, 14, 17].map((at) => jpeg[frame + at])).toEqual([0x11, 0x11, 0x11]);
    }
  });

  it('as WebP says its size, its alpha and its metadata before its pixels', async () => {
    const header = async (image: typeof smooth) => {
      const webp = Buffer.from(await encodePicture(image, 'a.webp', { text: TEXT }));
      expect(webp.readUInt32LE(4)).toBe(webp.length - 8);
      expect(webp.toString('latin1', 8, 16)).toBe('WEBPVP8X');
      return [webp[20], webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1];
    };
    expect(await header(smooth)).toEqual([0x04, width, height]);
    expect(await header(noisy)).toEqual([0x14, width, height]);
  });

  it('as JPEG has no place for 64 KiB of text, as others have', async () => {
    const long = { 'tilecast:recipe': 'x'.repeat(66_000) };
    expect([holdsText('a.jpg', TEXT), holdsText('a.jpg', long)]).toEqual([true, false]);
    await expect(encodePicture(smooth, 'a.jpg', { text: long })).rejects.toThrow(InputError);
    for (const name of ['a.png', 'a.webp']) {
      expect(holdsText(name, long)).toBe(true);
      expect(readPictureText(await encodePicture(smooth, name, { text: long }), name)).toEqual(long);
    }
  });

  it('is refused where its format is too small for it', async () => {
    const long = { width: 16_384, height: 1, pixels: new Uint8Array(16_384 * 4) };
    await expect(encodePicture(long, 'a.webp')).rejects.toThrow('at most 16383 pixels a side, not 16384 × 1');
    expect((await encodePicture(long, 'a.jpg')).length).toBeGreaterThan(100);
  });

  it(`whose bytes are damaged gives no text or an InputError (seed ${SEED})`, async () => {
    for (const name of ['a.png', 'a.jpg', 'a.webp']) {
      const whole = await encodePicture(smooth, name, { text: TEXT });
      for (let round = 0; round < 200; round++) {
        const damaged = whole.slice(0, 1 + Math.floor(random() * whole.length));
        damaged[Math.floor(random() * damaged.length)] = random() * 256;
        try {
          readPictureText(damaged, name);
        } catch (error) {
          expect(error, `${name}, seed ${SEED}`).toBeInstanceOf(InputError);
        }
      }
    }
    expect(() => readPictureText(new Uint8Array(20), 'x.jpg')).toThrow('x.jpg: ');
    expect(readPictureText(encodePng(smooth, { text: TEXT }), 'named.jpg')).toEqual(TEXT);
  });
});
