/** Numbers of pixels as NumPy arrays: each against what it must be, and what is said where there are none. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../../src/index.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);
const [WIDTH, HEIGHT] = [24, 16];

function render(...args: readonly string[]): string {
  const { status, stderr } = runCli(['render', ...args, '--size', `${WIDTH}x${HEIGHT}`, '--software']);
  expect(status, stderr).toBe(0);
  return stderr;
}

/** An array of NumPy's format 1.0, read by its documentation. */
function readNpy(name: string) {
  const bytes = readFileSync(at(name));
  expect(bytes.subarray(0, 8)).toEqual(Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]));
  const start = 10 + bytes.readUInt16LE(8);
  expect(start % 64).toBe(0);
  const [, type, shape] = /'descr': '<(f4|i4)', 'fortran_order': False, 'shape': \(([\d, ]+)\)/.exec(
    bytes.toString('latin1', 10, start),
  )!;
  const data = bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length);
  return {
    shape: shape!.split(', ').map(Number),
    values: [...(type === 'f4' ? new Float32Array(data) : new Int32Array(data))],
  };
}

/** Two triangles, the left one of which is tilted, seen from +z: rows of pixels from the top, 1 unit apart. */
const MESH = ['v -12 -8 0', 'v 0 -8 0', 'v 0 8 0', 'v -12 8 0', 'f 1 2 3', 'f 1 3 4', ''].join('\n');
writeFileSync(at('square.obj'), MESH);
const CAMERA = [
  '--eye',
  '0,0,20',
  '--target',
  '0,0,0',
  '--up',
  '0,1,0',
  '--projection',
  'orthographic',
  '--height',
  '16',
];

it('holds depths, normals, triangles and colours of a mesh', () => {
  const names = 'depth=d.npy,normals=n.npy,triangles=t.npy,color=c.npy'.replaceAll('=', `=${folder}/`);
  render(
    at('square.obj'),
    ...CAMERA,
    '--output',
    names,
    '--mesh-color',
    '#ff8000',
    '--no-shade',
    '--background',
    'transparent',
    '-o',
    at('square.png'),
  );
  const [depth, normals, triangles, color] = ['d.npy', 'n.npy', 't.npy', 'c.npy'].map(readNpy);
  expect([depth, normals, triangles, color].map((array) => array!.shape)).toEqual([
    [HEIGHT, WIDTH],
    [HEIGHT, WIDTH, 3],
    [HEIGHT, WIDTH],
    [HEIGHT, WIDTH, 4],
  ]);
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < WIDTH; column++) {
      const pixel = row * WIDTH + column;
      const isHit = column < WIDTH / 2;
      expect(depth!.values[pixel]).toBe(isHit ? 20 : Infinity);
      expect(normals!.values.slice(3 * pixel, 3 * pixel + 3)).toEqual(isHit ? [0, 0, 1] : [0, 0, 0]);
      // The diagonal goes from the lower left to the upper right.
      const isLower = HEIGHT - 1 - row < (16 / 12) * (column + 0.5) - 0.5;
      if (Math.abs(HEIGHT - 0.5 - row - (16 / 12) * (column + 0.5)) > 1)
        expect(triangles!.values[pixel], `${row} ${column}`).toBe(isHit ? (isLower ? 0 : 1) : -1);
      const shown = color!.values.slice(4 * pixel, 4 * pixel + 4);
      expect(shown.map((value) => Math.round(255 * value))).toEqual(isHit ? [255, 128, 0, 255] : [0, 0, 0, 0]);
    }
  }
  // The picture is the same as without.
  render(
    at('square.obj'),
    ...CAMERA,
    '--mesh-color',
    '#ff8000',
    '--no-shade',
    '--background',
    'transparent',
    '-o',
    at('alone.png'),
  );
  expect(readFileSync(at('square.png')).equals(readFileSync(at('alone.png')))).toBe(true);
});

