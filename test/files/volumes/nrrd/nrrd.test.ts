/** Every way to write a volume as NRRD must read as the same voxels. */
import { describe, expect, test } from 'vitest';
import { isNrrd } from '../../../../src/files/volumes/nrrd/is-nrrd.js';
import type { Endianness, ScalarType } from '../../../../src/files/volumes/samples/voxels.js';
import { expectSilence } from '../../expect-silence.js';
import {
  ascii,
  attach,
  BZIP2_DATA,
  type Encoding,
  encode,
  headerOf,
  join,
  rampOf,
  read,
  SIZES,
  TYPE_NAMES,
} from './write-nrrd.js';

const TYPES = Object.keys(TYPE_NAMES) as ScalarType[];
const ENCODINGS: readonly Encoding[] = ['raw', 'gzip', 'hex', 'ascii'];
const ENDIANNESSES: readonly Endianness[] = ['little', 'big'];

expectSilence();

describe('the same voxels', () => {
  const cases = TYPES.flatMap((type) =>
    ENCODINGS.flatMap((encoding) => ENDIANNESSES.map((endian) => ({ type, encoding, endian }))),
  );

  test.each(cases)(
    '$type, $encoding, $endian, with an attached or a detached header',
    async ({ type, encoding, endian }) => {
      const values = rampOf(type);
      const data = encode(values, type, encoding, endian);
      const fields = { type: TYPE_NAMES[type], encoding, endian };
      const attached = await read(attach(fields, data));
      expect(attached.volume.sizes).toEqual(SIZES);
      expect([...attached.volume.voxels]).toEqual(values);
      expect(attached.notes).toEqual([]);

      for (const end of ['', '\n']) {
        const header = join(headerOf({ ...fields, 'data file': 'voxels.data' }), end);
        const detached = await read(header, { 'voxels.data': data });
        expect(detached.volume).toEqual(attached.volume);
      }
    },
  );

  test.each(ENDIANNESSES)('bzip2, %s', async (endian) => {
    const values = rampOf('int16');
    for (const encoding of ['bzip2', 'bz2']) {
      const { volume } = await read(attach({ encoding, endian }, BZIP2_DATA[endian]));
      expect([...volume.voxels]).toEqual(values);
    }
  });

  const ALIASES: [ScalarType, string][] = [
    ['int8', 'signed char, int8, int8_t'],
    ['uint8', 'uchar, unsigned char, uint8, uint8_t, UINT8'],
    ['int16', 'short, short int, signed short, signed short int, int16, int16_t'],
    ['uint16', 'ushort, unsigned short, unsigned short int, uint16, uint16_t'],
    ['int32', 'int, signed int, int32, int32_t'],
    ['uint32', 'uint, unsigned int, uint32, uint32_t'],
    ['int64', 'longlong, long long, long long int, signed long long, signed long long int, int64, int64_t'],
    ['uint64', 'ulonglong, unsigned long long, unsigned long long int, uint64, uint64_t'],
    ['float32', 'float, Float'],
    ['float64', 'double'],
  ];
  test.each(ALIASES)('%s by any of its names', async (type, names) => {
    const values = rampOf(type);
    for (const name of names.split(', ')) {
      const { volume } = await read(attach({ type: name }, encode(values, type)));
      expect([...volume.voxels]).toEqual(values);
    }
  });

  test('encodings by any of their names', async () => {
    const values = rampOf('int16');
    for (const [name, encoding] of Object.entries({
      gz: 'gzip',
      txt: 'ascii',
      text: 'ascii',
      ASCII: 'ascii',
      Raw: 'raw',
    })) {
      const { volume } = await read(attach({ encoding: name }, encode(values, 'int16', encoding as Encoding)));
      expect([...volume.voxels]).toEqual(values);
    }
  });

  test('ascii with commas, exponents, signs and more digits than float64 holds', async () => {
    const tokens = [
      '+1',
      '-2.50',
      '3e2',
      '-4.E-3',
      '.5',
      '0.1000000000000000055511151231257827',
      '123456789012345678',
      '00012',
    ];
    const { volume } = await read(
      attach({ type: 'double', encoding: 'ascii', sizes: '2 2 2' }, ascii(` ,${tokens.join(', ')}`)),
    );
    expect([...volume.voxels]).toEqual([1, -2.5, 300, -0.004, 0.5, 0.1, 123456789012345680, 12]);
  });
});

