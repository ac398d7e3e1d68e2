/**
 * Times what segments cross of a synthetic surface: every triangle, a BVH, a BVH in sorted order; and of it and other models
 * beside three-mesh-bvh.
 */
import { parseArgs } from 'node:util';
import type { Gpu, Mesh } from 'tilecast';
import { createTerrain, createTerrainSegments, defaultChunk, type TerrainSegments } from 'tilecast/lab';
import {
  Bvh,
  createQuery,
  type IntersectOptions,
  intersectSegments,
  SEGMENT_QUERIES,
  type SegmentQueryKind,
} from 'tilecast/mesh';
import { openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { createSegments, loadModels, writeResults } from '../mesh-bench.js';
import { openThree } from './compared/three.js';
import { countWrong } from './count-wrong.js';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    software: { type: 'boolean' },
    rays: { type: 'string', default: '10000000' },
    brute: { type: 'string', default: '20000' },
    three: { type: 'string', default: '500000' },
  },
});
const BLOCK = 1_000_000;
const BUILDS = 7;
/** Rounds beside three-mesh-bvh, in each of which everyone has a turn. */
const ROUNDS = 5;
const rays = Number(flags.rays);

const gpu = await openGpu({ software: flags.software ?? false });
const terrain = createTerrain();
const triangles = terrain.triangles.length / 3;
const bvh = await Bvh.build(gpu, terrain);

async function timeAnswers(kind: SegmentQueryKind, segments: TerrainSegments, options: IntersectOptions) {
  const startMs = performance.now();
  const answers = await intersectSegments(bvh, segments, kind, options);
  return { timeMs: performance.now() - startMs, wrong: countWrong(kind, answers, segments) };
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
  // The paper counts every ray with every triangle, whether tested or spared.
  millionTestsPerSecond: (count * triangles) / timeMs / 1000,
  wrong,
});

async function measure(method: string, kind: SegmentQueryKind, count: number, options: IntersectOptions): Promise<Row> {
  // Compiles what the kind needs.
  await timeAnswers(kind, createTerrainSegments(terrain, Math.min(count, 2000), 1), options);
  let [timeMs, wrong] = [0, 0];
  for (let first = 0; first < count; first += BLOCK) {
    const segments = createTerrainSegments(terrain, Math.min(BLOCK, count - first), 2 + first / BLOCK);
    const block = await timeAnswers(kind, segments, options);
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

interface Turn {
  readonly buildMs: number;
  readonly queryMs: number;
  readonly hits: number;
}

interface Segments {
  readonly from: Float32Array;
  readonly to: Float32Array;
}

async function takeTurn(on: Gpu, mesh: Mesh, segments: Segments): Promise<Turn> {
  const tree = await Bvh.allocate(on, mesh);
  await on.wait(on.device.queue.onSubmittedWorkDone());
  const startMs = performance.now();
  tree.rebuild(mesh.positions);
  await on.wait(on.device.queue.onSubmittedWorkDone());
  const builtMs = performance.now();
  const { triangles } = await intersectSegments(tree, segments, 'nearest');
  const doneMs = performance.now();
  tree.destroy();
  const hits = triangles.filter((triangle) => triangle >= 0).length;
  return { buildMs: builtMs - startMs, queryMs: doneMs - builtMs, hits };
}

/** Medians of nearest crossings by each method, in turns. */
async function measureBeside(model: string, mesh: Mesh, segments: Segments, methods: Methods) {
  const turns = new Map<string, (Turn & { readonly cpuMs: number })[]>();
  for (let round = -1; round < ROUNDS; round++) {
    for (const [method, turn] of Object.entries(methods)) {
      const before = process.cpuUsage();
      const result = await turn(mesh, segments);
      const { user, system } = process.cpuUsage(before);
      // The first one warms up.
      if (round >= 0) turns.set(method, [...(turns.get(method) ?? []), { ...result, cpuMs: (user + system) / 1000 }]);
    }
  }
  return Array.from(turns, ([method, results]) => {
    const [buildMs, queryMs, cpuMs] = [
      median(results.map((turn) => turn.buildMs)),
      median(results.map((turn) => turn.queryMs)),
      median(results.map((turn) => turn.cpuMs)),
    ];
    const count = segments.from.length / 3;
    const rate = (timeMs: number) => Math.round((1000 * count) / timeMs);
    const row = {
      model,
      triangles: mesh.triangles.length / 3,
      method,
      segments: count,
      hits: results[0]!.hits,
      buildMs,
    };
    return { ...row, queryMs, cpuMs, perSecond: rate(queryMs), perSecondWithBuild: rate(buildMs + queryMs) };
  });
}

type Methods = Readonly<Record<string, (mesh: Mesh, segments: Segments) => Turn | Promise<Turn>>>;

const three = await openThree();
const beside: object[] = [];
if (three) {
  const methods: Methods = {
    BVH: (mesh, segments) => takeTurn(gpu, mesh, segments),
    'three-mesh-bvh, center': (mesh, segments) => three.takeTurn(mesh, segments, 'center'),
    'three-mesh-bvh, sah': (mesh, segments) => three.takeTurn(mesh, segments, 'sah'),
  };
  const count = Math.min(rays, Number(flags.three));
  beside.push(...(await measureBeside('terrain', terrain, createTerrainSegments(terrain, count, 2), methods)));
  for (const { name, mesh } of positionals.length > 0 ? await loadModels(positionals, []) : []) {
    beside.push(...(await measureBeside(name, mesh, createSegments(mesh, count), methods)));
  }
  process.stderr.write(`${beside.map((row) => JSON.stringify(row)).join('\n')}\n`);
}

const query = await createQuery(bvh, 'segments', { find: 'nearest', capacity: defaultChunk(bvh) });
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
  beside,
});
gpu.destroy();
