/** Times building, refitting and asking a BVH, by the size of the model, by its leaves, and as the model deforms. */
import { parseArgs } from 'node:util';
import { createDeformation } from 'tilecast';
import { Bvh, intersectSegments, type Segments } from 'tilecast/mesh';
import { openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { createSegments, loadModels, writeResults } from '../mesh-bench.js';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    software: { type: 'boolean' },
    segments: { type: 'string', default: '200000' },
    repeats: { type: 'string', default: '5' },
  },
});
const SEGMENTS = Number(flags.segments);
const REPEATS = Number(flags.repeats);
const LEAF_SIZES = [1, 2, 4, 8];
const TIMES = [0.05, 0.1, 0.15, 0.2, 0.25];

/** Thousands of segments per second, by the kind of query: medians. */
async function measureQueries(bvh: Bvh, segments: Segments) {
  const rates: Record<string, number> = {};
  for (const kind of ['any', 'nearest', 'count'] as const) {
    const times: number[] = [];
    for (let repeat = -1; repeat < REPEATS; repeat++) {
      const startMs = performance.now();
      await intersectSegments(bvh, segments, kind);
      if (repeat >= 0) times.push(performance.now() - startMs);
    }
    rates[kind] = Math.round(SEGMENTS / median(times));
  }
  return rates;
}

async function medianTimes(time: () => Promise<{ readonly timesMs: Readonly<Record<string, number>> }>) {
  const runs: Readonly<Record<string, number>>[] = [];
  for (let repeat = -1; repeat < REPEATS; repeat++) {
    const { timesMs } = await time();
    if (repeat >= 0) runs.push(timesMs);
  }
  return Object.fromEntries(Object.keys(runs[0]!).map((step) => [step, median(runs.map((run) => run[step]!))]));
}

const gpu = await openGpu({ software: flags.software ?? false });
const models = await loadModels(positionals, [2_000, 30_000, 200_000, 1_000_000]);

const sizes: object[] = [];
for (const { name, mesh } of models) {
  const bvh = await Bvh.build(gpu, mesh);
  const buildMs = await medianTimes(() => bvh.timeRebuild(mesh.positions));
  const refitMs = await medianTimes(() => bvh.timeRefit(mesh.positions));
  const thousandsPerSecond = await measureQueries(bvh, createSegments(mesh, SEGMENTS));
  sizes.push({ model: name, triangles: bvh.triangleCount, bytes: bvh.sizeBytes, buildMs, refitMs, thousandsPerSecond });
  bvh.destroy();
  process.stderr.write(`${JSON.stringify(sizes.at(-1))}\n`);
}

// A model of middling size for the rest.
const { name, mesh } = models[Math.floor(models.length / 2)]!;
const leaves: object[] = [];
for (const leafSize of LEAF_SIZES) {
  const bvh = await Bvh.build(gpu, mesh, { leafSize });
  leaves.push({ model: name, leafSize, thousandsPerSecond: await measureQueries(bvh, createSegments(mesh, SEGMENTS)) });
  bvh.destroy();
  process.stderr.write(`${JSON.stringify(leaves.at(-1))}\n`);
}

const deform = createDeformation(mesh, 'twist');
const segments = createSegments(mesh, SEGMENTS);
const bvh = await Bvh.build(gpu, mesh);
const deforming: object[] = [];
for (const time of TIMES) {
  const positions = deform(time);
  bvh.rebuild(mesh.positions);
  const refitMs = await medianTimes(() => bvh.timeRefit(positions));
  const refitted = await measureQueries(bvh, segments);
  const counts = await intersectSegments(bvh, segments, 'count');
  const rebuildMs = await medianTimes(() => bvh.timeRebuild(positions));
  const rebuilt = await measureQueries(bvh, segments);
  const other = await intersectSegments(bvh, segments, 'count');
  const different = counts.filter((count, index) => count !== other[index]).length;
  deforming.push({ model: name, time, refitMs, rebuildMs, refitted, rebuilt, different });
  process.stderr.write(`${JSON.stringify(deforming.at(-1))}\n`);
}
writeResults(import.meta.dirname, { adapter: gpu.adapterName, software: gpu.software, sizes, leaves, deforming });
gpu.destroy();
