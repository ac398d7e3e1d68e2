/** What is fuzzed in process: each reader and parser, with files that it reads, and what must hold of what it makes of others. */
import { PNG } from 'pngjs';
import { parseShapes, parseViews } from '../../src/cli/sweep/parse-sweep.js';
import type { FileSource } from '../../src/files/volumes/source.js';
import {
  computeStatistics,
  createRawReader,
  formatCamera,
  formatTransfer,
  gunzip,
  InputError,
  MESH_FORMATS,
  NAMED_TRANSFERS,
  parseCamera,
  parseShape,
  parseShapeProfile,
  readEnvironment,
  readMesh,
  readTransfer,
  readVolume,
  VOLUME_FORMATS,
} from '../../src/index.js';
import { describeVolume, findBadTriangles, formatShapeProfile, parseRawLayout, parseViewName } from '../../src/lab.js';
import { encodePng } from '../../src/node/png/png.js';
import { readPngText } from '../../src/node/png/png-text.js';
import {
  parseBackground,
  parseLabels,
  parseOptionNumbers,
  parseRanges,
  parseSize,
  parseStep,
  parseVec3,
} from '../../src/recipe/parse/parse-options.js';
import { checkRecipe } from '../../src/recipe/recipe.js';
import { bakeTransferTable } from '../../src/transfer/table/transfer-table.js';
import type { Random } from '../camera/random.js';
import { ascii } from '../files/volumes/nrrd/write-nrrd.js';
import { sampleProfile } from '../shapes/sample-profile.js';
import { createArchiveTargets, readArchive } from './archives.js';
import { makeBomb } from './bombs.js';
import { makeHostileJob, performHostileJob } from './hostile-jobs.js';
import { makeHostileStore } from './hostile-stores.js';
import { raceLinks } from './link-races.js';
import { FOLDER_SEEDS, RAW_SEEDS, seedsOf, siblingOf } from './seeds.js';

export interface Target {
  readonly name: string;
  /** Whole files. */
  readonly seeds: readonly Uint8Array[];
  /** A damaged one, where whole ones are made of several files; else any of the seeds is damaged as bytes. */
  readonly damage?: (others: readonly Uint8Array[], random: Random) => Uint8Array;
  /** Reads one, whole or damaged; throws an Error that is no InputError where what it made breaks a law. */
  readonly run: (bytes: Uint8Array) => Promise<void>;
  /** More than its cases may take otherwise, where they are made to take much. */
  readonly limits?: CaseLimits;
}

/** The processor's time of a case, and the bytes of arrays that it may keep. */
export interface CaseLimits {
  readonly timeMs: number;
  readonly growthBytes: number;
}

/** Siblings of every file, whatever they are called. */
function sourceOf(name: string, bytes: Uint8Array): FileSource {
  return {
    name,
    bytes,
    gunzip,
    readSibling: async (sibling, sizeBytesMax = Number.POSITIVE_INFINITY) => {
      if (/missing|etc|dev/.test(sibling)) throw new InputError(`${sibling}: does not exist; check the path`);
      const found = siblingOf(sibling);
      if (found.length > sizeBytesMax) throw new InputError(`${sibling}: is too large`);
      return found;
    },
  };
}

const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const json = (value: unknown) => ascii(JSON.stringify(value));

function check(condition: boolean, law: string): void {
  if (!condition) throw new Error(`breaks a law: ${law}`);
}

async function runVolume(name: string, bytes: Uint8Array, read = readVolume): Promise<void> {
  const { volume, notes } = await read(sourceOf(name, bytes), {});
  const { sizes, voxels } = volume;
  check(voxels.length === sizes[0] * sizes[1] * sizes[2], 'there are as many voxels as the sizes say');
  check(
    voxels.every((value) => Math.abs(value) !== Number.POSITIVE_INFINITY),
    'voxels are finite, or nothing is there',
  );
  check(
    notes.every((note) => note.length < 1000),
    'notes are short',
  );
  if (voxels.length < 100_000) describeVolume(volume, computeStatistics(volume));
}

async function runMesh(name: string, bytes: Uint8Array): Promise<void> {
  const { mesh, notes, animations = [] } = await readMesh(sourceOf(name, bytes));
  check(Number.isInteger(mesh.positions.length / 3) && Number.isInteger(mesh.triangles.length / 3), 'triples');
  check(findBadTriangles(mesh).length < mesh.triangles.length / 3, 'one triangle is good');
  check(mesh.origin.every(Number.isFinite), 'the origin is finite');
  check(notes.length < 100, 'notes are few');
  for (const { seconds, at } of animations) {
    const moved = at(seconds / 3);
    check(moved.positions.length === mesh.positions.length, 'animations keep the vertices');
    check(moved.triangles.length === mesh.triangles.length, 'animations keep the triangles');
  }
}

