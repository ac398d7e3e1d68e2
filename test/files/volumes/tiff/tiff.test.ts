/** Single TIFF files: pages of several slices, axes of pages, values that are white at 0, and tags that are not what they should be. */
import { describe, expect, test } from 'vitest';
import type { VolumeSelection } from '../../../../src/files/volumes/source.js';
import { unpackLzw } from '../../../../src/files/volumes/tiff/blocks/lzw.js';
import { readVolumeSource } from '../../../../src/files/volumes/volume-formats.js';
import { expectInputError } from '../compare-volumes.js';
import { sourceOf } from '../nrrd/write-nrrd.js';
import { writeTiff } from './write-tiff.js';

const FRACTION = 5;

test('a page whose width is 0 / 0 is refused', async () => {
  const bytes = writeTiff({ width: 4, height: 2, pages: [new Uint8Array(8)] });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // The directory's first entry is the width.
  const entry = view.getUint32(4, true) + 2;
  expect(view.getUint16(entry, true)).toBe(256);
  view.setUint16(entry + 2, FRACTION, true);
  // The page's pixels, which are all 0.
  view.setUint32(entry + 8, 8, true);
  const source = sourceOf(bytes);
  await expectInputError(readVolumeSource(source), source.name);
});

const [WIDTH, HEIGHT, DEPTH] = [5, 3, 4];
const COUNT = WIDTH * HEIGHT;

/** Each value tells its place. */
const slices = (count: number, start = 0) =>
  Array.from({ length: count }, (_, slice) =>
    Uint8Array.from({ length: COUNT }, (_, at) => start + at + COUNT * slice),
  );
const joined = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const inOrder = (count: number, start = 0) => [...joined(slices(count, start))];

const read = async (parts: Omit<Parameters<typeof writeTiff>[0], 'width' | 'height'>, selection?: VolumeSelection) => {
  const { volume, notes } = await readVolumeSource(
    sourceOf(writeTiff({ width: WIDTH, height: HEIGHT, ...parts })),
    selection,
  );
  return { sizes: volume.sizes, voxels: [...volume.voxels], notes };
};

describe('a page of several slices', () => {
  const whole = { sizes: [WIDTH, HEIGHT, DEPTH], voxels: inOrder(DEPTH), notes: [] };

  test('is read in strips', async () => {
    expect(await read({ pages: [joined(slices(DEPTH))], depth: DEPTH })).toEqual(whole);
  });

  test('is read in tiles that are several slices deep, and stick out', async () => {
    const tile = [2, 2, 3] as const;
    const values: number[] = [];
    for (let z = 0; z < DEPTH; z += tile[2]) {
      for (let y = 0; y < HEIGHT; y += tile[1]) {
        for (let x = 0; x < WIDTH; x += tile[0]) {
          for (let at = 0; at < tile[0] * tile[1] * tile[2]; at++) {
            const [i, j, k] = [x + (at % 2), y + ((at >> 1) % 2), z + (at >> 2)];
            values.push(i < WIDTH && j < HEIGHT && k < DEPTH ? i + WIDTH * j + COUNT * k : 255);
          }
        }
      }
    }
    expect(await read({ pages: [Uint8Array.from(values)], depth: DEPTH, tile })).toEqual(whole);
  });

  test('is one of several pages', async () => {
    const pages = [0, 2].map((first) => joined(slices(2, first * COUNT)));
    expect(await read({ pages, depth: 2 })).toEqual(whole);
  });
});

