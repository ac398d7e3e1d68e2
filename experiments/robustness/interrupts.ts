/**
 * Ends every command by SIGINT and SIGTERM at moments all over it, and times how soon it is gone and what it leaves.
 * `npx tsx experiments/robustness/interrupts.ts [--moments N] [--only NAME] [--adapter NAME]`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const { values } = parseArgs({
  options: {
    moments: { type: 'string', default: '8' },
    span: { type: 'string', default: '20000' },
    only: { type: 'string', default: '' },
    adapter: { type: 'string', default: 'auto' },
    side: { type: 'string', default: '448' },
    triangles: { type: 'string', default: '2000000' },
  },
});
const MOMENTS = Number(values.moments);
const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
const VOLUMES = join(import.meta.dirname, '..', '..', 'volumes');
const ADAPTER = ['--adapter', values.adapter];
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Commands are interrupted within so much of their time at most. */
const SPAN_MS_MAX = Number(values.span);
/** A process that is still there then is killed. */
const PATIENCE_MS = 60_000;

const root = mkdtempSync(join(tmpdir(), 'tilecast-interrupts-'));
const inputs = makeInputs();

interface Case {
  readonly phases: string;
  readonly args: (out: string) => readonly string[];
  /** Names that may stay: a store in the making goes on where it was. */
  readonly keeps?: RegExp;
}

const small = join(VOLUMES, 'head-phantom.nrrd');

const CASES: Readonly<Record<string, Case>> = {
  'info, volume': { phases: 'reading, statistics', args: () => ['info', inputs.volume] },
  'info, gzip': { phases: 'unpacking, statistics', args: () => ['info', inputs.gzip] },
  'info, mesh': { phases: 'reading, statistics of meshes', args: () => ['info', inputs.mesh] },
  'render, volume': {
    phases: 'reading, hashing, histogram, upload, casting',
    args: (out) => ['render', inputs.volume, '-o', join(out, 'a.png'), ...ADAPTER],
  },
  'render, gzip': {
    phases: 'unpacking, hashing, histogram',
    args: (out) => ['render', inputs.gzip, '-o', join(out, 'a.png'), '--size', '64x64', ...ADAPTER],
  },
  'render, one heavy frame': {
    phases: 'casting',
    args: (out) => ['render', small, '-o', join(out, 'a.png'), '--size', '4096x4096', '--step', '0.002', ...ADAPTER],
  },
  'render, heavy turntable': {
    phases: 'casting, with a listener of its own',
    args: (out) => [
      ...['render', small, '-o', join(out, 'a.png'), '--turntable', '4', '--size', '2048x2048', '--step', '0.01'],
      ...ADAPTER,
    ],
  },
  'render, large picture': {
    phases: 'encoding and writing PNG',
    args: (out) => ['render', small, '-o', join(out, 'a.png'), '--size', '5500x5500', '--step', '2', ...ADAPTER],
  },
  'render, paths of light': {
    phases: 'casting in passes',
    args: (out) => ['render', small, '-o', join(out, 'a.png'), '--quality', 'path', ...ADAPTER],
  },
  'render, mesh': {
    phases: 'reading, normals, bins',
    args: (out) => ['render', inputs.mesh, '-o', join(out, 'a.png'), '--primary-rays', 'bins', ...ADAPTER],
  },
  'render, tree': {
    phases: 'building a tree',
    args: (out) => ['render', inputs.mesh, '-o', join(out, 'a.png'), '--primary-rays', 'bvh', '--shadows', ...ADAPTER],
  },
  'render, turntable': {
    phases: 'frames, and what waits for the others',
    args: (out) => ['render', small, '-o', join(out, 'a.png'), '--turntable', '60', '--size', '96x96', ...ADAPTER],
    keeps: /^a\.png\.frames(\/\d+\.png)?$/,
  },
  sweep: {
    phases: 'measuring',
    args: (out) => ['sweep', small, '--out', out, '--size', '256x256', ...ADAPTER],
    keeps: /^(results\.json|results\.csv|report\.html)$/,
  },
  tune: {
    phases: 'measuring',
    args: (out) => ['tune', '-o', join(out, 'profile.json'), ...ADAPTER],
  },
  'intersect, segments': {
    phases: 'reading a mesh and segments, tree, queries',
    args: (out) => [
      'intersect',
      '--mesh',
      inputs.mesh,
      '--rays',
      inputs.rays,
      '--mode',
      'barycentric',
      '--out',
      out,
      ...ADAPTER,
    ],
  },
  'intersect, distances': {
    phases: 'queries',
    args: (out) => ['intersect', '--mesh', inputs.mesh, '--signed-distance', inputs.points, '--out', out, ...ADAPTER],
  },
  'measure, thickness': {
    phases: 'queries',
    args: (out) => ['measure', 'thickness', inputs.mesh, '--out', out, ...ADAPTER],
  },
  'measure, distance': {
    phases: 'queries',
    args: () => ['measure', 'distance', inputs.mesh, join(VOLUMES, 'knot.ply'), ...ADAPTER],
  },
  'convert, store': {
    phases: 'levels and chunks of a store',
    args: (out) => ['convert', inputs.volume, '-o', join(out, 'a.zarr')],
    keeps: /^a\.zarr\.partial/,
  },
  'convert, volume': {
    phases: 'packing',
    args: (out) => ['convert', inputs.volume, '-o', join(out, 'a.nrrd')],
  },
  'convert, NIfTI': {
    phases: 'packing',
    args: (out) => ['convert', inputs.volume, '-o', join(out, 'a.nii.gz')],
  },
  'convert, isosurface': {
    phases: 'marching cubes',
    args: (out) => ['convert', inputs.volume, '--isosurface', '100', '-o', join(out, 'a.stl'), ...ADAPTER],
  },
  'convert, distances': {
    phases: 'a volume of distances',
    args: (out) => ['convert', join(VOLUMES, 'knot.ply'), '--distance', '256', '-o', join(out, 'a.nrrd'), ...ADAPTER],
  },
  'convert, mesh': {
    phases: 'reading and writing meshes',
    args: (out) => ['convert', inputs.mesh, '-o', join(out, 'a.ply')],
  },
  transfer: { phases: 'printing', args: () => ['transfer', 'list'] },
  devices: { phases: 'asking for adapters', args: () => ['devices'] },
  view: { phases: 'waiting for requests', args: () => ['view', inputs.volume, '--no-open'] },
  worker: { phases: 'waiting for jobs', args: (out) => ['worker', '--queue', 'local', '--root', out, ...ADAPTER] },
  jobs: { phases: 'asking the queue', args: () => ['jobs', '--queue', 'local'] },
};

