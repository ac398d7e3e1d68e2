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
const frames = Number(option('frames') ?? 7);
/** Nothing new begins after so long. */
const endMs = performance.now() + 1000 * Number(option('seconds') ?? Infinity);
const results = option('results') ?? join(import.meta.dirname, 'results-resident.json');

/** Waves in a ball: each row goes by squares of distances, for hypotenuses and sines take most of the time else. */
const shells = Uint16Array.from({ length: side }, (_, at) => 40_000 * (0.5 + 0.5 * Math.sin((30 * at) / side)));
const squares = Float64Array.from({ length: side }, (_, at) => ((2 * at) / side - 1) ** 2);
const voxels = new Uint16Array(side ** 3);
for (let k = 0, at = 0; k < side; k++) {
  for (let j = 0; j < side; j++) {
    const beside = squares[k]! + squares[j]!;
    for (let i = 0; i < side; i++, at++) {
      const square = beside + squares[i]!;
      voxels[at] = square < 1 ? shells[Math.floor(Math.sqrt(square) * side)]! : 0;
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
  fog: { transfer: fog },
  'sparse, lit': { transfer: sparse, shading },
  'fog, lit': { transfer: fog, shading },
  'largest values': { transfer: fog, mode: 'mip' as RenderMode },
};

const gpu = await openGpu({ adapter: (option('adapter') ?? 'auto') as AdapterChoice });
const renderer = new Renderer(gpu);
const rows: unknown[] = [];
const startMs = performance.now();
const write = (more = {}) =>
  writeFileSync(results, `${JSON.stringify({ adapter: gpu.adapterName, side, pixels, ...more, rows }, null, 2)}\n`);
write({ madeSeconds: round(startMs / 1000) });

type Look = (typeof LOOKS)[keyof typeof LOOKS];

async function measure(name: string, look: Look, skip: boolean): Promise<void> {
  const options: RenderOptions = { width: pixels, height: pixels, quality: 'plain', skip, timestamps: true };
  const scenes = { whole: { volume, ...look }, paged: { volume, pages, ...look } };
  const times: Record<keyof typeof scenes, number[]> = { whole: [], paged: [] };
  const firstMs: Partial<Record<keyof typeof scenes, number>> = {};
  let timer = '';
  // Both take turns, so that what else the machine does counts for both; the first frames upload and compile.
  for (let number = 0; number <= frames; number++) {
    for (const kind of ['whole', 'paged'] as const) {
      const beginMs = performance.now();
      const { stats } = await renderer.render(scenes[kind], undefined, options);
      timer = stats.timer;
      if (number === 0) firstMs[kind] = round(performance.now() - beginMs);
      else times[kind].push(stats.timesMs['cast'] ?? Object.values(stats.timesMs)[0]!);
      if (number > 0 && performance.now() > endMs) break;
    }
  }
  const [whole, paged] = [times.whole, times.paged].map((list) => list.sort((a, b) => a - b)[list.length >> 1]);
  if (whole === undefined || paged === undefined) return;
  const [wholeMs, pagedMs] = [round(whole), round(paged)];
  rows.push({ name, skip, timer, wholeMs, pagedMs, ratio: round(paged / whole), frames: times.paged.length, firstMs });
  write();
}

for (const [name, look] of Object.entries(LOOKS)) {
  for (const skip of [false, true]) if (performance.now() < endMs) await measure(name, look, skip);
}
write({ isWhole: rows.length === 2 * Object.keys(LOOKS).length });
renderer.destroy();
gpu.destroy();
