/** Several viewers on one page, set up by attributes alone: each shows what the command line does with the same options. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeWalkingSquare } from '../cli/render/mesh/walking-square.js';
import { makeFolder, runCli } from '../cli/run-cli.js';
import { LONGEST_WAIT_MS } from './longest-wait.js';
import { differenceOf, openViewer } from './open-viewer.js';
import { type PageServer, servePage } from './serve-page.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);
const folder = makeFolder();
const SIZE = { width: 100, height: 240 };
/** Options of each viewer's picture, and its files. */
const VIEWERS = {
  volume: {
    files: ['volumes/head-phantom.nrrd'],
    options: {
      ...{ iso: '40:ivory:0.4,90:red', 'crop-world': '-60:200,-200:200,-200:200', 'slab-thickness': '120' },
      ...{ view: 'left', azimuth: '25', zoom: '1.2', fov: '40', specular: '0.4', background: 'navy', step: '2' },
      ground: 'teal',
    },
  },
  meshes: {
    files: ['volumes/knot.ply'],
    options: {
      ...{ ground: 'wheat', 'mesh-color': 'tomato', crease: '20', elevation: '30', background: 'gray' },
      ...{ shadows: true, 'own-colors': false },
    },
  },
  labels: {
    // A diamond whose inside is the mask of the volume, shown as a smooth surface in it.
    files: ['volumes/marschner-lobb.nrrd'],
    mask: 'files/diamond.obj',
    options: {
      ...{ 'label-surfaces': true, 'label-smoothing': '2', labels: '1:orange:0.5', quality: 'plain', step: '2' },
      ...{ mode: 'isosurface', iso: '0.5', azimuth: '40' },
    },
  },
  paths: {
    // The light of a panorama, on what of the volume is inside a mesh.
    files: ['volumes/marschner-lobb.nrrd'],
    mask: 'files/diamond.obj',
    options: {
      quality: 'path',
      samples: '12',
      // Not reached: all paths are taken.
      noise: '1',
      environment: 'files/light.hdr',
      background: '#000',
      azimuth: '40',
      step: '2',
    },
  },
  values: {
    // More rays than a frame has are averaged on the page; a saved picture has as many as the command line's.
    files: ['files/heat.ply'],
    options: { values: 'heat', colormap: 'magma', range: '-1,6', samples: '64', azimuth: '30', crease: '0' },
    shown: { samples: '100' },
  },
  motion: {
    files: ['files/walk.gltf'],
    options: { animation: 'walk@1', 'mesh-color': 'plum', cull: 'back', projection: 'orthographic' },
  },
} as const;
type Name = keyof typeof VIEWERS;
const COUNT = Object.keys(VIEWERS).length;

interface Viewer {
  readonly files: readonly string[];
  readonly mask?: string;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Attributes in place of options. */
  readonly shown?: Readonly<Record<string, string>>;
}

/** A closed octahedron in the middle of the volume. */
const CORNERS = ['.6 0 0', '-.6 0 0', '0 .6 0', '0 -.6 0', '0 0 .6', '0 0 -.6'];
const FACES = ['1 3 5', '3 2 5', '2 4 5', '4 1 5', '3 1 6', '2 3 6', '4 2 6', '1 4 6'];
const DIAMOND = [...CORNERS.map((corner) => `v ${corner}`), ...FACES.map((face) => `f ${face}`), ''].join('\n');

/** The same as PLY, with a value at each corner. */
const HEAT = [
  ...['ply', 'format ascii 1.0', `element vertex ${CORNERS.length}`, 'property float x', 'property float y'],
  ...[
    'property float z',
    'property float heat',
    `element face ${FACES.length}`,
    'property list uchar int vertex_indices',
  ],
  ...['end_header', ...CORNERS.map((corner, index) => `${corner} ${index}`)],
  ...[
    ...FACES.map(
      (face) =>
        `3 ${face
          .split(' ')
          .map((corner) => Number(corner) - 1)
          .join(' ')}`,
    ),
    '',
  ],
].join('\n');

/** Two pixels of light: a Radiance picture. */
const LIGHT = Uint8Array.from([
  ...new TextEncoder().encode('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n'),
  ...[120, 90, 60, 129, 200, 160, 90, 130],
]);

const attributesOf = (options: object) =>
  Object.entries(options)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

