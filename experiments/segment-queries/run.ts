/** Times what segments cross of a synthetic surface: every triangle, a BVH, a BVH in sorted order, three-mesh-bvh. */
import { parseArgs } from 'node:util';
import {
  Bvh,
  createTerrain,
  createTerrainSegments,
  defaultChunk,
  type IntersectOptions,
  intersectSegments,
  SEGMENT_QUERIES,
  SegmentQuery,
  type SegmentQueryKind,
  type TerrainSegments,
} from 'tilecast';
import { openGpu } from 'tilecast/node';
import { median, writeResults } from '../mesh-bench.js';
import { openThree } from './compared/three.js';

const { values: flags } = parseArgs({
  options: {
    software: { type: 'boolean' },
    rays: { type: 'string', default: '10000000' },
    brute: { type: 'string', default: '20000' },
    three: { type: 'string', default: '500000' },
  },
});
const BLOCK = 1_000_000;
const BUILDS = 7;
const rays = Number(flags.rays);

const gpu = await openGpu({ software: flags.software ?? false });
const terrain = createTerrain();
const triangles = terrain.triangles.length / 3;
const bvh = await Bvh.build(gpu, terrain);

/** @returns how many answers are not what is true. */
async function countWrong(kind: SegmentQueryKind, segments: TerrainSegments, options: IntersectOptions) {
  const startMs = performance.now();
  const answers = await intersectSegments(bvh, segments, kind, options);
  const timeMs = performance.now() - startMs;
  const found = 'triangles' in answers ? answers.triangles : answers;
  let wrong = 0;
  for (const [index, triangle] of segments.triangles.entries()) {
    if (found[index] !== (kind === 'nearest' ? triangle : Number(triangle >= 0))) wrong += 1;
  }
  return { timeMs, wrong };
}

interface Row {
  readonly method: string;
  readonly kind: string;
  readonly rays: number;
  readonly seconds: number;
  readonly raysPerSecond: number;
  readonly millionTestsPerSecond: number;
  readonly wrong: number;
}

const makeRow = (method: string, kind: string, count: number, timeMs: number, wrong: number): Row => ({
  method,
  kind,
  rays: count,
  seconds: timeMs / 1000,
  raysPerSecond: Math.round((1000 * count) / timeMs),
  // As the paper counts: every ray with every triangle, whether tested or spared.
  millionTestsPerSecond: (count * triangles) / timeMs / 1000,
  wrong,
});

async function measure(method: string, kind: SegmentQueryKind, count: number, options: IntersectOptions): Promise<Row> {
  // Compiles what the kind needs.
  await countWrong(kind, createTerrainSegments(terrain, Math.min(count, 2000), 1), options);
  let [timeMs, wrong] = [0, 0];
  for (let first = 0; first < count; first += BLOCK) {
    const segments = createTerrainSegments(terrain, Math.min(BLOCK, count - first), 2 + first / BLOCK);
    const block = await countWrong(kind, segments, options);
    timeMs += block.timeMs;
    wrong += block.wrong;
  }
  const row = makeRow(method, kind, count, timeMs, wrong);
  process.stderr.write(`${JSON.stringify(row)}\n`);
  return row;
}

/** Medians of each step of building the tree, in order. */
async function measureBuild() {
  const runs: (readonly [string, number][])[] = [];
  let timer = '';
  for (let build = -1; build < BUILDS; build++) {
    const times = await bvh.timeRebuild(terrain.positions);
    timer = times.timer;
    if (build >= 0) runs.push(Object.entries(times.timesMs));
  }
  let sum = 0;
  const steps = runs[0]!.map(([step], index) => {
    const timeMs = median(runs.map((run) => run[index]![1]));
    sum += timeMs;
    return { step, timeMs, cumulativeMs: sum };
  });
  return { timer, steps };
}

const build = await measureBuild();
const buildMs = build.steps.at(-1)!.cumulativeMs;
const rows = [await measure('every triangle', 'any', Math.min(rays, Number(flags.brute)), { bruteForce: true })];
for (const kind of SEGMENT_QUERIES) {
  rows.push(await measure('BVH', kind, rays, {}));
  rows.push(await measure('BVH, sorted', kind, rays, { sort: true }));
}
const three = await openThree();
if (three) {
  const count = Math.min(rays, Number(flags.three));
  const segments = createTerrainSegments(terrain, count, 2);
  for (const strategy of ['center', 'sah'] as const) {
    const tree = three.build(terrain, strategy);
    tree.countHits(segments, 2000);
    const { hits, timeMs } = tree.countHits(segments, count);
    const truth = segments.triangles.filter((triangle) => triangle >= 0).length;
    rows.push(makeRow(`three-mesh-bvh, ${strategy}`, 'nearest', count, timeMs, Math.abs(hits - truth)));
    rows.push(makeRow(`three-mesh-bvh, ${strategy}, with build`, 'nearest', count, timeMs + tree.buildMs, 0));
    // In turns with the same segments here.
    rows.push(await measure(`BVH beside three-mesh-bvh, ${strategy}`, 'nearest', count, {}));
  }
}

const query = await SegmentQuery.create(bvh, 'nearest', { capacity: defaultChunk(bvh) });
const memory = {
  treeBytes: bvh.sizeBytes,
  chunkBytes: query.sizeBytes,
  chunkSegments: query.capacity,
  peakProcessBytes: 1024 * process.resourceUsage().maxRSS,
};
writeResults(import.meta.dirname, {
  adapter: gpu.adapterName,
  software: gpu.software,
  triangles,
  build,
  buildMs,
  memory,
  rows,
});
gpu.destroy();
