/** Times what an adapter's description chooses between, in turns, on the adapter that is named. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  boundingSphere,
  computeStatistics,
  corners,
  createTransferFunction,
  createVolume,
  defaultTransfer,
  fitCamera,
  type Gpu,
  Renderer,
  type RenderOptions,
  viewDirection,
} from 'tilecast';
import { createTorus, Scanner, type ScanVariant, Sorter, type SplitOptions, Splitter } from 'tilecast/lab';
import { Bvh, intersectSegments } from 'tilecast/mesh';
import { type AdapterChoice, openGpu } from 'tilecast/node';
import { median } from '../averages.js';
import { createSegments, viewModel } from '../mesh-bench.js';
import { Bench, type Encode } from '../split/bench.js';

const { values: flags } = parseArgs({
  options: {
    adapter: { type: 'string', default: 'auto' },
    repeats: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
});
const REPEATS = Number(flags.repeats);
const adapter = flags.adapter as AdapterChoice;

/** The time of a run of each variant, in milliseconds. */
type Variants = Readonly<Record<string, () => Promise<number>>>;

const ITEMS = 2 ** 20;
const SIZE = 512;

const wall = async (work: () => Promise<unknown>): Promise<number> => {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
};

/** The processor's time, which other programs do not lengthen. */
const processorTime = async (work: () => Promise<unknown>): Promise<number> => {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

async function describeSplits(
  gpu: Gpu,
  binCount: number,
  choices: Readonly<Record<string, SplitOptions>>,
): Promise<Variants> {
  const bench = new Bench(gpu);
  const [keys, values, splitKeys, splitValues] = [0, 1, 2, 3].map(() => bench.storage(ITEMS)) as [
    GPUBuffer,
    GPUBuffer,
    GPUBuffer,
    GPUBuffer,
  ];
  const binStarts = bench.storage(binCount + 1);
  gpu.device.queue.writeBuffer(keys, 0, randomWords(binCount));
  const variants: Record<string, () => Promise<number>> = {};
  for (const [name, options] of Object.entries(choices)) {
    const splitter = await Splitter.create(gpu, { capacity: ITEMS, binCount, ...options });
    const encode: Encode = (pass) =>
      splitter.encode(pass, { keys, values }, { keys: splitKeys, values: splitValues, binStarts });
    variants[name] = () => bench.timeMs(encode);
  }
  return variants;
}

async function describeSorts(gpu: Gpu): Promise<Variants> {
  const bench = new Bench(gpu);
  const [keysLow, sorted, values] = [0, 1, 2].map(() => bench.storage(ITEMS)) as [GPUBuffer, GPUBuffer, GPUBuffer];
  gpu.device.queue.writeBuffer(keysLow, 0, randomWords(2 ** 32));
  const variants: Record<string, () => Promise<number>> = {};
  for (const form of ['runs', 'rows'] as const) {
    const sorter = await Sorter.create(gpu, { capacity: ITEMS, indexValues: true, form });
    variants[form] = () => bench.timeMs((pass) => sorter.encode(pass, { keysLow }, { keysLow: sorted, values }));
  }
  return variants;
}

async function describeScans(gpu: Gpu): Promise<Variants> {
  const bench = new Bench(gpu);
  const words = bench.storage(ITEMS);
  const variants: Record<string, () => Promise<number>> = {};
  for (const variant of ['runs', 'workgroups', 'subgroups'] as const satisfies ScanVariant[]) {
    if (variant === 'subgroups' && !gpu.has('subgroups')) continue;
    const scanner = await Scanner.create(gpu, { length: ITEMS, variant });
    variants[variant] = () => bench.timeMs((pass) => scanner.encode(pass, words));
  }
  return variants;
}

function randomWords(below: number): Uint32Array<ArrayBuffer> {
  let state = 2463534242;
  return Uint32Array.from({ length: ITEMS }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  });
}

const createTestTorus = (triangles: number) => {
  const segments = Math.round(Math.sqrt(triangles / 2));
  return createTorus({ majorSegments: segments, minorSegments: segments });
};

