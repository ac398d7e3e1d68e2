/** PNGs: pixels, alpha and text there and back, and damage that is found. */
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { encodePng } from '../../../src/node/png/png.js';
import { encodePngChunks, IHDR_END, type PngChunk, readPngChunks } from '../../../src/node/png/png-chunks.js';
import { readPngText } from '../../../src/node/png/png-text.js';
import { createRandom } from '../../camera/random.js';
import { randomFrame } from './sample-frames.js';

const opaque = randomFrame(1, 7, 5, true);
const translucent = randomFrame(2, 7, 5, false);

const COLOR_TYPE_AT = 25;
const RGB = 2;
const RGBA = 6;

/** Long enough to be compressed, and of characters of one to four bytes. */
const long = 'Grüße, 头颅 𝄞\n'.repeat(100);
const text = { Title: 'A skull\nfrom the left', Commentaire: 'é', Software: 'tilecast', Long: long, Empty: '' };

/** Puts `chunks` between IHDR and the rest. */
const withChunks = (...chunks: PngChunk[]) => {
  const png = encodePng(opaque);
  return Buffer.concat([png.subarray(0, IHDR_END), encodePngChunks(chunks), png.subarray(IHDR_END)]);
};

function inputErrorOf(action: () => unknown, what = ''): string {
  let error: unknown;
  try {
    action();
  } catch (thrown) {
    error = thrown;
  }
  expect(error, what).toBeInstanceOf(InputError);
  const { message } = error as InputError;
  expect(message, what).toMatch(/^[^\n\r]{1,300}$/);
  return message;
}

describe('the pixels of a PNG', () => {
  it.each(['auto', 'always'] as const)('come back with alpha %s', (alpha) => {
    for (const frame of [opaque, translucent]) {
      const { width, height, data } = PNG.sync.read(Buffer.from(encodePng(frame, { alpha, text })));
      expect([width, height]).toEqual([7, 5]);
      expect(Uint8Array.from(data)).toEqual(frame.pixels);
    }
  });

  it('come back opaque without alpha', () => {
    const { data } = PNG.sync.read(Buffer.from(encodePng(translucent, { alpha: 'never' })));
    expect(Uint8Array.from(data)).toEqual(translucent.pixels.map((value, index) => (index % 4 === 3 ? 255 : value)));
  });

  it('are of the colour type that was asked for, or that they need', () => {
    const colorTypes = (['auto', 'always', 'never'] as const).map((alpha) =>
      [opaque, translucent].map((frame) => encodePng(frame, { alpha })[COLOR_TYPE_AT]),
    );
    expect(colorTypes).toEqual([
      [RGB, RGBA],
      [RGBA, RGBA],
      [RGB, RGB],
    ]);
  });
});

describe('text in a PNG', () => {
  it('comes back', () => {
    expect(readPngText(encodePng(opaque, { text }), 'a.png')).toEqual(text);
    expect(readPngText(encodePng(opaque), 'a.png')).toEqual({});
  });

  it('comes back with names and characters that are easily lost', () => {
    const odd = Object.fromEntries([
      ['__proto__', '\ufeffmark'],
      ['a', '\r\n\t'],
      ['ÿ¡', '\u{10ffff}'],
      ['k'.repeat(79), 'x'.repeat(1 << 20)],
    ]);
    const read = readPngText(encodePng(opaque, { text: odd }), 'a.png');
    expect(Object.entries(read)).toEqual(Object.entries(odd));
  });

  it('stands in iTXt chunks before the pixels, compressed where it is longer than 1 kB', () => {
    const sized = { a: 'x'.repeat(1024), b: 'é'.repeat(512), c: 'x'.repeat(1025), d: `x${'é'.repeat(512)}` };
    const chunks = readPngChunks(encodePng(opaque, { text: sized }), 'a.png');
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'iTXt', 'iTXt', 'iTXt', 'iTXt', 'IDAT', 'IEND']);
    const flags = chunks.slice(1, 5).map(({ data }) => data[2]);
    expect(flags).toEqual([0, 0, 1, 1]);
  });

  it('is read from tEXt and zTXt too, which are Latin-1', () => {
    const bytes = withChunks(
      { type: 'tEXt', data: Buffer.from('Cl\xe9\0caf\xe9 \x80', 'latin1') },
      {
        type: 'zTXt',
        data: Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.from('na\xefve', 'latin1'))]),
      },
      { type: 'iTXt', data: Buffer.from('Titre\0\0\0fr-CA\0Überschrift\0Crâne', 'utf8') },
      { type: 'tEXt', data: Buffer.from('Twice\0first') },
      { type: 'tEXt', data: Buffer.from('Twice\0last') },
    );
    expect(readPngText(bytes, 'a.png')).toEqual({
      Clé: 'café \x80',
      Comment: 'naïve',
      Titre: 'Crâne',
      Twice: 'last',
    });
  });

  const badKeywords = ['', ' a', 'a ', 'a  b', 'a\nb', 'a\0b', 'ключ', 'a\xa0b', 'k'.repeat(80)];
  it.each(badKeywords.map((keyword) => [keyword]))('refuses the keyword %j', (keyword) => {
    expect(inputErrorOf(() => encodePng(opaque, { text: { [keyword]: 'x' } }))).toContain('keyword');
  });

  it('refuses a zero character, which would end it', () => {
    expect(inputErrorOf(() => encodePng(opaque, { text: { Title: 'a\0b' } }))).toContain('"Title"');
  });
});

