/** TIFF in compressions that few programs write: experiments/formats/make_tiffs.py made these files, and tells what others read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import type { VolumeSelection } from '../../../../src/files/volumes/source.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../compare-volumes.js';
import { writeTiff } from './write-tiff.js';

interface ForeignTiff {
  readonly name: string;
  readonly input: string;
  readonly files: Readonly<Record<string, string>>;
  readonly sizes: readonly number[];
  readonly values: readonly number[];
  readonly tolerance: number;
  readonly options: VolumeSelection;
}

const files = JSON.parse(
  readFileSync(join(import.meta.dirname, 'foreign-tiff.json'), 'utf8'),
) as readonly ForeignTiff[];

expectSilence();

const read = (bytes: Uint8Array, options: VolumeSelection = {}) =>
  readVolumeSource(
    { name: 'a.tif', bytes, gunzip, readSibling: () => Promise.reject(new Error('names no files')) },
    options,
  );
const bytesOf = ({ input, files }: ForeignTiff) => Uint8Array.from(Buffer.from(files[input]!, 'base64'));

it.each(files)('reads $name', async (file) => {
  const { volume } = await read(bytesOf(file), file.options);
  expect(volume.sizes).toEqual(file.sizes);
  const apart = Array.from(volume.voxels, (value, index) => Math.abs(value - file.values[index]!));
  expect(Math.max(...apart)).toBeLessThanOrEqual(file.tolerance);
});

it('shows the colours of JPEG', async () => {
  const { volume } = await read(bytesOf(files.find(({ name }) => name.startsWith('JPEG in colours'))!));
  expect(volume.colors).toHaveLength(4 * volume.voxels.length);
});

it('refuses WebP that is damaged', async () => {
  const bytes = bytesOf(files.find(({ name }) => name.startsWith('WebP'))!);
  const at = bytes.findIndex((byte, index) => byte === 0x57 && bytes[index + 1] === 0x45 && bytes[index + 2] === 0x42);
  await expectInputError(read(bytes.fill(0, at, at + 40)), 'a.tif');
});

it('reads rows of bits that do not fill their last byte', async () => {
  const page = Uint8Array.of(0b10000001, 0b01000000, 0b00000000, 0b10000000);
  const { volume } = await read(writeTiff({ width: 10, height: 2, pages: [page], bits: 1 }));
  expect([...volume.voxels]).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]);
});

it('refuses damaged blocks, and names what makes others readable', async () => {
  for (const file of files.filter(({ name }) => /^(?:Zstandard|JPEG in grey)/.test(name))) {
    const bytes = bytesOf(file);
    const packed = bytes.findIndex(
      (byte, at) => (byte === 0x28 && bytes[at + 1] === 0xb5) || (byte === 0xff && bytes[at + 1] === 0xd8),
    );
    await expectInputError(read(bytes.fill(0, packed, packed + 8)), 'a.tif');
  }
});