describe('axes of pages that tifffile describes', () => {
  const pages = slices(6);
  const described = (shape: readonly number[], axes?: string) =>
    JSON.stringify({ shape: [...shape, HEIGHT, WIDTH], ...(axes !== undefined && { axes }) });
  const stack = (numbers: readonly number[]) => numbers.flatMap((page) => [...pages[page]!]);

  test.each([
    ['CZYX', [2, 3], { component: 1 }, [3, 4, 5]],
    ['ZCYX', [3, 2], { component: 1 }, [1, 3, 5]],
    ['TZYX', [2, 3], { time: 1 }, [3, 4, 5]],
    ['TCZYX', [1, 2, 3], { component: 1 }, [3, 4, 5]],
    ['QZYX', [2, 3], { component: 1 }, [3, 4, 5]],
    [undefined, [2, 3], { component: 1 }, [3, 4, 5]],
    [undefined, [6], {}, [0, 1, 2, 3, 4, 5]],
    [undefined, [3, 2, 1], { component: 2 }, [4, 5]],
    // The number may be another file's: the pages are what there is.
    ['CZYX', [2, 4], {}, [0, 1, 2, 3, 4, 5]],
  ] as const)('are taken as %s %j', async (axes, shape, selection, expected) => {
    const { voxels } = await read({ pages, description: described(shape, axes) }, selection);
    expect(voxels).toEqual(stack(expected));
  });

  test.each([
    [undefined, [2, 3], {}, 'has 2 × 3 slices and does not name these axes; --component N takes one of 2 stacks'],
    // The default changes nothing.
    [undefined, [2, 3], { time: 0 }, '--component N takes one of 2 stacks'],
    ['QZYX', [2, 3], {}, '--component N takes one of 2 stacks'],
    ['QCZYX', [3, 2, 1], {}, undefined],
    ['QCZYX', [2, 3, 1], { component: 0 }, undefined],
    ['CQZYX', [1, 2, 3], {}, '--component N takes one of 2 stacks'],
    ['QCZRYX', [2, 3, 1, 1], {}, undefined],
  ] as const)('%s %j with %j: what cannot be known is refused', async (axes, shape, selection, message) => {
    const reading = read({ pages, description: described(shape, axes) }, selection);
    await (message === undefined
      ? expect(reading.then(({ sizes }) => sizes[2])).resolves.toBeGreaterThan(0)
      : expect(reading).rejects.toThrow(message));
  });

  test('are those of data that follow a single directory', async () => {
    const width = { width: WIDTH, height: HEIGHT };
    const expected = { sizes: [WIDTH, HEIGHT, DEPTH], voxels: inOrder(DEPTH) };
    const shape = JSON.stringify({ shape: [DEPTH, HEIGHT, WIDTH], truncated: true });
    for (const description of [shape, `ImageJ=1.11a\nimages=${DEPTH}\nslices=${DEPTH}\n`]) {
      // The pages' data follow each other, and the first page's directory stands for all of them.
      const bytes = writeTiff({ ...width, pages: [joined(slices(DEPTH))], description });
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      const entries = view.getUint32(4, true) + 2;
      const counts = [...Array(12).keys()].map((row) => entries + 12 * row);
      const entry = counts.find((at) => view.getUint16(at, true) === 279)!;
      view.setUint32(entry + 8, COUNT, true);
      const { volume } = await readVolumeSource(sourceOf(bytes));
      expect({ sizes: volume.sizes, voxels: [...volume.voxels] }).toEqual(expected);
    }
    const short = JSON.stringify({ shape: [1000, HEIGHT, WIDTH], truncated: true });
    await expect(read({ pages: slices(1), description: short })).rejects.toThrow(
      'says that 1000 pages follow each other, and has too little data for them; get a whole copy',
    );
  });
});

test('numbers of colours in a palette are values, and that is said', async () => {
  const { voxels, notes } = await read({ pages: slices(2), photometric: 3 });
  expect(voxels).toEqual(inOrder(2));
  expect(notes).toEqual([expect.stringMatching(/^left out its palette: values are the numbers of colours; magick/)]);
});

