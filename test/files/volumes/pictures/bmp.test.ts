/** BMP pictures of all depths, either way up, alone and as a stack, and what is refused. */
import { expect, it } from 'vitest';
import { memorySource } from '../../../../src/files/bytes/byte-source.js';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { readVolumeFolder, readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../compare-volumes.js';
import { type BmpPixels, writeBmp } from './write-bmp.js';

expectSilence();

const read = (bytes: Uint8Array, component?: number) =>
  readVolumeSource(
    { name: 'a.bmp', bytes, gunzip, readSibling: () => Promise.reject(new Error('names no files')) },
    component === undefined ? {} : { component },
  );
/** Widths whose rows do not fill their last four bytes. */
const SIZE = { width: 7, height: 3 };
const GREYS = Array.from({ length: 256 }, (_, level) => level * 0x010101);
const indexAt = (column: number, row: number) => (5 * column + 3 * row) % 16;
const rgbAt = (column: number, row: number) => (column * 30 * 65536 + row * 80 * 256 + (200 - column)) >>> 0;
const all = (at: (column: number, row: number) => number) =>
  Array.from({ length: 21 }, (_, index) => at(index % 7, Math.floor(index / 7)));

it.each([
  ['8 bits', { ...SIZE, bits: 8, pixelAt: indexAt, palette: GREYS }, indexAt],
  ['8 bits from the top', { ...SIZE, bits: 8, pixelAt: indexAt, palette: GREYS, isTopDown: true }, indexAt],
  ['4 bits', { ...SIZE, bits: 4, pixelAt: indexAt, palette: GREYS.slice(0, 16) }, indexAt],
  [
    '1 bit',
    { ...SIZE, bits: 1, pixelAt: (x, y) => (x + y) % 2, palette: [0, 0xffffff] },
    (x: number, y: number) => 255 * ((x + y) % 2),
  ],
] as const satisfies readonly [string, BmpPixels, (column: number, row: number) => number][])(
  'reads greys of %s',
  async (_, pixels, at) => {
    const { volume } = await read(writeBmp(pixels));
    expect(volume.sizes).toEqual([7, 3, 1]);
    expect([...volume.voxels]).toEqual(all(at));
    expect(volume.colors).toBeUndefined();
  },
);

it.each([24, 32] as const)('reads colours of %i bits', async (bits) => {
  const bytes = writeBmp({ ...SIZE, bits, pixelAt: rgbAt });
  for (const [component, shift] of [16, 8, 0].entries()) {
    expect([...(await read(bytes, component)).volume.voxels]).toEqual(all((x, y) => (rgbAt(x, y) >> shift) & 255));
  }
  expect((await read(bytes)).volume.colors).toHaveLength(84);
});

it('reads a palette of colours', async () => {
  const palette = Array.from({ length: 16 }, (_, index) => rgbAt(index, 1));
  const bytes = writeBmp({ ...SIZE, bits: 4, pixelAt: indexAt, palette });
  expect([...(await read(bytes, 0)).volume.voxels]).toEqual(all((x, y) => (palette[indexAt(x, y)]! >> 16) & 255));
});

it('stacks a folder of them', async () => {
  const slice = (k: number) => writeBmp({ ...SIZE, bits: 8, pixelAt: (x, y) => indexAt(x, y) + k, palette: GREYS });
  const files = [0, 1, 2].map((k) => memorySource(`s/${k}.bmp`, slice(k)));
  const { volume } = await readVolumeFolder({ name: 's', files });
  expect(volume.sizes).toEqual([7, 3, 3]);
  expect(volume.voxels[21]! - volume.voxels[0]!).toBe(1);
});

/** Eight bits whose header says that it has a number of bytes. */
function withHeader(headerBytes: number): Uint8Array {
  const bytes = withStart(54);
  bytes[14] = headerBytes;
  return bytes;
}

/** Eight bits whose header says that its pixels begin at a byte. */
function withStart(start: number): Uint8Array {
  const bytes = writeBmp({ ...SIZE, bits: 8, pixelAt: indexAt, palette: GREYS });
  new DataView(bytes.buffer).setUint32(10, start, true);
  return bytes;
}

it.each([
  [
    'a run-length code',
    writeBmp({ ...SIZE, bits: 8, pixelAt: indexAt, palette: GREYS, compression: 1 }),
    /8 bits, compressed by method 1/,
  ],
  ['a file cut short', writeBmp({ ...SIZE, bits: 24, pixelAt: rgbAt }).subarray(0, 90), /cut short/],
  ['a header of 16 bytes', withHeader(16), /a BMP whose header is not known/],
  ['pixels within the palette', withStart(54), /begin within its palette/],
  ['no pixels', writeBmp({ width: 7, height: 0, bits: 24, pixelAt: rgbAt }), /7 × 0 pixels/],
] as const)('refuses %s', async (_, bytes, message) => {
  expect(await expectInputError(read(bytes), 'a.bmp')).toMatch(message);
});
