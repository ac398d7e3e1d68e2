/** Stacks of pictures: PNGs by pngjs, which is another library than the reader, and TIFF. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../../src/files/bytes/budget.js';
import type { ByteSource } from '../../../src/files/bytes/byte-source.js';
import { memorySource } from '../../../src/files/bytes/byte-source.js';
import { gunzip } from '../../../src/files/bytes/compression/inflate.js';
import { decodePicture } from '../../../src/files/volumes/pictures/decode-picture.js';
import { decodePng } from '../../../src/files/volumes/pictures/png.js';
import type { VolumeSelection } from '../../../src/files/volumes/source.js';
import { readVolumeFolder, readVolumeSource } from '../../../src/files/volumes/volume-formats.js';
import { createRandom } from '../../camera/random.js';
import { writeSlice } from '../dicom/write-dicom.js';

const [WIDTH, HEIGHT] = [5, 3];
/** The colour types that pngjs writes, and their samples. */
const GREY = { colorType: 0, channels: 1 } as const;
const RGB = { colorType: 2, channels: 3 } as const;
const RGBA = { colorType: 6, channels: 4 } as const;

/** Greys, in the passes of Adam7, whose rows have random filters: what they stand for is what another reader says. */
async function interlacedPng(width: number, height: number, depth: number): Promise<Uint8Array> {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  const rows = passes.flatMap(([x, y, stepX, stepY]) => {
    const [columns, count] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
    if (columns <= 0 || count <= 0) return [];
    const rowBytes = Math.ceil((columns * depth) / 8);
    return Array.from({ length: count }, () => [
      Math.floor(5 * random()),
      ...Array.from({ length: rowBytes }, () => Math.floor(256 * random())),
    ]).flat();
  });
  const header = [0, 0, 0, width, 0, 0, 0, height, depth, 0, 0, 0, 1];
  const magic = [137, 80, 78, 71, 13, 10, 26, 10];
  return Uint8Array.from([
    ...magic,
    ...chunk('IHDR', header),
    ...chunk('IDAT', await deflate(rows)),
    ...chunk('IEND', []),
  ]);
}

/** Random rows take every filter, one picture each. */
function writePng(
  samples: readonly number[],
  { colorType, channels }: { colorType: number; channels: number },
  filterType = -1,
  bitDepth: 8 | 16 = 8,
) {
  const png = new PNG({ width: WIDTH, height: HEIGHT });
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const own = samples.slice(channels * pixel, channels * (pixel + 1));
    const [red, green = red, blue = red, alpha = 2 ** bitDepth - 1] = own;
    return [red!, green!, blue!, alpha];
  }).flat();
  const data = bitDepth === 8 ? Buffer.from(pixels) : Buffer.from(Uint16Array.from(pixels).buffer);
  png.data = data;
  return new Uint8Array(
    PNG.sync.write(png, {
      colorType: colorType as 0,
      inputColorType: 6,
      filterType: filterType as 0,
      bitDepth,
      inputHasAlpha: true,
    }),
  );
}

const random = createRandom(5);
const randomSamples = (channels: number, bits: number) =>
  Array.from({ length: channels * WIDTH * HEIGHT }, () => Math.floor(random() * 2 ** bits));

const read = (bytes: Uint8Array, selection: VolumeSelection = {}) =>
  readVolumeSource({ name: 'a.png', bytes, gunzip, readSibling: expect.fail }, selection);

const folderOf = (files: Readonly<Record<string, Uint8Array>>) => ({
  name: 'stack',
  files: Object.entries(files).map(([name, bytes]): ByteSource => memorySource(`stack/${name}`, bytes)),
});

