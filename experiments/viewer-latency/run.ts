/** Measures, in one headless Chromium, how soon pictures follow the pointer in tilecast's viewer, vtk.js and niivue. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { CDPSession, Page } from 'playwright-core';
import { PRESENTING_ARGUMENTS, startChromium } from '../../test/browser/start-chromium.js';
import { writeResults } from '../mesh-bench.js';
import { writeFiles } from './volume.js';

const { values: flags } = parseArgs({
  options: {
    sides: { type: 'string', default: '256,512' },
    pages: { type: 'string', default: 'tilecast,vtk-js,niivue' },
    seconds: { type: 'string', default: '10' },
    /** Times that each page is opened, in turn with the others: the machine's other work then meets all of them. */
    rounds: { type: 'string', default: '3' },
    /** Seconds of dragging before and after which memory is read; 0 leaves that out. */
    minute: { type: 'string', default: '60' },
    /** Waits for the pictures without dragging. */
    still: { type: 'boolean', default: false },
    /** Tilecast's picture with light, as CT and MR are shown where nobody chooses. */
    lit: { type: 'boolean', default: false },
    /** Chromium's own GPU instead of the software adapter. */
    gpu: { type: 'boolean', default: false },
    /** Chromium's flags, by blanks, instead of those that `--gpu` stands for. */
    arguments: { type: 'string' },
    /** Pixels of the view's side. */
    view: { type: 'string', default: '512' },
    /** A folder for the bundled pages, or with them where they were bundled before, on a machine that has all packages. */
    bundles: { type: 'string' },
    output: { type: 'string', default: import.meta.dirname },
  },
});
const GPU_ARGUMENTS = [
  ...['--enable-unsafe-webgpu', '--enable-gpu', '--enable-features=Vulkan', '--ignore-gpu-blocklist'],
  ...['--use-vulkan=native', '--use-angle=vulkan', '--disable-vulkan-surface'],
];
const chromiumArguments = flags.arguments?.split(' ') ?? (flags.gpu ? GPU_ARGUMENTS : PRESENTING_ARGUMENTS);
const PAGES = join(import.meta.dirname, 'pages');
const LONGEST_MS = 240_000;
/** Between the ends of two moves, as mice send them. */
const MOVE_EVERY_MS = 16;
const VIEW_SIDE = Number(flags.view);

interface Measured {
  readonly latenciesMs: readonly number[];
  /** Pixels of a side that each frame's rays were cast for. */
  readonly widths: readonly number[];
  /** First pixels of any part, first picture of all of the volume, and first one that is as sharp as it gets. */
  readonly pixelsMs?: number;
  readonly firstMs?: number;
  /** First picture of all voxels in all pixels. */
  readonly plainMs?: number;
  readonly exactMs?: number;
  readonly rejections: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const readMeasured = async (page: Page) => JSON.parse(await page.evaluate('JSON.stringify(measured)')) as Measured;

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(10 * sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!) / 10;
}

