/**
 * What each setting of quality is worth and costs, for a table that tells what to choose: errors at the centres of pixels, errors
 * over whole pixels, CPU time, and the time of the pass that casts rays.
 */
import { writeFileSync } from 'node:fs';
import { type Frame, Renderer, type RenderOptions, renderPaths } from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { differences, type Look, listLooks, viewLook } from './looks.js';

const SIZE = Number(process.env['SIZE'] ?? 160);
const REPEATS = Number(process.env['REPEATS'] ?? 3);
/** Paths of the picture that others by paths are compared with. */
const PATHS = Number(process.env['PATHS'] ?? 256);
const PATHS_SIZE = Number(process.env['PATHS_SIZE'] ?? SIZE);

/** As the command line has them: all are of quality fine but where they say otherwise. */
const SETTINGS = {
  '--quality plain': { quality: 'plain' },
  '--quality plain --jitter 1': { quality: 'plain', jitter: 1 },
  'nothing, which is --quality fine': { quality: 'fine' },
  '--jitter 1': { quality: 'fine', jitter: 1 },
  '--step 0.5': { quality: 'fine', step: 1 / 2 },
  '--samples 4': { quality: 'fine', samplesPerPixel: 4 },
  '--samples 16': { quality: 'fine', samplesPerPixel: 16 },
} as const satisfies Record<string, RenderOptions>;

const LOOKS = ['default, lit', 'CT-Coronary-Arteries, lit', 'CT-Bone, lit'];

const argument = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];

const gpu = await openGpu({ software: process.argv.includes('--software') });
const renderer = new Renderer(gpu);
const { volume } = await readVolumeFile(argument('volume') ?? 'volumes/head-phantom.nrrd');
const size = { width: SIZE, height: SIZE } as const;

/** Software adapters compute in this process. */
async function measure(render: () => Promise<Frame<'color'>>, repeats: number) {
  let color = new Float32Array();
  const [cpuMs, wallMs, castMs]: [number[], number[], number[]] = [[], [], []];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const [startCpu, startMs] = [process.cpuUsage(), performance.now()];
    const frame = await render();
    const { user, system } = process.cpuUsage(startCpu);
    cpuMs.push((user + system) / 1000);
    wallMs.push(performance.now() - startMs);
    castMs.push(frame.stats.timesMs['cast'] ?? Number.NaN);
    color = frame.color;
  }
  return { color, times: { cpuMs: median(cpuMs), wallMs: median(wallMs), castMs: median(castMs) } };
}

async function measureLook(look: Look) {
  const scene = { volume, ...look.scene };
  const camera = viewLook(volume, look);
  const render = (options: RenderOptions) =>
    renderer.render(scene, camera, { ...size, ...options, timestamps: !gpu.software, outputs: ['color'] });
  const centers = (await render({ quality: 'plain', step: 1 / 16 })).color;
  const areas = (await render({ quality: 'fine', samplesPerPixel: 64 })).color;
  const rows = [];
  for (const [name, options] of Object.entries(SETTINGS)) {
    await render(options);
    const { color, times } = await measure(() => render(options), REPEATS);
    const wholePixels = differences(color, areas);
    const isOfCenters = !('samplesPerPixel' in options);
    rows.push({ name, ...(isOfCenters && { centers: differences(color, centers) }), wholePixels, ...times });
    console.error(look.name, rows.at(-1));
  }
  return rows;
}

/** Light is another there: each picture is compared with that of very many paths. */
async function measurePaths(look: Look) {
  const scene = { volume, ...look.scene };
  const camera = viewLook(volume, look);
  const render = (paths: number, seed: number, denoised = false) =>
    renderPaths(renderer, scene, camera, { width: PATHS_SIZE, height: PATHS_SIZE, paths, seed, denoised });
  const { color: reference } = await render(PATHS, 1);
  const rows = [];
  for (const [paths, denoised] of [
    [16, false],
    [64, false],
    [16, true],
    [64, true],
  ] as const) {
    const { color, times } = await measure(() => render(paths, 2, denoised), 1);
    const name = `--quality path --samples ${paths}${denoised ? ' --denoise' : ''}`;
    rows.push({ name, wholePixels: differences(color, reference), ...times });
    console.error(look.name, rows.at(-1));
  }
  return rows;
}

const looks = [];
for (const look of listLooks(volume).filter(({ name }) => LOOKS.includes(name))) {
  looks.push({ look: look.name, settings: await measureLook(look) });
}
const bones = listLooks(volume).find(({ name }) => name === 'CT-Bone, lit')!;
const paths = PATHS > 0 ? await measurePaths(bones) : [];
const round = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 100) / 100 : value);
const results = {
  adapter: gpu.adapterName,
  software: gpu.software,
  image: `${SIZE}²`,
  pathsOfReference: PATHS,
  looks,
  paths,
};
const text = `${JSON.stringify(results, round, 2)}\n`;
writeFileSync(argument('results') ?? 'experiments/quality/settings.json', text);
gpu.destroy();