describe('the type of the voxels', () => {
  test.each(TYPES.filter((type) => !type.endsWith('64')))('%s stays', async (type) => {
    for (const endian of ENDIANNESSES) {
      const { volume } = await read(
        attach({ type: TYPE_NAMES[type], endian }, encode(rampOf(type), type, 'raw', endian)),
      );
      expect(volume.voxels.constructor.name.toLowerCase()).toBe(`${type}array`);
    }
  });

  test('raw data are not copied where they need not be', async () => {
    for (const padding of [0, 1, 2, 3]) {
      const header = `${headerOf({ content: 'x'.repeat(padding) })}\n`;
      const bytes = join(header, encode(rampOf('int16'), 'int16'));
      const { volume } = await read(bytes);
      expect([...volume.voxels]).toEqual(rampOf('int16'));
      expect(volume.voxels.buffer === bytes.buffer).toBe(header.length % 2 === 0);
    }
    const bytes = attach({ type: 'uint8' }, encode(rampOf('uint8'), 'uint8'));
    expect((await read(bytes)).volume.voxels.buffer).toBe(bytes.buffer);
  });

  test('the file stays as it was', async () => {
    for (const offset of [0, 1]) {
      const file = attach({ endian: 'big' }, encode(rampOf('int16'), 'int16', 'raw', 'big'));
      const pool = Buffer.alloc(file.length + offset);
      pool.set(file, offset);
      const { volume } = await read(pool.subarray(offset));
      expect([...volume.voxels]).toEqual(rampOf('int16'));
      expect(new Uint8Array(pool.subarray(offset))).toEqual(file);
    }
  });

  test('64-bit integers are int32 where all fit, else float64 where that is exact, else refused', async () => {
    const withFirst = (value: bigint, type: 'int64' | 'uint64') => {
      const data = encode(rampOf('uint8'), type);
      new DataView(data.buffer).setBigInt64(0, BigInt.asIntN(64, value), true);
      return read(attach({ type }, data));
    };
    for (const [value, type, voxels] of [
      [-(2n ** 31n), 'int64', Int32Array],
      [2n ** 31n - 1n, 'int64', Int32Array],
      [2n ** 31n - 1n, 'uint64', Int32Array],
      [2n ** 31n, 'int64', Float64Array],
      [2n ** 31n, 'uint64', Float64Array],
      [2n ** 32n - 1n, 'uint64', Float64Array],
      [-(2n ** 31n) - 1n, 'int64', Float64Array],
      [2n ** 53n, 'int64', Float64Array],
      [-(2n ** 53n), 'int64', Float64Array],
      [-(2n ** 63n), 'int64', Float64Array],
      [2n ** 63n, 'uint64', Float64Array],
      [2n ** 64n - 2n ** 11n, 'uint64', Float64Array],
    ] as const) {
      const { volume } = await withFirst(value, type);
      expect(volume.voxels).toBeInstanceOf(voxels);
      expect(volume.voxels[0]).toBe(Number(value));
      expect([...volume.voxels.subarray(1)]).toEqual(rampOf('uint8').slice(1));
    }
    for (const [value, type] of [
      [2n ** 53n + 1n, 'int64'],
      [-(2n ** 53n) - 1n, 'int64'],
      [2n ** 64n - 1n, 'uint64'],
      [2n ** 63n - 1n, 'int64'],
    ] as const) {
      await expect(withFirst(value, type)).rejects.toThrow(`head.nrrd: voxel 0 is ${value}, which float64`);
    }
  });
});

