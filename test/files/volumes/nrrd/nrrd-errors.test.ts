/** Bad NRRD files must be refused: with one line that says why, at once, and without the memory that they claim. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { InputError } from '../../../../src/errors.js';
import type { VolumeSelection } from '../../../../src/files/volumes/source.js';
import {
  ascii,
  attach,
  BZIP2_DATA,
  createRandom,
  type Encoding,
  encode,
  type Fields,
  headerOf,
  join,
  rampOf,
  read,
} from './write-nrrd.js';

const DATA = encode(rampOf('int16'), 'int16');

/** What the reader throws, once it is known to be an `InputError` of one line; undefined if it reads. */
async function refusal(
  bytes: Uint8Array,
  siblings: Readonly<Record<string, Uint8Array>> = {},
  selection: VolumeSelection = {},
): Promise<string | undefined> {
  const error = await read(bytes, siblings, selection).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error === undefined) return undefined;
  if (!(error instanceof InputError)) throw error;
  expect(error.message).toMatch(/^head\.nrrd: .+$/);
  expect(error.message.length).toBeLessThan(300);
  return error.message;
}

const gz = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes));

test.each<[string, Uint8Array, RegExp]>([
  ['nothing', new Uint8Array(), /is empty/],
  ['another file', ascii('P5\n4 4\n255\n................'), /is no NRRD file/],
  ['a version of the future', join(headerOf().replace('0005', '0006'), '\n', DATA), /"NRRD0006".*NRRD0001 to NRRD0005/],
  ['only a magic', ascii('NRRD0004\n'), /no "type"/],
  ['a magic that goes on', ascii(`NRRD0004${'x'.repeat(1e6)}`), /no NRRD version/],
  ['no blank line within reason', join(headerOf(), new Uint8Array(1 << 24).fill(7)), /no blank line/],
  ['binary in the header', join(headerOf(), new Uint8Array([1, 2, 27, 10]), '\n', DATA), /line 7, "···"/],
  ['no data', ascii(`${headerOf()}\n`), /neither data .* nor a "data file"/],
  ['no data file', ascii(headerOf()), /neither data .* nor a "data file"/],
  ['too few lines to skip', attach({ 'line skip': 1000 }), /has 0 lines before its data, but "line skip" is 1000/],
])('%s', async (_, bytes, message) => {
  expect(await refusal(bytes)).toMatch(message);
});

