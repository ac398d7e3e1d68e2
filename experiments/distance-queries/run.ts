/**
 * Times closest triangles and signed distances of points beside three-mesh-bvh, and makes the distance field of the last
 * model, with a picture of it.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  boundingBox,
  boundingSphere,
  corners as cornersOf,
  createTransferFunction,
  createVolume,
  fitCamera,
  type Mesh,
  Renderer,
  rayThroughPixel,
  viewDirection,
} from 'tilecast';
import { Bvh, createDistanceField, findClosest, findSignedDistance, gridAround, sampleSurface } from 'tilecast/mesh';
import { encodePng, openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { createSegments, loadModels, writeResults } from '../mesh-bench.js';
import { openThree } from '../segment-queries/compared/three.js';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    software: { type: 'boolean', default: false },
    points: { type: 'string', default: '1000000' },
    three: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '3' },
    field: { type: 'string', default: '256' },
    picture: { type: 'string' },
    // The fields alone.
    only: { type: 'string' },
    out: { type: 'string', default: import.meta.dirname },
  },
});
const rounds = Number(flags.rounds);
const gpu = await openGpu({ software: flags.software });
const three = await openThree();

/** Distance from the surface as a fraction of the model's largest extent: where scans of it and its neighbours would be. */
const NEAR = 0.01;

/** Points at random in the model's box, a fifth larger; or beside the surface. */
function createPoints(mesh: Mesh, where: 'box' | 'near', count: number): Float32Array {
  const random = createSegments(mesh, count);
  if (where === 'box') return random.from;
  const { min, max } = boundingBox(mesh);
  const reach = NEAR * Math.max(...max.map((high, axis) => high - min[axis]!));
  const surface = sampleSurface(mesh, count);
  return random.from.map((place, at) => {
    const axis = at % 3;
    const share = (place - min[axis]!) / (max[axis]! - min[axis]!) - 0.5;
    return surface[at]! + 2 * share * reach;
  });
}

interface Turn {
  readonly buildMs: number;
  readonly queryMs: number;
  readonly points: number;
  readonly distances: ArrayLike<number>;
}

async function takeTurn(mesh: Mesh, points: Float32Array, signed: boolean): Promise<Turn> {
  const tree = await Bvh.allocate(gpu, mesh);
  await gpu.wait(gpu.device.queue.onSubmittedWorkDone());
  const startMs = performance.now();
  tree.rebuild(mesh.positions);
  await gpu.wait(gpu.device.queue.onSubmittedWorkDone());
  const builtMs = performance.now();
  const { distances } = signed ? await findSignedDistance(tree, mesh, points) : await findClosest(tree, points);
  const doneMs = performance.now();
  tree.destroy();
  return { buildMs: builtMs - startMs, queryMs: doneMs - builtMs, points: points.length / 3, distances };
}

/** The largest difference of two methods' distances, of the model's size. */
function compare(mesh: Mesh, a: ArrayLike<number>, b: ArrayLike<number>): number {
  const { min, max } = boundingBox(mesh);
  const size = Math.hypot(...max.map((high, axis) => high - min[axis]!));
  let largest = 0;
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    largest = Math.max(largest, Math.abs(Math.abs(a[index]!) - b[index]!) / size);
  }
  return largest;
}

/** Medians of each method in turns; the first round warms up. */
async function measure(model: string, mesh: Mesh, where: 'box' | 'near') {
  const points = createPoints(mesh, where, Number(flags.points));
  const fewer = points.subarray(0, 3 * Math.min(points.length / 3, Number(flags.three)));
  const methods: Record<string, () => Promise<Turn>> = {
    closest: () => takeTurn(mesh, points, false),
    signed: () => takeTurn(mesh, points, true),
  };
  for (const strategy of three ? (['center', 'sah'] as const) : []) {
    methods[`three-mesh-bvh, ${strategy}`] = async () => ({
      ...three!.measureDistances(mesh, fewer, strategy),
      points: fewer.length / 3,
    });
  }
  const turns = new Map<string, (Turn & { readonly cpuMs: number })[]>();
  for (let round = -1; round < rounds; round++) {
    for (const [method, turn] of Object.entries(methods)) {
      const before = process.cpuUsage();
      const result = await turn();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) turns.set(method, [...(turns.get(method) ?? []), { ...result, cpuMs: (user + system) / 1000 }]);
    }
  }
  const truth = turns.get('three-mesh-bvh, sah')?.[0]?.distances;
  return Array.from(turns, ([method, results]) => {
    const [buildMs, queryMs] = [
      median(results.map((turn) => turn.buildMs)),
      median(results.map((turn) => turn.queryMs)),
    ];
    const count = results[0]!.points;
    const row = { model, triangles: mesh.triangles.length / 3, where, method, points: count, buildMs, queryMs };
    const perSecond = Math.round((1000 * count) / queryMs);
    // CPU time of all threads includes the building, and can be compared on machines that others use too.
    const perCpuSecond = Math.round((1000 * count) / median(results.map((turn) => turn.cpuMs)));
    const perSecondWithBuild = Math.round((1000 * count) / (queryMs + buildMs));
    const difference = truth && `${(1e9 * compare(mesh, results[0]!.distances, truth)).toFixed(1)}e-9`;
    process.stderr.write(`${JSON.stringify({ ...row, perSecond, difference })}\n`);
    return { ...row, perSecond, perSecondWithBuild, perCpuSecond, difference };
  });
}

