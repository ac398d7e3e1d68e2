/** The table of features beside those of others: a check for every row in which tilecast claims one. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import {
  createShading,
  defaultAppearance,
  fitPoints,
  Gpu,
  Renderer,
  readVolume,
  shownPoints,
  type VolumeScene,
  viewDirection,
} from '../../src/index.js';
import { listAdapters, openGpu, readVolumeFile } from '../../src/node/index.js';
import { collectReachable } from '../browser/collect-reachable.js';
import { writeSlice } from '../files/dicom/write-dicom.js';
import { writeMetaImage } from '../files/volumes/meta-image/write-meta-image.js';
import { writeNifti } from '../files/volumes/nifti/write-nifti.js';
import { attach, headerOf, join as joinBytes, sourceOf } from '../files/volumes/nrrd/write-nrrd.js';
import { runCli, runProcess } from './run-cli.js';

const ROOT = join(import.meta.dirname, '..', '..');
const TABLE = readFileSync(join(ROOT, 'experiments', 'peers', 'README.md'), 'utf8');

/** The cells of tilecast by the names of the rows. */
function readTable(): Map<string, string> {
  const lines = TABLE.split('\n');
  const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
  const head = lines.findIndex((line) => cellsOf(line).includes('tilecast') && line.includes('F3D'));
  const column = cellsOf(lines[head] ?? '').indexOf('tilecast');
  const rows = new Map<string, string>();
  for (let line = head + 2; head >= 0 && lines[line]?.startsWith('|'); line++) {
    const cells = cellsOf(lines[line]!);
    rows.set(cells[1]!, cells[column]!);
  }
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), 'tilecast-features-'));
const at = (name: string) => join(folder, name);

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

const SIZES = [12, 10, 8] as const;
/** Rises to a ball that is off the middle, so that no two views are alike. */
const VOXELS = Array.from({ length: 12 * 10 * 8 }, (_, index) => {
  const [i, j, k] = [index % 12, Math.floor(index / 12) % 10, Math.floor(index / 120)];
  return Math.max(0, Math.round(250 - 45 * Math.hypot(i - 4, j - 5, k - 3)));
});
const BYTES = Uint8Array.from(VOXELS);
const NRRD_FIELDS = {
  type: 'uchar',
  sizes: SIZES.join(' '),
  space: 'left-posterior-superior',
  'space directions': '(1,0,0) (0,1,0) (0,0,2)',
  'space origin': '(0,0,0)',
};
const BALL = write('ball.nrrd', attach(NRRD_FIELDS, BYTES));
const LABELS = write(
  'labels.nrrd',
  attach(
    NRRD_FIELDS,
    BYTES.map((_, index) => (index % 12 < 5 ? 1 : 2)),
  ),
);
const SMALL = ['--size', '24x20', '--software'];
/** Options for inputs that do not say where the patient's front is. */
const FRONT = ['--view', 'anterior'];

function run(...args: string[]) {
  const { status, stdout, stderr } = runCli(args);
  expect(status, stderr).toBe(0);
  return stdout.toString();
}

const pixelsOf = (path: string) => PNG.sync.read(readFileSync(path)).data;
const pictures = new Map<string, Buffer>();

/** The pixels of `tilecast render` with these arguments, the same ones only once. */
function render(input: string, ...args: string[]): Buffer {
  const key = JSON.stringify([input, args]);
  let picture = pictures.get(key);
  if (!picture) {
    run('render', input, '-o', at('out.png'), ...SMALL, ...args);
    picture = pixelsOf(at('out.png'));
    pictures.set(key, picture);
  }
  return picture;
}

/** Expects that each list of arguments makes a picture of its own. */
function expectDistinct(...variants: (readonly string[])[]): void {
  const distinct = new Set(variants.map((args) => render(BALL, ...args).toString('base64')));
  expect(distinct.size, JSON.stringify(variants)).toBe(variants.length);
}

const expectChange = (...args: string[]) => expectDistinct([], args);

const MODES = [
  ['--mode', 'mip'],
  ['--mode', 'minip'],
  ['--mode', 'average'],
  ['--mode', 'xray'],
  ['--iso', '120'],
] as const;
const expectMode = () => expectDistinct([], ...MODES);

const COLORS = [
  { value: 0, color: '#0000ff' },
  { value: 200, color: '#ff8000' },
];
const OPACITIES = [
  { value: 60, opacity: 0 },
  { value: 200, opacity: 0.75 },
];
const TRANSFER = { colors: COLORS, opacities: OPACITIES, unit: 1 };
const writeTransfer = (name: string, more: object = {}) => write(name, JSON.stringify({ ...TRANSFER, ...more }));