test.each<[Fields, RegExp]>([
  [{ type: undefined }, /no "type"/],
  [{ type: 'complex' }, /type "complex".*; int8|type "complex".*signed char/],
  [{ type: 'block', 'block size': 2 }, /type "block"/],
  [{ dimension: undefined }, /no "dimension"/],
  [{ dimension: 4 }, /3 sizes but dimension 4/],
  [{ dimension: 2 }, /3 sizes but dimension 2/],
  [{ dimension: 0 }, /dimension 0/],
  [{ dimension: -3 }, /malformed dimension "-3"/],
  [{ dimension: 'three' }, /malformed dimension "three"/],
  [{ dimension: 17, sizes: '1 '.repeat(17) }, /dimension 17; NRRD allows 1 to 16/],
  [{ sizes: undefined }, /no "sizes"/],
  [{ sizes: '' }, /malformed sizes ""/],
  [{ sizes: '5 4 0' }, /malformed sizes "5 4 0"; right is a positive integer/],
  [{ sizes: '5 4 -3' }, /malformed sizes/],
  [{ sizes: '5 4 3.5' }, /malformed sizes/],
  [{ sizes: '5 4 3x' }, /malformed sizes/],
  [{ sizes: '5 4 0x3' }, /malformed sizes/],
  [{ sizes: '5 4 4' }, /120 bytes of data, but its sizes and type ask for 160/],
  [{ sizes: '5 4 4', 'byte skip': 1 }, /119 bytes of data, but its sizes and type ask for 160/],
  [{ 'byte skip': 1000 }, /has 0 bytes of data/],
  [{ sizes: '5 4 4', 'byte skip': -1 }, /120 bytes of data/],
  [{ sizes: '100000 100000 100000' }, /ask for 2000000000000000/],
  [{ sizes: '4294967296 4294967296 4294967296' }, /ask for 1\.58\d+e\+29/],
  [{ sizes: `5 4 ${'9'.repeat(400)}` }, /ask for Infinity/],
  [{ sizes: '9'.repeat(100_000) }, /malformed sizes "9{60}…"/],
  [{ spacings: '1 2' }, /2 spacings but dimension 3/],
  [{ spacings: '1 2 3mm' }, /malformed spacings/],
  [{ spacings: `1 2 ${'1'.repeat(50_000)}x` }, /malformed spacings/],
  [{ spacings: '1 2 0' }, /axes must be finite and span space/],
  [{ spacings: '1 2 inf' }, /axes must be finite and span space/],
  [{ spacings: '1 2 1e999' }, /axes must be finite and span space/],
  [{ 'axis mins': '1 2 3 4' }, /4 axis mins but dimension 3/],
  [{ 'axis mins': '1 2 inf' }, /origin must be finite/],
  [{ kinds: 'domain domain' }, /2 kinds but dimension 3/],
  [{ centers: 'cell' }, /1 centers but dimension 3/],
  [{ 'space directions': '(1,0,0) (0,1,0)' }, /2 space directions but dimension 3/],
  [{ 'space directions': '(1,0,0) (0,1,0) (0,0,1' }, /malformed space directions/],
  [{ 'space directions': '(1,0,0) (0,1,0) 0,0,1' }, /malformed space directions/],
  [{ 'space directions': '(1,0,0) (0,1,0) (0,0,)' }, /malformed space directions/],
  [{ 'space directions': '(1,0,0) (0,1,0) (0,0)' }, /vector \(0,0\) in a space of dimension 3/],
  [{ 'space directions': '(1,0,0) (0,1,0) (1,1,0)' }, /span space/],
  [{ 'space directions': '(1,0,0) (0,1,0) (nan,0,1)' }, /span space/],
  [{ 'space directions': '(1,0,0) (0,1,0) (0,0,inf)' }, /span space/],
  [
    { 'space directions': '(1,0,0) none none' },
    /sizes 5 4 3, of which 1 span space; a volume needs 3 axes that do, a slice 2/,
  ],
  [{ 'space directions': '(1,0) (0,1) (1,1)' }, /span space/],
  [{ 'space directions': '(1,0) (2,0) none' }, /span space/],
  [{ 'space directions': '(1) (2) (3)' }, /space of dimension 1/],
  [
    { space: 'LPS', 'space directions': '(1,0,0,0) (0,1,0,0) (0,0,1,0)' },
    /vector \(1,0,0,0\) in a space of dimension 3/,
  ],
  [{ space: 'LPS', 'space dimension': 4 }, /space dimension 4 in the space LPS, which has 3/],
  [{ space: 'lpr' }, /space "lpr"/],
  [{ 'space dimension': 3, 'space origin': '(1,2)' }, /vector \(1,2\)/],
  [
    { 'space dimension': 3, 'space origin': '(1,2,inf)', 'space directions': '(1,0,0) (0,1,0) (0,0,1)' },
    /origin must be finite/,
  ],
  [{ 'space origin': '(1,2,3) (4,5,6)' }, /malformed space origin/],
  [{ encoding: undefined }, /no "encoding"/],
  [{ encoding: 'zrl' }, /encoding "zrl".*raw, ascii, hex, gzip, bzip2/],
  [{ endian: undefined }, /no "endian".*raw.*little or big/],
  [{ endian: undefined, encoding: 'gzip' }, /no "endian"/],
  [{ endian: undefined, encoding: 'hex' }, /no "endian"/],
  [{ endian: 'middle' }, /endian "middle"/],
  [{ 'line skip': -1 }, /malformed line skip/],
  [{ 'byte skip': -2 }, /malformed byte skip/],
  [{ 'byte skip': '1e9' }, /malformed byte skip/],
  [{ 'byte skip': -1, encoding: 'hex' }, /byte skip -1 and encoding hex/],
  [{ 'byte skip': -1, encoding: 'ascii' }, /byte skip -1 and encoding ascii/],
  [{ 'spaceorigin ': '(1,2,3)', 'Space Origin': '(1,2,3)' }, /repeats "Space Origin"/],
  [{ orientation: 'up' }, /"orientation: up", is no NRRD field/],
  [{ 'space origon': '(0,0,0)' }, /"space origon: /],
  [{ dimension: 1, sizes: 60 }, /sizes 60, of which 1 span space/],
  [{ dimension: 2, sizes: '20 3', kinds: 'RGB-color domain' }, /sizes 20 3, of which 1 span space/],
  [{ kinds: 'RGB-color vector domain' }, /of which 1 span space/],
])('%o', async (fields, message) => {
  expect(await refusal(attach(fields))).toMatch(message);
});

test('a line without a field', async () => {
  for (const line of ['type:short', 'hello', ': value', 'space']) {
    expect(await refusal(join(headerOf(), line, '\n\n', DATA))).toMatch(/header line 7, .* is no NRRD field/);
  }
});

test.each<[string, Fields, Uint8Array, RegExp]>([
  ['gzip: not', { encoding: 'gzip' }, DATA, /gzip/],
  [
    'gzip: too short',
    { encoding: 'gzip', sizes: '5 4 4' },
    gz(DATA),
    /120 bytes of data, but its sizes and type ask for 160/,
  ],
  ['gzip: cannot be', { encoding: 'gzip', sizes: '500 400 300' }, gz(DATA), /data, which cannot hold the 120000000/],
  ['gzip: overflowing', { encoding: 'gzip', sizes: '1 1 1e9'.replace('1e9', '9'.repeat(30)) }, gz(DATA), /cannot hold/],
  ['gzip: skips all', { encoding: 'gzip', 'byte skip': 121 }, gz(DATA), /has 0 bytes of data/],
  ['gzip: a bomb', { encoding: 'gzip' }, gz(new Uint8Array(1 << 27)), /gzip data that make more than/],
  ['bzip2: not', { encoding: 'bzip2' }, DATA, /bzip2/],
  ['bzip2: too short', { encoding: 'bzip2', sizes: '5 4 4' }, BZIP2_DATA.little, /120 bytes of data/],
  [
    'bzip2: overflowing',
    { encoding: 'bzip2', sizes: `1 1 ${'9'.repeat(30)}` },
    BZIP2_DATA.little,
    /2e\+30 bytes, and \d+ are the most/,
  ],
  ['hex: odd', { encoding: 'hex' }, encode(rampOf('int16'), 'int16', 'hex').subarray(0, 242), /118 bytes of hex data/],
  ['hex: blank', { encoding: 'hex' }, ascii(' \n'.repeat(500)), /has 0 bytes of hex data, but .* ask for 120/],
  ['hex: no digit', { encoding: 'hex' }, ascii(`${'0'.repeat(200)}g${'0'.repeat(200)}`), /"g" in its hex data/],
  ['hex: claims', { encoding: 'hex', sizes: '99999 99999 99999' }, ascii('00'), /has 1 bytes of hex data/],
  [
    'ascii: too few',
    { encoding: 'ascii' },
    ascii(`${'7 '.repeat(59)}      `),
    /has 59 ascii values, but .* ask for 60/,
  ],
  ['ascii: claims', { encoding: 'ascii', sizes: '99999 99999 99999' }, ascii('1 2 3'), /ascii values at most/],
  ['ascii: a word', { encoding: 'ascii' }, ascii(`1 2 x${'y'.repeat(1e6)} 4`), /"xy+…" in its ascii data/],
  ['ascii: a word of sixty', { encoding: 'ascii' }, ascii(`1 0x10 ${'4 '.repeat(60)}`), /"0x10" in its ascii data/],
  ['ascii: too large', { encoding: 'ascii' }, ascii('32768 '.repeat(60)), /"32768" .* no value of type int16/],
  ['ascii: negative', { encoding: 'ascii', type: 'uint8' }, ascii('-1 '.repeat(60)), /"-1" .* no value of type uint8/],
  ['ascii: a fraction', { encoding: 'ascii' }, ascii('1.5 '.repeat(60)), /"1.5" .* no value of type int16/],
  ['ascii: NaN of integers', { encoding: 'ascii' }, ascii('nan '.repeat(60)), /"nan" .* no value of type int16/],
  [
    'ascii: too large for 64 bits',
    { encoding: 'ascii', type: 'int64' },
    ascii('9223372036854775808 '.repeat(60)),
    /"9223372036854775808"/,
  ],
  ['ascii: infinite', { encoding: 'ascii', type: 'float' }, ascii('-Inf '.repeat(60)), /holds nothing/],
])('%s', async (_, fields, data, message) => {
  expect(await refusal(attach(fields, data))).toMatch(message);
});

test.each(['float32', 'float64'] as const)(
  'NaN stands for nothing in voxels of %s, but not in all of them',
  async (type) => {
    const fields = { type: type === 'float32' ? 'float' : 'double' };
    const values = rampOf(type);
    values[17] = Number.NaN;
    expect([...(await read(attach(fields, encode(values, type)))).volume.voxels]).toEqual([...values]);
    expect(await refusal(attach(fields, encode(values.fill(Number.NaN), type)))).toBe(
      'head.nrrd: holds nothing: no voxel is a finite number',
    );
  },
);

test.each(['float32', 'float64'] as const)(
  'infinite voxels of %s are missing, and the file stays as it is',
  async (type) => {
    const values = rampOf(type);
    values[3 + 5 * (2 + 4 * 1)] = Infinity;
    values[59] = -Infinity;
    const bytes = attach({ type: type === 'float32' ? 'float' : 'double' }, encode(values, type));
    const before = bytes.slice();
    const { volume, notes } = await read(bytes);
    expect([...volume.voxels]).toEqual([...values].map((value) => (Number.isFinite(value) ? value : Number.NaN)));
    expect(notes).toEqual(['holds 2 infinite values, which are taken for missing, as NaN is']);
    expect(bytes).toEqual(before);
  },
);

test.each<[string, Readonly<Record<string, Uint8Array>>, RegExp]>([
  ['gone.raw', {}, /gone\.raw: does not exist/],
  [
    'a.raw',
    { 'a.raw': new Uint8Array() },
    /data file "a\.raw": has 0 bytes of data, but its sizes and type ask for 120/,
  ],
  ['', {}, /data file ""/],
  ['x'.repeat(5000), {}, /data file "x+…"/],
  ['LIST', {}, /no file names/],
  ['LIST\na\nb\nc\nd', {}, /4 data files; its sizes make 3 right/],
  ['LIST 2\na\nb', { a: DATA, b: DATA }, /2 data files; its sizes make 3 right/],
  ['LIST 3\na\nb', { a: DATA, b: DATA }, /2 data files; its sizes make a divisor of 3 right/],
  ['LIST 4\na\nb', { a: DATA, b: DATA }, /data files of dimension 4; right is 1 to 3/],
  ['LIST 0\na\nb', { a: DATA, b: DATA }, /data files of dimension 0; right is 1 to 3/],
  ['LIST two\na\nb', { a: DATA, b: DATA }, /LIST two: does not exist/],
  [
    'LIST\na\na\nb',
    { a: DATA.subarray(0, 40), b: DATA.subarray(0, 39) },
    /data file "b": has 39 bytes of data, but .* ask for 40/,
  ],
  ['s%d 0 1 1', {}, /2 data files; its sizes make 3 right/],
  ['s%d 0 2 0', {}, /numbered from 0 to 2 by 0/],
  ['s%d 2 0 1', {}, /numbered from 2 to 0 by 1/],
  ['s%d 0 2000000000 1', {}, /2000000001 data files/],
])('data file: %s', async (value, siblings, message) => {
  expect(await refusal(ascii(`${headerOf()}data file: ${value}\n`), siblings)).toMatch(message);
});

/** Valid files in every encoding, to be broken. */
const FILES: readonly (readonly [string, Uint8Array])[] = [
  ...(['raw', 'gzip', 'hex', 'ascii'] as Encoding[]).map(
    (encoding) =>
      [encoding, attach({ encoding, endian: 'big' }, encode(rampOf('int16'), 'int16', encoding, 'big'))] as const,
  ),
  ['bzip2', attach({ encoding: 'bzip2' }, BZIP2_DATA.little)],
  ['float', attach({ type: 'float' }, encode(rampOf('float32'), 'float32'))],
  [
    'everything',
    attach(
      {
        type: 'longlong',
        dimension: 4,
        sizes: '2 5 2 3',
        space: 'RAS',
        'space directions': 'none (1,0,0) (0,1,0) (0,0,1)',
        'space origin': '(1,2,3)',
        kinds: 'vector domain domain domain',
        centers: '??? cell node cell',
        'line skip': 1,
        'byte skip': 2,
        'a key:=a value': '',
      },
      join('a line\nab', encode(rampOf('int64'), 'int64')),
    ),
  ],
  ['numbered', ascii(`${headerOf({ spacings: '1 2 3', 'axis mins': '0 nan 1' })}data file: s%02d 1 3 1\n`)],
];

const SIBLINGS = Object.fromEntries([1, 2, 3].map((k) => [`s0${k}`, DATA.subarray(40 * k - 40, 40 * k)]));

test.each(FILES)('%s, cut anywhere', async (name, whole) => {
  expect(await refusal(whole, SIBLINGS)).toBeUndefined();
  // Text may lose its last line break, and a number its last digits, without a trace.
  const spare = { hex: 1, ascii: 9, numbered: 1 }[name] ?? 0;
  for (let length = 0; length < whole.length - spare; length++) {
    expect(await refusal(whole.subarray(0, length), SIBLINGS), `the first ${length} bytes`).toBeDefined();
  }
});

test.each(FILES)('%s, damaged at random, reads or is refused', async (_, whole) => {
  const seed = 20240917;
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const tokens = [
    '\n',
    '\n\n',
    ': ',
    ':=',
    '-1',
    '0',
    'nan',
    '(',
    ')',
    ',',
    '9'.repeat(20),
    'none',
    '1e308',
    '%d',
    'LIST',
    '\0',
    '#',
  ];
  for (let round = 0; round < 300; round++) {
    let bytes = whole;
    for (let change = below(3); change >= 0; change--) {
      const [at, count] = [below(bytes.length + 1), below(20)];
      const kind = below(5);
      if (kind === 0) bytes = bytes.subarray(0, at);
      else if (kind === 1) bytes = join(bytes.subarray(0, at), bytes.subarray(at + count));
      else if (kind === 2)
        bytes = join(bytes.subarray(0, at), tokens[below(tokens.length)]!, bytes.subarray(at + below(4)));
      else if (kind === 3) bytes = bytes.map((byte, index) => (index >= at && index < at + count ? 0 : byte));
      else bytes = bytes.map((byte, index) => (index === at ? byte ^ (1 << below(8)) : byte));
    }
    await refusal(bytes, SIBLINGS).catch((error: unknown) => {
      throw new Error(`round ${round} of seed ${seed}`, { cause: error });
    });
  }
});
