/** Times a picture of a volume with shadows, ambient occlusion and paths of light, pass by pass, and writes the pictures. */
import { basename } from 'node:path';
import {
  computeStatistics,
  createShading,
  type Frame,
  findTransfer,
  KEY_LIGHT,
  Renderer,
  type RenderOptions,
  renderPaths,
  type VolumeScene,
} from 'tilecast';
import { encodePng, openGpu, readVolumeFile, writeWholeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { writeResults } from '../mesh-bench.js';

const SIZE = Number(process.env['SIZE'] ?? 256);
const REPEATS = Number(process.env['REPEATS'] ?? 3);
const PATHS = Number(process.env['PATHS'] ?? 16);

const path = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 'volumes/head-phantom.nrrd';
const gpu = await openGpu({ software: process.argv.includes('--software') });
const { volume } = await readVolumeFile(path);
const statistics = computeStatistics(volume);
const transfer = findTransfer('bone').create({ statistics: () => statistics });
const light = { volume, transfer, shading: createShading({ light: KEY_LIGHT, ambient: 0.3 }) };
const scenes: Record<string, VolumeScene> = {
  headlight: { volume, transfer, shading: createShading() },
  'key light': light,
  shadows: { ...light, shadows: true },
  'ambient occlusion, 16 directions': { ...light, ambientOcclusion: { rays: 16 } },
  both: { ...light, shadows: true, ambientOcclusion: { rays: 16 } },
};
const options = { width: SIZE, height: SIZE, timestamps: true } as const satisfies RenderOptions;
const rows: object[] = [];
for (const [name, scene] of Object.entries(scenes)) {
  const times: { light: number; cast: number }[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    // Each from scratch, since light that was followed once is kept; but the kernels stay.
    const renderer = new Renderer(gpu);
    const frame = await renderer.render(scene, undefined, options);
    const { timesMs } = frame.stats;
    times.push({ light: timesMs['light'] ?? 0, cast: timesMs['cast']! });
    if (repeat === 0) await writePicture(name, frame);
    renderer.destroy();
  }
  const of = (pass: 'light' | 'cast') => Number(median(times.map((time) => time[pass])).toFixed(2));
  rows.push({ name, lightMs: of('light'), castMs: of('cast') });
  console.log(rows.at(-1));
}
const renderer = new Renderer(gpu);
await renderPaths(renderer, { volume, transfer }, undefined, { width: SIZE, height: SIZE, paths: 1 });
const startMs = performance.now();
const traced = await renderPaths(renderer, { volume, transfer }, undefined, {
  width: SIZE,
  height: SIZE,
  paths: PATHS,
  denoised: true,
});
rows.push({ name: `${PATHS} paths of light, denoised`, wallMs: Math.round(performance.now() - startMs) });
console.log(rows.at(-1));
await writePicture('paths', traced);
writeResults(import.meta.dirname, { adapter: gpu.adapterName, volume: basename(path), size: SIZE, rows });
renderer.destroy();
gpu.destroy();

async function writePicture(name: string, frame: Pick<Frame, 'pixels' | 'width' | 'height'>) {
  if (process.argv.includes('--pictures')) {
    const file = `${name.split(',')[0]!.replaceAll(' ', '-')}.png`;
    await writeWholeFile(new URL(file, import.meta.url).pathname, encodePng(frame));
  }
}
