/** Volumes in colours: all of their channels, and the values that tell what is seen of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import type { VolumeSelection } from '../../../../src/files/volumes/source.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { writeVolume } from '../../../../src/files/volumes/writers/volume-writers.js';
import { createVolume } from '../../../../src/volume/volume.js';
import { encode } from '../nrrd/write-nrrd.js';

const readNrrd = (fields: readonly string[], data: Uint8Array, selection: VolumeSelection = {}) => {
  const header = new TextEncoder().encode(
    `${['NRRD0005', ...fields, 'encoding: raw', 'endian: little'].join('\n')}\n\n`,
  );
  const bytes = Uint8Array.of(...header, ...data);
  return readVolumeSource({ name: 'colors.nrrd', bytes, gunzip, readSibling: expect.fail }, selection);
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
  readFileSync(join(import.meta.dirname, '..', 'foreign-volumes.json'), 'utf8'),
) as readonly Foreign[];

/** Each expects one channel. */
const inColors = foreign.filter(({ name, options }) => options.component !== undefined && /rgb|colours/i.test(name));

it('those that other libraries wrote have their channels in place', async () => {
  const formats = new Set(inColors.map(({ input }) => input.split('.').at(-1)));
  expect(formats).toEqual(new Set(['nii', 'npy', 'tif']));
  for (const { name, input, files, values, options } of inColors) {
    const bytes = Uint8Array.from(Buffer.from(files[input]!, 'base64'));
    const { component = 0, ...rest } = options;
    const { volume } = await readVolumeSource({ name: input, bytes, gunzip, readSibling: expect.fail }, rest);
    const channel = Array.from(values, (_, voxel) => volume.colors?.[4 * voxel + component]);
    // Colours of what has no opacity are those beside it.
    const seen = /rgba/i.test(name) ? values.map((_, voxel) => volume.voxels[voxel]! > 0) : values.map(() => true);
    expect(
      channel.filter((_, voxel) => seen[voxel]),
      name,
    ).toEqual(values.filter((_, voxel) => seen[voxel]));
  }
});

/** 8 bits in every format that holds colours, and more where the format holds more. */
it.each([
  ['x.nrrd', 'uint8'],
  ['x.nrrd', 'uint16'],
  ['x.nii', 'uint8'],
  ['x.nii.gz', 'uint8'],
  ['x.mha', 'uint8'],
] as const)('colours are written as they were read: %s of %s', async (name, type) => {
  for (const count of [3, 4]) {
    const values = Array.from(
      { length: count * 4 },
      (_, index) => (index * 7919 + 13) % (type === 'uint8' ? 256 : 65536),
    );
    const kind = count === 3 ? 'RGB-color' : 'RGBA-color';
    const fields = [`type: ${type}`, 'dimension: 4', `sizes: ${count} 2 2 1`, `kinds: ${kind} domain domain domain`];
    const file = await readNrrd(
      [...fields, 'space: LPS', 'space directions: none (1,0,0) (0,1,0) (0,0,1)'],
      encode(values, type),
    );
    const { pieces } = await writeVolume(file.volume, name, { colors: file.colors });
    const bytes = new Uint8Array(Buffer.concat(pieces));
    const again = await readVolumeSource({ name, bytes, gunzip, readSibling: expect.fail });
    expect(again.colors).toEqual(file.colors);
    expect(again.volume).toEqual(file.volume);
  }
});

it('a volume in colours that a program made is written in them', async () => {
  const rgba = Uint8Array.of(200, 100, 50, 255, 77, 77, 77, 255);
  const grey = createVolume({ sizes: [2, 1, 1], voxels: Uint8Array.of(118, 77), colors: rgba });
  const seen = createVolume({ sizes: [2, 1, 1], voxels: Uint8Array.of(3, 250), colors: rgba });
  for (const [volume, channels] of [
    [grey, 3],
    [seen, 4],
  ] as const) {
    const bytes = new Uint8Array(Buffer.concat((await writeVolume(volume, 'x.nrrd')).pieces));
    const again = await readVolumeSource({ name: 'x.nrrd', bytes, gunzip, readSibling: expect.fail });
    expect(again.colors?.channels.length).toBe(channels);
    expect(again.volume.voxels).toEqual(volume.voxels);
    expect(rgbOf(again.volume.colors)).toEqual(rgbOf(volume.colors));
  }
});

it('formats of 8 bits refuse colours of 16, by the name of one that holds them', async () => {
  const file = await readNrrd(['type: uint16', ...RGB.slice(1)], encode([1, 2, 3, 4, 5, 60000], 'uint16'));
  for (const name of ['x.nii', 'x.mha']) {
    await expect(writeVolume(file.volume, name, { colors: file.colors })).rejects.toThrow(
      /^x\.\w+: the volume is in colors of 16 bits, .*\.nrrd holds them$/,
    );
  }
});

it('channels that are not full at their type’s largest number are as bright where they are written', async () => {
  const channels = [4095, 2048, 0].map((value) => Uint16Array.of(value));
  const volume = createVolume({
    sizes: [1, 1, 1],
    voxels: Uint16Array.of(2335),
    colors: Uint8Array.of(255, 128, 0, 255),
  });
  const { pieces } = await writeVolume(volume, 'x.nrrd', { colors: { channels, white: 4095 } });
  const bytes = new Uint8Array(Buffer.concat(pieces));
  expect(
    rgbOf((await readVolumeSource({ name: 'x.nrrd', bytes, gunzip, readSibling: expect.fail })).volume.colors),
  ).toEqual([255, 128, 0]);
});
