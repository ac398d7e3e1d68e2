/** vtk.js on WebGL, in headless Chromium on the same software adapter as tilecast. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import {
  NoChromiumError,
  type StartedChromium,
  startChromium,
  WEBGL_ARGUMENTS,
} from '../../test/browser/start-chromium.js';
import { type Contestant, IMAGE_SIDE, MissingContestant, orderOf, type Task, type View } from './contestant.js';
import { descendantsCpuMs } from './process-time.js';

/** A package of its own, so that vtk.js is none of tilecast's dependencies. */
const FOLDER = join(import.meta.dirname, 'vtk-js');
const MANIFEST = join(FOLDER, 'node_modules', '@kitware', 'vtk.js', 'package.json');
/** The system's name for Chromium's processes. */
const PROCESS = 'chromium';
/** Nothing listens there: Playwright answers. */
const ORIGIN = 'http://localhost/';
const HTML = '<!doctype html><script type="module" src="page.js"></script>';

const ASK_ADAPTER = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2');
  return gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
})()`;

/** @throws MissingContestant where vtk.js is not installed or Chromium does not run. */
export async function createVtkJs(): Promise<Contestant> {
  if (!existsSync(MANIFEST))
    throw new MissingContestant('vtk.js is not installed: npm ci --prefix experiments/peers/vtk-js');
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const script = await bundlePage();
  const chromium = await openChromium();
  const { browser } = chromium;
  const asked = await browser.newPage();
  const adapter = (await asked.evaluate(ASK_ADAPTER)) as string;
  await asked.close();
  return {
    name: 'vtk.js',
    about: { version, browser: `Chromium ${browser.version()}`, adapter, 'ends rays at': '0.99' },
    enter: async (task) => {
      const page = await browser.newPage();
      await servePage(page, script, task);
      await call(page, 'enter', orderOf(task));
      return {
        render: async (view: View) => {
          const startCpuMs = descendantsCpuMs(PROCESS);
          const ms = (await call(page, 'render', view)) as number;
          const cpuMs = descendantsCpuMs(PROCESS) - startCpuMs;
          const pixels = (await call(page, 'takePixels', {})) as string;
          return { ms, cpuMs, pixels: flipRows(Buffer.from(pixels, 'base64')) };
        },
        close: () => page.close(),
      };
    },
    close: () => chromium.close(),
  };
}

async function openChromium(): Promise<StartedChromium> {
  try {
    return await startChromium(WEBGL_ARGUMENTS);
  } catch (cause) {
    if (!(cause instanceof NoChromiumError)) throw cause;
    throw new MissingContestant(cause.message, { cause });
  }
}

async function bundlePage(): Promise<string> {
  const result = await build({
    configFile: false,
    root: FOLDER,
    logLevel: 'error',
    build: { write: false, target: 'esnext', lib: { entry: 'page.js', formats: ['es'], fileName: 'page' } },
  });
  const [{ output }] = result as [Rollup.RollupOutput];
  return output[0].code;
}

async function servePage(page: Page, script: string, { scan }: Task): Promise<void> {
  const answers: Record<string, { contentType: string; body: () => string | Buffer }> = {
    '': { contentType: 'text/html', body: () => HTML },
    'page.js': { contentType: 'text/javascript', body: () => script },
    voxels: { contentType: 'application/octet-stream', body: () => readFileSync(scan.rawPath) },
  };
  await page.route(`${ORIGIN}**`, (route) => {
    const answer = answers[route.request().url().slice(ORIGIN.length)];
    if (!answer) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: answer.contentType, body: answer.body() });
  });
  page.on('console', (message) => {
    // The driver warns of each readPixels that it waits, which is what they are for.
    const { type, text } = { type: message.type(), text: message.text() };
    if (type === 'error' || (type === 'warning' && !text.includes('ReadPixels'))) console.error(`vtk.js: ${text}`);
  });
  await page.goto(ORIGIN, { waitUntil: 'load' });
}

/** Calls the page's function; a page without that function fails. */
const call = (page: Page, name: string, argument: object): Promise<unknown> =>
  page.evaluate(`globalThis.${name}(${JSON.stringify(argument)})`);

/** OpenGL's rows go from the bottom up. */
function flipRows(pixels: Uint8Array): Uint8Array {
  const flipped = new Uint8Array(pixels.length);
  const rowBytes = 4 * IMAGE_SIDE;
  for (let row = 0; row < IMAGE_SIDE; row++) {
    flipped.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), (IMAGE_SIDE - 1 - row) * rowBytes);
  }
  return flipped;
}
