/** Converts and renders a volume that is larger than the memory that it may take, and times frames whose pages are all there. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTransferFunction, createVolume, openPagedVolume, Renderer, type RenderOptions } from 'tilecast';
import { storeOfVolume } from 'tilecast/lab';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { makeVolume } from './make-volume.js';
import { option, renderStore, round, runTilecast } from './run-tilecast.js';

const side = Number(option('side') ?? 1024);
const memory = option('memory') ?? '256';
const adapter = (option('adapter') ?? 'auto') as AdapterChoice;
const folder = option('folder') ?? '/tmp';
const resultsPath = join(import.meta.dirname, option('results') ?? 'results.json');
const flat = join(folder, `paged-${side}.nrrd`);
const store = join(folder, `paged-${side}.zarr`);

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

const place = { picture: join(folder, 'paged.png'), stats: join(folder, 'paged-stats.json'), memory, adapter };
const render = (name: string, input: string, args: readonly string[]) => renderStore(name, input, place, args);

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
