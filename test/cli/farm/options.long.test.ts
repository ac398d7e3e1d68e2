/** Every option of `render` gets through a job, or is refused in words: pictures by a worker are those that are rendered here. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RENDER_OPTIONS } from '../../../src/cli/render/render-options.js';
import { HAS_REDIS, type RedisServer, startRedis } from '../../farm/start-redis.js';
import { runCli, SAMPLE } from '../run-cli.js';
import {
  ARRAYS,
  at,
  BALL,
  COLORED,
  folder,
  KEYFRAMES,
  LABELS,
  LIGHT,
  MESH,
  NAMES,
  ONE_CAMERA,
  OTHER,
  QUALITIES,
  RAW,
  SQUARE,
  STORE,
  TETRAHEDRON,
  TIMES,
  TRANSFER,
  TWO_CAMERAS,
  VALUES,
  VECTORS,
} from './job-inputs.js';

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
  // Divides the samples.
  shares: [BALL, '--quality', 'path', '--samples', '4', '--split', '2'],
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
  });
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
