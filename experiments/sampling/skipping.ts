/** Looks that skipping pays for, from noise of seven densities to scans, and what the map of bricks costs rays in each. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createShading,
  createTransferFunction,
  findTransfer,
  Renderer,
  type RenderOptions,
  type TransferFunction,
  type Volume,
} from 'tilecast';
import { loadVolume, openGpu } from 'tilecast/node';
import { countLookups } from './brick-lookups.js';
import { parseSizes, SIZE_FLAGS } from './flags.js';
import { makeVolume } from './scene.js';

const { values: flags, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    ...SIZE_FLAGS,
    side: { type: 'string', default: '512' },
    rounds: { type: 'string', default: '5' },
    presets: { type: 'string', default: 'CT-Bone,CT-Muscle,CT-Coronary-Arteries' },
    out: { type: 'string', default: join('experiments', 'sampling', 'skipping.json') },
  },
});
const { side, image, rounds } = parseSizes(flags);

interface Look {
  readonly name: string;
  readonly volume: Volume;
  readonly transfer: TransferFunction;
}

/** Voxels after which the noise repeats itself. */
const PERIOD = 128;
/** Noise is shown from these values on. */
const THRESHOLDS = [127, 157, 175, 187, 199, 211, 223];

/** Nothing below `from`, thin above. */
const above = (from: number) =>
  createTransferFunction({
    colors: [
      { value: 0, color: '#804030' },
      { value: 255, color: '#ffffff' },
    ],
    opacities: [
      { value: from, opacity: 0 },
      { value: from + 1, opacity: 0.002 },
      { value: 255, opacity: 0.01 },
    ],
  });

const noise = makeVolume(side, 8);
const looks: Look[] = [];
for (const file of ['volumes/head-phantom.nrrd', ...files]) {
  const volume = await loadVolume(file);
  for (const preset of flags.presets.split(',')) {
    looks.push({ name: `${basename(file)}, ${preset}`, volume, transfer: findTransfer(preset).create() });
  }
}
for (const from of THRESHOLDS) looks.push({ name: `noise above ${from}`, volume: noise, transfer: above(from) });

const WAYS = {
  every: { skip: false },
  skip: { skip: true },
  auto: {},
  runs: { skip: true, sampling: { traversal: 'runs' } },
} as const satisfies Record<string, RenderOptions>;
type Way = keyof typeof WAYS;

const gpu = await openGpu({ software: flags.software });
const renderer = new Renderer(gpu);
const rows: object[] = [];
console.log(
  'look, light, quality, lookups for each inactive brick, share of active bricks; time ÷ that of every sample',
);
for (const { name, volume, transfer } of looks) {
  const { lookups, activeShare } = countLookups(volume === noise ? makeVolume(PERIOD, 8) : volume, transfer);
  for (const light of ['unlit', 'lit'] as const) {
    for (const quality of ['plain', 'fine'] as const) {
      const scene = { volume, transfer, ...(light === 'lit' && { shading: createShading() }) };
      const ms = await timeWays(scene, quality);
      rows.push({ look: name, light, quality, lookups, activeShare, ms });
      const ratios = (['skip', 'auto', 'runs'] as const).map((way) => `${way} ${(ms[way] / ms.every).toFixed(2)}`);
      console.log(
        `${name}, ${light}, ${quality}: ${lookups.toFixed(2)} ${activeShare.toFixed(2)}; ${ratios.join(', ')}`,
      );
      write();
    }
  }
}
gpu.destroy();

/** The least of all rounds, since a GPU that idles between frames lowers its clock. */
async function timeWays(scene: Parameters<Renderer['render']>[0], quality: 'plain' | 'fine') {
  const least: Record<Way, number> = { every: Infinity, skip: Infinity, auto: Infinity, runs: Infinity };
  const options = { width: image, height: image, quality, timestamps: true } as const;
  for (let round = -2; round < rounds; round++) {
    for (const [way, own] of Object.entries(WAYS) as [Way, RenderOptions][]) {
      const { stats } = await renderer.render(scene, undefined, { ...options, ...own });
      const ms = stats.timesMs['cast'] ?? Object.values(stats.timesMs)[0]!;
      if (round >= 0) least[way] = Math.min(least[way], ms);
    }
  }
  return least;
}

/** Called after each look, so that an interrupted run leaves what it has. */
function write(): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value;
  writeFileSync(flags.out, `${JSON.stringify({ adapter: gpu.adapterName, side, image, rows }, rounded, 1)}\n`);
}