/** Files of some size, which take seconds to read. */
function makeInputs() {
  const side = Number(values.side);
  const header = `NRRD0004\ntype: uint8\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: `;
  const slice = (k: number) =>
    Uint8Array.from({ length: side * side }, (_, at) => (at * 7 + k * 13 + (at >> 9) * (k + 3)) & 0xff);
  const volume = join(root, 'volume.nrrd');
  const file = openSync(volume, 'w');
  writeSync(file, `${header}raw\n\n`);
  for (let k = 0; k < side; k++) writeSync(file, slice(k % 16));
  closeSync(file);
  const gzip = join(root, 'gzip.nrrd');
  const whole = readFileSync(volume).subarray(header.length + 'raw\n\n'.length);
  writeFileSync(gzip, Buffer.concat([Buffer.from(`${header}gzip\n\n`), gzipSync(whole, { level: 1 })]));

  const triangles = Number(values.triangles);
  const across = Math.ceil(Math.sqrt(triangles / 2));
  const stl = Buffer.alloc(84 + 50 * triangles);
  stl.writeUInt32LE(triangles, 80);
  const height = (x: number, y: number) => 20 * Math.sin(x / 40) * Math.cos(y / 30);
  for (let at = 0; at < triangles; at++) {
    const [x, y] = [(at >> 1) % across, Math.floor((at >> 1) / across)];
    const corners =
      at & 1
        ? [
            [1, 0],
            [1, 1],
            [0, 1],
          ]
        : [
            [0, 0],
            [1, 0],
            [0, 1],
          ];
    for (const [corner, [dx, dy]] of (corners as [number, number][]).entries()) {
      const place = 84 + 50 * at + 12 + 12 * corner;
      stl.writeFloatLE(x + dx, place);
      stl.writeFloatLE(y + dy, place + 4);
      stl.writeFloatLE(height(x + dx, y + dy), place + 8);
    }
  }
  const mesh = join(root, 'mesh.stl');
  writeFileSync(mesh, stl);
  const line = (at: number) => `${at % 997},${(at * 31) % 991},100`;
  const rays = join(root, 'rays.csv');
  writeFileSync(
    rays,
    Array.from({ length: 500_000 }, (_, at) => `${line(at)},${at % 983},${at % 977},-100\n`).join(''),
  );
  const points = join(root, 'points.csv');
  writeFileSync(points, Array.from({ length: 300_000 }, (_, at) => `${line(at)}\n`).join(''));
  return { volume, gzip, mesh, rays, points };
}

/** Nanoseconds that each thread of a process waited for a core so far. */
function waitsOf({ pid }: ChildProcess): ReadonlyMap<string, number> {
  const waits = new Map<string, number>();
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      waits.set(thread, Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[1]));
    }
  } catch {
    // Threads end at any time, and so does the process.
  }
  return waits;
}

interface Ended {
  readonly ms: number;
  /** The part of them that the thread waited which waited longest for a core. */
  readonly starvedMs: number;
  readonly status: number | null;
  readonly by: string | null;
}