/** All pages as scripts that are as small as a bundler makes them. */
async function bundlePages(folder: string, names: readonly string[]): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: PAGES,
    logLevel: 'error',
    // The package as it is built; its name is known outside this folder alone.
    resolve: { alias: { 'tilecast/viewer': join(PAGES, '..', '..', '..', 'dist', 'viewer', 'index.js') } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'esnext',
      minify: true,
      modulePreload: false,
      rollupOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(PAGES, `${name}.js`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/** Serves the pages and the volume, and counts what each page takes. */
class Server {
  readonly #folder: string;
  readonly #server = createServer((request, response) => this.#answer(request.url!, response));
  volume = new Map<string, readonly Uint8Array[]>();
  scriptBytes = 0;
  scriptGzipBytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #answer(url: string, response: ServerResponse): void {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname.slice(1);
    const pieces = this.volume.get(name);
    if (pieces) {
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': length });
      for (const piece of pieces) response.write(piece);
      response.end();
      return;
    }
    if (name.endsWith('.html')) {
      const script = name.replace('.html', '.js');
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><link rel="icon" href="data:,"><body style="margin:0; --side: ${VIEW_SIDE}px"><script type="module" src="${script}"></script>`,
      );
      return;
    }
    const path = join(this.#folder, name);
    if (!/\.(js|wasm)$/.test(name) || !existsSync(path)) return void response.writeHead(404).end();
    const bytes = readFileSync(path);
    this.scriptBytes += bytes.length;
    this.scriptGzipBytes += gzipSync(bytes, { level: 9 }).length;
    response
      .writeHead(200, { 'content-type': name.endsWith('.js') ? 'text/javascript' : 'application/wasm' })
      .end(bytes);
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Drags around the middle for as long. @returns milliseconds that it took. */
async function drag(page: Page, seconds: number): Promise<number> {
  const startMs = performance.now();
  const middle = VIEW_SIDE / 2;
  await page.mouse.move(middle + 100, middle);
  await page.mouse.down();
  while (performance.now() - startMs < 1000 * seconds) {
    const sentMs = performance.now();
    const angle = (sentMs - startMs) / 700;
    await page.mouse.move(middle + 100 * Math.cos(angle), middle + 60 * Math.sin(1.7 * angle));
    await sleep(Math.max(0, MOVE_EVERY_MS - (performance.now() - sentMs)));
  }
  await page.mouse.up();
  return performance.now() - startMs;
}

async function heapBytes(session: CDPSession): Promise<number> {
  for (let repeat = 0; repeat < 3; repeat++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Resident memory of the GPU process of this program's browser, of which there is one at a time. */
function gpuProcessBytes(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!command.includes('--type=gpu-process') || !descends(pid)) continue;
      const kibibytes = readStatus(pid, 'VmRSS');
      if (kibibytes) return 1024 * Number(kibibytes);
    } catch {
      // It ended meanwhile.
    }
  }
  return Number.NaN;
}

function descends(pid: string): boolean {
  for (let at = pid; at !== '0'; at = readStatus(at, 'PPid') ?? '0') if (at === String(process.pid)) return true;
  return false;
}

const readStatus = (pid: string, field: string) =>
  new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];

/** Waits until the page has the time that `field` names. */
async function waitFor(page: Page, field: 'firstMs' | 'exactMs', said: readonly string[]): Promise<void> {
  const endMs = performance.now() + LONGEST_MS;
  while ((await readMeasured(page))[field] === undefined) {
    if (performance.now() > endMs) throw new Error(`${page.url()}: no picture: ${said.join('; ')}`);
    await sleep(50);
  }
}

/** Heap and resident memory before, amid and after dragging for a number of seconds. */
async function watchMemory(page: Page, seconds: number) {
  const session = await page.context().newCDPSession(page);
  const growth = { heapBytes: [] as number[], gpuProcessBytes: [] as number[] };
  for (const part of [0, seconds / 2, seconds / 2]) {
    if (part > 0) await drag(page, part);
    await sleep(3000);
    growth.heapBytes.push(await heapBytes(session));
    growth.gpuProcessBytes.push(gpuProcessBytes());
  }
  return growth;
}

/** Opens a page in a browser of its own, since what one leaves in the GPU process is not the next one's, and drags in it. */
async function measurePage(name: string, side: number, round: number) {
  const chromium = await startChromium(chromiumArguments);
  try {
    const page = await chromium.browser.newPage({ viewport: { width: VIEW_SIDE, height: VIEW_SIDE } });
    const said: string[] = [];
    page.on('console', (message) => {
      // The driver warns of the reads that wait for WebGL.
      if (!message.text().includes('ReadPixels')) said.push(message.text());
    });
    page.on('pageerror', ({ message }) => said.push(message));
    Object.assign(server, { scriptBytes: 0, scriptGzipBytes: 0 });
    await page.goto(`${origin}/${name}.html?side=${side}${flags.lit ? '&lit' : ''}`);
    await waitFor(page, 'firstMs', said);
    const { scriptBytes, scriptGzipBytes } = server;
    adapter ||= (await page.evaluate(
      "navigator.gpu.requestAdapter().then(({ info }) => [info.vendor, info.architecture, info.description].join(' ').trim())",
    )) as string;
    browserVersion = chromium.browser.version();
    if (flags.still) {
      await waitFor(page, 'exactMs', said);
      const { pixelsMs, firstMs, plainMs, exactMs } = await readMeasured(page);
      const times = {
        firstPixelsMs: pixelsMs,
        firstPictureMs: firstMs,
        plainPictureMs: plainMs,
        exactPictureMs: exactMs,
      };
      const rounded = Object.fromEntries(Object.entries(times).map(([time, ms]) => [time, Math.round(ms!)]));
      return { page: name, side, round, ...rounded, console: said, loadAverage: Math.round(10 * loadavg()[0]!) / 10 };
    }
    // As somebody does who has waited for a picture: some kernels may be missing.
    await drag(page, 3);
    const { latenciesMs: first } = await readMeasured(page);
    await waitFor(page, 'exactMs', said);
    await page.evaluate('void (measured.latenciesMs.length = measured.widths.length = 0)');
    const tookMs = await drag(page, Number(flags.seconds));
    await sleep(2000);
    const { latenciesMs, widths, pixelsMs, firstMs, exactMs } = await readMeasured(page);
    const isWatched = Number(flags.minute) > 0 && side === sides[0] && round === 1;
    const growth = isWatched ? await watchMemory(page, Number(flags.minute)) : {};
    const { rejections } = await readMeasured(page);
    return {
      page: name,
      side,
      round,
      medianMs: quantile(latenciesMs, 0.5),
      p95Ms: quantile(latenciesMs, 0.95),
      moves: latenciesMs.length,
      framesPerSecond: Math.round((10_000 * widths.length) / tookMs) / 10,
      medianWidth: quantile(widths, 0.5),
      firstDragMedianMs: quantile(first, 0.5),
      firstDragP95Ms: quantile(first, 0.95),
      firstPixelsMs: Math.round(pixelsMs!),
      firstPictureMs: Math.round(firstMs!),
      exactPictureMs: Math.round(exactMs!),
      scriptBytes,
      scriptGzipBytes,
      ...growth,
      rejections,
      console: said,
      loadAverage: Math.round(10 * loadavg()[0]!) / 10,
    };
  } finally {
    await chromium.close();
  }
}

const names = flags.pages.split(',');
const sides = flags.sides.split(',').map(Number);
const folder = flags.bundles ?? mkdtempSync(join(tmpdir(), 'tilecast-latency-'));
if (!names.every((name) => existsSync(join(folder, `${name}.js`)))) await bundlePages(folder, names);
const server = new Server(folder);
const origin = await server.listen();
const rows: object[] = [];
let adapter = '';
let browserVersion = '';
for (const side of sides) {
  server.volume = await writeFiles(side);
  for (let round = 1; round <= Number(flags.rounds); round++) {
    for (const name of names) {
      const row = await measurePage(name, side, round).catch(({ message }: Error) => ({
        page: name,
        side,
        round,
        failed: message,
      }));
      rows.push(row);
      console.log(JSON.stringify(row));
    }
  }
}
server.close();
mkdirSync(flags.output, { recursive: true });
const results = {
  browser: `Chromium ${browserVersion}`,
  adapter,
  cores: cpus().length,
  viewSide: VIEW_SIDE,
  rows,
};
writeResults(flags.output, results, flags.still ? 'results-still.json' : undefined);
if (flags.bundles === undefined) rmSync(folder, { recursive: true });
