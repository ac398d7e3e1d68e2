/** `tilecast view` and a browser that looks at its page. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { createVolume, writeVolume } from '../../src/index.js';
import { MAIN } from '../cli/run-cli.js';
import { LONGEST_WAIT_MS } from './longest-wait.js';
import type { StartedChromium } from './start-chromium.js';

/** A volume without any symmetry: a drop with a shell and a hard core, on an anisotropic grid. */
export function createDrop(sizes: readonly [number, number, number] = [24, 20, 16]) {
  const voxels = new Int16Array(sizes[0] * sizes[1] * sizes[2]);
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % sizes[0], Math.floor(at / sizes[0]) % sizes[1], Math.floor(at / (sizes[0] * sizes[1]))];
    const [x, y, z] = [i / sizes[0] - 0.5, j / sizes[1] - 0.42, k / sizes[2] - 0.55];
    const radius = Math.hypot(x * (1 + y), 1.2 * y, z * (1.1 - 0.4 * x));
    const depth = 1 - 2.4 * radius;
    // Air all around it: a block that is full to its sides is shown by its middle slice.
    voxels[at] = depth > 0 ? Math.round(1000 * depth + 40 * i) : 0;
  }
  return createVolume({
    sizes,
    voxels,
    anatomical: true,
    indexToWorld: {
      columns: [
        [1, 0, 0],
        [0, 1.2, 0],
        [0, 0, 1.5],
      ],
      origin: [-10, 4, 7],
    },
  });
}

export interface OpenedViewer {
  readonly page: Page;
  /** All that the page said on the console, and errors that nobody caught. */
  readonly said: string[];
  readonly folder: string;
  /** Runs a function of the element in the page. */
  readonly run: <Result>(work: string) => Promise<Result>;
  /** Waits until the exact picture of what is shown now is on the screen. */
  readonly settle: () => Promise<void>;
  /** The picture on the canvas. */
  readonly canvas: () => Promise<PNG>;
  /** The picture that the command line makes of the view as it is, of files that are in the viewer's folder or in others. */
  readonly replay: (...folders: readonly string[]) => Promise<PNG>;
  readonly close: () => Promise<void>;
}

/**
 * @param files contents by name, put into a folder of their own.
 * @param init runs in the page before anything else.
 */
export async function openViewer(
  chromium: StartedChromium,
  files: Readonly<Record<string, Uint8Array>>,
  {
    width = 300,
    height = 400,
    args = [] as readonly string[],
    init = '',
    colorScheme = 'dark' as 'dark' | 'light',
  } = {},
): Promise<OpenedViewer> {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-viewer-'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const paths = Object.keys(files).map((name) => join(folder, name));
  const server = spawn(process.execPath, [MAIN, 'view', ...paths, '--no-open', ...args]);
  const url = await firstLine(server);
  const page = await chromium.browser.newPage({ viewport: { width, height }, colorScheme });
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  await page.addInitScript(WATCH_VIEWER);
  await page.addInitScript(init);
  await page.goto(url);
  // The page asks the server what to show before it makes the element.
  await page.locator('tilecast-viewer').waitFor({ state: 'attached' });
  const run = <Result>(work: string) =>
    page.evaluate(
      `(async () => { const viewer = document.querySelector('tilecast-viewer'); ${work} })()`,
    ) as Promise<Result>;
  const settle = async () => {
    const endMs = Date.now() + LONGEST_WAIT_MS;
    // Polls: functions that wait in the page would need `eval`, which its policy forbids.
    while (!(await page.evaluate('window.watched?.rests === true'))) {
      if (Date.now() > endMs) throw new Error(`no picture: ${said.join('; ')}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const canvas = async () => PNG.sync.read(await page.locator('canvas.picture').screenshot());
  const replay = async (...folders: readonly string[]) => {
    const [view, picture] = [join(folder, 'view.json'), join(folder, 'view.png')];
    writeFileSync(view, await run<string>('return viewer.saveView();'));
    const { status, stderr } = spawnSync(process.execPath, [
      MAIN,
      'render',
      '--replay',
      view,
      ...folders,
      '-o',
      picture,
      '--software',
    ]);
    if (status !== 0) throw new Error(String(stderr));
    return PNG.sync.read(readFileSync(picture));
  };
  const close = async () => {
    await page.close();
    server.kill();
    rmSync(folder, { recursive: true });
  };
  return { page, said, folder, run, settle, canvas, replay, close };
}

const firstLine = (process: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let said = '';
    process.stderr!.on('data', (data: Buffer) => (said += data));
    process.once('exit', () => reject(new Error(said)));
    process.stdout!.once('data', (data: Buffer) => resolve(String(data).trim()));
  });

/** Follows the element's events from its first one on, and hides what lies over the canvas. */
const WATCH_VIEWER = `
  const watched = { rests: false, errors: [], frames: 0, times: [] };
  window.watched = watched;
  const requestDevice = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = function (...args) {
    window.lastDevice = requestDevice.apply(this, args);
    return window.lastDevice;
  };
  const watch = () => {
    const viewer = document.querySelector('tilecast-viewer');
    if (!viewer || viewer.isWatched) return;
    viewer.isWatched = true;
    viewer.setAttribute('frames', '1');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.figure, .message, .pages, .maximize, .stage svg.overlay { visibility: hidden } .surface { outline: none !important }');
    viewer.shadowRoot.adoptedStyleSheets.push(sheet);
    viewer.addEventListener('change', () => { watched.rests = false; });
    viewer.addEventListener('frame', ({ detail }) => {
      watched.rests = detail.kind === 'resting';
      watched.frames++;
      watched.times.push(detail.timeMs);
    });
    viewer.addEventListener('error', ({ detail }) => watched.errors.push(detail.message));
  };
  addEventListener('DOMContentLoaded', () => new MutationObserver(watch).observe(document.body, { childList: true, subtree: true }));`;

/** The volume as a NRRD file. */
export const writeDrop = async () => Buffer.concat((await writeVolume(createDrop(), 'drop.nrrd')).pieces);

/** The largest difference of a channel of any pixel. */
export function differenceOf(a: PNG, b: PNG): number {
  if (a.width !== b.width || a.height !== b.height) return Infinity;
  return a.data.reduce((largest, value, at) => Math.max(largest, Math.abs(value - b.data[at]!)), 0);
}
