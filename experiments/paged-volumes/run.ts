/** Converts and renders a volume that is larger than the memory that it may take. */
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterChoice } from 'tilecast/node';
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
writeFileSync(resultsPath, `${JSON.stringify({ side, memoryMiB: Number(memory), conversion, rendered }, null, 2)}\n`);
if (!process.argv.includes('--keep')) for (const path of [flat, store]) rmSync(path, { recursive: true, force: true });