describe('values that are white at 0', () => {
  const note = 'says that 0 is white (MinIsWhite); its values were turned over, so that high ones are bright';

  test('are turned over, and said', async () => {
    const pages = slices(2);
    const unsigned = await read({ pages, photometric: 0 });
    expect(unsigned).toMatchObject({ voxels: inOrder(2).map((value) => 255 - value), notes: [note] });
    const signed = await read({ pages, photometric: 0, sampleFormat: 2 });
    expect(signed).toMatchObject({ voxels: inOrder(2).map((value) => -1 - value), notes: [note] });
  });

  test('stay where they are floating-point, and that is said', async () => {
    const floats = Float32Array.from({ length: COUNT }, (_, at) => at - 3.5);
    const page = new Uint8Array(floats.buffer);
    const { voxels, notes } = await read({ pages: [page], photometric: 0, sampleFormat: 3, bits: 32 });
    expect(voxels).toEqual([...floats]);
    expect(notes).toEqual([expect.stringMatching(/MinIsWhite.*floating-point, are left as they are/)]);
  });
});

describe('samples that fill no whole bytes', () => {
  /** The values' bits, the highest first; rows start at whole bytes. */
  const pack = (values: readonly number[], bits: number, rowSamples: number) => {
    const bytes: number[] = [];
    for (let row = 0; row < values.length; row += rowSamples) {
      const digits = values
        .slice(row, row + rowSamples)
        .map((value) => value.toString(2).padStart(bits, '0'))
        .join('');
      for (let at = 0; at < digits.length; at += 8)
        bytes.push(Number.parseInt(digits.slice(at, at + 8).padEnd(8, '0'), 2));
    }
    return Uint8Array.from(bytes);
  };

  test.each([2, 3, 4, 6, 7, 10, 12, 14, 20, 24, 31])('are read: %i bits', async (bits) => {
    const values = Array.from({ length: COUNT }, (_, at) => (at * 0x9e3779b1) % 2 ** bits);
    const page = pack(values, bits, WIDTH);
    expect((await read({ pages: [page], bits })).voxels).toEqual(values);
    const inverted = await read({ pages: [page], bits, photometric: 0 });
    expect(inverted.voxels).toEqual(values.map((value) => 2 ** bits - 1 - value));
  });

  test.each([1, 8, 12, 16, 32])('are read with the lowest bit first: %i bits', async (bits) => {
    const values = Array.from({ length: COUNT }, (_, at) => (at * 0x9e3779b1) % 2 ** bits);
    // Whole bytes are little-endian, whatever the order of their bits.
    const stored =
      bits % 8 === 0 && bits > 8 ? values.flatMap((value) => bytesOf(value, bits)) : pack(values, bits, WIDTH);
    const turned = Uint8Array.from(stored, (byte) =>
      Number.parseInt([...byte.toString(2).padStart(8, '0')].reverse().join(''), 2),
    );
    expect((await read({ pages: [turned], bits, fillOrder: 2 })).voxels).toEqual(values);
  });

  const bytesOf = (value: number, bits: number) =>
    Array.from({ length: bits / 8 }, (_, byte) => Math.floor(value / 256 ** byte) % 256);

  test('are colours of their own white', async () => {
    const values = Array.from({ length: 3 * COUNT }, (_, at) => [1023, 512, 0][at % 3]!);
    const bytes = writeTiff({
      width: WIDTH,
      height: HEIGHT,
      samples: 3,
      bits: 10,
      pages: [pack(values, 10, 3 * WIDTH)],
    });
    const { volume } = await readVolumeSource(sourceOf(bytes));
    expect([...volume.colors!.subarray(0, 3)]).toEqual([255, 128, 0]);
  });

  test('are refused where they are signed, and named', async () => {
    await expect(read({ pages: [new Uint8Array(40)], bits: 12, sampleFormat: 2 })).rejects.toThrow(
      /has samples of 12 bits \(signed\); unsigned integers of 1 to 32/,
    );
  });
});

