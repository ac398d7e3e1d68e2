/** `tilecast view` shows of inputs and options, by what the page's element gets of them, what `tilecast render` shows of the same. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseQuickly } from '../../src/cli/arguments/parse-quickly.js';
import { chooseCamera } from '../../src/cli/render/frames/choose-camera.js';
import { planPicture } from '../../src/cli/render/pictures/open-picture.js';
import { type GivenArguments, RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { chooseAttributes } from '../../src/cli/view/choose-attributes.js';
import { listInputs } from '../../src/cli/view/list-inputs.js';
import type { PosedMesh, Volume } from '../../src/index.js';
import { completeTexts, parseOptions } from '../../src/recipe/options.js';
import { recipeToJson } from '../../src/recipe/recipe-json.js';
import { readAttribute } from '../../src/viewer/attributes.js';
import { selectionOf } from '../../src/viewer/document/parse-document.js';
import { exactOptions } from '../../src/viewer/frames/subject.js';
import { Session } from '../../src/viewer/session.js';
import { makeTaskFiles } from '../browser/tasks/task-files.js';
import { makeFolder } from '../cli/run-cli.js';
import { writeTiff } from '../files/volumes/tiff/write-tiff.js';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const folder = makeFolder();
let names: readonly string[];
beforeAll(async () => {
  const files = { ...(await makeTaskFiles()), ...MORE };
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  names = Object.keys(files);
});

/** A triangle mesh with values at its corners, and two streamlines. */
const MORE: Readonly<Record<string, string | Uint8Array>> = {
  'values.vtk': [
    ...['# vtk DataFile Version 3.0', 'a surface', 'ASCII', 'DATASET POLYDATA', 'POINTS 4 float'],
    ...['10 10 10', '40 10 10', '10 40 10', '10 10 40', 'POLYGONS 4 16'],
    ...['3 0 2 1', '3 0 1 3', '3 0 3 2', '3 1 2 3', 'POINT_DATA 4', 'SCALARS strain float 1', 'LOOKUP_TABLE default'],
    ...['-2 0 1 5', ''],
  ].join('\n'),
  'tracks.vtk': [
    ...['# vtk DataFile Version 3.0', 'tracks', 'ASCII', 'DATASET POLYDATA', 'POINTS 5 float'],
    ...['10 10 10', '20 12 10', '30 20 10', '10 40 20', '40 40 30', 'LINES 2 7', '3 0 1 2', '2 3 4', ''],
  ].join('\n'),
  'stack.tif': writeTiff({
    ...{ width: 6, height: 5, resolution: [10, 3] },
    pages: [1, 2, 3, 4].map((k) => Uint8Array.from({ length: 30 }, (_, at) => (at * 7 * k) % 250)),
  }),
  'landmarks.nrrd': [
    ...[
      'NRRD0004',
      'type: uint8',
      'dimension: 3',
      'sizes: 24 20 16',
      'encoding: ascii',
      'kinds: domain domain domain',
      '',
    ],
    Array.from({ length: 24 * 20 * 16 }, (_, at) => ([2105, 4310, 6215].includes(at) ? 1 + (at % 7) : 0)).join(' '),
  ].join('\n'),
  'page.nrrd': [
    ...['NRRD0004', 'type: uint8', 'dimension: 3', 'sizes: 3 20 16', 'encoding: ascii', ''],
    Array.from({ length: 960 }, (_, at) => (at * 7) % 251).join(' '),
  ].join('\n'),
  'slices.nrrd': [
    ...[
      'NRRD0004',
      'type: uint8',
      'dimension: 3',
      'sizes: 60 44 5',
      'encoding: ascii',
      'kinds: domain domain domain',
      '',
    ],
    Array.from({ length: 60 * 44 * 5 }, (_, at) => 20 + 5 * (Math.floor(at / 60) % 44) + ((at * 7) % 11)).join(' '),
  ].join('\n'),
  'grey.raw': Array.from({ length: 1000 }, (_, at) => String.fromCharCode(at % 100)).join(''),
};

/** A mesh that is moved has its corners where the command line has put them, to a thousandth. */
function placed({ mesh, transform = IDENTITY, ...posed }: PosedMesh) {
  const { positions, origin, ...rest } = mesh;
  const corners = Array.from({ length: positions.length / 3 }, (_, at) => {
    const corner = [0, 1, 2].map((axis) => origin[axis]! + positions[3 * at + axis]!);
    return [0, 1, 2].map((row) => {
      const place = corner.reduce((sum, x, axis) => sum + transform[4 * axis + row]! * x, transform[12 + row]!);
      return Math.round(1000 * place) / 1000 + 0;
    });
  });
  return { ...posed, ...rest, corners };
}

