/** Measures how soon frames that `tilecast view --remote` renders follow the pointer over a slow line, and their bytes. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChromium } from '../../test/browser/start-chromium.js';
import { writeResults } from '../mesh-bench.js';
import { openSlowLine } from './slow-line.js';
import { writeFiles } from './volume.js';

const { values: flags } = parseArgs({
  options: {
    side: { type: 'string', default: '256' },
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    /** Milliseconds there and back, and megabits per second, of each line, by commas. */
    lines: { type: 'string', default: '0:10000,20:100' },
    /** A command that runs the server, such as one that sets another driver. */
    through: { type: 'string' },
    /** What the server renders on, for the results. */
    adapter: { type: 'string', default: 'the default adapter' },
    output: { type: 'string', default: import.meta.dirname },
  },
});
const VIEW_SIDE = 512;
const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'tilecast-remote-'));
const scan = join(folder, 'volume.nrrd');
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in the page: times from pointer moves to the frames that answer them. */
const WATCH = `(() => {
  const measured = { latenciesMs: [], widths: [], pictureMs: undefined, exactMs: undefined };
  globalThis.measured = measured;
  let waiting = [];
  addEventListener('pointermove', ({ timeStamp }) => waiting.push(timeStamp), { capture: true });
  document.addEventListener('DOMContentLoaded', async () => {
    await customElements.whenDefined('tilecast-viewer');
    const find = () => document.querySelector('tilecast-viewer') ?? new Promise((resolve) => setTimeout(() => resolve(find()), 5));
    (await find()).addEventListener('frame', ({ detail: { timeMs, width, kind } }) => {
      const begunMs = performance.now() - timeMs;
      const answered = waiting.filter((moveMs) => moveMs <= begunMs);
      waiting = waiting.filter((moveMs) => moveMs > begunMs);
      requestAnimationFrame(() => {
        const nowMs = performance.now();
        measured.pictureMs ??= nowMs;
        if (kind === 'resting') measured.exactMs = nowMs;
        if (kind === 'moving') measured.widths.push(width);
        measured.latenciesMs.push(...answered.map((moveMs) => nowMs - moveMs));
      });
    });
  });
})()`;

interface Measured {
  readonly latenciesMs: readonly number[];
  readonly widths: readonly number[];
  readonly pictureMs?: number;
  readonly exactMs?: number;
}

const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;

async function measure(url: URL, line: string) {
  const [roundTripMs, megabits] = line.split(':').map(Number) as [number, number];
  const slow = await openSlowLine({ port: Number(url.port), roundTripMs, bitsPerSecond: 1e6 * megabits });
  const chromium = await startChromium([]);
  try {
    const page = await chromium.browser.newPage({ viewport: { width: VIEW_SIDE, height: VIEW_SIDE } });
    await page.addInitScript(WATCH);
    url.port = String(slow.port);
    await page.goto(url.href);
    const read = () => page.evaluate('measured') as Promise<Measured>;
    const rest = async () => {
      for (;;) {
        const { exactMs } = await read();
        if (exactMs !== undefined) return exactMs;
        await sleep(20);
      }
    };
    const exactMs = await rest();
    const loadedBytes = slow.receivedBytes();
    const { pictureMs } = await read();
    await page.evaluate(
      'void (measured.latenciesMs.length = measured.widths.length = 0, measured.exactMs = undefined)',
    );
    const startMs = performance.now();
    await page.mouse.move(VIEW_SIDE / 2 + 100, VIEW_SIDE / 2);
    await page.mouse.down();
    while (performance.now() - startMs < 1000 * Number(flags.seconds)) {
      const angle = (performance.now() - startMs) / 700;
      await page.mouse.move(VIEW_SIDE / 2 + 100 * Math.cos(angle), VIEW_SIDE / 2 + 60 * Math.sin(1.7 * angle));
      await sleep(16);
    }
    await page.mouse.up();
    const tookMs = performance.now() - startMs;
    const { latenciesMs, widths } = await read();
    const movedBytes = slow.receivedBytes() - loadedBytes;
    await rest();
    return {
      line,
      medianMs: quantile(latenciesMs, 0.5),
      p95Ms: quantile(latenciesMs, 0.95),
      framesPerSecond: (1000 * widths.length) / tookMs,
      medianWidth: quantile(widths, 0.5),
      bytesPerMovingFrame: movedBytes / widths.length,
      exactBytes: slow.receivedBytes() - loadedBytes - movedBytes,
      loadedBytes,
      firstPictureMs: pictureMs,
      exactPictureMs: exactMs,
      loadAverage: loadavg()[0],
    };
  } finally {
    await chromium.close();
    slow.close();
  }
}

const pieces = [...(await writeFiles(Number(flags.side))).entries()].find(([name]) => name.endsWith('.nrrd'))![1];
writeFileSync(scan, Buffer.concat(pieces));
const [command = '', ...words] = [
  ...(flags.through === undefined ? [] : [flags.through]),
  ...[process.execPath, MAIN, 'view', scan, '--remote', '--no-open'],
];
const server = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise<string>((resolve) =>
  server.stdout.once('data', (data) => resolve(String(data).trim())),
);
const rows: object[] = [];
for (let round = 1; round <= Number(flags.rounds); round++) {
  for (const line of flags.lines.split(',')) {
    rows.push({ round, ...(await measure(new URL(address), line)) });
    console.log(JSON.stringify(rows.at(-1)));
  }
}
server.kill();
rmSync(folder, { recursive: true });
mkdirSync(flags.output, { recursive: true });
writeResults(
  flags.output,
  { adapter: flags.adapter, side: Number(flags.side), viewSide: VIEW_SIDE, rows },
  'results-remote.json',
);