test('floats of 16 bits are read', async () => {
  const halves = Uint16Array.from({ length: COUNT }, (_, at) => [0x3c00, 0xc000, 0x3555, 0x0001][at % 4]!);
  const { voxels } = await read({ pages: [new Uint8Array(halves.buffer)], bits: 16, sampleFormat: 3 });
  expect(voxels.slice(0, 4)).toEqual([1, -2, 0.333251953125, 2 ** -24]);
});

describe('many small pages of which nothing is said', () => {
  const many = 16 * WIDTH;
  const shape = JSON.stringify({ shape: [many, HEIGHT, WIDTH] });

  test.each([{}, { description: shape }])('are points in time, unless they have distances: %j', async (described) => {
    const film = await read({ pages: slices(many), ...described }, { time: 3 });
    expect(film.sizes).toEqual([WIDTH, HEIGHT, 1]);
    expect(film.voxels).toEqual(inOrder(1, 3 * COUNT));
    expect(film.notes.at(-1)).toBe(
      'does not say what its 80 pages are, which are taken for points in time; --spacing X,Y,Z takes them for slices',
    );
    const stack = await read({ pages: slices(many), ...described }, { spacings: [1, 1, 2] });
    expect({ sizes: stack.sizes, notes: stack.notes }).toEqual({ sizes: [WIDTH, HEIGHT, many], notes: [] });
  });

  test('are slices where they are fewer, or the file says so', async () => {
    expect((await read({ pages: slices(many - 1) })).sizes).toEqual([WIDTH, HEIGHT, many - 1]);
    const named = JSON.stringify({ shape: [many, HEIGHT, WIDTH], axes: 'ZYX' });
    expect((await read({ pages: slices(many), description: named })).sizes).toEqual([WIDTH, HEIGHT, many]);
    const description = `ImageJ=1.54f\nimages=${many}\nslices=${many}\n`;
    expect((await read({ pages: slices(many), description })).sizes).toEqual([WIDTH, HEIGHT, many]);
  });
});

test("ImageJ's slices that last, and have no distance, are points in time", async () => {
  const described = (lines: string) => `ImageJ=1.54f\nimages=${DEPTH}\nslices=${DEPTH}\n${lines}`;
  const film = await read({ pages: slices(DEPTH), description: described('finterval=0.5\n') }, { time: 2 });
  expect({ sizes: film.sizes, voxels: film.voxels }).toEqual({
    sizes: [WIDTH, HEIGHT, 1],
    voxels: inOrder(1, 2 * COUNT),
  });
  for (const lines of ['finterval=0.5\nspacing=2\n', 'finterval=0\n', ''])
    expect((await read({ pages: slices(DEPTH), description: described(lines) })).sizes[2]).toBe(DEPTH);
});

test('tiles are read where the tags of strips list them', async () => {
  const tile = [16, 16, 1] as const;
  const padded = new Uint8Array(256);
  for (let at = 0; at < COUNT; at++) padded[(at % WIDTH) + 16 * Math.floor(at / WIDTH)] = at;
  expect((await read({ pages: [padded], tile, tilesAsStrips: true })).voxels).toEqual(inOrder(1));
});