/** A mesh that is binned in every frame. */
function describeFrames(gpu: Gpu, triangles: number, choices: Readonly<Record<string, RenderOptions>>): Variants {
  const mesh = createTestTorus(triangles);
  const camera = viewModel(mesh);
  const renderer = new Renderer(gpu);
  const image = { width: SIZE, height: SIZE, quality: 'plain', primaryRays: 'bins' } as const;
  return Object.fromEntries(
    Object.entries(choices).map(([name, options]) => [
      name,
      () => processorTime(() => renderer.render({ meshes: [{ mesh }] }, camera, { ...image, ...options })),
    ]),
  );
}

/** A ball of waves, most of it empty where `low` is high. */
function createWaves(side: number, low: number) {
  const voxels = new Uint8Array(side ** 3);
  for (let index = 0; index < voxels.length; index++) {
    const [x, y, z] = [index % side, Math.floor(index / side) % side, Math.floor(index / side ** 2)].map(
      (i) => (2 * i) / side - 1,
    ) as [number, number, number];
    voxels[index] = Math.hypot(x, y, z) < 0.9 ? 127.5 * (1 + Math.sin(9 * x) * Math.sin(11 * y) * Math.cos(7 * z)) : 0;
  }
  const volume = createVolume({ sizes: [side, side, side], voxels });
  const transfer = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: low, opacity: 0 },
      { value: 255, opacity: 0.2 },
    ],
  });
  const camera = fitCamera(boundingSphere(corners(volume)), viewDirection('a', volume.indexToWorld), { aspect: 1 });
  return { volume, transfer, camera };
}

/** The first picture of a volume by a process that has compiled its kernels before: upload, bricks and the cast. */
function describeUploads(gpus: Readonly<Record<string, Gpu>>, side: number): Variants {
  const { volume, camera } = createWaves(side, 200);
  const transfer = defaultTransfer(computeStatistics(volume));
  return Object.fromEntries(
    Object.entries(gpus).map(([name, gpu]) => [
      name,
      () =>
        processorTime(async () => {
          const renderer = new Renderer(gpu);
          await renderer.render({ volume, transfer }, camera, { width: SIZE, height: SIZE, quality: 'plain' });
          renderer.destroy();
        }),
    ]),
  );
}

function describeSkipping(gpus: Readonly<Record<string, Gpu>>, mode: 'composite' | 'mip'): Variants {
  const { volume, transfer, camera } = createWaves(192, 200);
  const variants: Record<string, () => Promise<number>> = {};
  for (const [name, gpu] of Object.entries(gpus)) {
    for (const skip of [true, false]) {
      const renderer = new Renderer(gpu);
      const render = () =>
        renderer.render({ volume, transfer, mode }, camera, { width: SIZE, height: SIZE, quality: 'plain', skip });
      variants[skip ? `bricks as ${name}` : `all samples as ${name}`] = () => processorTime(render);
    }
  }
  return variants;
}

async function describeTrees(gpu: Gpu): Promise<Variants> {
  const mesh = createTestTorus(50_000);
  const segments = createSegments(mesh, 100_000);
  const variants: Record<string, () => Promise<number>> = {};
  for (const leafSize of [1, 2, 4, 8]) {
    const bvh = await Bvh.build(gpu, mesh, { leafSize });
    variants[`leaves of ${leafSize}`] = () => processorTime(() => intersectSegments(bvh, segments, 'nearest'));
  }
  return variants;
}

async function describeChunks(gpu: Gpu): Promise<Variants> {
  const mesh = createTestTorus(50_000);
  const segments = createSegments(mesh, 2 ** 20);
  const bvh = await Bvh.build(gpu, mesh);
  return Object.fromEntries(
    [2 ** 15, 2 ** 17, 2 ** 20].map((chunk) => [
      `chunks of ${chunk}`,
      () => wall(() => intersectSegments(bvh, segments, 'any', { chunk })),
    ]),
  );
}

