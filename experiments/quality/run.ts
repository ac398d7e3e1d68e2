/** How near each quality comes to the picture of sixteen times as many samples, and what it costs. */
import { basename } from 'node:path';
import { Renderer, type RenderOptions } from 'tilecast';
import { openGpu, readVolumeFile } from 'tilecast/node';
import { median } from '../averages.js';
import { writeResults } from '../mesh-bench.js';
import { differences, listLooks, viewLook } from './looks.js';

const SIZE = Number(process.env['SIZE'] ?? 384);
const REPEATS = Number(process.env['REPEATS'] ?? 3);

const REFERENCE: RenderOptions = { quality: 'plain', step: 1 / 16 };
const SETTINGS = {
  plain: { quality: 'plain' },
  'plain, jitter': { quality: 'plain', jitter: 1 },
  'plain, step 1/2': { quality: 'plain', step: 1 / 2 },
  'plain, step 1/4': { quality: 'plain', step: 1 / 4 },
} as const satisfies Record<string, RenderOptions>;

const gpu = await openGpu({ software: process.argv.includes('--software') });
const renderer = new Renderer(gpu);
const paths = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const rows: object[] = [];
for (const path of paths.length > 0 ? paths : ['volumes/head-phantom.nrrd', 'volumes/marschner-lobb.nrrd']) {
  const { volume } = await readVolumeFile(path);
  for (const look of listLooks(volume)) {
    const { name, scene, zoom } = look;
    const whole = { volume, ...scene };
    const camera = viewLook(volume, look);
    const render = async (options: RenderOptions) => {
      const size = { width: SIZE, height: SIZE, timestamps: true };
      return renderer.render(whole, camera, { ...size, ...options, outputs: ['color'] });
    };
    const { color: reference } = await render(REFERENCE);
    const cells = [];
    for (const [setting, options] of Object.entries(SETTINGS)) {
      const times: number[] = [];
      let found = { rms: 0, largest: 0 };
      for (let round = 0; round < REPEATS; round++) {
        const { color, stats } = await render(options);
        times.push(stats.timesMs['cast'] ?? Number.NaN);
        if (round === 0) found = differences(color, reference);
      }
      cells.push([setting, { ...found, castMs: median(times) }] as const);
      process.stderr.write(
        `${basename(path)}, ${name}, ${setting}: rms ${found.rms.toFixed(2)}, largest ${found.largest.toFixed(0)}, ${median(times).toFixed(0)} ms\n`,
      );
    }
    rows.push({ volume: basename(path), look: name, zoom, settings: Object.fromEntries(cells) });
  }
}
writeResults(import.meta.dirname, { adapter: gpu.adapterName, software: gpu.software, image: `${SIZE}²`, rows });
gpu.destroy();
