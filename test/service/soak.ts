/**
 * Thousands of requests to `tilecast serve`, some of them hostile, while its processes are killed now and then:
 * `npm run soak:service -- --requests 10000 --seed 1`. Ends with 1 unless every good request got its picture, and every hostile one
 * a refusal or nothing; prints the memory of all processes on the way.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createRandom } from '../camera/random.js';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    hostile: { type: 'string', default: '0.05' },
    kills: { type: 'string', default: '5' },
  },
});
const [requests, seed, hostileShare, kills] = [values.requests, values.seed, values.hostile, values.kills].map(
  Number,
) as [number, number, number, number];
const random = createRandom(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const ROOT = join(import.meta.dirname, '..', '..');
const AT_ONCE = 12;
const BODY_MIB = 4;
const JSON_TYPE = { 'content-type': 'application/json' };

const HEAD = 'head-phantom.nrrd';
const base = { version: 1, inputs: [HEAD], size: [24, 20], quality: 'plain' };
const GOOD: readonly object[] = [
  ...[0, 40, 80, 120].map((azimuth) => ({ ...base, azimuth })),
  { ...base, transfer: 'bone' },
  { ...base, mode: 'mip' },
  { version: 1, inputs: ['knot.ply'], size: [24, 20] },
  { ...base, inputs: ['marschner-lobb.nrrd'], transfer: 'viridis' },
];

async function main(): Promise<void> {
  const server = start();
  const [url] = (await once(createInterface(server.stdout!), 'line')) as [string];
  const counts = { good: 0, hostile: 0, retried: 0, wrong: 0 };
  const hashes = new Map<object, string>();
  const killEvery = Math.ceil(requests / (kills + 1));
  let begun = 0;
  const work = async () => {
    while (begun < requests) {
      const number = begun++;
      if (number > 0 && number % killEvery === 0) killOne(server.pid!);
      if (number % Math.ceil(requests / 10) === 0) report(number, server.pid!, counts);
      if (random() < hostileShare) {
        counts.hostile++;
        const problem = await pick(HOSTILE)(url).catch((error: Error) => `${error.message}`);
        if (problem) {
          counts.wrong++;
          process.stderr.write(`request ${number}: ${problem}\n`);
        }
      } else if (await isRight(url, hashes, counts)) counts.good++;
      else counts.wrong++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  report(requests, server.pid!, counts);
  server.kill('SIGINT');
  const [code] = await once(server, 'close');
  process.stdout.write(`${JSON.stringify({ seed, ...counts, exitCode: code })}\n`);
  process.exitCode = counts.wrong > 0 || code !== 0 ? 1 : 0;
}

function start(): ChildProcess {
  const main = join(ROOT, 'dist', 'cli', 'main.js');
  const args = ['serve', '--software', '--workers', '2', '--root', join(ROOT, 'volumes')];
  const limits = ['--body-limit', String(BODY_MIB), '--cache', '64', '--time-limit', '20'];
  return spawn(process.execPath, [main, ...args, ...limits], { stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Whether a good request gets the picture that it got before. A process that was killed, or a full queue, is met once more. */
async function isRight(url: string, hashes: Map<object, string>, counts: { retried: number }): Promise<boolean> {
  const recipe = pick(GOOD);
  for (let tries = 0; tries < 20; tries++) {
    const response = await fetch(`${url}/render?output=pixels`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(recipe),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 200) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (!hashes.has(recipe)) hashes.set(recipe, hash);
      return hashes.get(recipe) === hash;
    }
    const text = new TextDecoder().decode(bytes);
    if (response.status !== 503 && !text.includes('SIGKILL')) {
      process.stderr.write(`${response.status} ${text}\n`);
      return false;
    }
    counts.retried++;
    await new Promise((next) => setTimeout(next, 200));
  }
  return false;
}

/** Requests that must not be answered with a picture: each says what is wrong with the answer, or nothing. */
type Hostile = (url: string) => Promise<string | undefined>;