function describeRayTracing(gpu: Gpu, side: number): Variants {
  const mesh = createTestTorus(100_000);
  const camera = viewModel(mesh);
  return Object.fromEntries(
    (['bins', 'bvh'] as const).map((primaryRays) => {
      const renderer = new Renderer(gpu);
      return [
        primaryRays,
        () =>
          processorTime(() =>
            renderer.render({ meshes: [{ mesh }] }, camera, { width: side, height: side, primaryRays }),
          ),
      ];
    }),
  );
}

const gpu = await openGpu({ adapter });
const gpus = {
  itself: gpu,
  gpu: await openGpu({ adapter, treatAs: 'gpu' }),
  swiftshader: await openGpu({ adapter, treatAs: 'swiftshader' }),
};

const QUESTIONS: Readonly<Record<string, () => Variants | Promise<Variants>>> = {
  '1 M pairs into 256 bins': () =>
    describeSplits(gpu, 256, {
      runs: { form: 'runs' },
      rows: { form: 'rows' },
      'global atomics': { approach: 'global-atomics' },
    }),
  '1 M pairs into 65,536 bins': () =>
    describeSplits(gpu, 65_536, {
      runs: { form: 'runs' },
      rows: { form: 'rows' },
      'global atomics': { approach: 'global-atomics' },
    }),
  '1 M pairs sorted by 32 bits': () => describeSorts(gpu),
  '1 M values scanned': () => describeScans(gpu),
  '200,000 triangles, how rays are shared out': () =>
    describeFrames(gpu, 200_000, {
      'quads of 4x4': { variant: 'quads', shape: { width: 4, height: 4 } },
      'quads of 8x4': { variant: 'quads', shape: { width: 8, height: 4 } },
      'quads of 8x8': { variant: 'quads', shape: { width: 8, height: 8 } },
      'batches of 4x4': { variant: 'batches', shape: { width: 4, height: 4 } },
      'batches of 8x4': { variant: 'batches', shape: { width: 8, height: 4 } },
    }),
  '20,000 triangles, how rays are shared out': () =>
    describeFrames(gpu, 20_000, {
      'quads of 4x4': { variant: 'quads', shape: { width: 4, height: 4 } },
      'quads of 8x4': { variant: 'quads', shape: { width: 8, height: 4 } },
      'quads of 8x8': { variant: 'quads', shape: { width: 8, height: 8 } },
    }),
  '100,000 still triangles at 128²': () => describeRayTracing(gpu, 128),
  '100,000 still triangles at 256²': () => describeRayTracing(gpu, 256),
  '100,000 still triangles at 512²': () => describeRayTracing(gpu, 512),
  'first picture of 128³ voxels, as on': () => describeUploads(gpus, 128),
  'sparse composite of 192³ voxels': () => describeSkipping(gpus, 'composite'),
  'maximum of 192³ voxels': () => describeSkipping(gpus, 'mip'),
  '100,000 segments, nearest of 50,000 triangles': () => describeTrees(gpu),
  '1 M segments, any of 50,000 triangles': () => describeChunks(gpu),
};

const results: Record<string, Record<string, number>> = {};
for (const [question, describe] of Object.entries(QUESTIONS)) {
  if (flags.only && !question.includes(flags.only)) continue;
  const variants = await describe();
  const times = new Map(Object.keys(variants).map((name) => [name, [] as number[]]));
  for (let round = -1; round < REPEATS; round++) {
    for (const [name, run] of Object.entries(variants)) {
      const ms = await run();
      if (round >= 0) times.get(name)!.push(ms);
    }
  }
  results[question] = Object.fromEntries([...times].map(([name, ms]) => [name, Math.round(median(ms) * 100) / 100]));
  console.log(question, results[question]);
}
const { kind } = gpu.traits;
if (!flags.only) {
  const text = JSON.stringify({ adapter: gpu.adapterName, kind, repeats: REPEATS, results }, undefined, 2);
  writeFileSync(new URL(`results-${kind}.json`, import.meta.url), `${text}\n`);
}
for (const opened of [gpu, ...Object.values(gpus)]) opened.destroy();