const PAGE = `<!doctype html>
<style>body { margin: 0; display: flex } tilecast-viewer { width: ${SIZE.width}px; height: ${SIZE.height}px }</style>
${(Object.entries(VIEWERS) as [Name, Viewer][])
  .map(
    ([name, { files, options, shown, ...others }]) =>
      `<tilecast-viewer id="${name}" src="${files.join(' ')}" ${attributesOf(others)} frames="1" controls="none" ${attributesOf({ ...options, ...shown })}></tilecast-viewer>`,
  )
  .join('\n')}
<script>
  window.lost = [];
  window.devices = [];
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...args) {
    const device = await requestDevice.apply(this, args);
    devices.push(device);
    void device.lost.then(({ reason }) => lost.push(reason));
    return device;
  };
  window.told = [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.figure, .message { visibility: hidden }');
  for (const viewer of document.querySelectorAll('tilecast-viewer')) {
    customElements.whenDefined('tilecast-viewer').then(() => viewer.shadowRoot.adoptedStyleSheets.push(sheet));
    viewer.addEventListener('change', () => { viewer.rests = false; told.push(viewer.id); });
    viewer.addEventListener('frame', ({ detail }) => {
      viewer.rests = detail.kind === 'resting';
      viewer.accumulated = detail.accumulated;
    });
    viewer.addEventListener('error', ({ detail }) => { told.push(detail.message); });
  }
</script>
<script type="module" src="dist/viewer/index.js"></script>`;

let server: PageServer;
let page: Page;
const said: string[] = [];

beforeAll(async () => {
  const { chromium } = used();
  if (!chromium) return;
  writeWalkingSquare(join(folder, 'walk.gltf'));
  writeFileSync(join(folder, 'diamond.obj'), DIAMOND);
  writeFileSync(join(folder, 'light.hdr'), LIGHT);
  writeFileSync(join(folder, 'heat.ply'), HEAT);
  server = await servePage(PAGE, folder);
  page = await chromium.browser.newPage({ viewport: { width: COUNT * SIZE.width, height: SIZE.height } });
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  await page.goto(server.url);
});
afterAll(async () => {
  await page?.close();
  server?.close();
});

const test = (name: string, run: () => Promise<void>) =>
  it(name, async ({ skip }) => {
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    await run();
  });