const camera = ascii(
  formatCamera({ projection: 'perspective', eye: [0, -5, 0], target: [0, 0, 0], up: [0, 0, 1], fovDegrees: 30 }),
);
const transfers = NAMED_TRANSFERS.slice(0, 6).map(({ create }) => formatTransfer(create()));
const volumeProperty = '1\n1\n0.9\n0.1\n0.2\n10\n4 0 0 100 1\n4 0 1 255 1\n8 0 0 0 0 100 1 1 1\n';
const volumePropertyJson = {
  volumeProperties: [
    {
      effectiveRange: [0, 100],
      components: [
        {
          shade: true,
          lighting: { diffuse: 1, ambient: 0.2, specular: 0.1, specularPower: 4 },
          scalarOpacity: {
            points: [
              { x: 0, y: 0, midpoint: 0.5, sharpness: 0.4 },
              { x: 100, y: 1 },
            ],
          },
          rgbTransferFunction: {
            points: [
              { x: 0, color: [0, 0, 0] },
              { x: 100, color: [1, 1, 1] },
            ],
          },
        },
      ],
    },
  ],
};
const recipe = {
  tilecast: '0.1.0',
  inputs: [{ path: '/data/scan.nrrd', sha256: 'a'.repeat(64) }],
  mask: { path: 'mask.nrrd', sha256: 'b'.repeat(64) },
  options: { size: '64x64', clip: ['1,0,0,0'], shade: true, step: '1', transfer: 'bone' },
  camera: JSON.parse(toText(camera)),
  transfer: JSON.parse(transfers[0]!),
  time: 0.5,
  step: 1,
  shape: '32x4',
  adapter: 'one',
};
const png = encodePng(
  { width: 2, height: 2, pixels: new Uint8Array(16).fill(255) } as Parameters<typeof encodePng>[0],
  { text: { 'tilecast:recipe': JSON.stringify(recipe), long: 'x'.repeat(2000) } },
);

/** Options by their parsers; a file is a line of the option's name and its value. */
const OPTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  background: (text) => parseBackground('background', text),
  labels: (text) => parseLabels('labels', text),
  window: (text) => parseOptionNumbers('window', text, ['LO', 'HI']),
  crop: (text) => parseRanges('crop', text),
  size: (text) => parseSize('size', text),
  step: (text) => parseStep('step', text),
  eye: (text) => parseVec3('eye', text),
  raw: (text) => parseRawLayout(text),
  workgroup: (text) => parseShape(text),
  view: (text) => parseViewName(text),
  views: (text) => parseViews(text),
  shapes: (text) => parseShapes(text, 1024),
};
const OPTION_SEEDS = [
  ...['background #ff8000', 'background 0.1,0.2,0.3', 'labels 1:#ff0000:0.5,2', 'window -100,300', 'crop 0:50,:,20:'],
  ...['size 512x512', 'step 0.5', 'eye -1,2,3e2', 'raw 20x30x40:uint16:le', 'workgroup 32x4/8x4@morton+16'],
  ...['view anterior', 'views six,sphere:64', 'shapes 128,16x16,all'],
];

/** A target for each format of a table, so that a new reader is attacked as soon as it is in it. */
const volumeTargets = VOLUME_FORMATS.map(({ name, extensions }) => {
  const file = `volume${extensions[0] ?? `.${name.toLowerCase()}`}`;
  return { name: file, seeds: seedsOf(name), run: (bytes: Uint8Array) => runVolume(file, bytes) };
});
const meshTargets = MESH_FORMATS.map(({ name, extensions }) => {
  const file = `mesh${extensions[0]}`;
  return { name: file, seeds: seedsOf(name), run: (bytes: Uint8Array) => runMesh(file, bytes) };
});

const panoramaHeader = '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 4 +X 8\n';
/** Pixels as they are and repeated, and in runs by channel. */
const panoramas = [
  [...Array(28).fill([90, 40, 7, 130]).flat(), 9, 8, 7, 129, 1, 1, 1, 3],
  Array(4).fill([2, 2, 0, 8, 136, 50, 3, 1, 2, 3, 133, 9, 136, 200, 8, 120, 121, 122, 123, 124, 125, 126, 127]).flat(),
].map((pixels) => Uint8Array.from([...ascii(panoramaHeader), ...pixels]));

