/** Names that somebody chose to do harm, of files and of what is in them, on the page in a browser: each is text there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVolume, writeVolume } from '../../src/index.js';
import { writeWalkingSquare } from '../cli/render/mesh/walking-square.js';
import { writeSlice } from '../files/dicom/write-dicom.js';
import { HOSTILE_NAMES } from '../hostile-names.js';
import { LONGEST_WAIT_MS } from './longest-wait.js';
import { createDrop, type OpenedViewer, openViewer } from './open-viewer.js';
import { PRESENTING_ARGUMENTS, type StartedChromium } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);
const usedWithout = useChromium([]);
const folder = mkdtempSync(join(tmpdir(), 'tilecast-names-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(path: string, bytes: Uint8Array | string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

const SIDE = 6;

/** A channel of each name. */
function writeChannels(): string {
  const array = { zarr_format: 2, chunks: [1, SIDE, SIDE, SIDE], dtype: '|u1', order: 'C', fill_value: 0 };
  const axes = [...'czyx'].map((name) => ({ name, type: name === 'c' ? 'channel' : 'space' }));
  const datasets = [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1, 1] }] }];
  const channels = HOSTILE_NAMES.map((label) => ({ label }));
  put('channels.zarr/.zgroup', JSON.stringify({ zarr_format: 2 }));
  put(
    'channels.zarr/.zattrs',
    JSON.stringify({ multiscales: [{ version: '0.4', axes, datasets }], omero: { channels } }),
  );
  const shape = [HOSTILE_NAMES.length, SIDE, SIDE, SIDE];
  put('channels.zarr/0/.zarray', JSON.stringify({ ...array, shape, compressor: null, filters: null }));
  const voxels = Uint8Array.from({ length: SIDE ** 3 }, (_, at) => 40 + at);
  for (const [channel] of HOSTILE_NAMES.entries()) put(`channels.zarr/0/${channel}.0.0.0`, voxels);
  return join(folder, 'channels.zarr');
}

/** An animation of each name. */
function writeAnimations(): string {
  const path = writeWalkingSquare(join(folder, 'walk.gltf'));
  const gltf = JSON.parse(readFileSync(path, 'utf8'));
  const [walk] = gltf.animations;
  const [name] = HOSTILE_NAMES;
  const named = { ...gltf, nodes: [{ ...gltf.nodes[0], name }], scenes: [{ ...gltf.scenes[0], name }] };
  writeFileSync(path, JSON.stringify({ ...named, animations: HOSTILE_NAMES.map((name) => ({ ...walk, name })) }));
  return path;
}

/** A segment of each name that a line of a header can hold. */
async function writeSegments(): Promise<string> {
  const voxels = Uint8Array.from({ length: 1024 }, (_, at) => at % 32);
  const volume = createVolume({ sizes: [32, 4, 8], voxels });
  const bytes = Buffer.concat((await writeVolume(volume, 'labels.nrrd')).pieces).toString('latin1');
  const end = bytes.indexOf('\n\n');
  const pairs = HOSTILE_NAMES.map((name, index) => {
    const [key, line] = [`\nSegment${index}`, name.replace(/[\r\n]/g, ' ')];
    return `${key}_ID:=${index}${key}_LabelValue:=${index + 1}${key}_Name:=${line}${key}_Color:=1 0 0`;
  });
  const header = Buffer.from(`${bytes.slice(0, end)}${pairs.join('')}`);
  return put('labels.seg.nrrd', Buffer.concat([header, Buffer.from(bytes.slice(end), 'latin1')]));
}

/** A series of each name, as far as one fits: the name of the patient, the study and the series. The one that is shown has markup. */
function writeSeries(): string {
  for (const [number, name] of HOSTILE_NAMES.entries()) {
    const texts = {
      '00100010 PN': name.slice(0, 64),
      '0008103E LO': name.slice(0, 64),
      '00081030 LO': name.slice(0, 64),
    };
    const ids = { '0020000E UI': `1.2.${number + 1}`, '00200011 IS': String(number + 1), '00080005 CS': 'ISO_IR 192' };
    for (let k = 0; k < (name === MARKUP[0] ? 4 : 3); k++)
      put(
        `series/${number}-${k}.dcm`,
        writeSlice(k, { ...texts, ...ids, '00080018 UI': `1.2.${number + 1}.${k + 1}` }),
      );
  }
  return join(folder, 'series');
}

const toFileName = (name: string) => name.slice(0, 200).replaceAll('/', '_');

/** A file of each name that files can have. */
function writeFiles(): readonly string[] {
  const cube = ['v 0 0 0', 'v 1 0 0', 'v 0 1 0', 'v 0 0 1', 'f 1 3 2', 'f 1 2 4', 'f 2 3 4', 'f 1 4 3', ''].join('\n');
  return HOSTILE_NAMES.filter((name) => !name.includes('\0') && !/\p{Cs}/u.test(name)).map((name) =>
    put(`files/${toFileName(name)}.obj`, cube),
  );
}