async function measureField(model: string, mesh: Mesh) {
  const grid = gridAround(mesh, Number(flags.field));
  const bvh = await Bvh.build(gpu, mesh);
  await gpu.wait(gpu.device.queue.onSubmittedWorkDone());
  const startMs = performance.now();
  const { voxels, sign } = await createDistanceField(bvh, mesh, grid);
  const wholeMs = performance.now() - startMs;
  const spacing = grid.indexToWorld.columns[0][0];
  const bandMs = await time(() => createDistanceField(bvh, mesh, grid, { within: 3 * spacing }));
  const volume = createVolume({ ...grid, voxels });
  const isosurfaceVoxels = await compareIsosurface(bvh, volume);
  bvh.destroy();
  if (flags.picture) await drawField(flags.picture, volume);
  const peakProcessBytes = 1024 * process.resourceUsage().maxRSS;
  return {
    model,
    triangles: mesh.triangles.length / 3,
    sizes: grid.sizes,
    sign,
    wholeMs,
    bandMs,
    isosurfaceVoxels,
    peakProcessBytes,
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** How far the isosurface at 0 is from the mesh, as the caster finds it: the largest and the 99th percentile, in voxels. */
async function compareIsosurface(bvh: Bvh, volume: ReturnType<typeof createVolume>) {
  const renderer = new Renderer(gpu);
  const size = { width: 512, height: 512 };
  const errors: number[] = [];
  for (const view of ['a', 'b', 'e'] as const) {
    const direction = viewDirection(view, volume.indexToWorld);
    const camera = fitCamera(boundingSphere(cornersOf(volume)), direction, { aspect: 1, zoom: 1.4 });
    const scene = { volume, transfer: IVORY, mode: 'isosurface', isoValue: 0 } as const;
    const { distances } = await renderer.render(scene, camera, { ...size, outputs: ['distances'] });
    const points = Array.from(distances).flatMap((distance, pixel) => {
      const { origin, direction: way } = rayThroughPixel(
        camera,
        size,
        pixel % size.width,
        Math.floor(pixel / size.width),
      );
      return distance < Infinity ? way.map((component, axis) => origin[axis]! + distance * component) : [];
    });
    const found = await findClosest(bvh, Float64Array.from(points));
    for (const distance of found.distances) errors.push(distance / volume.indexToWorld.columns[0][0]);
  }
  renderer.destroy();
  errors.sort((a, b) => a - b);
  return { pixels: errors.length, largest: errors.at(-1), share99: errors[Math.floor(0.99 * errors.length)] };
}

const IVORY = createTransferFunction({
  colors: [{ value: 0, color: '#c9b8a0' }],
  opacities: [{ value: 0, opacity: 1 }],
});

async function drawField(path: string, volume: ReturnType<typeof createVolume>): Promise<void> {
  const renderer = new Renderer(gpu);
  const direction = viewDirection('anterior', volume.indexToWorld);
  const axes = { ...direction, forward: [0, 0, -1] as const, up: [0, 1, 0] as const };
  const camera = fitCamera(boundingSphere(cornersOf(volume)), axes, { aspect: 1, zoom: 1.25 });
  const scene = { volume, transfer: IVORY, mode: 'isosurface', isoValue: 0 } as const;
  writeFileSync(path, encodePng(await renderer.render(scene, camera, { width: 800, height: 800 })));
}

const models = await loadModels(positionals, [200_000]);
const rows: object[] = [];
for (const { name, mesh } of flags.only === 'field' ? [] : models) {
  for (const where of ['box', 'near'] as const) rows.push(...(await measure(name, mesh, where)));
}
const { name, mesh } = models.at(-1)!;
const field = await measureField(name, mesh);
writeResults(flags.out, { adapter: gpu.adapterName, software: gpu.software, rows, field });
gpu.destroy();