it('holds values of projections without a picture, and NaN beside them', async () => {
  const voxels = Int16Array.from({ length: 8 * 8 * 8 }, (_, index) => 100 * (index % 8) + (index >> 6));
  const { pieces } = await writeVolume(createVolume({ sizes: [8, 8, 8], voxels }), 'ramp.nrrd');
  writeFileSync(at('ramp.nrrd'), Buffer.concat(pieces));
  const before = readdirSync(folder);
  const view = [
    '--eye',
    '3.5,3.5,-20',
    '--target',
    '3.5,3.5,0',
    '--up',
    '0,-1,0',
    '--projection',
    'orthographic',
    '--height',
    '16',
  ];
  for (const [mode, expected] of [
    ['mip', 7],
    ['minip', 0],
    ['average', 3.5],
  ] as const) {
    render(at('ramp.nrrd'), ...view, '--mode', mode, '--quality', 'plain', '--output', `values=${at(`${mode}.npy`)}`);
    const { shape, values } = readNpy(`${mode}.npy`);
    expect(shape).toEqual([HEIGHT, WIDTH]);
    for (const [pixel, value] of values.entries()) {
      // Pixels are voxels.
      const [i, j] = [(pixel % WIDTH) - 8, Math.floor(pixel / WIDTH) - 4];
      if (i < 0 || i > 7 || j < 0 || j > 7) expect(value).toBeNaN();
      else expect(value).toBeCloseTo(100 * i + expected, 2);
    }
  }
  expect(readdirSync(folder).sort()).toEqual([...before, 'average.npy', 'minip.npy', 'mip.npy'].sort());
});

it('holds labels of a mask', async () => {
  const sizes = [8, 8, 8] as const;
  const full = createVolume({ sizes, voxels: new Uint8Array(512).fill(200) });
  const labels = createVolume({
    sizes,
    voxels: Uint8Array.from({ length: 512 }, (_, index) => (index < 128 ? 0 : index % 8 < 4 ? 3 : 5)),
  });
  for (const [name, volume] of [
    ['full.nrrd', full],
    ['labels.nrrd', labels],
  ] as const)
    writeFileSync(at(name), Buffer.concat((await writeVolume(volume, name)).pieces));
  const view = [
    '--eye',
    '3.5,3.5,-20',
    '--target',
    '3.5,3.5,0',
    '--up',
    '0,-1,0',
    '--projection',
    'orthographic',
    '--height',
    '16',
  ];
  render(
    at('full.nrrd'),
    '--mask',
    at('labels.nrrd'),
    ...view,
    '--mode',
    'isosurface',
    '--iso',
    '100',
    '--output',
    `labels=${at('l.npy')},depth=${at('ld.npy')}`,
  );
  const { values } = readNpy('l.npy');
  const row = values.slice(8 * WIDTH, 9 * WIDTH);
  expect(row).toEqual([...Array(8).fill(0), ...Array(4).fill(3), ...Array(4).fill(5), ...Array(8).fill(0)]);
  expect(readNpy('ld.npy').values.slice(8 * WIDTH, 8 * WIDTH + 8)).toEqual(Array(8).fill(Infinity));
});

it('holds labels of the surfaces of labels, and none where the volume hides them', async () => {
  const SIDE = 24;
  const place = (voxel: number) => [voxel % SIDE, Math.floor(voxel / SIDE) % SIDE, Math.floor(voxel / SIDE ** 2)];
  const write = async (name: string, voxels: Uint8Array<ArrayBuffer> | Int16Array<ArrayBuffer>) =>
    writeFileSync(
      at(name),
      Buffer.concat((await writeVolume(createVolume({ sizes: [SIDE, SIDE, SIDE], voxels }), name)).pieces),
    );
  // A ball of radius 8.3 at 500, a block within it, and one beside it.
  const ball = Int16Array.from({ length: SIDE ** 3 }, (_, voxel) => {
    const [i, j, k] = place(voxel) as [number, number, number];
    return 1000 - 60 * Math.hypot(i - 11.5, j - 11.5, k - 11.5);
  });
  const blocks = Uint8Array.from({ length: SIDE ** 3 }, (_, voxel) => {
    const [i, j, k] = place(voxel) as [number, number, number];
    if (Math.max(Math.abs(i - 11.5), Math.abs(j - 11.5), Math.abs(k - 11.5)) < 4) return 5;
    return i < 3 && j > 18 && k > 18 ? 9 : 0;
  });
  await write('ball.nrrd', ball);
  await write('blocks.nrrd', blocks);
  const labels = `labels=${at('labels.npy')}`;
  const shownBy = (...args: string[]) => {
    render(...args, '--label-surfaces', '--output', labels, '--size', `${WIDTH}x${HEIGHT}`);
    return new Set(readNpy('labels.npy').values);
  };
  expect(shownBy(at('blocks.nrrd'), '--voxels', 'labels')).toEqual(new Set([0, 5, 9]));
  const within = ['--mask', at('blocks.nrrd'), '--mode', 'isosurface', '--iso', '500'];
  expect(shownBy(at('ball.nrrd'), ...within)).toEqual(new Set([0, 9]));
  // Triangles of other meshes come first.
  expect(shownBy(at('ball.nrrd'), at('square.obj'), ...within)).toEqual(new Set([0, 9]));
});

