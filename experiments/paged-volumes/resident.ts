/** Times frames of a volume that fits, from one texture and from pages that are all there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createShading,
  createTransferFunction,
  createVolume,
  pageVolume,
  Renderer,
  type RenderMode,
  type RenderOptions,
} from 'tilecast';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { option, round } from './run-tilecast.js';

const side = Number(option('side') ?? 192);
const pixels = Number(option('pixels') ?? 512);
const rounds = Number(option('frames') ?? 7);
const results = option('results') ?? join(import.meta.dirname, 'results-resident.json');

const voxels = new Uint16Array(side ** 3);
for (let k = 0, at = 0; k < side; k++) {
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++, at++) {
      const radius = Math.hypot(i - side / 2, j - side / 2, k - side / 2) / (side / 2);
      voxels[at] = radius < 1 ? 40_000 * (0.5 + 0.5 * Math.sin(30 * radius)) : 0;
    }
  }
}
const volume = createVolume({ sizes: [side, side, side], voxels });
const pages = pageVolume(volume);

const colors = [{ value: 0, color: '#ffe6cc' }];
const sparse = createTransferFunction({
  colors,
  opacities: [
    { value: 38_000, opacity: 0 },
    { value: 40_000, opacity: 0.5 },
  ],
});
const fog = createTransferFunction({
  colors,
  opacities: [
    { value: 0, opacity: 0 },
    { value: 40_000, opacity: 0.02 },
  ],
});
const shading = createShading();
const LOOKS = {
  sparse: { transfer: sparse },
  'sparse, lit': { transfer: sparse, shading },
  fog: { transfer: fog },
  'fog, lit': { transfer: fog, shading },
  'largest values': { transfer: fog, mode: 'mip' as RenderMode },
};

const gpu = await openGpu({ adapter: (option('adapter') ?? 'auto') as AdapterChoice });
const rows = [];
for (const [name, look] of Object.entries(LOOKS)) {
  for (const skip of [false, true]) {
    const options: RenderOptions = { width: pixels, height: pixels, quality: 'plain', skip, timestamps: true };
    const scenes = { whole: { volume, ...look }, paged: { volume, pages, ...look } };
    const times: Record<keyof typeof scenes, number[]> = { whole: [], paged: [] };
    const renderer = new Renderer(gpu);
    // Both take turns, so that what else the machine does counts for both; the first frames upload and compile.
    for (let round = 0; round <= rounds; round++) {
      for (const kind of ['whole', 'paged'] as const) {
        const { stats } = await renderer.render(scenes[kind], undefined, options);
        if (round > 0) times[kind].push(stats.timesMs['cast'] ?? Object.values(stats.timesMs)[0]!);
      }
    }
    renderer.destroy();
    const [whole, paged] = [times.whole, times.paged].map((list) => list.sort((a, b) => a - b)[list.length >> 1]!);
    rows.push({ name, skip, wholeMs: round(whole!), pagedMs: round(paged!), ratio: round(paged! / whole!) });
  }
}
writeFileSync(results, `${JSON.stringify({ adapter: gpu.adapterName, side, pixels, rows }, null, 2)}\n`);
gpu.destroy();