const parse = (words: readonly string[]) =>
  parseQuickly({ quick: { options: RENDER_OPTIONS, list: 'inputs' } }, words) as GivenArguments;

/** All that a renderer gets, without the places where voxels of a store come from: long lists by their digests. */
function plainOf(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const { byteOffset, byteLength, buffer } = value;
    const digest = createHash('sha1').update(new Uint8Array(buffer, byteOffset, byteLength));
    return `${value.constructor.name} ${digest.digest('hex')}`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainOf);
  if ('chunkSizes' in value) {
    const { sizes, indexToWorld } = value as unknown as Volume;
    return { sizes, indexToWorld };
  }
  if ('mesh' in value) return plainOf(placed(value as PosedMesh));
  const { volume, finest } = value as { readonly volume?: Volume; readonly finest?: Volume };
  // The finest voxels are told where others are shown.
  const isFinest = finest !== undefined && String(finest.sizes) === String(volume?.sizes);
  const left = isFinest ? ['pages', 'finest'] : ['pages'];
  const fields = Object.entries(value).filter(([name, field]) => field !== undefined && !left.includes(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, plainOf(field)]));
}

async function byRender(words: readonly string[]) {
  const { inputs = [], ...given } = parse(words);
  const texts = completeTexts(given);
  const plan = await planPicture(texts, given, undefined);
  const noDevice = Promise.reject(new Error('there is none'));
  noDevice.catch(() => undefined);
  const { subject, recipeFor } = await plan.open(inputs, { several: false, gpu: noDevice });
  const camera = (await chooseCamera(parseOptions(texts)))(subject);
  const { scene, options } = subject.describe({ camera, time: 0 });
  const { step, quality } = options;
  const recipe = await recipeFor({ camera, time: 0 });
  const view = JSON.stringify(recipeToJson(recipe, { shape: 'auto', adapter: 'any' }));
  return { shown: { scene: plainOf(scene), camera, step, quality }, view };
}

/** The files as the page gets them. */
async function filesOf({ inputs = [] }: GivenArguments, mask: string | undefined) {
  const belowOf = (root: string) =>
    names.map((name) => ({ name, path: join(folder, name) })).filter(({ path }) => path.startsWith(root));
  const listed = (await listInputs(inputs)).flatMap((file) => (file.isStore ? belowOf(file.path) : [file]));
  const masks = mask === undefined ? [] : (await listInputs([mask])).map((file) => ({ ...file, isMask: true }));
  return [...listed, ...masks].map(({ path, ...file }) => ({ ...file, source: new Blob([readFileSync(path)]) }));
}

/** @param view a recipe that the page begins with, in place of attributes. */
async function byViewer(words: readonly string[], view?: string) {
  const args = parse(words);
  const { attributes, mask } = await chooseAttributes(args, false);
  const errors: Error[] = [];
  const session = new Session({
    picture: () => undefined,
    camera: () => undefined,
    controls: () => undefined,
    loading: () => undefined,
    error: (error) => errors.push(error),
    shown: async () => undefined,
    gpu: async () => undefined,
  });
  const { width, height } = parseOptions(completeTexts(args)).size;
  session.navigation.view.aspect = width / height;
  for (const [name, value] of Object.entries(view === undefined ? attributes : {})) {
    const { document, view, selection } = readAttribute(name, value, session.document);
    if (document) session.begin(document);
    if (view) session.seeFirst(view);
    if (selection) await session.contents.beginSelection(selection);
  }
  if (view !== undefined) {
    session.openView(view, 'picture.png');
    await session.contents.select(selectionOf(view, 'picture.png') ?? {});
  }
  await session.load(await filesOf(args, mask), {});
  await session.whenMade();
  expect(errors).toEqual([]);
  const { scene, camera, ...subject } = session.subject!;
  const { step, quality } = exactOptions({ scene, camera, ...subject });
  return { scene: plainOf(scene), camera, step, quality };
}

const path = (name: string) =>
  /^[a-z]+(\.(nrrd|nii|obj|vtk|png|zarr|raw|tif)|\/)$/.test(name) ? join(folder, name) : name;