it('says where labels are asked for and none is shown', () => {
  const said = render(at('labels.nrrd'), '--mode', 'isosurface', '--iso', '1', '--output', `labels=${at('none.npy')}`);
  expect(said).toContain('labels are 0 everywhere: none is shown; --mask names some, and --label-surfaces shows those');
  expect(render(at('labels.nrrd'), '--label-surfaces', '--output', `labels=${at('some.npy')}`)).not.toContain(
    'labels are 0',
  );
});

it('writes TIFF and OpenEXR by the ends of names, with the numbers of the arrays to the bit', () => {
  const kinds = ['depth', 'normals', 'color', 'labels'];
  writeFileSync(at('slope.obj'), MESH.replace('0 -8 0', '0 -8 3').replace('0 8 0', '0 8 5'));
  const write = (extension: string, of = kinds) =>
    render(at('slope.obj'), ...CAMERA, '--output', of.map((kind) => `${kind}=${at(`${kind}.${extension}`)}`).join());
  write('npy');
  write('tiff');
  write('exr', ['depth', 'normals', 'color']);
  const bits = (values: readonly number[]) => [...new Uint32Array(Float32Array.from(values).buffer)];
  for (const kind of kinds) {
    const { values } = readNpy(`${kind}.npy`);
    expect(bits(readTiff(`${kind}.tiff`)), kind).toEqual(bits(values));
    if (kind !== 'labels') expect(bits(readExr(`${kind}.exr`)), kind).toEqual(bits(values));
  }
  expect(new Set(readNpy('normals.npy').values).size).toBeGreaterThan(4);
});

/** Numbers of an uncompressed TIFF of one strip, by the tags that TIFF 6.0 defines. */
function readTiff(name: string): number[] {
  const bytes = readFileSync(at(name));
  expect(bytes.toString('latin1', 0, 3)).toBe('II*');
  const directory = bytes.readUInt32LE(4);
  const tags = Array.from({ length: bytes.readUInt16LE(directory) }, (_, index) => directory + 2 + 12 * index);
  const valueAt = (entry: number, index: number) => {
    const [isShort, count] = [bytes.readUInt16LE(entry + 2) === 3, bytes.readUInt32LE(entry + 4)];
    const start = count * (isShort ? 2 : 4) > 4 ? bytes.readUInt32LE(entry + 8) : entry + 8;
    return isShort ? bytes.readUInt16LE(start + 2 * index) : bytes.readUInt32LE(start + 4 * index);
  };
  const tag = (wanted: number, index = 0) => {
    const entry = tags.find((one) => bytes.readUInt16LE(one) === wanted);
    return entry === undefined ? undefined : valueAt(entry, index);
  };
  expect([tag(256), tag(257), tag(278), tag(259)]).toEqual([WIDTH, HEIGHT, HEIGHT, 1]);
  const samples = tag(277)!;
  for (let sample = 0; sample < samples; sample++) expect(tag(258, sample)).toBe(32);
  const isFloat = tag(339) === 3;
  const start = tag(273)!;
  expect(tag(279)).toBe(4 * WIDTH * HEIGHT * samples);
  return Array.from({ length: WIDTH * HEIGHT * samples }, (_, index) =>
    isFloat ? bytes.readFloatLE(start + 4 * index) : bytes.readInt32LE(start + 4 * index),
  );
}

/** The place of each channel in its array; files have them in the order of their names. */
const PLACES: Readonly<Record<string, number>> = { Z: 0, 'N.X': 0, 'N.Y': 1, 'N.Z': 2, R: 0, G: 1, B: 2, A: 3 };

