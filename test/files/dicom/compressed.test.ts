/** Compressed frames that other libraries wrote: dcmtk, gdcm, OpenJPH and Pillow. experiments/formats makes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDicomFolder } from '../../../src/files/dicom/dicom.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { folderOf, sliceElements, writeDicom } from './write-dicom.js';

interface Stream {
  readonly name: string;
  readonly source: 'rgb' | 'u12' | 'u8';
  readonly syntax: string;
  readonly photometric: string;
  readonly base64: string;
}

const { columns, rows, sources, streams } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'codestreams.json'), 'utf8'),
) as { columns: number; rows: number; sources: Readonly<Record<string, number[]>>; streams: Stream[] };

function folderWith({ source, syntax, photometric }: Stream, fragments: readonly Uint8Array[], changes = {}) {
  const { '7FE00010 OW': _, ...elements } = sliceElements(0);
  const bits = source === 'u12' ? 12 : 8;
  const described = {
    ...{ '00280002 US': [source === 'rgb' ? 3 : 1], '00280004 CS': photometric, '00280006 US': [0] },
    ...{ '00280010 US': [rows], '00280011 US': [columns], '00280100 US': [bits > 8 ? 16 : 8] },
    ...{ '00280101 US': [bits], '00280102 US': [bits - 1], '00281052 DS': '0', ...changes },
  };
  return folderOf({
    one: writeDicom({ ...elements, ...described }, { syntax, fragments: [new Uint8Array(), ...fragments] }),
  });
}

const bytesOf = ({ base64 }: Stream) => new Uint8Array(Buffer.from(base64, 'base64'));
const NAME = 'some/folder';

/** The values that are left: by a point transform, without their lowest bits; by lossy compression, not all. */
const expectedOf = ({ name, source }: Stream, component: number): number[] => {
  const values = source === 'rgb' ? sources['rgb']!.filter((_, index) => index % 3 === component) : sources[source]!;
  return name.includes('point transform 2') ? values.map((value) => value & ~3) : values;
};

describe('frames', () => {
  test.each(streams.filter(({ name }) => !name.includes('12 bits')))('$name', async (stream) => {
    for (const component of stream.source === 'rgb' ? [0, 1, 2] : [0]) {
      const { volume } = await readDicomFolder(folderWith(stream, [bytesOf(stream)]), { component });
      const expected = expectedOf(stream, component);
      // Colours lose more on their way through YCbCr, and where pixels share them, though less than if taken for others.
      const tolerance = stream.name.includes('shared chroma') ? 16 : stream.photometric === 'YBR_FULL' ? 3 : 2;
      const lossy = stream.name.startsWith('JPEG, ') || stream.photometric === 'YBR_FULL';
      const apart = expected.map((value, index) => Math.abs(volume.voxels[index]! - value));
      expect(Math.max(...apart)).toBeLessThanOrEqual(lossy ? tolerance : 0);
      expect(volume.voxels).toHaveLength(expected.length);
    }
  });

  test.each(streams.filter(({ name }) => /^JPEG\b(?! 2000)/.test(name) && !name.includes('12 bits')))(
    '$name under the names of other processes',
    async (stream) => {
      const voxelsOf = async (syntax: string) =>
        (await readDicomFolder(folderWith({ ...stream, syntax }, [bytesOf(stream)]), {})).volume.voxels;
      const voxels = await voxelsOf(stream.syntax);
      for (const last of [50, 70, 80]) expect(await voxelsOf(`1.2.840.10008.1.2.4.${last}`)).toEqual(voxels);
    },
  );

  test('in several fragments', async () => {
    const stream = streams.find(({ name }) => name === 'JPEG 2000, gdcm')!;
    const bytes = bytesOf(stream);
    const { volume } = await readDicomFolder(folderWith(stream, [bytes.subarray(0, 64), bytes.subarray(64)]), {});
    expect([...volume.voxels]).toEqual(sources['u12']);
  });

  test.each([
    ['the table of offsets', 'JPEG-LS, dcmtk', true],
    ['the starts of JPEG-LS, without a table', 'JPEG-LS, dcmtk', false],
    ['the starts of JPEG 2000, without a table', 'JPEG 2000, gdcm', false],
  ])('several of them, by %s', async (_, name, hasTable) => {
    const stream = streams.find((each) => each.name === name)!;
    const bytes = bytesOf(stream);
    const [first, rest] = [bytes.subarray(0, 40), bytes.subarray(40)];
    const fragments = [first, rest, first, rest].map((piece) =>
      piece.length % 2 ? Uint8Array.from([...piece, 0]) : piece,
    );
    const second = fragments[0]!.length + fragments[1]!.length + 16;
    const { '7FE00010 OW': _pixels, ...elements } = sliceElements(0);
    const table = hasTable ? new Uint8Array(Uint32Array.from([0, second]).buffer) : new Uint8Array();
    const described = {
      ...{
        '00280010 US': [rows],
        '00280011 US': [columns],
        '00281052 DS': '0',
        '00280008 IS': '2',
        '00180088 DS': '2',
      },
    };
    const file = writeDicom({ ...elements, ...described }, { syntax: stream.syntax, fragments: [table, ...fragments] });
    const { volume } = await readDicomFolder(folderOf({ one: file }), {});
    expect([...volume.voxels]).toEqual([...sources['u12']!, ...sources['u12']!]);
  });
});

