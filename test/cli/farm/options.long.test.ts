/** Every option of `render` gets through a job, or is refused in words: pictures by a worker are those that are rendered here. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RENDER_OPTIONS } from '../../../src/cli/render/render-options.js';
import { HAS_REDIS, type RedisServer, startRedis } from '../../farm/start-redis.js';
import { writeWalkingSquare } from '../render/mesh/walking-square.js';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);
function write(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

const SIZES = [12, 10, 8] as const;
const COUNT = 960;
/** A ball that is brighter on one side. */
const ball = (weight = 1) =>
  Uint8Array.from({ length: COUNT }, (_, voxel) => {
    const [i, j, k] = [voxel % 12, Math.floor(voxel / 12) % 10, Math.floor(voxel / 120)];
    return Math.max(0, weight * (200 - 40 * Math.hypot(i - 5, j - 4, k - 3)) + 4 * i * weight);
  });
function writeNrrd(name: string, data: Uint8Array, ...more: readonly string[]): string {
  const shape = more.length > 0 ? more : ['dimension: 3', `sizes: ${SIZES.join(' ')}`, 'spacings: 1 1.2 1.5'];
  const header = ['NRRD0004', 'type: uint8', ...shape, 'encoding: raw'].join('\n');
  return write(name, Buffer.concat([Buffer.from(`${header}\n\n`), data]));
}
const BALL = writeNrrd('ball.nrrd', ball());
const OTHER = writeNrrd('other.nrrd', ball(0.5).reverse());
const RAW = write('ball.raw', ball());
const LABELS = writeNrrd(
  'labels.nrrd',
  Uint8Array.from({ length: COUNT }, (_, voxel) => (voxel % 12 < 6 ? 1 : 2)),
);
const NAMES = write('names.tsv', 'index\tname\tcolor\n2\thalf\t#ff0000\n');
const both = Uint8Array.from({ length: 2 * COUNT }, (_, byte) => ball(byte % 2 ? 1 : 0.4)[byte >> 1]!);
const VECTORS = writeNrrd(
  'vectors.nrrd',
  both,
  'dimension: 4',
  'sizes: 2 12 10 8',
  'kinds: vector domain domain domain',
);
const TIMES = writeNrrd(
  'times.nrrd',
  Buffer.concat([ball(), ball(0.5).reverse()]),
  'dimension: 4',
  'sizes: 12 10 8 2',
  'kinds: domain domain domain time',
);
const array = (name: string, data: Uint8Array) =>
  `<DataArray type="UInt8" Name="${name}" format="ascii">${data.join(' ')}</DataArray>`;
const ARRAYS = write(
  'arrays.vti',
  `<VTKFile type="ImageData" version="1.0"><ImageData WholeExtent="0 11 0 9 0 7" Origin="0 0 0" Spacing="1 1 1"><Piece Extent="0 11 0 9 0 7"><PointData>${array('one', ball())}${array('two', ball(0.5).reverse())}</PointData></Piece></ImageData></VTKFile>`,
);
const MESH = join(import.meta.dirname, '..', '..', '..', 'volumes', 'knot.ply');
/** A fan of triangles with a value on each vertex. */
const QUALITIES = write(
  'quality.ply',
  `ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\nproperty float quality\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${[
    '0 0 0 0',
    '4 0 1 10',
    '3 3 0 20',
    '0 4 1 60',
    '-3 3 0 80',
    '-4 0 1 99',
  ].join('\n')}\n3 0 1 2\n3 0 2 3\n3 0 3 4\n3 0 4 5\n`,
);
const COLORED = write(
  'colored.ply',
  `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${[
    '0 0 0 255 0 0',
    '4 0 1 0 255 0',
    '0 4 1 0 0 255',
    '1 1 4 255 255 0',
  ].join('\n')}\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n`,
);
const VALUES = write('lh.curv', Uint8Array.of(255, 255, 255));
/** A tetrahedron about the middle of the ball. */
const TETRAHEDRON = write(
  'inside.off',
  'OFF\n4 4 0\n1 1 1\n9 2 2\n4 9 3\n5 4 10\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n',
);
const TRANSFER = write(
  'transfer.json',
  JSON.stringify({
    colors: [
      { value: 0, color: [0, 0, 1] },
      { value: 200, color: [1, 0.5, 0] },
    ],
    opacities: [
      { value: 20, opacity: 0 },
      { value: 200, opacity: 0.7 },
    ],
  }),
);
const CAMERA = { projection: 'perspective', eye: [40, 30, 20], target: [5, 5, 5], up: [0, 0, 1], fovDegrees: 25 };
const ONE_CAMERA = write('camera.json', JSON.stringify(CAMERA));
const TWO_CAMERAS = write('cameras.json', JSON.stringify([CAMERA, { ...CAMERA, eye: [-40, 30, 20] }]));
const KEYFRAMES = write(
  'keyframes.json',
  JSON.stringify({
    keys: [
      { frame: 0, view: { camera: CAMERA, window: '0,250' } },
      { frame: 2, view: { camera: { ...CAMERA, eye: [-40, 30, 20] }, window: '20,200', time: 1 } },
    ],
  }),
);
const LIGHT = write(
  'light.hdr',
  Buffer.concat([Buffer.from('#?RADIANCE\n\n-Y 1 +X 2\n'), Buffer.of(9, 9, 9, 128, 200, 160, 90, 130)]),
);
const STORE = at('ball.zarr');
const SQUARE = writeWalkingSquare(at('square.gltf'));