describe('headers', () => {
  const values = rampOf('int16');
  const data = encode(values, 'int16');

  test('of every version', async () => {
    for (const magic of ['NRRD0001', 'NRRD0002', 'NRRD0003', 'NRRD0004', 'NRRD0005', 'NRRD00.01']) {
      const bytes = join(headerOf().replace('NRRD0005', magic), '\n', data);
      expect(isNrrd(bytes)).toBe(true);
      expect([...(await read(bytes)).volume.voxels]).toEqual(values);
    }
    expect(isNrrd(ascii('NRR'))).toBe(false);
    expect(isNrrd(new Uint8Array(400))).toBe(false);
  });

  test('with CR LF', async () => {
    const { volume } = await read(join(headerOf({}, '\r\n'), '\r\n', data));
    expect([...volume.voxels]).toEqual(values);
    const detached = await read(ascii(headerOf({ 'data file': 'a b.raw' }, '\r\n')), { 'a b.raw': data });
    expect(detached.volume).toEqual(volume);
  });

  test('with comments, key/value pairs, other fields and in any order', async () => {
    const header = [
      'NRRD0005',
      '# a comment: with a colon',
      '  ',
      'Encoding:   raw  ',
      'sizes:\t5  4 3',
      'key:=value := with: everything',
      'note: this is a key:=and this its value',
      'labels: "x" "y \\" with: quote" ""',
      'units: "mm" "mm" "mm"',
      'space units: "mm" "mm" "mm"',
      'measurement frame: (1,0,0) (0,1,0) (0,0,1)',
      'kinds: domain DOMAIN space',
      'centerings: cell ??? none',
      'content: any; text: here',
      'content key:=',
      'thicknesses: 1 nan 2',
      'number: 60',
      'min: 0',
      'max: 1',
      'old min: 0',
      'oldmax: 1',
      'sample units: HU',
      'block size: 3',
      'LineSkip: 0',
      'byteskip: 0',
      'ENDIAN: Little',
      'dimension: 3',
      'type: Signed Short',
      'spaceorigin: (1, 2 ,3)',
      'space dimension: 3',
      'Space Directions: ( 2,0, 0)  (0,3,0) (0 , 0 , -4.5e0 )',
    ];
    const { volume } = await read(join(header.join('\n'), '\n\n', data));
    expect([...volume.voxels]).toEqual(values);
    expect(volume.indexToWorld).toEqual({
      columns: [
        [2, 0, 0],
        [0, 3, 0],
        [0, 0, -4.5],
      ],
      origin: [1, 2, 3],
    });
  });

  test('as long as a segmentation writes them', async () => {
    const pairs = Array.from({ length: 20_000 }, (_, i) => `Segment${i}_Name:=part ${i} of the whole`).join('\n');
    const { volume } = await read(join(headerOf(), pairs, '\n\n', data));
    expect([...volume.voxels]).toEqual(values);
  });
});

describe('skips', () => {
  const values = rampOf('int16');
  const data = encode(values, 'int16');
  const skip = (fields: Record<string, string | number>, ...parts: (string | Uint8Array)[]) =>
    Promise.all([
      read(attach(fields, join(...parts))),
      read(ascii(headerOf({ ...fields, 'data file': 'x.raw' })), { 'x.raw': join(...parts) }),
    ]);

  test.each([
    ['lines', { 'line skip': 2 }, ['first\n', '\n', data]],
    ['bytes', { 'byte skip': 3 }, ['\n\n\n', data]],
    ['lines, then bytes', { 'line skip': 1, 'byte skip': 2 }, ['first\nab', data]],
    ['all but the last bytes', { 'byte skip': -1 }, ['who knows\nhow long', data]],
    ['nothing after the data', {}, [data, 'surplus']],
    ['gzip: lines before and bytes after', { encoding: 'gzip', 'line skip': 1, 'byte skip': 2 }, ['first\n', gz('ab')]],
    ['gzip: all but the last bytes', { encoding: 'gzip', 'byte skip': -1 }, [gz('some\nheader')]],
    ['gzip: a surplus', { encoding: 'gzip' }, [gz('', 'surplus')]],
    ['bzip2: lines', { encoding: 'bzip2', 'line skip': 1 }, ['first\n', BZIP2_DATA.little]],
    [
      'ascii',
      { encoding: 'ascii', 'line skip': 1, 'byte skip': 2 },
      ['1 2 3\n4 ', encode(values, 'int16', 'ascii'), '5 6'],
    ],
    ['hex', { encoding: 'hex', 'line skip': 1, 'byte skip': 2 }, ['f00\nff', encode(values, 'int16', 'hex'), '!']],
  ] as const)('%s', async (_, fields, parts) => {
    for (const { volume } of await skip(fields, ...parts)) expect([...volume.voxels]).toEqual(values);
  });

  function gz(before: string, after = '') {
    return encodeGzip(join(before, encode(rampOf('int16'), 'int16'), after));
  }

  function encodeGzip(bytes: Uint8Array) {
    return encode([...bytes], 'uint8', 'gzip');
  }
});