describe('refused, in words', () => {
  const [stream] = streams as [Stream];
  const message = (...args: Parameters<typeof folderWith>) =>
    expectInputError(readDicomFolder(folderWith(...args), {}), NAME);

  test('lossy JPEG of 12 bits', async () => {
    const twelve = streams.find(({ name }) => name.includes('12 bits'))!;
    expect(await message(twelve, [bytesOf(twelve)])).toMatch(/lossy JPEG of 12 bits, which cannot be read; 8 bits can/);
  });

  test('a frame of another size than the header says', async () => {
    for (const each of streams.filter(({ name }) => !name.startsWith('RLE'))) {
      expect(await message(each, [bytesOf(each)], { '00280010 US': [rows + 1] })).toMatch(
        /compressed frame of 12 × 9 pixels.*, but its header says 12 × 10 pixels/,
      );
    }
  });

  test.each(streams.filter(({ name }) => /JPEG 2000|HTJ2K/.test(name)))(
    'subsampled components: $name',
    async (stream) => {
      const bytes = bytesOf(stream);
      const start = Buffer.from(bytes).indexOf(Buffer.from([0xff, 0x4f, 0xff, 0x51]));
      for (const field of [43, 44]) {
        const subsampled = bytes.slice();
        subsampled[start + field] = 128;
        const message = await expectInputError(readDicomFolder(folderWith(stream, [subsampled]), {}), NAME);
        expect(message).toContain('subsampled components');
      }
    },
  );

  test('claims beyond all memory, before memory is spent on them', async () => {
    const before = process.memoryUsage().arrayBuffers;
    for (const each of streams) {
      await message(each, [bytesOf(each)], { '00280010 US': [65535], '00280011 US': [65535] });
      expect(process.memoryUsage().arrayBuffers - before, each.name).toBeLessThan(1 << 26);
    }
  });

  test('other syntaxes, by name', async () => {
    for (const [syntax, name] of [
      ['1.2.840.10008.1.2.4.103', 'MPEG-4 AVC/H.264 BD-compatible High Profile'],
      ['1.2.840.10008.1.2.4.92', 'JPEG 2000 Part 2 Multi-component (Lossless Only)'],
      ['1.2.840.10008.1.2.4.110', 'JPEG XL Lossless'],
    ]) {
      const said = await message({ ...stream, syntax: syntax! }, [bytesOf(stream)]);
      expect(said).toContain(`has the transfer syntax ${syntax}, ${name}, which cannot be read;`);
    }
  });

  test('data that are damaged or cut short, each in its turn, and whole ones after them', async () => {
    for (const each of streams.filter(({ name }) => !name.includes('12 bits'))) {
      const bytes = bytesOf(each);
      for (const length of [0, 2, 20, Math.floor(bytes.length / 4)]) {
        // A decoder may make something of what there is, or say that it is not enough.
        const reading = readDicomFolder(folderWith(each, [bytes.subarray(0, length)]), {});
        if (!(await reading.catch(() => undefined))) await expectInputError(reading, NAME);
      }
      expect((await readDicomFolder(folderWith(each, [bytes]), {})).volume.sizes).toEqual([columns, rows, 1]);
    }
  });
});
