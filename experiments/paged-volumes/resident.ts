/** Times frames of a volume that fits, from one texture and from pages that are all there, in variants that take turns. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createShading,
  createTransferFunction,
  createVolume,
  pageVolume,
  type Quality,
  Renderer,
  type RenderMode,
  type RenderOptions,
} from 'tilecast';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { option, round } from './run-tilecast.js';

const side = Number(option('side') ?? 192);
const pixels = Number(option('pixels') ?? 512);
const frames = Number(option('frames') ?? 7);
/** Nothing new begins after so long. */
const endMs = performance.now() + 1000 * Number(option('seconds') ?? Infinity);
const results = option('results') ?? join(import.meta.dirname, 'results-resident.json');
const quality = (option('quality') ?? 'plain') as Quality;
const skips = (option('skips') ?? 'false,true').split(',');
const chosenLooks = option('looks')?.split(';');

interface Variant {
  readonly paged: boolean;
  readonly pageSide?: number;
  readonly options?: RenderOptions;
  /** Texts of the linked WGSL and what stands in their place: for kernels that are not in the library. */
  readonly patches?: readonly (readonly [text: string, replacement: string])[];
}

/** The first is what the others are compared with. */
const VARIANTS: Readonly<Record<string, Variant>> = {
  'one texture': { paged: false },
  pages: { paged: true },
  'pages, step by step': { paged: true, options: { sampling: { traversal: 'steps' } } },
  'pages, run by run': { paged: true, options: { sampling: { traversal: 'runs' } } },
  'pages of 64': { paged: true, pageSide: 64 },
};

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
type Look = (typeof LOOKS)[keyof typeof LOOKS];

/** Each has a device of its own, so that its kernels are. */
async function open(name: string, { paged, pageSide, options = {}, patches = [] }: Variant) {
  const gpu = await openGpu({ adapter: (option('adapter') ?? 'auto') as AdapterChoice });
  const { device } = gpu;
  const create = device.createShaderModule.bind(device);
  const applied = new Set<string>();
  device.createShaderModule = (descriptor) => {
    let { code } = descriptor;
    for (const [text, replacement] of patches) {
      if (code.includes(text)) applied.add(text);
      code = code.replaceAll(text, replacement);
    }
    return create({ ...descriptor, code });
  };
  const source = paged ? { volume, pages: pageVolume(volume, pageSide ? { pageSide } : {}) } : { volume };
  const renderer = new Renderer(gpu);
  const close = () => {
    renderer.destroy();
    gpu.destroy();
  };
  return { name, gpu, renderer, source, options, patches, applied, close };
}
type Opened = Awaited<ReturnType<typeof open>>;

const listPath = option('with');
const listed = listPath ? ((await import(listPath)) as { VARIANTS: typeof VARIANTS }).VARIANTS : VARIANTS;
const variants: Opened[] = [];
for (const [name, variant] of Object.entries(listed)) variants.push(await open(name, variant));

const rows: unknown[] = [];
const write = (more = {}) =>
  writeFileSync(
    results,
    `${JSON.stringify({ adapter: variants[0]!.gpu.adapterName, side, pixels, quality, ...more, rows }, null, 2)}\n`,
  );

/** Milliseconds of a frame's rays, of all of it, and of the processor. */
async function time({ renderer, source, options }: Opened, look: Look, skip: string) {
  const all = {
    width: pixels,
    height: pixels,
    quality,
    skip: skip === 'auto' ? skip : skip === 'true',
  } as const;
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  const { stats } = await renderer.render({ ...source, ...look }, undefined, { ...all, timestamps: true, ...options });
  const wallMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpu);
  return { castMs: stats.timesMs['cast'] ?? wallMs, wallMs, cpuMs: (user + system) / 1000, timer: stats.timer };
}

async function countSamples({ renderer, source, options }: Opened, look: Look, skip: string): Promise<number> {
  const all = {
    width: pixels,
    height: pixels,
    quality,
    skip: skip === 'auto' ? skip : skip === 'true',
  } as const;
  const { stats } = await renderer.render({ ...source, ...look }, undefined, { ...all, counts: true, ...options });
  return stats.samples!;
}

async function measure(name: string, look: Look, skip: string): Promise<void> {
  const times = variants.map((): Awaited<ReturnType<typeof time>>[] => []);
  // All take turns, so that what else the machine does counts for all; the first frames upload and compile.
  for (let number = 0; number <= frames; number++) {
    for (const [index, variant] of variants.entries()) {
      const taken = await time(variant, look, skip);
      if (number > 0) times[index]!.push(taken);
    }
    if (number > 0 && performance.now() > endMs) break;
  }
  const least = times.map((list) => Math.min(...list.map(({ castMs }) => castMs)));
  for (const [index, variant] of variants.entries()) {
    const list = times[index]!;
    const row = {
      look: name,
      skip,
      variant: variant.name,
      timer: list[0]!.timer,
      castMs: round(median(list.map(({ castMs }) => castMs))),
      leastCastMs: round(least[index]!),
      ratio: round(least[index]! / least[0]!),
      cpuMs: round(Math.min(...list.map(({ cpuMs }) => cpuMs))),
      wallMs: round(median(list.map(({ wallMs }) => wallMs))),
      frames: list.length,
      samples: process.argv.includes('--no-counts') ? undefined : await countSamples(variant, look, skip),
    };
    console.log(JSON.stringify(row));
    rows.push(row);
  }
  write();
}

for (const [name, look] of Object.entries(LOOKS)) {
  if (chosenLooks && !chosenLooks.includes(name)) continue;
  for (const skip of skips) if (performance.now() < endMs) await measure(name, look, skip);
}
for (const { name, patches, applied } of variants) {
  for (const [text] of patches) if (!applied.has(text)) console.error(`${name}: no kernel has the text ${text}`);
}
const measured = chosenLooks?.length ?? Object.keys(LOOKS).length;
write({ isWhole: rows.length === variants.length * skips.length * measured });
for (const { close } of variants) close();
