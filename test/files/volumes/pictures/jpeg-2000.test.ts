/** JPEG 2000 pictures, alone and as a stack, and what is refused: experiments/formats/make_tiffs.py made them. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memorySource } from '../../../../src/files/bytes/byte-source.js';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { readVolumeFolder, readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../compare-volumes.js';

interface ForeignPicture {
  readonly name: string;
  readonly file: string;
  readonly sizes: readonly number[];
  readonly channels: readonly (readonly number[])[];
}

const PICTURES: readonly ForeignPicture[] = JSON.parse(
  readFileSync(new URL('foreign-jp2.json', import.meta.url), 'utf8'),
);

expectSilence();

const bytesOf = ({ file }: ForeignPicture) => Uint8Array.from(Buffer.from(file, 'base64'));
const read = (bytes: Uint8Array, component?: number) =>
  readVolumeSource(
    { name: 'a.jp2', bytes, gunzip, readSibling: () => Promise.reject(new Error('names no files')) },
    component === undefined ? {} : { component },
  );

it.each(PICTURES)('reads $name', async (picture) => {
  for (const [channel, values] of picture.channels.entries()) {
    const { volume } = await read(bytesOf(picture), channel);
    expect(volume.sizes).toEqual(picture.sizes);
    expect([...volume.voxels]).toEqual(values);
  }
});

it('finds the codestream behind boxes of any length', async () => {
  const [picture] = PICTURES;
  const bytes = Buffer.from(bytesOf(picture!));
  const box = Buffer.alloc(5000);
  box.writeUInt32BE(box.length);
  box.write('uuid', 4);
  const start = bytes.indexOf('jp2c') - 4;
  const longer = Uint8Array.from(Buffer.concat([bytes.subarray(0, start), box, bytes.subarray(start)]));
  expect([...(await read(longer)).volume.voxels]).toEqual(picture!.channels[0]);
});

it('shows colours as they are', async () => {
  const { volume } = await read(bytesOf(PICTURES.find(({ name }) => name === 'colours')!));
  expect(volume.colors).toHaveLength(4 * volume.voxels.length);
});

it('reads a folder of them as a stack', async () => {
  const [picture] = PICTURES;
  const files = ['s1.jp2', 's2.jp2', 's10.jp2'].map((name) => memorySource(`stack/${name}`, bytesOf(picture!)));
  const { volume } = await readVolumeFolder({ name: 'stack', files });
  expect(volume.sizes).toEqual([picture!.sizes[0], picture!.sizes[1], 3]);
  expect([...volume.voxels.subarray(-picture!.channels[0]!.length)]).toEqual(picture!.channels[0]);
});

/** The same header, of four components. @param siz two bytes before the marker. */
function withOpacity(bytes: Uint8Array, siz: number): Uint8Array {
  const [components, end] = [siz + 42, siz + 45];
  const four = Array.from({ length: 4 }, () => [...bytes.subarray(components, end)]).flat();
  const copy = Uint8Array.from(
    Buffer.concat([bytes.subarray(0, components), Uint8Array.from(four), bytes.subarray(end)]),
  );
  copy.set([0, 38 + 3 * 4], siz + 4);
  copy.set([0, 4], siz + 40);
  return copy;
}

it('refuses what is cut short, signed, of a palette, or would be far larger than its file', async () => {
  const bytes = bytesOf(PICTURES[0]!);
  const siz = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0x51) - 2;
  const changed = (at: number, ...values: number[]) => {
    const copy = bytes.slice();
    copy.set(values, siz + at);
    return copy;
  };
  expect(await expectInputError(read(bytes.subarray(0, siz + 20)), 'a.jp2')).toMatch(/damaged or cut short/);
  expect(await expectInputError(read(changed(42, 0x87)), 'a.jp2')).toMatch(/signed samples/);
  expect(await expectInputError(read(changed(8, 0, 0xff, 0xff, 0xff)), 'a.jp2')).toMatch(/damaged or cut short/);
  const chroma = PICTURES.map(bytesOf).flatMap((of) => {
    const colr = Buffer.from(of).indexOf('colr');
    return colr > 0 && of[colr + 4] === 1 ? [Uint8Array.from(of.with(colr + 10, 24))] : [];
  })[0]!;
  expect(await expectInputError(read(chroma), 'a.jp2')).toMatch(/luminance and chroma/);
  expect(await expectInputError(read(withOpacity(bytes, siz)), 'a.jp2')).toMatch(
    /of 4 channels, which is not read; save it in/,
  );
  const palette = bytes.slice();
  const colr = Buffer.from(palette).indexOf('colr');
  palette.set(new TextEncoder().encode('pclr'), colr);
  expect(await expectInputError(read(palette), 'a.jp2')).toMatch(/with a palette/);
});
