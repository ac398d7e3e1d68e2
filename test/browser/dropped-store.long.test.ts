/** A folder that is dropped and holds a store of several channels and times: chosen in the panel, cropped, and replayed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCli } from '../cli/run-cli.js';
import { differenceOf, openViewer, writeDrop } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);

const SIDE = 12;
const COUNTS = { times: 2, channels: 2 };

/** Zarr 2, by path: a block in another corner for each channel and time. */
function storeFiles(): Record<string, string> {
  const axes = ['t', 'c', 'z', 'y', 'x'].map((name) => ({
    name,
    type: name === 't' ? 'time' : name === 'c' ? 'channel' : 'space',
  }));
  const datasets = [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1, 1, 1] }] }];
  const { times, channels } = COUNTS;
  const shape = [times, channels, SIDE, SIDE, SIDE];
  const array = { zarr_format: 2, shape, chunks: [1, 1, SIDE, SIDE, SIDE], dtype: '|u1', order: 'C' };
  const files: Record<string, string> = {
    '.zgroup': JSON.stringify({ zarr_format: 2 }),
    '.zattrs': JSON.stringify({
      multiscales: [{ version: '0.4', axes, datasets }],
      omero: { channels: [{ label: 'bone' }, { label: 'vessels' }] },
    }),
    '0/.zarray': JSON.stringify({ ...array, compressor: null, filters: null, fill_value: 0 }),
  };
  for (let time = 0; time < times; time++) {
    for (let channel = 0; channel < channels; channel++) {
      const voxels = Uint8Array.from({ length: SIDE ** 3 }, (_, at) => {
        const [x, y, z] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
        const isInside = x < 5 + 5 * channel && z > 2 + 4 * time && y > 1;
        return isInside ? 60 + 10 * x + 5 * y : 0;
      });
      files[`0/${time}.${channel}.0.0.0`] = Buffer.from(voxels).toString('latin1');
    }
  }
  return files;
}

/** What browsers give of a folder that is dropped. */
const DROP = `
  const entryOf = (name, tree, path = '/') => typeof tree === 'string'
    ? { isFile: true, isDirectory: false, name, fullPath: path + name, file: (take) => take(new File([Uint8Array.from(tree, (c) => c.charCodeAt(0))], name)) }
    : { isFile: false, isDirectory: true, name, createReader: () => {
        let rest = Object.entries(tree).map(([child, below]) => entryOf(child, below, path + name + '/'));
        return { readEntries: (take) => { take(rest); rest = []; } };
      } };
  const tree = {};
  for (const [path, text] of Object.entries(files)) {
    const parts = path.split('/');
    const last = parts.pop();
    parts.reduce((folder, part) => (folder[part] ??= {}), tree)[last] = text;
  }
  const event = new DragEvent('drop', { bubbles: true, cancelable: true });
  const items = [{ kind: 'file', webkitGetAsEntry: () => entryOf('tiny.zarr', tree) }];
  Object.defineProperty(event, 'dataTransfer', { value: { items, files: [] } });
  viewer.dispatchEvent(event);`;

it('is shown, channel by channel and time by time, and made again by the command line', async ({ skip }) => {
  const { chromium, problem } = used();
  if (!chromium) return skip(problem);
  const viewer = await openViewer(chromium, {}, { width: 420, height: 360, args: ['--quality', 'plain'] });
  const files = storeFiles();
  for (const [path, text] of Object.entries(files)) {
    const file = join(viewer.folder, 'tiny.zarr', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, 'latin1');
  }
  await viewer.run(`const files = ${JSON.stringify(files)}; ${DROP}`);
  await viewer.settle();
  await viewer.run(`window.watched.rests = false; viewer.setAttribute('panel', 'data');`);
  await viewer.settle();
  const pictures = [await viewer.canvas()];
  const change = async (work: string) => {
    await viewer.run(`window.watched.rests = false; const root = viewer.shadowRoot; ${work}`);
    await viewer.settle();
    pictures.push(await viewer.canvas());
  };
  const put = (label: string, value: string) => `
    const labels = () => [...root.querySelectorAll('label')];
    const find = () => root.getElementById(labels().find(({ textContent }) => textContent === '${label}')?.htmlFor ?? '');
    // The panel is drawn after the picture, or anew with it.
    for (let turn = 0; turn < 500 && !find(); turn++) await new Promise((resolve) => setTimeout(resolve, 20));
    const field = find();
    field.value = '${value}';
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type));`;
  const channels = await viewer.page.getByLabel('Channel', { exact: true }).locator('option').allTextContents();
  expect(channels).toEqual(['bone', 'vessels']);
  await change(put('Second channel', '1'));
  // The two change places.
  await change(put('Channel', '1'));
  await change(put('Time point', '1'));
  // The picture has its size without the panel again.
  await change(`viewer.setAttribute('panel', ''); viewer.crop = '2:8,:,3:';`);
  for (const [index, picture] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) expect(differenceOf(picture, other)).toBeGreaterThan(20);
  }
  expect(differenceOf(pictures.at(-1)!, await viewer.replay(viewer.folder))).toBeLessThanOrEqual(1);
  expect(await viewer.run('return window.watched.errors')).toEqual([]);
  expect(viewer.said).toEqual([]);
  await viewer.close();
});

it('is decoded on a page that compiles no texts, as tilecast convert wrote it', async ({ skip }) => {
  const { chromium, problem } = used();
  if (!chromium) return skip(problem);
  const folder = makeFolder();
  const [drop, store] = [join(folder, 'drop.nrrd'), join(folder, 'drop.zarr')];
  writeFileSync(drop, await writeDrop());
  expect(runCli(['convert', drop, '-o', store]).status).toBe(0);
  const viewer = await openViewer(chromium, {}, { width: 100, height: 120, args: [store, '--quality', 'plain'] });
  await viewer.settle();
  expect(differenceOf(await viewer.canvas(), await viewer.replay(folder))).toBeLessThanOrEqual(1);
  expect(await viewer.run('return window.watched.errors')).toEqual([]);
  await viewer.close();
});
