/** Converts and renders a volume that is larger than the memory that it may take, and times frames whose pages are all there. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransferFunction, createVolume, openPagedVolume, Renderer, type RenderOptions } from 'tilecast';
import { storeOfVolume } from 'tilecast/lab';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { makeVolume } from './make-volume.js';

const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');
const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const side = Number(option('side') ?? 1024);
const memory = option('memory') ?? '256';
const adapter = (option('adapter') ?? 'auto') as AdapterChoice;
const folder = option('folder') ?? '/tmp';
const resultsPath = join(import.meta.dirname, option('results') ?? 'results.json');
const flat = join(folder, `paged-${side}.nrrd`);
const store = join(folder, `paged-${side}.zarr`);
const picture = join(folder, 'paged.png');
const statsPath = join(folder, 'paged-stats.json');

/** How often the memory of a process is looked at. */
const WATCH_MS = 50;

interface Run {
  readonly seconds: number;
  /** CPU time of all cores; wall time also counts what else the machine does. */
  readonly cpuSeconds: number;
  readonly peakMemoryMiB: number;
}

/** Runs a command of tilecast; its memory is the most that the system has seen. */
async function runTilecast(args: readonly string[]): Promise<Run> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  let peakKiB = 0;
  let cpuSeconds = 0;
  const watch = setInterval(() => {
    const [status, times] = ['status', 'stat'].map((name) => readProcess(child.pid!, name)) as [string, string];
    peakKiB = Math.max(peakKiB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    const [user, system] = times.split(') ')[1]?.split(' ').slice(11, 13) ?? [0, 0];
    cpuSeconds = Math.max(cpuSeconds, (Number(user) + Number(system)) / TICKS_PER_SECOND);
  }, WATCH_MS);
  const code = await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`tilecast ${args.join(' ')} ended with ${code}`);
  const seconds = round((performance.now() - startMs) / 1000);
  return { seconds, cpuSeconds: round(cpuSeconds), peakMemoryMiB: Math.round(peakKiB / 1024) };
}

const TICKS_PER_SECOND = 100;

function readProcess(id: number, name: string): string {
  const path = `/proc/${id}/${name}`;
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

const round = (value: number) => Number(value.toPrecision(3));

const sizeOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size;

/** Most of the volume is hidden: the peaks of the shells alone. */
const SPARSE = {
  colors: [{ value: 0, color: '#ffe6cc' }],
  opacities: [
    { value: 10_000, opacity: 0 },
    { value: 14_000, opacity: 0.5 },
  ],
};
/** All of the ball shows a little. */
const FOG = {
  colors: [{ value: 0, color: '#4d99ff' }],
  opacities: [
    { value: 0, opacity: 0 },
    { value: 40_000, opacity: 0.02 },
  ],
};

const looks = Object.entries({ sparse: SPARSE, fog: FOG }).map(([name, transfer]) => {
  const path = join(folder, `paged-${name}.json`);
  writeFileSync(path, JSON.stringify({ ...transfer, unit: (2 * 256) / side }));
  return { name, path };
});

async function render(name: string, input: string, args: readonly string[]) {
  const run = await runTilecast([
    ...['render', input, '-o', picture, '--stats', statsPath, '--memory', memory, '--quality', 'plain'],
    ...['--size', '512x512', '--azimuth', '30', '--elevation', '20', '--adapter', adapter, ...args],
  ]);
  const { paging, samples, timesMs, adapter: adapterName } = JSON.parse(readFileSync(statsPath, 'utf8'));
  return { name, ...run, adapter: adapterName, samples, castMs: timesMs.cast, ...paging };
}

const GIB = 2 ** 30;
if (!existsSync(flat)) await makeVolume(flat, side);
rmSync(store, { recursive: true, force: true });
const converted = await runTilecast(['convert', flat, '-o', store]);
const flatBytes = sizeOf(flat);
const conversion = {
  ...converted,
  flatGiB: round(flatBytes / GIB),
  storeGiB: round(sizeOf(store) / GIB),
  mbPerCpuSecond: round(flatBytes / 1e6 / converted.cpuSeconds),
};
const rendered = [];
for (const { name, path } of looks) {
  rendered.push(await render(name, store, ['--transfer', path]));
  rendered.push(await render(`${name}, no ranges`, store, ['--transfer', path, '--no-skip']));
}
rendered.push(await render('largest values', store, ['--mode', 'mip', '--transfer', looks[0]!.path]));
rendered.push(await render('sparse, level 1', store, ['--transfer', looks[0]!.path, '--detail', '1']));
const resident = await timeResident();
writeFileSync(
  resultsPath,
  `${JSON.stringify({ side, memoryMiB: Number(memory), conversion, rendered, resident }, null, 2)}\n`,
);
if (!process.argv.includes('--keep')) for (const path of [flat, store]) rmSync(path, { recursive: true, force: true });

/** Frames of a volume that fits, from one texture and from pages which are all there. */
async function timeResident() {
  const gpu = await openGpu({ adapter });
  const sizes = [192, 192, 192] as const;
  const voxels = new Uint16Array(192 ** 3);
  for (let index = 0; index < voxels.length; index++) {
    const [i, j, k] = [index % 192, Math.floor(index / 192) % 192, Math.floor(index / 192 ** 2)];
    const radius = Math.hypot(i - 95.5, j - 95.5, k - 95.5) / 96;
    voxels[index] = radius < 1 ? 40_000 * (0.5 + 0.5 * Math.sin(30 * radius)) : 0;
  }
  const volume = createVolume({ sizes, voxels });
  const pages = await openPagedVolume(storeOfVolume('memory', volume));
  const rows = [];
  for (const [name, { opacities, colors }] of Object.entries({ sparse: SPARSE, fog: FOG })) {
    const transfer = createTransferFunction({ colors, opacities });
    const options: RenderOptions = { quality: 'plain', skip: false, timestamps: true };
    const whole = await timeFrames(gpu, { volume, transfer }, options);
    const paged = await timeFrames(gpu, { volume: pages.preview, pages, transfer }, options);
    rows.push({ name, wholeMs: whole, pagedMs: paged, ratio: round(paged / whole) });
  }
  gpu.destroy();
  return rows;
}

/** Median of the cast's time over frames after the first. */
async function timeFrames(
  gpu: Awaited<ReturnType<typeof openGpu>>,
  scene: Parameters<Renderer['render']>[0],
  options: RenderOptions,
): Promise<number> {
  const renderer = new Renderer(gpu);
  const times: number[] = [];
  for (let frame = 0; frame < 8; frame++) {
    const { stats } = await renderer.render(scene, undefined, options);
    if (frame > 0) times.push(stats.timesMs['cast'] ?? Object.values(stats.timesMs)[0]!);
  }
  renderer.destroy();
  return round(times.sort((a, b) => a - b)[times.length >> 1]!);
}