describe('a file that is no PNG, or no longer', () => {
  // Not a Buffer, whose slices are no copies.
  const png = Uint8Array.from(encodePng(opaque, { text }));
  const read = (bytes: Uint8Array) => () => readPngText(bytes, 'a.png');

  it('is refused with its name', () => {
    for (const bytes of [new Uint8Array(), Buffer.from('This is no PNG at all.'), Buffer.from('GIF89a')]) {
      expect(inputErrorOf(read(bytes))).toMatch(/^a\.png: is no PNG/);
    }
    const headless = Buffer.concat([png.subarray(0, 8), png.subarray(IHDR_END)]);
    expect(inputErrorOf(read(headless))).toMatch(/^a\.png: is no PNG.*IHDR/);
  });

  it('is found wherever it was cut', () => {
    for (let length = 0; length < png.length; length++) {
      expect(inputErrorOf(read(png.subarray(0, length)), `cut to ${length}`)).toMatch(/^a\.png: is (no PNG|cut short)/);
    }
    expect(readPngText(Buffer.concat([png, Buffer.from('more')]), 'a.png')).toEqual(text);
  });

  it('is found whichever byte was changed', () => {
    const seed = 20;
    const random = createRandom(seed);
    for (let at = 0; at < png.length; at++) {
      const flip = 1 + Math.floor(255 * random());
      const bytes = png.slice();
      bytes[at]! ^= flip;
      expect(inputErrorOf(read(bytes), `seed ${seed}: byte ${at} ^ ${flip}`)).toMatch(/^a\.png: /);
    }
  });

  it('is read or refused when text chunks with the right checksum hold anything at all', () => {
    const seed = 21;
    const random = createRandom(seed);
    const below = (limit: number) => Math.floor(limit * random());
    const deflated = deflateSync('packed');
    let refused = 0;
    const rounds = 2000;
    for (let round = 0; round < rounds; round++) {
      const type = ['tEXt', 'zTXt', 'iTXt'][below(3)]!;
      const data = Buffer.concat([Buffer.from('k\0\0\0\0\0'), below(2) ? deflated : Buffer.from('plain')]);
      for (let count = below(4); count > 0; count--) data[below(data.length)] = [0, 1, 0xff, below(256)][below(4)]!;
      const bytes = withChunks({ type, data: data.subarray(0, below(2) ? data.length : below(data.length + 1)) });
      try {
        for (const value of Object.values(readPngText(bytes, 'a.png'))) expect(typeof value).toBe('string');
      } catch {
        const message = inputErrorOf(read(bytes), `seed ${seed}, round ${round}`);
        expect(message).toMatch(new RegExp(`^a\\.png: the text in its ${type} chunk`));
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(rounds / 10);
    expect(refused).toBeLessThan(rounds);
  });

  it('does not fill the memory with text', () => {
    const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(33 << 20), { level: 1 })]);
    const chunk = { type: 'zTXt', data: bomb };
    expect(readPngText(withChunks(chunk), 'a.png')['Comment']).toHaveLength(33 << 20);
    expect(inputErrorOf(read(withChunks(chunk, chunk)))).toMatch(/^a\.png: the text in its zTXt chunk/);
  });

  it('is refused if the length of a chunk lies', () => {
    for (const length of [0xffffffff, 0x7fffffff, png.length, 0]) {
      const bytes = png.slice();
      new DataView(bytes.buffer, bytes.byteOffset).setUint32(IHDR_END, length);
      expect(inputErrorOf(read(bytes))).toMatch(/^a\.png: is (cut short or )?damaged: /);
    }
  });
});
