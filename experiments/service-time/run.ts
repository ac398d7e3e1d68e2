/** The time of a picture by `tilecast serve` beside a process for each: `npx tsx experiments/service-time/run.ts [--adapter NAME] [results.json]`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { adapter: { type: 'string', default: 'auto' }, rounds: { type: 'string', default: '9' } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const SIDE = 256;
const SIZES = [256, 512];
/** Callers at once, and their requests, for the rate. */
const [CALLERS, REQUESTS] = [8, 60];
const DEGREES = 7;

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tilecast-service-'));
const adapter = ['--adapter', values.adapter];

/** Waves in a ball. */
function writeVolume(): void {
  const voxels = new Int16Array(SIDE ** 3);
  for (let at = 0; at < voxels.length; at++) {
    const [i, j, k] = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
    const isInside = Math.hypot(i - 128, j - 128, k - 128) < 100;
    voxels[at] = isInside ? 400 + 100 * Math.sin(i / 9) * Math.cos(j / 11) * Math.sin(k / 7) : -900;
  }
  const sizes = `${SIDE} ${SIDE} ${SIDE}`;
  const header = `NRRD0004\ntype: int16\ndimension: 3\nsizes: ${sizes}\nspacings: 1 1 1\nendian: little\nencoding: raw\n\n`;
  writeFileSync(join(folder, 'v.nrrd'), Buffer.concat([Buffer.from(header), Buffer.from(voxels.buffer)]));
}

const median = (times: number[]) => {
  const [least, middle, most] = [0, times.length >> 1, times.length - 1].map((at) => times.sort((a, b) => a - b)[at]!);
  return { median: round(middle!), least: round(least!), most: round(most!) };
};
const round = (ms: number) => Math.round(10 * ms) / 10;

async function timeSize(url: string, side: number) {
  const post = async (more: object, output: string) => {
    const startMs = performance.now();
    const body = JSON.stringify({ version: 1, inputs: ['v.nrrd'], size: [side, side], ...more });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/render?output=${output}`, { method: 'POST', headers, body });
    const bytes = await response.arrayBuffer();
    if (response.status !== 200) throw new Error(new TextDecoder().decode(bytes));
    return performance.now() - startMs;
  };
  const runProcess = (azimuth: number) => {
    const startMs = performance.now();
    const output = ['-o', join(folder, 'o.png'), '--size', `${side}x${side}`, '--azimuth', String(azimuth)];
    const { status, stderr } = spawnSync(process.execPath, [
      main,
      'render',
      join(folder, 'v.nrrd'),
      ...output,
      ...adapter,
    ]);
    if (status !== 0) throw new Error(stderr.toString());
    return performance.now() - startMs;
  };
  await post({}, 'png');
  const times = { png: [] as number[], pixels: [] as number[], transfer: [] as number[], process: [] as number[] };
  for (let index = 0; index < rounds; index++) {
    const azimuth = DEGREES * index;
    times.png.push(await post({ azimuth: azimuth + 1 }, 'png'));
    times.pixels.push(await post({ azimuth: azimuth + 2 }, 'pixels'));
    times.transfer.push(await post({ azimuth: azimuth + 3, transfer: 'bone', window: [0, 500 + index] }, 'pixels'));
    times.process.push(runProcess(azimuth + 1));
  }
  const startMs = performance.now();
  const call = async (_: unknown, caller: number) => {
    for (let at = caller; at < REQUESTS; at += CALLERS) await post({ azimuth: at * DEGREES + 4 }, 'pixels');
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const perSecond = round((1000 * REQUESTS) / (performance.now() - startMs));
  const ms = Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
  return { side, ms, requestsPerSecond: perSecond };
}

writeVolume();
const server = spawn(process.execPath, [main, 'serve', '--root', folder, ...adapter], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [url] = (await once(createInterface(server.stdout), 'line')) as [string];
  const sizes = [];
  for (const side of SIZES) sizes.push(await timeSize(url, side));
  const text = `${JSON.stringify({ adapter: values.adapter, voxels: SIDE ** 3, rounds, sizes }, null, 2)}\n`;
  const [path = fileURLToPath(new URL('results.json', import.meta.url))] = positionals;
  writeFileSync(path, text);
  process.stdout.write(text);
} finally {
  server.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
}