describe.each([
  'ct.nrrd',
  'ct.nrrd --transfer bone',
  'ct.nrrd --window=-160,240',
  'ct.nrrd --window=-160,240 --transfer bone --no-shade',
  'ct.nrrd --mode mip',
  'ct.nrrd --mode minip --crop 2:20,3:20,1:15',
  'ct.nrrd --mode average --window 0,100',
  'ct.nrrd --mode isosurface --iso 500',
  'ct.nrrd --iso 500 --shadows --ground white',
  'ct.nrrd --iso 300:red:0.4,900:white',
  'ct.nrrd --threshold 500',
  'ct.nrrd --slab-thickness 10 --view left',
  'ct.nrrd --quality path --environment sky --samples 4',
  'ct.nrrd --ambient-occlusion 8 --view superior --zoom 2 --azimuth 30 --elevation 20 --ground grey',
  'ct.nrrd labels.nii',
  'ct.nrrd --mask labels.nii --labels 1:red --blocky',
  'ct.nrrd labels.nii --blocky',
  'ct.nrrd labels.nii --blocky --mask-edges smooth',
  'ct.nrrd labels.nii --fused-opacity 0.4',
  'ct.nrrd labels.nii stat.nii --blocky',
  'ct.nrrd stat.nii labels.nii --mask labels.nii',
  'ct.nrrd --mask labels.nii --blocky',
  'ct.nrrd --mask labels.nii --labels 2 --blocky',
  'labels.nii --blocky',
  'labels.nii --voxels values',
  'ct.nrrd --voxels labels --blocky',
  'stat.nii',
  'stat.nii --threshold 2',
  'stat.nii --window 2,5',
  'stat.nii --mode mip',
  'ct.nrrd stat.nii',
  'ct.nrrd stat.nii --fused-threshold 2 --fused-opacity 0.5',
  'ct.nrrd stat.nii --fused-transfer hot --fused-window 1,4 --fused-depth 6',
  'ct.nrrd far.nrrd',
  'times.nii',
  'times.nii --time 2',
  'times.nii ct.nrrd --time 1',
  'few.nii',
  'slices.nrrd',
  'page.nrrd',
  'page.nrrd --component 1',
  'landmarks.nrrd --blocky',
  'few.nii --transfer bone',
  'few.nii --mode mip',
  'picture.png',
  'picture.png --window 10,200',
  'cells.zarr',
  'cells.zarr --component 1',
  'cells.zarr --component 1,0',
  'active.zarr',
  'active.zarr --transfer hot',
  'active.zarr --window 10,100',
  'active.zarr --threshold 50',
  'active.zarr --iso 100',
  'active.zarr --mode mip',
  'active.zarr --shade --fused-opacity 0.4',
  'active.zarr --component 0,2 --transfer hot',
  'active.zarr ball.obj',
  'active.zarr cells.zarr',
  'series/',
  'series/ --series 1',
  'windows/',
  'windows/ --transfer bone',
  'film/',
  'film/ --mode mip',
  'cal.nii',
  'ball.obj',
  'ball.obj --mesh-color red --mesh-opacity 0.5 --flat',
  'ball.obj --ground white --shadows --view left',
  'ball.obj --deform twist',
  'ball.obj --transform 1,0,0,5,0,1,0,6,0,0,1,7',
  'ball.obj --transform ras',
  'ct.nrrd ball.obj',
  'ct.nrrd ball.obj --no-shade --transfer bone',
  'values.vtk',
  'values.vtk --values strain',
  'values.vtk --values strain --colormap inferno --range 0,3',
  'values.vtk --values strain --threshold 1',
  'values.vtk ct.nrrd --values strain',
  'ct.nrrd --size 90x30',
  'tracks.vtk',
  'core/',
  'core/ --spacing 1,1,2',
  'core/ ct.nrrd',
  'stack.tif',
  'stack.tif --spacing 1,1,2',
  'ct.nrrd tracks.vtk',
  'grey.raw --raw 10x10x10:uint8 --spacing 1,1,3',
  'ct.nrrd --mode xray --window 0,5',
  'ct.nrrd --mode xray',
  'ct.nrrd --quality plain --step 0.5 --no-skip',
  'labels.nii --labels 1,2:red:0.5 --blocky',
  'ct.nrrd ball.obj values.vtk --mesh-color red --mesh-color blue',
  'ct.nrrd --clip 1,0,0,20 --crop-world 0:40,0:40,0:30',
  'stat.nii ct.nrrd',
  'stat.nii labels.nii --blocky',
  'picture.png --view f',
  'ct.nrrd --up 0,1,0 --eye 100,50,20 --target 20,20,20',
  'ball.obj values.vtk --projection orthographic --height 90',
])('%s', (line) => {
  const words = () => line.split(' ').map(path);

  it('is the same scene by the same camera, and the same again by the recipe of the picture', async () => {
    const { shown, view } = await byRender(words());
    expect(await byViewer(words())).toEqual(shown);
    expect(await byViewer(words(), view)).toEqual(shown);
  });
});