/** Pictures whose options are heeded, or they would look otherwise. A series has a %d in its name. */
const PICTURES: Readonly<Record<string, readonly string[]>> = {
  mip: [
    BALL,
    '--mode',
    'mip',
    '--window',
    '20,150',
    '--background',
    '#102030',
    '--title',
    'Hi',
    '--overlay-scale',
    '2',
  ],
  bar: [
    ...[BALL, '--transfer', 'bone', '--overlay', 'color-bar', '--color-bar-title', 'HU', '--size', '96x80'],
    '--overlay-color',
    'black',
  ],
  iso: [
    BALL,
    '--iso',
    '100:gold:0.8',
    '--ambient',
    '0.3',
    '--diffuse',
    '0.5',
    '--specular',
    '0.9',
    '--shininess',
    '3',
    '--light',
    '1,2,1',
    '--shadows',
  ],
  file: [
    BALL,
    '--transfer',
    TRANSFER,
    '--shade',
    '--view',
    'left',
    '--azimuth',
    '20',
    '--elevation',
    '10',
    '--roll',
    '5',
    '--zoom',
    '1.3',
  ],
  from: [
    BALL,
    '--eye',
    '40,30,20',
    '--target',
    '5,5,5',
    '--up',
    '0,0,1',
    '--projection',
    'perspective',
    '--fov',
    '20',
    '--no-shade',
  ],
  flat: [
    BALL,
    '--projection',
    'orthographic',
    '--height',
    '9',
    '--step',
    '0.5',
    '--quality',
    'plain',
    '--samples',
    '4',
    '--recipe',
    'full',
  ],
  camera: [BALL, '--camera', ONE_CAMERA, '--jitter', '3', '--no-early-termination', '--filter', 'exact', '--no-skip'],
  cuts: [
    BALL,
    '--clip',
    '1,0,0,3',
    '--clip',
    '0,1,0,2',
    '--crop',
    ':9,:,:',
    '--slab-thickness',
    '6',
    '--workgroup',
    '8x8',
  ],
  box: [BALL, '--crop-world', '2:9,1:9,0:9', '--no-downsample', '--heatmap', 'samples'],
  mask: [BALL, '--mask', LABELS, '--labels', '2:red:0.8', '--mask-edges', 'voxels'],
  'label-names': [BALL, '--mask', LABELS, '--label-names', NAMES],
  'mesh-mask': [BALL, '--mask', TETRAHEDRON],
  surfaces: [LABELS, '--label-surfaces', '--label-smoothing', '0.5', '--labels', '1:red,2:blue:0.5'],
  blocky: [LABELS, '--blocky'],
  raw: [RAW, '--raw', '12x10x8:uint8:le', '--spacing', '1,1,3'],
  voxels: [LABELS, '--voxels', 'values'],
  vector: [VECTORS, '--component', '1'],
  time: [TIMES, '--time', '1'],
  series: [ARRAYS, '--series', 'two'],
  store: [STORE, '--detail', '1', '--memory', '64'],
  fused: [
    ...[BALL, OTHER, '--fused-transfer', TRANSFER, '--fused-window', '10,90', '--fused-opacity', '0.6'],
    ...['--threshold', '40', '--fused-threshold', '20', '--fused-depth', '3'],
  ],
  mesh: [
    MESH,
    '--mesh-color',
    'teal',
    '--mesh-opacity',
    '0.7',
    '--transform',
    '0,1,0,0, 1,0,0,0, 0,0,1,0',
    '--cull',
    'front',
    '--slabs',
    '4',
    '--flat',
  ],
  values: [
    QUALITIES,
    '--values',
    'quality',
    '--underlay',
    'quality',
    '--colormap',
    'plasma',
    '--range',
    '10,60',
    '--crease',
    '180',
  ],
  colors: [COLORED, '--no-own-colors', '--mesh-color', 'tan', '--ground', 'slategray', '--light', '1,2,1', '--shadows'],
  light: [
    MESH,
    '--light-size',
    '5',
    '--ambient-occlusion',
    '8',
    '--occlusion-distance',
    '2',
    '--reflectivity',
    '0.4',
    ...['--metallic', '0.5', '--roughness', '0.4', '--transmission', '0.2', '--ior', '1.4'],
    '--reflections',
    '1',
    '--primary-rays',
    'bvh',
    '--shadow-rays',
    'bins',
    '--light',
    '1,2,1',
    '--shadows',
  ],
  path: [
    BALL,
    '--quality',
    'path',
    '--samples',
    '12',
    '--noise',
    '40',
    '--exposure',
    '1.5',
    '--tone',
    'clip',
    '--light-space',
    'display',
    ...[
      '--anisotropy',
      '0.4',
      '--coat',
      '0.8',
      '--coat-roughness',
      '0.4',
      '--aperture',
      '0.2',
      '--focus-distance',
      '9',
      '--clamp-indirect',
      '5',
    ],
    '--seed',
    '7',
    '--environment',
    'studio',
    '--denoise',
    '--denoiser',
    'tilecast',
  ],
  sky: [
    ...[BALL, '--quality', 'path', '--samples', '2', '--environment', 'sky'],
    ...['--sun-azimuth', '-60', '--sun-elevation', '25', '--turbidity', '4'],
  ],
  'spin-%d': [BALL, '--turntable', '3', '--fps', '10'],
  'list-%d': [BALL, '--cameras', TWO_CAMERAS],
  'some-%d': [BALL, '--turntable', '4', '--frames', '1-2'],
  'times-%d': [TIMES, '--times', '0-1'],
  'keys-%d': [TIMES, '--keyframes', KEYFRAMES],
  moment: [SQUARE, '--animation', 'walk@1', '--eye', '4,0,9', '--target', '3,0,0', '--up', '0,1,0'],
  'walk-%d': [SQUARE, '--animation', 'walk', '--frames', '2', '--eye', '4,0,9', '--target', '3,0,0', '--up', '0,1,0'],
  'deform-%d': [MESH, '--deform', 'twist', '--frames', '0-1/4'],
  split: [BALL, '--quality', 'plain', '--split', '2'],
};