/** Floats of an uncompressed OpenEXR file of scan lines, by its documentation. */
function readExr(name: string): number[] {
  const bytes = readFileSync(at(name));
  expect(bytes.readUInt32LE(0)).toBe(20_000_630);
  let position = 8;
  const readText = () => {
    const end = bytes.indexOf(0, position);
    const text = bytes.toString('latin1', position, end);
    position = end + 1;
    return text;
  };
  const attributes = new Map<string, Buffer>();
  for (let attribute = readText(); attribute !== ''; attribute = readText()) {
    readText();
    const size = bytes.readInt32LE(position);
    attributes.set(attribute, bytes.subarray(position + 4, position + 4 + size));
    position += 4 + size;
  }
  expect([...attributes.get('compression')!]).toEqual([0]);
  const window = attributes.get('dataWindow')!;
  expect([0, 4, 8, 12].map((offset) => window.readInt32LE(offset))).toEqual([0, 0, WIDTH - 1, HEIGHT - 1]);
  // Each is a name that ends in 0, the type (2 is a float), four bytes, and two samplings.
  const list = attributes.get('channels')!;
  const channels: string[] = [];
  for (let start = 0; list[start] !== 0; ) {
    const end = list.indexOf(0, start);
    channels.push(list.toString('latin1', start, end));
    expect([1, 9, 13].map((offset) => list.readInt32LE(end + offset))).toEqual([2, 1, 1]);
    start = end + 17;
  }
  expect(channels).toEqual([...channels].sort());
  const values: number[] = Array(WIDTH * HEIGHT * channels.length);
  for (let row = 0; row < HEIGHT; row++) {
    const line = Number(bytes.readBigUInt64LE(position + 8 * row));
    expect([bytes.readInt32LE(line), bytes.readInt32LE(line + 4)]).toEqual([row, 4 * WIDTH * channels.length]);
    for (const [order, channel] of channels.entries()) {
      for (let column = 0; column < WIDTH; column++) {
        const value = bytes.readFloatLE(line + 8 + 4 * (order * WIDTH + column));
        values[(row * WIDTH + column) * channels.length + PLACES[channel]!] = value;
      }
    }
  }
  return values;
}

it('numbers the arrays of several frames, and names those of several inputs', () => {
  render(SAMPLE, '--turntable', '2', '-o', at('turn-%d.png'), '--output', `depth=${at('turn-%d.npy')}`);
  expect(readNpy('turn-1.npy').values).not.toEqual(readNpy('turn-0.npy').values);
  render(at('square.obj'), at('ramp.nrrd'), '--output', `depth=${at('{name}-depth.npy')}`);
  expect(['square-depth.npy', 'ramp-depth.npy'].map((name) => existsSync(at(name)))).toEqual([true, true]);
});

it.each([
  ['numbers that there are not', ['height=h.npy'], /--output: "height" is none of color, depth/],
  [
    'numbers that there are not, by their own option',
    ['x.png', '--arrays', 'height=h.npy'],
    /--arrays: "height" is none/,
  ],
  [
    'integers in OpenEXR',
    ['labels=l.exr'],
    /l\.exr: labels are signed integers, which \.exr has none of; end the name in/,
  ],
  [
    'other formats',
    ['depth=d.png'],
    /d\.png: numbers are written as \.npy, \.exr or \.tiff; end the name in one of these/,
  ],
  ['one twice', ['depth=a.npy,depth=b.npy'], /names depth twice/],
  ['values where a ray has several', ['values=v.npy'], /values are of the modes .* composite has none/],
  [
    'several frames without numbers',
    ['depth=d.npy', '--turntable', '2', '-o', 'x.png'],
    /d\.npy: several frames need a %d/,
  ],
  [
    'several frames without pictures',
    ['depth=d-%d.npy', '--turntable', '2'],
    /several frames need a name for their pictures too/,
  ],
  ['a number of one frame', ['depth=d-%d.npy'], /%d is for several frames/],
  ['paths of light', ['depth=d.npy', '--quality', 'path'], /--quality path has paths/],
  ['jobs', ['depth=d.npy', '--queue', 'local'], /jobs make pictures|jobs of a queue write files/],
])('refuses %s', (_, [output, ...args], message) => {
  const { status, stderr } = runCli(['render', SAMPLE, '--output', output!, ...args, '--software']);
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^[^\n]*\n$/);
  expect(stderr.includes('--arrays')).toBe(args.includes('--arrays'));
  expect(status).toBe(2);
  expect(existsSync('d.npy')).toBe(false);
});
