/**
 * What it is worth, and what it costs, to begin where rays enter what is visible: errors against sixteen times as many samples as
 * `fine` takes, and CPU time on software adapters or the cast's own on GPUs, by turns with as many samples without it.
 */
import { basename } from 'node:path';
import { createShading, createTransferFunction, Renderer, type RenderOptions } from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { writeResults } from '../mesh-bench.js';
import { ownCpuMs } from '../peers/process-time.js';
import { differences, type Look, listLooks, viewLook } from './looks.js';

const SIZE = Number(process.env['SIZE'] ?? 192);
const REPEATS = Number(process.env['REPEATS'] ?? 5);
const sampling = { lighting: 'looped' } as const;
const REFERENCE: RenderOptions = { quality: 'plain', step: 1 / 64 };
const SETTINGS = {
  sampled: { quality: 'plain', step: 1 / 4, sampling },
  entered: { quality: 'fine', sampling },
} as const satisfies Record<string, RenderOptions>;
type Setting = keyof typeof SETTINGS;

const gpu = await openGpu({ software: process.argv.includes('--software') });
const renderer = new Renderer(gpu);
const rows: object[] = [];
const given = process.argv.find((arg) => arg.startsWith('--results='));
for (const path of ['volumes/head-phantom.nrrd', 'volumes/marschner-lobb.nrrd']) {
  const { volume } = await readVolumeFile(path);
  for (const look of [...listLooks(volume), ...(volume.anatomical ? listSteps() : [])]) {
    const scene = { volume, ...look.scene };
    const render = async (options: RenderOptions) => {
      const startMs = ownCpuMs();
      const size = { width: SIZE, height: SIZE, timestamps: true, outputs: ['color'] } as const;
      const { color, stats } = await renderer.render(scene, viewLook(volume, look), { ...size, ...options });
      return { color, ms: gpu.software ? ownCpuMs() - startMs : (stats.timesMs['cast'] ?? Number.NaN) };
    };
    const { color: reference } = await render(REFERENCE);
    const settings = Object.keys(SETTINGS) as Setting[];
    const times: Record<Setting, number[]> = { sampled: [], entered: [] };
    const errors = new Map<Setting, ReturnType<typeof differences>>();
    for (let round = 0; round <= REPEATS; round++) {
      for (const setting of round % 2 ? settings : settings.toReversed()) {
        const { color, ms } = await render(SETTINGS[setting]);
        if (round > 0) times[setting].push(ms);
        else errors.set(setting, differences(color, reference));
      }
    }
    const ratios = times.entered.map((ms, round) => ms / times.sampled[round]!);
    const ends = [Math.min(...ratios), Math.max(...ratios)];
    const say = (setting: Setting) =>
      `${errors.get(setting)!.rms.toFixed(2)} (${errors.get(setting)!.largest.toFixed(0)}), ${median(times[setting]).toFixed(1)} ms`;
    console.log(
      `| ${basename(path, '.nrrd')}, ${look.name} | ${say('sampled')} | ${say('entered')} | ` +
        `${median(ratios).toFixed(2)} (${ends.map((end) => end.toFixed(2)).join(' … ')}) |`,
    );
    rows.push({ volume: basename(path), look: look.name, times, ratios, errors: Object.fromEntries(errors) });
  }
}
if (given) writeResults(import.meta.dirname, { adapter: gpu.adapterName, image: `${SIZE}²`, rows }, given.slice(10));
gpu.destroy();

/** Opacity that rises within 2 HU: of bone, nearly all at once, and of skin, thinly. */
function listSteps(): Look[] {
  const rise = (value: number, opacity: number) =>
    createTransferFunction({
      colors: [
        { value, color: [1, 0.5, 0.2] },
        { value: value + 1000, color: [1, 1, 1] },
      ],
      opacities: [
        { value, opacity: 0 },
        { value: value + 2, opacity },
      ],
    });
  return [
    ['bone in 2 HU', rise(300, 0.9)],
    ['skin in 2 HU', rise(-300, 0.3)],
  ].flatMap(([name, transfer]) => [
    { name: `${name as string}, lit`, scene: { transfer: transfer as never, shading: createShading() }, zoom: 1 },
    { name: `${name as string}, unlit`, scene: { transfer: transfer as never }, zoom: 1 },
  ]);
}