/** Runs a command; with a signal, until some while after it. */
async function run(
  args: readonly string[],
  folder: string,
  kill?: { afterMs: number; signal: NodeJS.Signals },
): Promise<Ended & { isSignalled: boolean }> {
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') };
  mkdirSync(env.TMPDIR);
  const child = spawn(process.execPath, [MAIN, ...args], {
    stdio: ['ignore', 'ignore', process.env['DEBUG'] ? 'inherit' : 'ignore'],
    env,
  });
  let startMs = performance.now();
  let waitsAtSignal: ReadonlyMap<string, number> | undefined;
  let starvedNs = 0;
  let isSignalled = false;
  const watch = setInterval(() => {
    if (!waitsAtSignal) return;
    for (const [thread, wait] of waitsOf(child)) {
      starvedNs = Math.max(starvedNs, wait - (waitsAtSignal.get(thread) ?? wait));
    }
  }, 5);
  const timer = setTimeout(() => {
    waitsAtSignal = waitsOf(child);
    startMs = performance.now();
    isSignalled = child.kill(kill?.signal ?? 'SIGKILL');
  }, kill?.afterMs ?? SPAN_MS_MAX);
  const last = setTimeout(() => child.kill('SIGKILL'), (kill?.afterMs ?? 0) + PATIENCE_MS);
  const [status, by] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('exit', (...ended) => resolve(ended)),
  );
  const ms = performance.now() - startMs;
  for (const one of [timer, last]) clearTimeout(one);
  clearInterval(watch);
  return { ms, starvedMs: starvedNs / 1e6, status, by, isSignalled };
}

const RESULTS = join(import.meta.dirname, `results-interrupts-${values.adapter}.json`);
const rows: Record<string, Row> = {};

/** Keeps what other runs measured of other commands. */
function writeResults(): void {
  const before = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as { rows: typeof rows }).rows : {};
  writeFileSync(RESULTS, `${JSON.stringify({ adapter: values.adapter, rows: { ...before, ...rows } }, null, 2)}\n`);
}

interface Row {
  readonly phases: string;
  readonly wholeMs: number;
  readonly signals: number;
  readonly medianMs: number;
  readonly maxMs: number;
  readonly problems: readonly string[];
}

let failures = 0;
for (const [name, { phases, args, keeps }] of Object.entries(CASES)) {
  if (!values.only.split(';').some((start) => name.startsWith(start))) continue;
  const makeFolder = () => {
    const folder = mkdtempSync(join(root, 'run-'));
    mkdirSync(join(folder, 'out'));
    return folder;
  };
  const whole = makeFolder();
  const startMs = performance.now();
  const { status: wholeStatus, by: wholeBy } = await run(args(join(whole, 'out')), whole);
  const wholeMs = performance.now() - startMs;
  if (wholeStatus !== 0 && wholeBy === null) throw new Error(`${name}: ends with ${wholeStatus} by itself`);
  rmSync(whole, { recursive: true });
  const spanMs = Math.min(wholeMs, SPAN_MS_MAX);
  const latencies: number[] = [];
  const problems: string[] = [];
  let ended = 0;
  for (let moment = 0; moment < MOMENTS; moment++) {
    const folder = makeFolder();
    const signal = SIGNALS[moment % 2]!;
    const afterMs = ((moment + 0.5) / MOMENTS) * spanMs;
    const { ms, starvedMs, status, by, isSignalled } = await run(args(join(folder, 'out')), folder, {
      afterMs,
      signal,
    });
    const isLate = !isSignalled;
    if (isLate) ended++;
    else latencies.push(ms - starvedMs);
    const left = [
      ...readdirSync(join(folder, 'tmp')),
      ...readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).filter((path) => !keeps?.test(path)),
    ];
    const isWhole = status === 0;
    if (!isLate && !isWhole && by !== signal && status !== EXIT_CODES[signal])
      problems.push(`${signal} at ${Math.round(afterMs)} ms: ends with ${status ?? by}`);
    if (!isWhole && left.length > 0) problems.push(`${signal} at ${Math.round(afterMs)} ms: leaves ${left.join(', ')}`);
    if (!isLate && ms - starvedMs > 1000)
      problems.push(
        `${signal} at ${Math.round(afterMs)} ms: takes ${Math.round(ms)} ms, ${Math.round(starvedMs)} starved`,
      );
    rmSync(folder, { recursive: true });
  }
  latencies.sort((a, b) => a - b);
  const row: Row = {
    phases,
    wholeMs: Math.round(wholeMs),
    signals: latencies.length,
    medianMs: Math.round(latencies[latencies.length >> 1] ?? 0),
    maxMs: Math.round(latencies.at(-1) ?? 0),
    problems,
  };
  failures += problems.length;
  rows[name] = row;
  writeResults();
  process.stdout.write(
    `${name}: ${row.wholeMs} ms whole, ${latencies.length} signals, ${ended} too late, median ${row.medianMs}, max ${row.maxMs} ms${problems.map((problem) => `\n  ${problem}`).join('')}\n`,
  );
}
rmSync(root, { recursive: true });
if (failures > 0) process.exitCode = 1;