/** Options that say where a picture is made and where it goes, which other tests are about. */
const ELSEWHERE = [
  // What a worker may use, and what it sends to servers, is for the worker to say.
  'host-memory',
  'header',
  'output',
  'queue',
  'detach',
  'workers',
  'collect',
  'save-camera',
  'verbose',
  'format',
  'replay',
  'within',
  'time-limit',
];

const REFUSED: readonly (readonly [readonly string[], RegExp])[] = [
  [['--stats', at('stats.json')], /--stats: is for pictures that are rendered here/],
  [['--arrays', `depth=${at('d.npy')}`], /--arrays: are not for --queue/],
  [['--quality', 'path', '--path-time', '5'], /--path-time: is not for --queue/],
  [['--quality', 'path', '--environment', LIGHT], /--environment: .*light\.hdr is a file, and jobs name none/],
  [['--quality', 'path', '--split', '2'], /--split: is not for --quality path/],
  [['--disk-cache', '8'], /--disk-cache: is for addresses of stores/],
  [['--progress'], /--progress: is for pictures that are rendered here/],
  [['--recipe', 'none'], /--recipe none: is not for --queue/],
  [['--adapter', 'swiftshader'], /--adapter: .*workers have their own/],
  [['--software'], /--software: .*workers have their own/],
  [[MESH, '--values', VALUES], /--values: .* is a file, and jobs hold no values/],
  [['--turntable', '2', '--format', 'y4m'], /--queue: renders pictures, and no video/],
  [['--workers', '2', '--detach'], /--workers: end with this command/],
  [['--collect', '--detach'], /--collect: waits/],
  [['--split', '2', '--samples', '4'], /--split: casts one ray per pixel/],
];