/** The segments as a file whose name is markup, too. */
async function writeNamedSegments(): Promise<string> {
  return put(`named/${toFileName(MARKUP[0]!)}.seg.nrrd`, readFileSync(await writeSegments()));
}

/** Texts that the page shows, and elements that are none of the viewer's. */
const LOOK = `
  const root = viewer.shadowRoot;
  const alien = 'script, iframe, object, embed, img[src="x"], [onerror], [onload]';
  return {
    texts: [
      ...[...root.querySelectorAll('option, label, li, output, p, button')].map(({ textContent }) => textContent),
      ...[...root.querySelectorAll('input')].map(({ value }) => value),
    ],
    alien: [...document.querySelectorAll('body ' + alien.replaceAll(', ', ', body ')), ...root.querySelectorAll(alien)]
      .filter((element) => !(element.matches('body > script'))).map(({ outerHTML }) => outerHTML),
    attacked: typeof window.attacked,
  };`;

interface Shown {
  readonly texts: readonly string[];
  readonly alien: readonly string[];
  readonly attacked: string;
}

const MARKUP = HOSTILE_NAMES.filter((name) => name.includes('<'));

/** Attributes that bring names onto the page, and the names that are to be read there. */
interface Place {
  readonly attributes: Readonly<Record<string, string>>;
  readonly names: readonly string[];
}

/** Files, and the places of the page where their names are. */
const FILES: Readonly<Record<string, readonly [write: () => Promise<readonly string[]>, ...places: Place[]]>> = {
  'channels, beside a picture and over slices': [
    async () => [writeChannels()],
    { attributes: { panel: 'data' }, names: MARKUP },
    { attributes: { panel: 'data', layout: 'four' }, names: MARKUP },
  ],
  animations: [async () => [writeAnimations()], { attributes: { panel: 'meshes' }, names: MARKUP }],
  'segments, of surfaces and beside the settings of slices': [
    async () => [await writeSegments()],
    { attributes: { panel: 'cut', 'label-surfaces': '' }, names: MARKUP },
    { attributes: { panel: 'slices', layout: 'four' }, names: [] },
  ],
  series: [
    async () => [writeSeries()],
    { attributes: { panel: 'data' }, names: MARKUP.map((name) => name.slice(0, 64).trim()) },
  ],
  files: [async () => writeFiles(), { attributes: { panel: 'meshes' }, names: MARKUP.map(toFileName) }],
};

it.each(Object.entries(FILES))('of %s', async (_, [write, ...places]) => {
  const { chromium, problem } = used();
  if (!chromium) throw new Error(problem);
  const viewer = await openViewer(chromium, {}, { args: await write() });
  try {
    await viewer.settle();
    for (const { attributes, names } of places) {
      for (const [name, value] of Object.entries(attributes))
        await viewer.run(`window.watched.rests = false; viewer.setAttribute('${name}', '${value}');`);
      await viewer.page.locator('.panel').waitFor();
      await viewer.settle();
      const { texts, ...found } = await viewer.run<Shown>(LOOK);
      expect(found).toEqual({ alien: [], attacked: 'undefined' });
      for (const name of names) expect(texts.join('\n')).toContain(name);
    }
  } finally {
    await viewer.close();
  }
});

/** The drop, elsewhere in the patient. */
const createFar = () => {
  const drop = createDrop();
  return { ...drop, indexToWorld: { ...drop.indexToWorld, origin: [500, 0, 0] as const } };
};

/** Bodies of functions by what they bring onto the page, of a list of names; `drop` and `far` are files. */
const STATES = {
  'files that lie over another': `for (const name of names) await viewer.open([new File([drop], name + '.nrrd')], { add: true });
    viewer.setAttribute('panel', 'data');`,
  'files that are open and not shown': `for (const name of names) await viewer.open([new File([far], name + '.nrrd')], { add: true });
    viewer.setAttribute('panel', 'data');`,
  measurements: `const points = [[0, 10, 10], [5, 12, 12]];
    viewer.change({ measurements: names.map((name) => ({ name, points })) });
    viewer.setAttribute('panel', 'measure'); viewer.setAttribute('layout', 'four');`,
  'files that a view misses': `viewer.openView(JSON.stringify({ ...JSON.parse(viewer.saveView()), inputs: names.map((name) => ({ path: name })) }));`,
} as const;

