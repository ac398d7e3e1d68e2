/** Compares gradients by central differences at every visible sample with gradients from a precomputed texture. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeStatistics } from 'tilecast';
import { openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import {
  Caster,
  type Cost,
  LAYOUTS,
  type Layout,
  Precomputer,
  type Source,
  uploadTable,
  uploadVolume,
} from './kernels.js';
import { bakeTable, createTransfers, FULL_GRADIENT, loadHead, packFrame } from './scenes.js';

const REPEATS = Number(process.argv[2] ?? 7);

const gpu = await openGpu({ software: process.argv.includes('--software') });
if (!gpu.has('float32-filterable')) throw new Error(`${gpu.adapterName} does not filter r32float`);
/** A picture should take long enough to be timed by the wall clock. */
const side = gpu.software ? 512 : 1024;
const dispatches = gpu.software ? 1 : 20;

const head = await loadHead();
const volume = uploadVolume(gpu, head);
const { min, max } = computeStatistics(head);
const scenes = Object.entries(createTransfers(head)).map(([name, transfer]) => {
  const table = bakeTable(transfer);
  const gain = 1 / (FULL_GRADIENT * (table.high - table.low));
  const strength = { gain, largest: (gain * (max - min)) / 2 };
  return { name, strength, texture: uploadTable(gpu, table), frame: packFrame(head, table, gain, side) };
});

const layouts = Object.keys(LAYOUTS) as Layout[];

/** Largest difference of a channel, and the share of the pixels with one of more than 2. */
function compare(a: Uint8Array, b: Uint8Array) {
  const differences = a.map((value, index) => Math.abs(value - b[index]!));
  let over = 0;
  for (let pixel = 0; pixel < differences.length; pixel += 4) {
    if (differences.subarray(pixel, pixel + 3).some((difference) => difference > 2)) over++;
  }
  return { maxDifference: differences.reduce((a, b) => Math.max(a, b)), shareOver2: over / (side * side) };
}

/** The cores' time on a software adapter, as other work on them would lengthen the wall's. */
const msOf = ({ wallMs, cpuMs }: Cost) => (gpu.software ? cpuMs : wallMs);

const rows = [];
for (const { name, strength, texture, frame } of scenes) {
  const precomputer = await Precomputer.create(gpu, volume, strength);
  const caster = await Caster.create(gpu, volume, strength, side);
  const differences: Cost[] = [];
  const stored = { normal8: [], gradient8: [], gradient16: [] } as Record<Layout, { precompute: Cost; cast: Cost }[]>;
  const pictures: Partial<Record<Source, Awaited<ReturnType<Caster['read']>>>> = {};
  // The first round warms caches and gives the pictures.
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    const cost = await caster.cast(frame, texture, { source: 'differences', gradients: undefined }, dispatches);
    if (repeat > 0) differences.push(cost);
    else pictures.differences = await caster.read();
    // Other work on the machine should not always meet the same one.
    for (const layout of repeat % 2 ? layouts : layouts.toReversed()) {
      const { gradients, cost: precompute } = await precomputer.precompute(layout);
      const cast = await caster.cast(frame, texture, { source: layout, gradients }, dispatches);
      if (repeat > 0) stored[layout].push({ precompute, cast });
      else pictures[layout] = await caster.read();
      gradients.destroy();
    }
  }
  const { pixels, taken, visible } = pictures.differences!;
  const summarize = (costs: readonly Cost[]) => ({
    ms: median(costs.map(msOf)),
    wallMs: median(costs.map(({ wallMs }) => wallMs)),
  });
  rows.push({
    scene: name,
    samplesPerRay: taken / (side * side),
    visibleShare: visible / taken,
    differences: summarize(differences),
    ...Object.fromEntries(
      layouts.map((layout) => {
        const pairs = stored[layout].map(({ precompute, cast }, repeat) => ({
          without: msOf(differences[repeat]!),
          cast: msOf(cast),
          precompute: msOf(precompute),
        }));
        const savedMs = median(pairs.map(({ without, cast }) => without - cast));
        const precompute = summarize(stored[layout].map((costs) => costs.precompute));
        const figures = {
          cast: summarize(stored[layout].map(({ cast }) => cast)),
          precompute,
          compileMs: precomputer.compileMs,
          frameRatio: median(pairs.map(({ without, cast }) => without / cast)),
          firstFrameRatio: median(pairs.map(({ without, cast, precompute }) => without / (cast + precompute))),
          framesToPay: savedMs > 0 ? precompute.ms / savedMs : null,
          ...compare(pixels, pictures[layout]!.pixels),
        };
        return [layout, figures];
      }),
    ),
  });
}

const [x, y, z] = head.sizes;
const result = {
  repeats: REPEATS,
  clock: gpu.software ? 'time of all cores' : 'wall',
  volume: `${x} × ${y} × ${z} r32float`,
  image: `${side}²`,
  volumeMiB: (4 * x * y * z) / 2 ** 20,
  gradientMiB: Object.fromEntries(
    layouts.map((layout) => [layout, (LAYOUTS[layout].bytesPerVoxel * x * y * z) / 2 ** 20]),
  ),
  rows,
};
const path = join(import.meta.dirname, 'results.json');
const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
const round = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
writeFileSync(path, `${JSON.stringify({ ...known, [gpu.adapterName]: result }, round, 2)}\n`);
console.log(gpu.adapterName, JSON.stringify(result, round, 2));
gpu.destroy();