const optionsOf = (args: readonly string[]) =>
  args.filter((arg) => /^--[a-z]/.test(arg)).map((arg) => arg.slice(2).replace(/^no-/, ''));

it('every option is in one of the lists', () => {
  const named = [...Object.values(PICTURES), ...REFUSED.map(([args]) => args)].flatMap(optionsOf);
  const known = Object.keys(RENDER_OPTIONS);
  const isCovered = (name: string) => named.includes(name) || ELSEWHERE.includes(name);
  expect(known.filter((name) => !isCovered(name)).join()).toBe('');
  expect(named.filter((name) => !known.includes(name)).join()).toBe('');
});

describe.skipIf(!HAS_REDIS)('options of jobs', () => {
  let redis: RedisServer;
  const small = (args: readonly string[]) => (args.includes('--size') ? args : [...args, '--size', '24x20']);
  beforeAll(async () => {
    redis = await startRedis();
    expect(runCli(['convert', SAMPLE, '-o', STORE]).status).toBe(0);
    for (const place of ['here', 'there']) mkdirSync(at(place));
    for (const [name, args] of Object.entries(PICTURES)) {
      const handed = runCli([
        'render',
        ...small(args),
        '-o',
        at(`there/${name}.png`),
        '--queue',
        redis.url,
        '--detach',
      ]);
      expect(`${name}: ${handed.status} ${handed.stderr}`).toMatch(/^\S+ 0 .*\d+ jobs are submitted; .*\n$/s);
    }
    const worker = ['worker', '--queue', redis.url, '--root', '/', '--software', '--idle', '2'];
    const { status, stderr } = runCli(worker);
    expect(status, stderr).toBe(0);
    // Jobs that failed are told here, and their pictures are missing.
    expect(stderr).not.toMatch(/^tilecast: job/m);
  }, 170_000);
  afterAll(() => redis?.stop());

  it.each(Object.entries(PICTURES))('%s', (name, args) => {
    const { status, stderr } = runCli(['render', ...small(args), '-o', at(`here/${name}.png`), '--software']);
    expect(status, stderr).toBe(0);
    const pattern = new RegExp(`^${name.replace('%d', '\\d+')}\\.png$`);
    const [here, there] = ['here', 'there'].map((place) => readdirSync(at(place)).filter((file) => pattern.test(file)));
    expect(there).toEqual(here);
    expect(here!.length).toBeGreaterThan(0);
    for (const file of here!) {
      const [mine, theirs] = ['here', 'there'].map((place) => PNG.sync.read(readFileSync(join(at(place), file))));
      const most = Math.max(...mine!.data.map((value, index) => Math.abs(value - theirs!.data[index]!)));
      expect([theirs!.width, theirs!.height, most], file).toEqual([
        mine!.width,
        mine!.height,
        name === 'split' ? most : 0,
      ]);
      expect(most).toBeLessThanOrEqual(1);
      expect(new Set(mine!.data).size).toBeGreaterThan(2);
    }
  });

  it.each(REFUSED)('are refused in words: %j', (args, message) => {
    const before = readdirSync(folder);
    const path = at(args.includes('--turntable') ? 'no.y4m' : 'no.png');
    const { status, stderr } = runCli(['render', BALL, '-o', path, '--queue', redis.url, ...args]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual(before);
  });
});