/** Waits until something is so on the page. */
async function until(what: string): Promise<void> {
  const endMs = Date.now() + LONGEST_WAIT_MS;
  while (!(await page.evaluate(what))) {
    expect(Date.now(), `${what}; told: ${await page.evaluate('told.join()')}; ${said.join('; ')}`).toBeLessThan(endMs);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const settle = (name: Name) => until(`document.getElementById('${name}').rests === true`);
const run = <Result>(name: Name, work: string) =>
  page.evaluate(`(async () => { const viewer = document.getElementById('${name}'); ${work} })()`) as Promise<Result>;
const picture = async (name: Name) => PNG.sync.read(await page.locator(`#${name}`).screenshot());

const ROOT = join(import.meta.dirname, '..', '..');
const pathOf = (file: string) =>
  join(...(file.startsWith('files/') ? [folder, file.slice('files/'.length)] : [ROOT, file]));

/** The picture that the command line makes. */
function render(name: string, args: readonly string[]): PNG {
  const output = join(folder, `${name}.png`);
  const { status, stderr } = runCli(['render', ...args, '-o', output, '--software']);
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(output));
}

/** The picture that a viewer saves, as a file. */
async function save(work: (script: string) => Promise<string>): Promise<Buffer> {
  const encoded = await work(
    `const bytes = new Uint8Array(await (await viewer.screenshot(${JSON.stringify(SIZE)})).arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));`,
  );
  return Buffer.from(encoded, 'base64');
}

/** The files and options of a viewer as the command line takes them. */
function argumentsOf({ files, mask, options }: Omit<Viewer, 'shown'>): string[] {
  const given = Object.entries(options).flatMap(([option, value]) => {
    if (value === undefined) return [];
    if (typeof value === 'boolean') return [`--${value ? '' : 'no-'}${option}`];
    return [`--${option}`, value.startsWith('files/') ? pathOf(value) : value];
  });
  const masks = mask === undefined ? [] : ['--mask', pathOf(mask)];
  return [...files.map(pathOf), ...masks, ...given, '--size', `${SIZE.width}x${SIZE.height}`];
}

test('each shows what the command line does with the same options', async () => {
  for (const [name, viewer] of Object.entries(VIEWERS) as [Name, Viewer][]) {
    const expected = render(name, argumentsOf(viewer));
    await settle(name);
    const shown = await save((script) => run<string>(name, script));
    writeFileSync(join(folder, `saved-${name}.png`), shown);
    expect(new Set(expected.data).size, 'the picture must show something').toBeGreaterThan(3);
    expect(differenceOf(PNG.sync.read(shown), expected), name).toBeLessThanOrEqual(1);
  }
});

test('a picture holds its panorama and the mesh that is its mask: it is made again, and looked around in', async () => {
  const saved = join(folder, 'saved-paths.png');
  const picture = PNG.sync.read(readFileSync(saved));
  const folders = [folder, join(ROOT, 'volumes')];
  expect(differenceOf(render('replayed', ['--replay', saved, ...folders]), picture)).toBeLessThanOrEqual(1);
  const viewer = await openViewer(used().chromium!, {}, { ...SIZE, args: [saved, ...folders] });
  await viewer.settle();
  expect(differenceOf(PNG.sync.read(await save(viewer.run<string>)), picture)).toBeLessThanOrEqual(1);
  expect(await viewer.run('return window.watched.errors')).toEqual([]);
  await viewer.close();
});

test('more rays than a frame has are the mean of several frames on the page', async () => {
  // Of 128 rays, where the saved picture has 64: edges differ by less than a thirtieth.
  const expected = PNG.sync.read(readFileSync(join(folder, 'saved-values.png')));
  await until("document.getElementById('values').accumulated === 2");
  expect(differenceOf(await picture('values'), expected)).toBeLessThanOrEqual(8);
});

test('paths on the page end with all of them, and the picture that is saved', async () => {
  const saved = PNG.sync.read(readFileSync(join(folder, 'saved-paths.png')));
  await until(`document.getElementById('paths').accumulated === ${Number(VIEWERS.paths.options.samples)}`);
  expect(differenceOf(await picture('paths'), saved)).toBe(0);
});

test('pointers, keys and properties are those of one alone, each of which has a device', async () => {
  await settle('volume');
  await settle('meshes');
  const before = await picture('meshes');
  const cameras = () => page.evaluate(`JSON.stringify([volume.camera.eye, meshes.camera.eye])`) as Promise<string>;
  const [first, second] = JSON.parse(await cameras()) as [number[], number[]];
  await page.evaluate('told.length = 0');
  await page.mouse.move(60, 120);
  await page.mouse.down();
  await page.mouse.move(90, 130, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.press('ArrowLeft');
  await settle('volume');
  const [moved, still] = JSON.parse(await cameras()) as [number[], number[]];
  expect(moved).not.toEqual(first);
  expect(still).toEqual(second);
  expect(new Set(await page.evaluate<string[]>('told'))).toEqual(new Set(['volume']));
  expect(differenceOf(await picture('meshes'), before)).toBe(0);
  await page.locator('#meshes .surface').focus();
  await page.keyboard.press('ArrowUp');
  await run('meshes', `viewer.meshColor = 'teal';`);
  await settle('meshes');
  expect(new Set(await page.evaluate<string[]>('told'))).toEqual(new Set(['volume', 'meshes']));
  expect(differenceOf(await picture('meshes'), before)).toBeGreaterThan(50);
  expect(await run('volume', 'return JSON.stringify(viewer.document.meshStyle)')).toBe('{}');
  expect(await page.evaluate('[devices.length, lost.length]')).toEqual([COUNT, 0]);
});

test('an element that is taken away ends its device, and has another when it is put back', async () => {
  await page.evaluate('window.away = volume; away.remove(); away.rests = false');
  await until('lost.length === 1');
  await run('meshes', `viewer.meshColor = 'gold';`);
  await settle('meshes');
  await page.evaluate('document.body.prepend(away)');
  await settle('volume');
  expect(new Set((await picture('volume')).data).size).toBeGreaterThan(20);
  expect(await page.evaluate('[devices.length, lost.join()]')).toEqual([COUNT + 1, 'destroyed']);
  expect(said).toEqual([]);
});