export const TARGETS: readonly Target[] = [
  ...volumeTargets,
  {
    name: 'volume.raw',
    seeds: RAW_SEEDS,
    run: (bytes) => runVolume('a.raw', bytes, createRawReader(parseRawLayout('5x4x3:int16:le')) as typeof readVolume),
  },
  ...meshTargets,
  ...createArchiveTargets(['PNG', 'JPEG', 'TIFF'].flatMap(seedsOf), FOLDER_SEEDS),
  {
    name: 'transfer.json',
    seeds: [...transfers.map(ascii), ascii(volumeProperty), json(volumePropertyJson)],
    run: async (bytes) => {
      const transfer = readTransfer(toText(bytes), 'a.json');
      const { rgba } = bakeTransferTable(transfer, { maxCells: 64, minCells: 16 });
      check(
        rgba.every((value) => value >= 0 && value <= 1),
        'colours and opacities are from 0 to 1',
      );
      check(formatTransfer(transfer).length > 0, 'it can be written');
    },
  },
  {
    name: 'camera.json',
    seeds: [camera, ascii(toText(camera).replace('perspective', 'orthographic').replace('fovDegrees', 'height'))],
    run: async (bytes) => {
      const { eye, target, up } = parseCamera(toText(bytes), 'a.json');
      check([...eye, ...target, ...up].every(Number.isFinite), 'cameras are finite');
    },
  },
  {
    name: 'environment.hdr',
    seeds: panoramas,
    run: async (bytes) => {
      const { width, height, colors } = await readEnvironment(bytes, 'a.hdr');
      check(width === 2 * height && colors.length === 3 * width * height, 'a panorama is twice as wide as high');
      check(
        colors.every((color) => color >= 0 && color < Number.POSITIVE_INFINITY),
        'light is finite, and not negative',
      );
    },
  },
  {
    name: 'recipe.json',
    seeds: [json(recipe)],
    run: async (bytes) => {
      const { options } = checkRecipe(parseJson(bytes));
      const writes = ['stats', 'output', 'save-camera', 'replay', 'cameras', 'turntable'];
      check(
        Object.keys(options).every((name) => !writes.includes(name)),
        'a recipe sets nothing that writes',
      );
    },
  },
  {
    name: 'picture.png',
    seeds: [png, new Uint8Array(PNG.sync.write(new PNG({ width: 3, height: 3 })))],
    run: async (bytes) => void readPngText(bytes, 'a.png'),
  },
  {
    name: 'profile.json',
    seeds: [ascii(formatShapeProfile(sampleProfile({ a: '1x128', b: '8x8' } as Parameters<typeof sampleProfile>[0])))],
    run: async (bytes) => void parseShapeProfile(toText(bytes), 'a.json'),
  },
  {
    name: 'options.txt',
    seeds: OPTION_SEEDS.map(ascii),
    run: async (bytes) => {
      // Messages quote options whole, and shells bound them.
      const [name = '', ...rest] = toText(bytes).slice(0, 1000).split(' ');
      (Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined)?.(rest.join(' '));
    },
  },
  ...createHostileTargets(),
];

/** What strangers send on purpose, made whole by construction. */
function createHostileTargets(): readonly Target[] {
  return [
    {
      name: 'bomb.zip',
      seeds: [],
      damage: (_, random) => makeBomb(random),
      run: (bytes) => readArchive('bomb.zip', bytes),
      limits: { timeMs: 10_000, growthBytes: 1 << 29 },
    },
    {
      name: 'hostile-store.zip',
      seeds: [makeHostileStore(() => 0.5, 0)],
      damage: (_, random) => makeHostileStore(random),
      run: (bytes) => readArchive('hostile-store.zip', bytes),
    },
    {
      name: 'job.json',
      seeds: [makeHostileJob(() => 0.5)],
      damage: (_, random) => makeHostileJob(random),
      run: performHostileJob,
    },
    ...(process.platform === 'linux'
      ? [{ name: 'link-race.txt', seeds: [], damage: () => ascii('20'), run: raceLinks }]
      : []),
  ];
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(toText(bytes));
  } catch (cause) {
    throw new InputError('a.json: is not JSON', { cause });
  }
}

/** Every seed of every target: what pieces are taken from. */
export const ALL_SEEDS: readonly Uint8Array[] = TARGETS.flatMap(({ seeds }) => seeds);
