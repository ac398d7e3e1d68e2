/** Volumes in colours: all of their channels, and the values that tell what is seen of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import type { VolumeSelection } from '../../../src/files/volumes/source.js';
import { readVolume } from '../../../src/files/volumes/volume-formats.js';
import { encode } from './nrrd/write-nrrd.js';

const readNrrd = (fields: readonly string[], data: Uint8Array, selection: VolumeSelection = {}) => {
  const header = new TextEncoder().encode(
    `${['NRRD0005', ...fields, 'encoding: raw', 'endian: little'].join('\n')}\n\n`,
  );
  const bytes = Uint8Array.of(...header, ...data);
  return readVolume({ name: 'colors.nrrd', bytes, gunzip, readSibling: expect.fail }, selection);
};

/** Every fourth byte is not part of the colours. */
const rgbOf = (colors: Uint8Array | undefined) => [...colors!].filter((_, index) => index % 4 < 3);

const RGB = ['type: uint8', 'dimension: 4', 'sizes: 3 2 1 1', 'kinds: RGB-color domain domain domain'];

it('values are luminances, which of greys are the greys', async () => {
  const { volume, notes } = await readNrrd(RGB, Uint8Array.of(200, 100, 50, 77, 77, 77));
  expect(rgbOf(volume.colors)).toEqual([200, 100, 50, 77, 77, 77]);
  expect(volume.voxels).toEqual(Uint8Array.of(Math.round(0.2126 * 200 + 0.7152 * 100 + 0.0722 * 50), 77));
  expect(notes).toEqual([expect.stringMatching(/follows from their luminance; --component takes one of 0 to 2$/)]);
});

it('one channel is a volume of numbers', async () => {
  const { volume, notes } = await readNrrd(RGB, Uint8Array.of(200, 100, 50, 77, 78, 79), { component: 1 });
  expect(volume.colors).toBeUndefined();
  expect(volume.voxels).toEqual(Uint8Array.of(100, 78));
  expect(notes).toEqual([expect.stringMatching(/took component 1/)]);
});

it('values are opacities where there are any, and what is not seen has the colours beside it', async () => {
  const fields = ['type: uint8', 'dimension: 4', 'sizes: 4 3 1 1', 'kinds: RGBA-color domain domain domain'];
  const data = Uint8Array.of(200, 100, 50, 255, 0, 0, 0, 0, 100, 20, 10, 30);
  const { volume } = await readNrrd(fields, data);
  expect(volume.voxels).toEqual(Uint8Array.of(255, 0, 30));
  expect(rgbOf(volume.colors)).toEqual([200, 100, 50, 150, 60, 30, 100, 20, 10]);

  const opaque = data.map((byte, index) => (index % 4 === 3 ? 255 : byte));
  expect((await readNrrd(fields, opaque)).volume.voxels[1]).toBe(0);
});

it('channels of 16 bits, and vectors of bytes, are colours; other vectors are none', async () => {
  const wide = ['type: uint16', ...RGB.slice(1)];
  const { volume } = await readNrrd(wide, encode([65535, 32768, 0, 257, 514, 771], 'uint16'));
  expect(rgbOf(volume.colors)).toEqual([255, 128, 0, 1, 2, 3]);
  expect(volume.voxels.BYTES_PER_ELEMENT).toBe(2);

  const vector = (type: string) => [`type: ${type}`, ...RGB.slice(1, 3), 'kinds: vector domain domain domain'];
  expect((await readNrrd(vector('uint8'), new Uint8Array(6))).volume.colors).toBeDefined();
  expect((await readNrrd(vector('int16'), new Uint8Array(12))).volume.colors).toBeUndefined();
  expect((await readNrrd(vector('float'), new Uint8Array(24))).volume.colors).toBeUndefined();
  const hsv = [...RGB.slice(0, 3), 'kinds: HSV-color domain domain domain'];
  expect((await readNrrd(hsv, new Uint8Array(6))).volume.colors).toBeUndefined();
});

interface Foreign {
  readonly name: string;
  readonly input: string;
  readonly files: Readonly<Record<string, string>>;
  readonly values: readonly number[];
  readonly options: VolumeSelection;
}

const foreign = JSON.parse(
  readFileSync(join(import.meta.dirname, 'foreign-volumes.json'), 'utf8'),
) as readonly Foreign[];

/** Each expects one channel. */
const inColors = foreign.filter(({ name, options }) => options.component !== undefined && /rgb|colours/i.test(name));

it('those that other libraries wrote have their channels in place', async () => {
  const formats = new Set(inColors.map(({ input }) => input.split('.').at(-1)));
  expect(formats).toEqual(new Set(['nii', 'npy', 'tif']));
  for (const { name, input, files, values, options } of inColors) {
    const bytes = Uint8Array.from(Buffer.from(files[input]!, 'base64'));
    const { component = 0, ...rest } = options;
    const { volume } = await readVolume({ name: input, bytes, gunzip, readSibling: expect.fail }, rest);
    const channel = Array.from(values, (_, voxel) => volume.colors?.[4 * voxel + component]);
    // Colours of what has no opacity are those beside it.
    const seen = /rgba/i.test(name) ? values.map((_, voxel) => volume.voxels[voxel]! > 0) : values.map(() => true);
    expect(
      channel.filter((_, voxel) => seen[voxel]),
      name,
    ).toEqual(values.filter((_, voxel) => seen[voxel]));
  }
});