describe('a PNG, seed 5,', () => {
  it.each([0, 1, 2, 3, 4])('is read through filter %i', async (filter) => {
    const greys = randomSamples(1, 8);
    const { volume } = await read(writePng(greys, GREY, filter));
    expect(volume.sizes).toEqual([WIDTH, HEIGHT, 1]);
    expect([...volume.voxels]).toEqual(greys);
    const colors = randomSamples(3, 8);
    for (const component of [0, 1, 2]) {
      const channel = await read(writePng(colors, RGB, filter), { component });
      expect([...channel.volume.voxels]).toEqual(colors.filter((_, index) => index % 3 === component));
    }
  });

  it('has 16 bits, or opacity', async () => {
    const wide = randomSamples(1, 16);
    expect([...(await read(writePng(wide, GREY, -1, 16))).volume.voxels]).toEqual(wide);
    const rgba = randomSamples(4, 8).map((value) => Math.max(value, 1));
    const { volume } = await read(writePng(rgba, RGBA));
    expect([...volume.voxels]).toEqual(rgba.filter((_, index) => index % 4 === 3));
    expect([...volume.colors!]).toEqual(rgba);
  });

  it('may have a palette, or fewer bits', async () => {
    // 1 × 2 pixels: the second and the first colour; and greys of two bits.
    const palette = [137, 80, 78, 71, 13, 10, 26, 10, ...chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 2, 8, 3, 0, 0, 0])];
    const indexed = [
      ...palette,
      ...chunk('PLTE', [1, 2, 3, 40, 50, 60]),
      ...chunk('IDAT', await deflate([0, 1, 0, 0])),
    ];
    const { volume } = await read(Uint8Array.from([...indexed, ...chunk('IEND', [])]));
    expect([...volume.colors!].filter((_, index) => index % 4 < 3)).toEqual([40, 50, 60, 1, 2, 3]);
    const start = [137, 80, 78, 71, 13, 10, 26, 10, ...chunk('IHDR', [0, 0, 0, 3, 0, 0, 0, 1, 2, 0, 0, 0, 0])];
    const two = [...start, ...chunk('IDAT', await deflate([0, 0b00_01_11_00])), ...chunk('IEND', [])];
    expect([...(await read(Uint8Array.from(two))).volume.voxels]).toEqual([0, 85, 255]);
  });

  it.each([
    [1, 1],
    [2, 3],
    [4, 9],
    [8, 17],
    [16, 5],
  ] as const)('is read as pngjs reads it where it is interlaced: %i bits, %i pixels across', async (depth, width) => {
    const height = 6;
    const bytes = await interlacedPng(width, height, depth);
    const { data } = PNG.sync.read(Buffer.from(bytes), { checkCRC: false, skipRescale: depth === 16 } as object);
    const greys = Array.from(data as ArrayLike<number>).filter((_, index) => index % 4 === 0);
    const { volume } = await read(bytes);
    expect(volume.sizes).toEqual([width, height, 1]);
    expect([...volume.voxels]).toEqual(greys);
  });

  it('of one bit is read where its pixels are more than the engine holds as boxed numbers', async () => {
    const side = 12_000;
    const rowBytes = side / 8;
    const rows = new Uint8Array(side * (rowBytes + 1));
    // The last pixel alone is white.
    rows[rows.length - 1] = 1;
    const png = Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      longChunk('IHDR', [0, 0, ...word(side), 0, 0, ...word(side), 1, 0, 0, 0, 0]),
      longChunk('IDAT', deflateSync(rows)),
      longChunk('IEND', []),
    ]);
    const { samples } = await decodePng(png);
    expect(samples.length).toBe(side * side);
    expect([samples.at(-2), samples.at(-1)]).toEqual([0, 255]);
  });

  it('is refused before it is inflated where its pixels are more than the budget', async () => {
    const png = writePng(randomSamples(3, 8), RGB);
    const sizeBytes = 2 * HEIGHT * (3 * WIDTH + 1) + 3 * WIDTH * HEIGHT;
    const decode = (freeBytes: number) => decodePng(png, new Budget(0, { freeBytes }));
    expect((await decode(sizeBytes)).width).toBe(WIDTH);
    await expect(decode(sizeBytes - 1)).rejects.toThrow(/asks for too much memory: \d+ × \d+ pixels would take/);
  });

  it('is refused in words where it is damaged', async () => {
    const png = writePng(randomSamples(1, 8), GREY);
    const interlaced = png.slice();
    interlaced[28] = 2;
    for (const [bytes, message] of [
      [png.subarray(0, 20), /^a\.png: is a PNG without a header/],
      [png.subarray(0, 50), /^a\.png: (has zlib data that are damaged|is a PNG that is cut short)/],
      [interlaced, /^a\.png: has a PNG header of interlace method 2/],
    ] as const) {
      await expect(read(bytes)).rejects.toThrow(message);
    }
  });
});

const word = (value: number) => [value >> 8, value & 255];

function longChunk(name: string, data: Uint8Array | readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), Buffer.from(data), Buffer.alloc(4)]);
}

interface Codestreams {
  readonly columns: number;
  readonly rows: number;
  readonly sources: Readonly<Record<string, readonly number[]>>;
  readonly streams: readonly { readonly name: string; readonly base64: string }[];
}

it('a JPEG is read as gdcm wrote it', async () => {
  const path = join(import.meta.dirname, '..', 'dicom', 'codestreams.json');
  const { columns, rows, sources, streams } = JSON.parse(readFileSync(path, 'utf8')) as Codestreams;
  const bytes = (name: string) => Uint8Array.from(Buffer.from(streams.find((s) => s.name === name)!.base64, 'base64'));
  const { volume } = await read(bytes('JPEG, gdcm'));
  expect(volume.sizes).toEqual([columns, rows, 1]);
  for (const [index, value] of volume.voxels.entries()) {
    expect(Math.abs(value - sources['u8']![index]!)).toBeLessThanOrEqual(2);
  }
  await expect(read(bytes('JPEG of 12 bits, dcmtk'))).rejects.toThrow(/lossy JPEG of 12 bits/);
  // Its start of scan, over and over: each would be decoded over the whole picture.
  const jpeg = bytes('JPEG, gdcm');
  const scan = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xda);
  const scans = Buffer.concat([jpeg.subarray(0, scan), ...Array(50).fill(jpeg.subarray(scan, -2)), jpeg.subarray(-2)]);
  const steps = 10 * columns * rows;
  await expect(decodePicture(scans, new Budget(0, { freeSteps: steps }))).rejects.toThrow(
    /asks for too much work: decoding its scans/,
  );
  expect((await decodePicture(jpeg, new Budget(0, { freeSteps: steps }))).width).toBe(columns);
  await expect(read(bytes('JPEG, gdcm').subarray(0, 30))).rejects.toThrow(/is no JPEG picture, or one that is damaged/);
});

