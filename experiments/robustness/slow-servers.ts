/**
 * Renders files from servers that are slow or fail, and says how long it took, and whether the picture is that of the local file.
 * `npx tsx experiments/robustness/slow-servers.ts FILE… [--mode NAME] [--adapter NAME]`
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PNG } from 'pngjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { mode: { type: 'string', default: '' }, adapter: { type: 'string', default: 'auto' } },
});
const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
const PATIENCE_MS = 200_000;

type Send = () => void;
type Answer = (response: ServerResponse, before: number, send: Send) => void;

const fail = (response: ServerResponse, status: number, headers = {}) => void response.writeHead(status, headers).end();

/** Bytes per second of each body; undefined for all at once. */
const RATES: Readonly<Record<string, number>> = {
  '200 bytes a second each': 200,
  '2 KiB a second each': 2048,
  '64 KiB a second each': 65_536,
};

let total = 0;
const ANSWERS: Readonly<Record<string, Answer>> = {
  ...Object.fromEntries(
    Object.keys(RATES).map((name) => [name, (_: ServerResponse, __: number, send: Send) => send()]),
  ),
  'three 500s before each body': (response, before, send) => (before % 4 < 3 ? fail(response, 500) : send()),
  'each answer after 2 s': (_, __, send) => void setTimeout(send, 2000),
  'each answer after 19 s': (_, __, send) => void setTimeout(send, 19_000),
  'a 500 or 429 now and then': (response, _, send) => {
    total++;
    if (total % 7 === 3) fail(response, 500);
    else if (total % 11 === 5) fail(response, 429, { 'retry-after': '1' });
    else send();
  },
};
const MODES = Object.keys(ANSWERS);

const asked = new Map<string, number>();

function serve({ url = '', headers: { range } }: IncomingMessage, response: ServerResponse): void {
  const [, mode = '', input = '', rest = ''] = /^\/(\d+)\/(\d+)\/[^/]+(.*)$/.exec(url) ?? [];
  const name = MODES[Number(mode)];
  const path = join(resolve(positionals[Number(input)] ?? '.'), decodeURIComponent(rest));
  if (name === undefined) return void fail(response, 404);
  const key = `${url} ${range}`;
  const before = asked.get(key) ?? 0;
  asked.set(key, before + 1);
  ANSWERS[name]!(response, before, () => sendFile(path, range, response, RATES[name]));
}

function sendFile(path: string, range: string | undefined, response: ServerResponse, rate: number | undefined): void {
  if (!existsSync(path) || !statSync(path).isFile()) return void fail(response, 404);
  const file = readFileSync(path);
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const start = first === '' && last !== '' ? file.length - Number(last) : Number(first);
  const end = first === '' || last === '' ? file.length : Math.min(Number(last) + 1, file.length);
  const bytes = file.subarray(start, end);
  response.writeHead(range === undefined ? 200 : 206, {
    etag: '"1"',
    'content-length': bytes.length,
    ...(range !== undefined && { 'content-range': `bytes ${start}-${end - 1}/${file.length}` }),
  });
  if (rate === undefined) return void response.end(bytes);
  let at = 0;
  const timer = setInterval(() => {
    response.write(bytes.subarray(at, at + rate / 4));
    at += rate / 4;
    if (at >= bytes.length) response.end();
    if (at >= bytes.length || response.destroyed) clearInterval(timer);
  }, 250);
}

/** Exit code and standard error of a picture; the code is null where it was killed for its time. */
function render(input: string, output: string): Promise<{ code: number | null; stderr: string }> {
  const args = ['render', input, '-o', output, '--size', '64x64', '--adapter', values.adapter];
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'], timeout: PATIENCE_MS });
  let stderr = '';
  child.stderr.on('data', (piece) => {
    stderr += piece;
  });
  return new Promise((done) => child.on('close', (code) => done({ code, stderr })));
}

const pixels = (path: string) => PNG.sync.read(readFileSync(path)).data;

const folder = mkdtempSync(join(tmpdir(), 'tilecast-servers-'));
const server = createServer(serve);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
for (const [index, file] of positionals.entries()) {
  const expected = join(folder, `${index}.png`);
  if ((await render(file, expected)).code !== 0) throw new Error(`${file}: cannot be rendered from ${dirname(file)}`);
  for (const [place, mode] of MODES.entries()) {
    if (!mode.includes(values.mode)) continue;
    const output = join(folder, `${index}-${place}.png`);
    const start = performance.now();
    const address = `http://127.0.0.1:${port}/${place}/${index}/${encodeURIComponent(basename(file))}`;
    const { code, stderr } = await render(address, output);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    const lines = stderr.split('\n').filter((line) => line !== '' && !line.includes('no GPU was found'));
    const end =
      code === 0 ? (pixels(output).equals(pixels(expected)) ? 'same picture' : 'ANOTHER PICTURE') : `exit ${code}`;
    console.log(`${mode} | ${basename(file)} | ${seconds} s | ${end} | ${lines.join(' / ')}`);
  }
}
server.close();
server.closeAllConnections();
rmSync(folder, { recursive: true });