const refused =
  (body: string | FormData | ((random: number) => string | FormData), path = '/render'): Hostile =>
  async (url) => {
    const sent = typeof body === 'function' ? body(random()) : body;
    const headers = typeof sent === 'string' ? JSON_TYPE : {};
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: sent });
    const text = await response.text();
    return response.status >= 400 && response.status < 500 && 'error' in JSON.parse(text)
      ? undefined
      : `${response.status} ${text.slice(0, 100)}`;
  };

/** The same for a body that is refused before all of it has been sent, as which the connection may end. */
const cutOff =
  (hostile: Hostile): Hostile =>
  (url) =>
    hostile(url).catch((error: Error) => (error.message === 'fetch failed' ? undefined : error.message));

/** Sends bytes as they are, and goes. */
const hangUp =
  (text: (host: string) => string, waitMs: number): Hostile =>
  async (url) => {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(text(host));
    await new Promise((next) => setTimeout(next, waitMs));
    socket.destroy();
    return undefined;
  };

const headOf = (host: string, length: number, type = 'application/json') =>
  `POST /render HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

function form(recipe: object, name: string, content: Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData();
  data.set('recipe', JSON.stringify(recipe));
  data.set('file', new Blob([content]), name);
  return data;
}

const ZEROS = new Uint8Array(64 << 20);
const BOMB = new Uint8Array(gzipSync(ZEROS));
const lyingNrrd = (sizes: string) =>
  new TextEncoder().encode(`NRRD0004\ntype: float\ndimension: 3\nsizes: ${sizes}\nencoding: raw\n\nshort`);

const HOSTILE: readonly Hostile[] = [
  refused('{'),
  refused('[]'),
  refused('{"version": 1}'),
  refused(`{"version": 1, "inputs": ${'['.repeat(50_000)}`),
  refused(JSON.stringify({ ...base, inputs: ['../package.json'] })),
  refused(JSON.stringify({ ...base, inputs: ['/etc/passwd'] })),
  refused(JSON.stringify({ ...base, inputs: ['https://127.0.0.1/a.nrrd'] })),
  refused(JSON.stringify({ ...base, size: [99999, 99999] })),
  refused(JSON.stringify({ ...base, size: [-1, 5] })),
  refused(JSON.stringify({ ...base, output: '/tmp/x.png' })),
  refused(JSON.stringify({ ...base, samples: 1e9 })),
  refused(JSON.stringify({ ...base, constructor: 1, toString: 2 })),
  refused(JSON.stringify(base), '/render?output=../../x'),
  refused((value) =>
    form({ ...base, inputs: ['a.nrrd'] }, 'a.nrrd', lyingNrrd(`${Math.floor(1e5 * value)} 99999 99999`)),
  ),
  refused(form({ ...base, inputs: ['a.nii.gz'] }, 'a.nii.gz', BOMB)),
  refused(form({ ...base, inputs: ['a.nrrd'] }, '../a.nrrd', lyingNrrd('2 2 2'))),
  cutOff(refused(form(base, 'big', ZEROS.subarray(0, (BODY_MIB << 20) + 1)))),
  hangUp((host) => headOf(host, 1 << 30), 20),
  hangUp((host) => `${headOf(host, 1000)}{"version"`, 20),
  hangUp((host) => headOf(host, JSON.stringify(base).length) + JSON.stringify(base), 5),
  hangUp(
    (host) =>
      `${headOf(host, 1e6, 'multipart/form-data; boundary=b')}--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nhalf`,
    20,
  ),
  hangUp(() => 'nonsense\r\n\r\n', 5),
  hangUp((host) => `GET /schema HTTP/1.1\r\nHost: ${host}\r\n${'X: y\r\n'.repeat(5000)}\r\n`, 5),
];

/** Ends one of the processes that render, as the system would where memory runs out. */
function killOne(parent: number): void {
  const child = pick(childrenOf(parent));
  if (child !== undefined) process.kill(child, 'SIGKILL');
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '';
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? [Number(name)] : [];
  });

function report(number: number, parent: number, counts: object): void {
  const memory = [parent, ...childrenOf(parent)].map((pid) => {
    const kib = Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
    return Math.round(kib / 1024);
  });
  process.stdout.write(`${JSON.stringify({ number, memoryMib: memory, ...counts })}\n`);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

await main();