/** Without checksums, which nobody reads here. */
const chunk = (name: string, data: readonly number[]) => [
  ...[0, 0, 0, data.length],
  ...Buffer.from(name),
  ...data,
  ...[0, 0, 0, 0],
];

async function deflate(bytes: readonly number[]): Promise<number[]> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new CompressionStream('deflate'));
  return [...new Uint8Array(await new Response(stream).arrayBuffer())];
}

describe('a folder of pictures', () => {
  const slices = Array.from({ length: 11 }, () => randomSamples(1, 8));

  it('is a stack in the order of its numbers', async () => {
    const names = slices.map((_, slice) => `s${slice + 1}.png`);
    const files = Object.fromEntries(
      names.map((name, slice) => [name, writePng(slices[slice]!, GREY)] as const).reverse(),
    );
    const others = { '._s1.png': Uint8Array.of(1), 'Thumbs.db': Uint8Array.of(2), 'notes.txt': Uint8Array.of(3) };
    const reports: number[] = [];
    const { volume, notes } = await readVolumeFolder(folderOf({ ...others, ...files }), {}, (done) =>
      reports.push(done),
    );
    expect(volume.sizes).toEqual([WIDTH, HEIGHT, 11]);
    expect([...volume.voxels]).toEqual(slices.flat());
    expect(volume.indexToWorld.columns).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
    expect(notes).toEqual([expect.stringContaining('--spacing X,Y,Z')]);
    expect(reports).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('has the spacings that are given, and says what numbers are missing', async () => {
    const files = { 'a08.png': 0, 'a09.png': 1, 'a11.png': 2 };
    const stack = folderOf(
      Object.fromEntries(Object.entries(files).map(([name, slice]) => [name, writePng(slices[slice]!, GREY)])),
    );
    const { volume, notes } = await readVolumeFolder(stack, { spacings: [0.5, 0.25, 2] });
    expect(volume.indexToWorld.columns).toEqual([
      [0.5, 0, 0],
      [0, 0.25, 0],
      [0, 0, 2],
    ]);
    expect(notes).toEqual([expect.stringMatching(/^lacks 1 of the numbers from 8 to 11/)]);
  });

  it('may be in colours', async () => {
    const colors = [randomSamples(3, 8), randomSamples(3, 8)];
    const { volume } = await readVolumeFolder(
      folderOf({ '1.png': writePng(colors[0]!, RGB), '2.png': writePng(colors[1]!, RGB) }),
    );
    expect([...volume.colors!].filter((_, index) => index % 4 < 3)).toEqual(colors.flat());
  });

  it('is refused where it is more than there is room for', async () => {
    const large = new Uint8Array(PNG.sync.write(new PNG({ width: 4096, height: 4096 }), { colorType: 0 }));
    const many = Array.from({ length: 20_000 }, (_, index) => [`${index}.png`, large] as const);
    await expect(readVolumeFolder(folderOf(Object.fromEntries(many)))).rejects.toThrow(
      /^stack: has 20000 pictures, which take 335544320000 bytes together: more than can be read$/,
    );
  });

  it('is refused where its pictures are not alike, and DICOM comes before it', async () => {
    const grey = writePng(slices[0]!, GREY);
    const rgb = writePng(randomSamples(3, 8), RGB);
    await expect(readVolumeFolder(folderOf({ '1.png': grey, '2.png': rgb }))).rejects.toThrow(
      /^stack\/2\.png: has 5 × 3 pixels of uint8 in 3 channels, but the stack's first, stack\/1\.png, has 5 × 3 pixels of uint8$/,
    );
    await expect(readVolumeFolder(folderOf({ 'a/1.png': grey, 'b/2.png': grey }))).rejects.toThrow(
      /in several folders/,
    );
    await expect(readVolumeFolder(folderOf({ '1.png': grey, '2.png': Uint8Array.of(1) }))).rejects.toThrow(
      /^stack\/2\.png: is no picture of PNG, JPEG, JPEG 2000, BMP or TIFF/,
    );
    const { notes } = await readVolumeFolder(folderOf({ '1.png': grey, '2.png': grey, IM1: writeSlice(0) }));
    expect(notes.join()).toMatch(/2 files that are no DICOM/);
    await expect(read(grey, { spacings: [1, 1, 1] })).rejects.toThrow(/--spacing is for/);
  });
});
