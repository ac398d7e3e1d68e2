/** Puts the viewer into pages of React, Vue and Svelte without any wrapper, and reports what of it they can use. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { PRESENTING_ARGUMENTS, startChromium } from '../../test/browser/start-chromium.js';
import { writeResults } from '../mesh-bench.js';

const { values: flags } = parseArgs({ options: { output: { type: 'string', default: import.meta.dirname } } });
const PAGES = join(import.meta.dirname, 'pages');
const ROOT = join(import.meta.dirname, '..', '..');
const LONGEST_MS = 120_000;
const FRAMEWORKS = { react: 'react.jsx', vue: 'vue.js', svelte: 'svelte.js' } as const;
/** Vue wants to be told of them. */
const VUE_FLAGS = ['__VUE_OPTIONS_API__', '__VUE_PROD_DEVTOOLS__', '__VUE_PROD_HYDRATION_MISMATCH_DETAILS__'];
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };

/** Compiles Svelte's components. */
async function svelte(): Promise<Plugin> {
  const { compile } = (await import(join(PAGES, 'node_modules', 'svelte', 'src', 'compiler', 'index.js'))) as {
    compile: (code: string, options: object) => { js: { code: string } };
  };
  return {
    name: 'svelte',
    transform: (code, path) =>
      path.endsWith('.svelte') ? compile(code, { generate: 'client', filename: path }).js : undefined,
  };
}

async function bundlePages(folder: string): Promise<void> {
  await build({
    configFile: false,
    root: PAGES,
    logLevel: 'error',
    plugins: [await svelte()],
    define: { 'process.env.NODE_ENV': '"development"', ...Object.fromEntries(VUE_FLAGS.map((flag) => [flag, 'true'])) },
    resolve: {
      alias: { 'tilecast/viewer': join(ROOT, 'dist', 'viewer', 'index.js'), vue: 'vue/dist/vue.esm-bundler.js' },
      conditions: ['browser', 'development', 'module', 'import'],
    },
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: folder,
      target: 'esnext',
      minify: false,
      modulePreload: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(FRAMEWORKS).map(([name, file]) => [name, join(PAGES, file)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/** The bundles, a page for each, and the volume. */
function serve(folder: string) {
  const server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://localhost').pathname.slice(1);
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    try {
      const body = name.endsWith('.html')
        ? `<!doctype html><link rel="icon" href="data:,"><style>tilecast-viewer { width: 120px; height: 240px }</style><div id="root"></div><script type="module" src="${name.replace('.html', '.js')}"></script>`
        : readFileSync(join(name.endsWith('.nrrd') ? join(ROOT, 'volumes') : folder, name));
      response.writeHead(200, { 'content-type': type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise<{ origin: string; close: () => void }>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      }),
    ),
  );
}

const WATCH = `
  window.devices = 0;
  window.ended = 0;
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...args) {
    const device = await requestDevice.apply(this, args);
    devices++;
    void device.lost.then(() => ended++);
    return device;
  };`;

/** What a framework's page does with the element. */
async function tryFramework(browser: Browser, origin: string, name: string) {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', ({ message }) => said.push(message));
  await page.addInitScript(WATCH);
  await page.goto(`${origin}/${name}.html`);
  const until = async (what: string) => {
    const endMs = performance.now() + LONGEST_MS;
    while (!(await page.evaluate(what))) {
      if (performance.now() > endMs) throw new Error(`${name}: never ${what}; ${said.join('; ')}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const ask = <Result>(what: string) => page.evaluate<Result>(what);
  const VIEWER = `document.querySelector('tilecast-viewer')`;
  const reached: string[] = [];
  await until('window.counts?.rests === true');
  reached.push('event frame');
  await until(`String(${VIEWER}.document.sliceWindow) === '0,100'`);
  reached.push('attribute');
  await page.evaluate(`counts.rests = false; state.setTransfer('viridis')`);
  await until(`${VIEWER}.document.preset === 'viridis' && counts.rests`);
  reached.push('text that changes');
  await page.evaluate(
    `counts.rests = false; state.setCamera({ projection: 'orthographic', eye: [0, -300, 0], target: [0, 0, 0], up: [0, 0, 1], height: 240 })`,
  );
  await until(`${VIEWER}.camera.projection === 'orthographic' && counts.rests`);
  reached.push('object that changes');
  await page.evaluate(`${VIEWER}.fit()`);
  await until('counts.cameras > 0');
  reached.push('event camera');
  await page.evaluate('state.remove()');
  await until(`${VIEWER} === null && ended === devices`);
  reached.push('end of the device with the element');
  const { version } = JSON.parse(readFileSync(join(PAGES, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string;
  };
  const devices = await ask<number>('devices');
  await page.close();
  return {
    framework: name,
    version,
    reached,
    devices,
    // Vue's development build greets.
    console: said.filter((text) => !/development build|DevTools/.test(text)),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'tilecast-frameworks-'));
await bundlePages(folder);
const server = await serve(folder);
const chromium = await startChromium(PRESENTING_ARGUMENTS);
const rows: object[] = [];
for (const name of Object.keys(FRAMEWORKS)) {
  const row = await tryFramework(chromium.browser, server.origin, name).catch(({ message }: Error) => ({
    framework: name,
    failed: message,
  }));
  rows.push(row);
  console.log(JSON.stringify(row));
}
const browser = `Chromium ${chromium.browser.version()}`;
await chromium.close();
server.close();
rmSync(folder, { recursive: true });
writeResults(flags.output, { browser, rows });
