/** What a slice of a store of 4 GiB reads and costs, from a folder and from a server; see README.md. */
import { spawn } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeStore, STORE_BYTES } from './make-store.js';

const MIB = 2 ** 20;
const ROUNDS = 3;
const folder = mkdtempSync(join(tmpdir(), 'slices-'));
const store = join(folder, 'big.zarr');

/** Tells at the end what the process took: bytes by all calls that read, and the most memory. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from 'node:fs';
const before = readFileSync('/proc/self/io', 'utf8');
process.on('exit', () => {
  const rchar = (text) => Number(/rchar: (\\d+)/.exec(text)[1]);
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const read = rchar(readFileSync('/proc/self/io', 'utf8')) - rchar(before);
  process.stderr.write('@' + JSON.stringify({ read, maxRSS, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
});`)}`;

interface Took {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly memoryMib: number;
  readonly readMib: number;
}

function tilecast(...args: readonly string[]): Promise<Took> {
  const startMs = performance.now();
  const child = spawn(process.execPath, ['--import', HOOK, 'dist/cli/main.js', ...args], { stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      const [, json] = /@(\{.*\})$/s.exec(said) ?? [];
      if (code !== 0 || json === undefined) return reject(new Error(said));
      const { read, maxRSS, cpuMs } = JSON.parse(json) as { read: number; maxRSS: number; cpuMs: number };
      return resolve({ wallMs: performance.now() - startMs, cpuMs, memoryMib: maxRSS / 1024, readMib: read / MIB });
    });
  });
}

const served = { bytes: 0, requests: 0 };
const server = createServer((request, response) => {
  const path = join(folder, decodeURIComponent(request.url!));
  const size = statSync(path, { throwIfNoEntry: false });
  served.requests++;
  if (!size?.isFile()) return response.writeHead(404).end();
  const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from ?? 0);
  const end = to ? Math.min(Number(to), size.size - 1) : size.size - 1;
  const range = from === undefined ? {} : { 'Content-Range': `bytes ${start}-${end}/${size.size}` };
  response.writeHead(from === undefined ? 200 : 206, { 'Content-Length': end - start + 1, ...range });
  if (request.method === 'HEAD') return response.end();
  served.bytes += end - start + 1;
  return createReadStream(path, { start, end }).pipe(response);
});

const CASES: Readonly<Record<string, readonly string[]>> = {
  'one slice, a pixel a voxel': ['--plane', 'axial', '--at', '640', '--scale', '1', '--window', '0,1500'],
  'one slice at 512 × 512': ['--plane', 'axial', '--at', '640', '--size', '512x512', '--window', '0,1500'],
  'three at 900 × 300, without options': ['--size', '900x300'],
  'oblique, a pixel a voxel': ['--plane', '1,2,3', '--scale', '1', '--window', '0,1500', '--at', '1100'],
};

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;

try {
  console.log(`${makeStore(store)} chunks, ${(STORE_BYTES / 2 ** 30).toFixed(1)} GiB in the finest level`);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/big.zarr`;
  const output = join(folder, 'slice.png');
  const rows: object[] = [];
  for (const [name, options] of Object.entries(CASES)) {
    for (const [from, input] of Object.entries({ folder: store, http: address })) {
      const all: (Took & { readonly requests: number })[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        Object.assign(served, { bytes: 0, requests: 0 });
        const took = await tilecast('slices', input, '-o', output, ...options, '--voxels', 'values');
        const readMib = from === 'http' ? served.bytes / MIB : took.readMib;
        all.push({ ...took, readMib, requests: served.requests });
      }
      const of = (key: keyof (typeof all)[number]) => Number(median(all.map((took) => took[key])).toFixed(1));
      const row = {
        ...{ name, from, readMib: of('readMib'), requests: of('requests') },
        ...{ wallMs: of('wallMs'), cpuMs: of('cpuMs'), memoryMib: of('memoryMib') },
      };
      console.log(JSON.stringify(row));
      rows.push(row);
    }
  }
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(rows, null, 2)}\n`);
} finally {
  server.close();
  rmSync(folder, { recursive: true });
}
