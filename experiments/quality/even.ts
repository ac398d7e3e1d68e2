/**
 * Steps over whose values little changes, with one sample instead of four: errors against a thirty-secondth of a step, and by turns CPU time on
 * software adapters or the cast's own on GPUs.
 */
import { basename } from 'node:path';
import { computeStatistics, findTransfer, Renderer, type RenderOptions, type Volume } from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { ownCpuMs } from '../peers/process-time.js';
import { differences, viewLook } from './looks.js';

const SIZE = Number(process.env['SIZE'] ?? 256);
const REPEATS = Number(process.env['REPEATS'] ?? 5);
const NAMES = ['CT-Bone', 'CT-Muscle', 'CT-Coronary-Arteries'] as const;
const REFERENCE: RenderOptions = { quality: 'plain', step: 1 / 32 };
const SETTINGS: readonly (readonly [name: string, options: RenderOptions])[] = [
  ['four', { quality: 'fine', sampling: { steps: 'four' } }],
  ['judged', { quality: 'fine', sampling: { steps: 'judged', ahead: 4, table: 'float-texture', traversal: 'steps' } }],
  ['plain', { quality: 'plain' }],
];

const args = process.argv.slice(2);
const gpu = await openGpu({ software: args.includes('--software') });
const renderer = new Renderer(gpu);
console.log(
  `${gpu.adapterName}, ${SIZE}², medians of ${REPEATS}, by turns; rms and largest error of 255; time ÷ that of four`,
);
const paths = args.filter((arg) => !arg.startsWith('--'));
for (const path of paths.length > 0 ? paths : ['volumes/head-phantom.nrrd']) {
  const { volume } = await readVolumeFile(path);
  for (const name of NAMES) await compare(basename(path), volume, name);
}
gpu.destroy();

async function compare(file: string, volume: Volume, name: (typeof NAMES)[number]): Promise<void> {
  const transfer = findTransfer(name).create({ statistics: () => computeStatistics(volume) });
  const camera = viewLook(volume, { name, scene: { transfer }, zoom: name === 'CT-Coronary-Arteries' ? 2 : 1 });
  const render = async (options: RenderOptions) => {
    const startMs = ownCpuMs();
    const size = { width: SIZE, height: SIZE, timestamps: true, outputs: ['color'] } as const;
    const { color, stats } = await renderer.render({ volume, transfer }, camera, { ...size, ...options });
    return { color: color!, ms: gpu.software ? ownCpuMs() - startMs : (stats.timesMs['cast'] ?? Number.NaN) };
  };
  const { color: reference } = await render(REFERENCE);
  const errors = new Map<string, ReturnType<typeof differences>>();
  const times = new Map<string, number[]>(SETTINGS.map(([setting]) => [setting, []]));
  for (let round = 0; round <= REPEATS; round++) {
    for (const [setting, options] of round % 2 ? SETTINGS : SETTINGS.toReversed()) {
      const { color, ms } = await render(options);
      if (round > 0) times.get(setting)!.push(ms);
      else errors.set(setting, differences(color, reference));
    }
  }
  const first = times.get('four')!;
  for (const [setting, taken] of times) {
    const ratios = taken.map((ms, round) => ms / first[round]!);
    const { rms, largest } = errors.get(setting)!;
    console.log(
      `${file}, ${name}, ${setting}: ${rms.toFixed(3)} (${largest.toFixed(1)}), ${median(taken).toFixed(2)} ms, ` +
        `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} … ${Math.max(...ratios).toFixed(2)})`,
    );
  }
}