describe('several data files', () => {
  const values = rampOf('int16');
  const data = encode(values, 'int16');
  const slices = [0, 1, 2].map((k) => data.subarray(40 * k, 40 * (k + 1)));
  const rows = Array.from({ length: 12 }, (_, row) => data.subarray(10 * row, 10 * (row + 1)));
  const named = (parts: readonly Uint8Array[], name: (index: number) => string) =>
    Object.fromEntries(parts.map((part, index) => [name(index), part]));

  test.each([
    ['LIST\nc.raw\na.raw\nb.raw', { 'c.raw': slices[0], 'a.raw': slices[1], 'b.raw': slices[2] }],
    ['LIST 2\r\n#1.raw\r\n  b.raw\r\nc.raw\r\n', { '#1.raw': slices[0], '  b.raw': slices[1], 'c.raw': slices[2] }],
    [`LIST 1\n${rows.map((_, row) => `r${row}`).join('\n')}\n\n`, named(rows, (row) => `r${row}`)],
    ['LIST 3\na\nb\nc', { a: slices[0], b: slices[1], c: slices[2] }],
    ['slice%03d.raw 7 9 1', named(slices, (k) => `slice00${k + 7}.raw`)],
    ['slice%d.raw 2 -2 -2', named(slices, (k) => `slice${2 - 2 * k}.raw`)],
    ['%03d-%%-of it 4 -4 -4', { '004-%-of it': slices[0], '000-%-of it': slices[1], '-04-%-of it': slices[2] }],
    ['row%2d 1 12 1 1', named(rows, (row) => `row${String(row + 1).padStart(2)}`)],
    ['slab%d 0 2 1 3', named(slices, (k) => `slab${k}`)],
    ['a%d.raw 1 2 0 only 1', { 'a%d.raw 1 2 0 only 1': data }],
    ['100%d', { '100%d': data }],
    ['my file 1 2 3', { 'my file 1 2 3': data }],
    ['LISTING.raw', { 'LISTING.raw': data }],
  ] as const)('data file: %s', async (value, siblings) => {
    const { volume } = await read(ascii(`${headerOf()}data file: ${value}`), siblings as Record<string, Uint8Array>);
    expect([...volume.voxels]).toEqual(values);
  });

  test('each of them has its lines and bytes to skip, and its own end', async () => {
    const siblings = named(slices, (k) => `s${k}`);
    for (const name in siblings) siblings[name] = join(`${name}\n`.repeat(2), 'ab', siblings[name]!);
    for (const fields of [{ 'line skip': 2, 'byte skip': 2 }, { 'byte skip': -1 }]) {
      const { volume } = await read(ascii(`${headerOf(fields)}data file: s%d 0 2 1`), siblings);
      expect([...volume.voxels]).toEqual(values);
    }
  });

  test.each(['gzip', 'hex', 'ascii'] as const)('%s, each on its own', async (encoding) => {
    const siblings = named(
      [0, 1, 2].map((k) => encode(values.slice(20 * k, 20 * (k + 1)), 'int16', encoding, 'big')),
      (k) => `s${k}`,
    );
    const { volume } = await read(ascii(`${headerOf({ encoding, endian: 'big' })}data file: s%d 0 2 1`), siblings);
    expect([...volume.voxels]).toEqual(values);
  });
});