describe('on one page, one after another', () => {
  let viewer: OpenedViewer;
  let files: readonly string[];
  beforeAll(async () => {
    const { chromium, problem } = used();
    if (!chromium) throw new Error(problem);
    const written = await Promise.all([createDrop(), createFar()].map((volume) => writeVolume(volume, 'drop.nrrd')));
    const [drop, far] = written.map(({ pieces }) => Buffer.concat(pieces));
    files = [drop!, far!].map(
      (bytes) => `Uint8Array.from(atob('${bytes.toString('base64')}'), (c) => c.charCodeAt(0))`,
    );
    viewer = await openViewer(chromium, { 'drop.nrrd': drop! }, { width: 900, height: 700 });
  });
  afterAll(() => viewer?.close());

  it.each(Object.entries(STATES))('of %s', async (state, work) => {
    // Files of a folder have no slashes in their names.
    const names =
      state.includes('lie') || state.includes('open') ? MARKUP.map((name) => name.replaceAll('/', '_')) : MARKUP;
    const [drop, far] = files;
    const look = () => viewer.run<Shown>(LOOK);
    await viewer.run(`const drop = ${drop}; viewer.setAttribute('panel', '');
      await viewer.open([new File([drop], 'drop.nrrd')]); viewer.change({ measurements: [] });`);
    await expect.poll(async () => (await look()).texts.join('\n')).not.toContain('attacked');
    await viewer.run(`const [drop, far, names] = [${drop}, ${far}, ${JSON.stringify(names)}]; ${work}`);
    for (const name of names)
      await expect.poll(async () => (await look()).texts.join('\n')).toContain(name.split('/').at(-1));
    const { texts: _, ...found } = await look();
    expect(found).toEqual({ alien: [], attacked: 'undefined' });
  });
});

it('of segments and measurements beside frames of a server', async () => {
  const { chromium, problem } = used();
  if (!chromium) throw new Error(problem);
  const viewer = await openViewer(chromium, {}, { args: [await writeNamedSegments(), '--remote'] });
  try {
    await viewer.settle();
    const measurements = MARKUP.map((name) => ({ name, points: POINTS }));
    await viewer.run(`viewer.change({ measurements: ${JSON.stringify(measurements)} });`);
    for (const panel of ['cut', 'measure']) {
      await viewer.run(`viewer.setAttribute('panel', '${panel}');`);
      const look = () => viewer.run<Shown>(LOOK);
      for (const name of MARKUP) await expect.poll(async () => (await look()).texts.join('\n')).toContain(name);
      const { texts: _, ...found } = await look();
      expect(found).toEqual({ alien: [], attacked: 'undefined' });
    }
  } finally {
    await viewer.close();
  }
});

const POINTS = [
  [0, 1, 1],
  [9, 2, 2],
];

/** Saves a page by the button of a viewer with segments and measurements of these names, in a file of one of them. */
async function saveHostilePage(chromium: StartedChromium): Promise<string> {
  const viewer = await openViewer(chromium, {}, { width: 900, height: 700, args: [await writeNamedSegments()] });
  try {
    await viewer.settle();
    const measurements = MARKUP.map((name) => ({ name, points: POINTS }));
    await viewer.run(`viewer.change({ measurements: ${JSON.stringify(measurements)} });`);
    const button = (name: string | RegExp) => viewer.page.getByRole('button', { name });
    await button('Camera and saving').click();
    await button('Save as page').click();
    const downloading = viewer.page.waitForEvent('download');
    await button(/^Save .*html/).click();
    const path = join(folder, 'saved.html');
    await (await downloading).saveAs(path);
    return path;
  } finally {
    await viewer.close();
  }
}

it('in a page that was saved, in browsers with WebGPU and without', async () => {
  const [withWebGpu, without] = [used(), usedWithout()].map(({ chromium, problem }) => {
    if (!chromium) throw new Error(problem);
    return chromium;
  });
  const { href } = pathToFileURL(await saveHostilePage(withWebGpu!));
  const page = await withWebGpu!.browser.newPage({ viewport: { width: 900, height: 700 } });
  await page.goto(href);
  await page.waitForSelector('#picture', { state: 'detached', timeout: LONGEST_WAIT_MS });
  const look = () => page.evaluate(`(() => { const viewer = document.querySelector('tilecast-viewer'); ${LOOK} })()`);
  for (const panel of ['measure', 'cut', 'data']) {
    await page.evaluate(`document.querySelector('tilecast-viewer').setAttribute('panel', '${panel}')`);
    const isRead = panel !== 'data';
    for (const name of isRead ? MARKUP : [toFileName(MARKUP[0]!)])
      await expect.poll(async () => ((await look()) as Shown).texts.join('\n')).toContain(name);
    const { texts: _, ...found } = (await look()) as Shown;
    expect(found).toEqual({ alien: [], attacked: 'undefined' });
  }
  await page.close();
  const plain = await without!.browser.newPage();
  await plain.goto(href);
  const picture = plain.locator('#picture');
  await picture.waitFor();
  expect(await picture.getAttribute('alt')).toContain(toFileName(MARKUP[0]!));
  expect(await plain.title()).toContain(toFileName(MARKUP[0]!));
  expect(await plain.evaluate('typeof window.attacked')).toBe('undefined');
  expect(await plain.locator('[onerror], [onload], img[src="x"]').count()).toBe(0);
  await plain.close();
});