/** The command line's picture of BALL by itself. */
async function renderByLibrary(gpu: Gpu, scene: Pick<VolumeScene, 'volume'>): Promise<Uint8Array> {
  const { volume } = scene;
  const direction = viewDirection('anterior', volume.indexToWorld);
  const { transfer } = defaultAppearance(volume);
  const shown = { volume, transfer, shading: createShading(transfer.shading) };
  const camera = fitPoints(shownPoints(shown), direction, { aspect: 24 / 20 });
  const { pixels } = await new Renderer(gpu).render(shown, camera, { width: 24, height: 20 });
  gpu.destroy();
  return pixels;
}

const CHECKS: Readonly<Record<string, () => void | Promise<void>>> = {
  'a picture by one command': () => {
    const { status, stderr } = runProcess(['render', BALL, '-o', at('one.png'), ...SMALL], { DISPLAY: '' });
    expect(status, stderr).toBe(0);
    expect(new Set(pixelsOf(at('one.png'))).size).toBeGreaterThan(10);
  },
  'without a GPU': () => {
    run('render', BALL, '-o', at('out.png'), ...SMALL, '--stats', at('stats.json'));
    expect(JSON.parse(readFileSync(at('stats.json'), 'utf8'))).toMatchObject({ software: true });
  },
  NRRD: () => {
    write('voxels.raw', BYTES);
    const detached = write('ball.nhdr', headerOf({ ...NRRD_FIELDS, 'data file': 'voxels.raw' }));
    expect(render(detached)).toEqual(render(BALL));
  },
  NIfTI: () => {
    // RAS, so that LPS is the other way along x and y.
    const sform = [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 2, 0];
    const nifti = writeNifti(VOXELS, 'uint8', { dim: [3, ...SIZES], pixdim: [1, 1, 1, 2], sformCode: 1, sform });
    expect(render(write('ball.nii', nifti), ...FRONT)).toEqual(render(BALL));
  },
  DICOM: () => {
    const folder = at('dicom');
    mkdirSync(folder);
    for (let k = 0; k < SIZES[2]; k++) {
      const [columns, rows] = SIZES;
      const elements = {
        ...{ '00280010 US': [rows], '00280011 US': [columns], '00280030 DS': '1\\1', '00281052 DS': '0' },
        ...{
          '00200032 DS': `0\\0\\${2 * k}`,
          '7FE00010 OW': VOXELS.slice(k * columns * rows, (k + 1) * columns * rows),
        },
      };
      writeFileSync(join(folder, `${k}`), writeSlice(k, elements));
    }
    expect(render(folder)).toEqual(render(BALL));
  },
  MetaImage: () => {
    const fields = { DimSize: SIZES.join(' '), ElementType: 'MET_UCHAR', ElementSpacing: '1 1 2' };
    expect(render(write('ball.mha', writeMetaImage(fields, BYTES)), ...FRONT)).toEqual(render(BALL));
  },
  'raw voxels': () => {
    const raw = ['--raw', `${SIZES.join('x')}:uint8`, '--spacing', '1,1,2'];
    expect(render(write('ball.raw', BYTES), ...raw, ...FRONT)).toEqual(render(BALL));
  },
  'transfer functions in JSON': () => expectChange('--transfer', writeTransfer('transfer.json')),
  'transfer functions of 3D Slicer (.vp)': () => {
    const lines = ['1', '0', '1', '0', '0', '1', '4 60 0 200 0.75', '4 0 1 255 1', '8 0 0 0 1 200 1 0.5 0'];
    const property = write('transfer.vp', lines.join('\n'));
    // #ff8000 is not quite half green.
    const half = { colors: [COLORS[0], { value: 200, color: [1, 0.5, 0] }] };
    expect(render(BALL, '--transfer', property)).toEqual(
      render(BALL, '--transfer', writeTransfer('half.json', half), '--no-shade'),
    );
  },
  'CT and MR presets by name': () => {
    const window = ['--window', '40,255'];
    expectDistinct([], ['--transfer', 'CT-Bone', ...window], ['--transfer', 'MR-Default', ...window]);
  },
  'named colour maps': () => expectDistinct([], ['--transfer', 'viridis'], ['--transfer', 'inferno']),
  composite: expectMode,
  'maximum intensity': expectMode,
  'minimum intensity': expectMode,
  average: expectMode,
  isosurface: expectMode,
  'thick slab': () => expectDistinct(MODES[0], [...MODES[0], '--slab-thickness', '2']),
  'shading by gradients': () => expectChange('--no-shade'),
  'opacity by gradient magnitude': () => {
    const gradientOpacities = [
      { value: 0, opacity: 0 },
      { value: 80, opacity: 1 },
    ];
    expectDistinct(
      ['--transfer', writeTransfer('plain.json')],
      ['--transfer', writeTransfer('gradient.json', { gradientOpacities })],
    );
  },
  jitter: () => expectDistinct([], ['--jitter', '1'], ['--jitter', '2']),
  supersampling: () => expectChange('--samples', '4'),
  'light by random paths': () => {
    const light = Buffer.concat([Buffer.from('#?RADIANCE\n\n-Y 1 +X 2\n'), Buffer.of(9, 9, 9, 128, 200, 160, 90, 130)]);
    const path = ['--quality', 'path', '--samples', '4'];
    const studio = render(BALL, ...path);
    const room = render(BALL, ...path, '--environment', write('room.hdr', light));
    const rays = render(BALL);
    expect([studio.equals(room), studio.equals(rays), room.equals(rays)]).toEqual([false, false, false]);
  },
  'clip planes': () => expectChange('--clip', '1,0,0,4'),
  'crop to a box': () => expectDistinct([], ['--crop', '3:,:,:'], ['--crop-world', '0:5,0:10,0:16']),
  'label masks': () => expectDistinct([], ['--mask', LABELS, '--labels', '1'], ['--mask', LABELS, '--labels', '2']),
  'closed surfaces of labels': () => expectChange('--mask', LABELS, '--label-surfaces'),
  'orthographic and anatomical views': () => {
    expectDistinct([], ['--view', 'left'], ['--view', 'left', '--projection', 'orthographic']);
  },
  'turntable or list of cameras': () => {
    run('render', BALL, '-o', at('turn-%d.png'), '--turntable', '2', ...SMALL, '--save-camera', at('camera.json'));
    expect(pixelsOf(at('turn-1.png'))).not.toEqual(pixelsOf(at('turn-0.png')));
    const list = write('cameras.json', `[${readFileSync(at('camera.json'), 'utf8')}]`);
    run('render', BALL, '-o', at('list-%d.png'), '--cameras', list, ...SMALL);
    expect(readdirSync(folder)).toContain('list-0.png');
  },
  'animated output': () => {
    run('render', BALL, '-o', at('spin.png'), '--turntable', '2', ...SMALL);
    expect(readFileSync(at('spin.png')).toString('latin1').match(/fcTL/g)).toHaveLength(2);
  },
  'recipe in the picture, replayed': () => {
    run('render', BALL, '-o', at('first.png'), ...SMALL, '--azimuth', '20', '--transfer', 'viridis');
    run('render', '--replay', at('first.png'), '-o', at('again.png'), '--software');
    expect(readFileSync(at('again.png')).equals(readFileSync(at('first.png')))).toBe(true);
  },
  'what is in a file': () => expect(JSON.parse(run('info', BALL, '--json'))).toMatchObject({ sizes: [...SIZES] }),
  'scale bar, orientation, colour bar': () => {
    const overlays = ['scale-bar', 'orientation', 'color-bar'];
    expectDistinct([], ...overlays.map((overlay) => ['--overlay', overlay]));
  },
  'library in Node': async () => {
    const pixels = await renderByLibrary(await openGpu({ software: true }), await readVolumeFile(BALL));
    expect(Buffer.from(pixels)).toEqual(render(BALL));
  },
  'library in the browser': async () => {
    // The bundle needs nothing but itself, and bytes are read without files.
    const files = [...collectReachable('index.js').values()];
    expect(files.flatMap(({ specifiers }) => specifiers).filter((name) => !/^\.\.?\//.test(name))).toEqual([]);
    const { volume } = await readVolume(sourceOf(joinBytes(readFileSync(BALL))));
    expect(volume.voxels).toEqual(BYTES);
  },
  WebGPU: async () => {
    // A device that a page gets from navigator.gpu is all that it takes.
    const { adapters } = await listAdapters();
    const { adapter } = adapters.find((found) => found.software)!;
    const pixels = await renderByLibrary(await Gpu.open(adapter), await readVolumeFile(BALL));
    expect(Buffer.from(pixels)).toEqual(render(BALL));
  },
};

describe('the table of features', () => {
  const rows = readTable();

  it('claims nothing unchecked, and all that is checked', () => {
    expect([...rows.keys()]).toEqual(Object.keys(CHECKS));
    expect(new Set(rows.values())).toEqual(new Set(['yes']));
  });

  it.each(Object.entries(CHECKS))('is true: %s', (_, check) => check());
});