describe("ImageJ's distances between pixels", () => {
  const spacingsOf = async (lines: string, unit: number, selection?: VolumeSelection) => {
    const description = `ImageJ=1.54f\nimages=2\nslices=2\n${lines}`;
    const bytes = writeTiff({ width: WIDTH, height: HEIGHT, pages: slices(2), description, resolution: [5, unit] });
    const { volume, notes } = await readVolumeSource(sourceOf(bytes), selection);
    return { spacings: volume.indexToWorld.columns.map((column, axis) => column[axis]), notes };
  };

  test('are read where the unit has no name, as ImageJ does', async () => {
    expect((await spacingsOf('spacing=2.5\n', 1)).spacings).toEqual([0.2, 0.2, 2.5]);
  });

  test('leave that of slices open where they are of pixels alone, and that is said', async () => {
    const open =
      'says how far apart pixels are, but not slices, which are taken to be as far apart; --spacing X,Y,Z says more';
    const { spacings, notes } = await spacingsOf('unit=um\n', 1);
    expect({ spacings, notes }).toEqual({ spacings: [0.2, 0.2, 0.2], notes: [expect.stringContaining('in um'), open] });
    const given = await spacingsOf('unit=um\n', 1, { spacings: [0.2, 0.2, 3] });
    expect(given).toEqual({ spacings: [0.2, 0.2, 3], notes: [expect.stringContaining('in um')] });
    await expect(spacingsOf('unit=um\nspacing=2\n', 1, { spacings: [1, 1, 1] })).rejects.toThrow(
      'has spacings of its own',
    );
  });

  test('are in no unit where it is empty', async () => {
    expect((await spacingsOf('unit=\nspacing=2.5\n', 1)).notes).toEqual([]);
  });

  test('are not those of a screen', async () => {
    expect((await spacingsOf('spacing=2.5\n', 2)).spacings).toEqual([1, 1, 2.5]);
  });

  test('are in a unit whose name has no escapes', async () => {
    const { notes } = await spacingsOf('unit=\\u00B5m\n', 1);
    expect(notes).toContain('measures lengths in µm, and so does the world here');
  });
});

describe('colours in other spaces than red, green and blue', () => {
  const pixels = (samples: number) => [Uint8Array.from({ length: COUNT * samples }, (_, at) => at)];

  test.each([
    ['CMYK', 5, 4],
    ['YCbCr', 6, 3],
    ['CIELAB', 8, 3],
  ])('are refused, and %s is one of them', async (name, photometric, samples) => {
    const source = sourceOf(writeTiff({ width: WIDTH, height: HEIGHT, pages: pixels(samples), samples, photometric }));
    const message = await expectInputError(readVolumeSource(source), source.name);
    expect(message).toMatch(new RegExp(`is in ${name}.+magick.+--component`));
    const { volume } = await readVolumeSource(source, { component: 1 });
    expect([...volume.voxels]).toEqual(Array.from({ length: COUNT }, (_, at) => at * samples + 1));
  });

  test('are none of single channels', async () => {
    expect((await read({ pages: pixels(1), photometric: 5 })).voxels).toEqual(
      Array.from({ length: COUNT }, (_, at) => at),
    );
  });
});

/** LZW as writers had it before TIFF 5: the lowest bits first, and codes that grow when they have to. */
function packLowFirst(bytes: readonly number[]): Uint8Array {
  const packed: number[] = [];
  let [buffer, held, bits, next] = [0, 0, 9, 258];
  let codes = new Map<string, number>();
  const put = (code: number) => {
    buffer += code * 2 ** held;
    for (held += bits; held >= 8; held -= 8, buffer = Math.floor(buffer / 256)) packed.push(buffer % 256);
  };
  put(256);
  let word = '';
  const codeOf = (text: string) => (text.includes(',') ? codes.get(text)! : Number(text));
  for (const byte of bytes) {
    const longer = word === '' ? String(byte) : `${word},${byte}`;
    if (word === '' || codes.has(longer)) {
      word = longer;
      continue;
    }
    put(codeOf(word));
    codes.set(longer, next++);
    word = String(byte);
    // The reader has an entry less than the writer.
    if (next - 1 >= 1 << bits && bits < 12) bits++;
    if (next === 4094) {
      put(256);
      [bits, next, codes] = [9, 258, new Map()];
    }
  }
  put(codeOf(word));
  put(257);
  return Uint8Array.from([...packed, buffer % 256, 0]);
}

test('LZW with the lowest bits first is read, in codes of all lengths', () => {
  const bytes = Array.from({ length: 20_000 }, (_, at) => (at * at * 7 + (at >> 5)) % (at < 9000 ? 251 : 13));
  expect([...unpackLzw(packLowFirst(bytes), bytes.length)]).toEqual(bytes);
});
