/** The cost of shadows, mirrors and ambient occlusion, and whether it matters in which order pixels take them. */
import { parseArgs } from 'node:util';
import { cameraBasis, type Frame, type MeshScene, parseShape, Renderer, type RenderOptions } from 'tilecast';
import { Bvh, createQuery } from 'tilecast/mesh';
import { openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { writeResults } from '../mesh-bench.js';
import { BOARD, CAMERA, LIGHT, MIRRORS, PLAIN } from './scene.js';

const { values: flags } = parseArgs({
  options: {
    software: { type: 'boolean' },
    size: { type: 'string', default: '512' },
    repeats: { type: 'string', default: '5' },
  },
});
const repeats = Number(flags.repeats);
const side = Number(flags.size);
const gpu = await openGpu({ software: flags.software ?? false });
const renderer = new Renderer(gpu);

const FEATURES: Readonly<Record<string, readonly [MeshScene, RenderOptions]>> = {
  'primary rays': [PLAIN, {}],
  '+ shadows, by bins of the light': [{ ...PLAIN, shadows: true }, { shadowRays: 'bins' }],
  '+ shadows, by the tree': [{ ...PLAIN, shadows: true }, { shadowRays: 'bvh' }],
  '+ shadows + 1 reflection': [{ ...MIRRORS, reflections: 1 }, {}],
  '+ shadows + 2 reflections': [{ ...MIRRORS, reflections: 2 }, {}],
  '+ shadows + 4 reflections': [{ ...MIRRORS, reflections: 4 }, {}],
  '+ shadows + 2 reflections, 4 rays per pixel': [{ ...MIRRORS, reflections: 2 }, { samplesPerPixel: 4 }],
  '+ ambient occlusion of 8 rays': [{ ...PLAIN, ambientOcclusion: { rays: 8 } }, {}],
};

/** Pixels of neighbouring invocations: in rows, in blocks, along a Z-order curve. */
const SHAPES = gpu.software
  ? ['4x4', '4x4/morton', '64x1', '16x16', '16x16/4x4', '16x16/morton']
  : ['8x4', '32x1', '256x1', '16x16', '16x16/8x4', '16x16/morton', '32x32/morton'];
const fits = (text: string) => {
  const { width, height } = parseShape(text);
  return width * height <= gpu.device.limits.maxComputeInvocationsPerWorkgroup;
};
const ORDERED = [
  'primary rays',
  '+ shadows, by the tree',
  '+ shadows + 2 reflections',
  '+ ambient occlusion of 8 rays',
];

interface Case {
  readonly scene: MeshScene;
  readonly options: RenderOptions;
}

/** Medians of milliseconds in the cast, in turns. */
async function measure(cases: readonly Case[]): Promise<{ castMs: number; frameMs: number }[]> {
  const runs = cases.map(() => [] as { castMs: number; frameMs: number }[]);
  for (let round = -1; round < repeats; round++) {
    for (const [index, { scene, options }] of cases.entries()) {
      const asked = { width: side, height: side, timestamps: true, ...options };
      // The first may have other kernels and bins to make.
      await renderer.render(scene, CAMERA, asked);
      const { stats } = await renderer.render(scene, CAMERA, asked);
      const frameMs = Object.values(stats.timesMs).reduce((sum, ms) => sum + ms, 0);
      if (round >= 0) runs[index]!.push({ castMs: stats.timesMs['cast'] ?? frameMs, frameMs });
    }
    process.stderr.write(`round ${round + 1} of ${repeats}\n`);
  }
  return runs.map((run) => ({
    castMs: median(run.map(({ castMs }) => castMs)),
    frameMs: median(run.map(({ frameMs }) => frameMs)),
  }));
}

const eyes = ['bins', 'bvh'] as const;
const featureCases = Object.entries(FEATURES).flatMap(([feature, [scene, options]]) =>
  eyes.map((primaryRays) => ({ feature, scene, options: { ...options, primaryRays } })),
);
const featureTimes = await measure(featureCases);
const features = featureCases.map(({ feature, options }, index) => ({
  feature,
  primaryRays: options.primaryRays,
  ...featureTimes[index]!,
  framesPerSecond: 1000 / featureTimes[index]!.frameMs,
}));

const orderCases = ORDERED.flatMap((feature) =>
  SHAPES.filter(fits).flatMap((text) =>
    eyes.map((primaryRays) => {
      const [scene, options] = FEATURES[feature]!;
      return { feature, text, scene, options: { ...options, primaryRays, shape: parseShape(text) } };
    }),
  ),
);
const orderTimes = await measure(orderCases);
const orders = orderCases.map(({ feature, text, options }, index) => ({
  feature,
  shape: text,
  primaryRays: options.primaryRays,
  castMs: orderTimes[index]!.castMs,
}));

const hits = await renderer.render(PLAIN, CAMERA, { width: side, height: side, outputs: ['pixels', 'distances'] });
const segments = listShadowSegments(hits);
const queries = await measureQueries(segments);

writeResults(import.meta.dirname, {
  adapter: gpu.adapterName,
  triangles: BOARD.triangles.length / 3,
  side,
  repeats,
  raysThatHit: segments.length / 6,
  features,
  orders,
  queries,
});
gpu.destroy();

/** Segments from every place that is hit towards the light, x, y and z of the start and of the end. */
function listShadowSegments({ distances: depths, width, height }: Frame<'pixels' | 'distances'>): Float32Array {
  const { forward, right, up } = cameraBasis(CAMERA);
  const slope = (2 * Math.tan((CAMERA.fovDegrees * Math.PI) / 360)) / height;
  const found: number[] = [];
  for (const [pixel, depth] of depths!.entries()) {
    if (!Number.isFinite(depth)) continue;
    const x = ((pixel % width) + 0.5 - width / 2) * slope;
    const y = (height / 2 - 0.5 - Math.floor(pixel / width)) * slope;
    const ray = [0, 1, 2].map((axis) => forward[axis]! + x * right[axis]! + y * up[axis]!);
    const length = Math.hypot(...ray);
    const start = ray.map((component, axis) => CAMERA.eye[axis]! + (component / length) * depth + 1e-3 * LIGHT[axis]!);
    found.push(...start, ...start.map((coordinate, axis) => coordinate + 30 * LIGHT[axis]!));
  }
  return Float32Array.from(found);
}

/**
 * The same shadow rays as segments that a query is asked for, in several orders: milliseconds more than a query of one segment
 * takes, which is the way to the device and back.
 */
async function measureQueries(ends: Float32Array) {
  const count = ends.length / 6;
  const bvh = await Bvh.build(gpu, BOARD);
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  const orders = { 'in the order of pixels': order, sorted: order, 'in random order': shuffle(order) };
  const rows: { order: string; ms: number }[] = [];
  for (const [name, places] of Object.entries(orders)) {
    const query = await createQuery(bvh, 'segments', { find: 'any', capacity: count, sort: name === 'sorted' });
    const planes = new Float32Array(6 * count);
    for (const [place, index] of places.entries()) {
      planes.set(ends.subarray(6 * index, 6 * index + 3), 3 * place);
      planes.set(ends.subarray(6 * index + 3, 6 * index + 6), 3 * (count + place));
    }
    gpu.device.queue.writeBuffer(query.ends, 0, planes);
    const times: { all: number[]; one: number[] } = { all: [], one: [] };
    for (let round = -1; round < 3 * repeats; round++) {
      for (const [size, segments] of [['all', count] as const, ['one', 1] as const]) {
        const startMs = performance.now();
        await query.run(segments);
        if (round >= 0) times[size].push(performance.now() - startMs);
      }
    }
    rows.push({ order: name, ms: median(times.all) - median(times.one) });
    query.destroy();
  }
  bvh.destroy();
  return rows;
}

function shuffle(values: Uint32Array): Uint32Array {
  const shuffled = values.slice();
  let state = 12345;
  for (let last = shuffled.length - 1; last > 0; last--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}
