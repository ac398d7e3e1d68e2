/** Times tilecast on the views that CUDA's kernels were timed on, and compares figures and pictures. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createShading, Renderer, type RenderOptions, type Shape, type Volume } from 'tilecast';
import { candidateShapes } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';
import { geometricMean, median } from '../averages.js';
import { listLooks, listViews, makeVolume } from '../sampling/scene.js';

interface CudaResults {
  readonly adapter: string;
  readonly side: number;
  readonly image: number;
  readonly views: number;
  readonly rows: readonly {
    readonly bits: number;
    readonly variant: string;
    readonly bestMs: number;
    readonly squareMs: number;
    readonly byView: readonly number[];
  }[];
}

const [work = '.', out = import.meta.dirname, ...rest] = process.argv.slice(2);
const cuda = JSON.parse(readFileSync(join(work, 'cuda-volume.json'), 'utf8')) as CudaResults;
const { side, image } = cuda;
const ROUNDS = 5;

const gpu = await openGpu({ software: rest.includes('--software') });
const renderer = new Renderer(gpu);
/** Nothing is read back: the GPU's clock falls while it waits for the processor. */
const target = gpu.device.createTexture({
  size: [image, image],
  format: 'rgba8unorm',
  usage: 0x10,
});
/** CUDA's blocks have up to 1024 threads, too. */
const shapes = candidateShapes(gpu.device.limits.maxComputeInvocationsPerWorkgroup).filter(
  ({ width, height }) => width * height >= 64,
);

/** Every sample counts, as it does in CUDA. */
const EVERY_SAMPLE = {
  quality: 'plain',
  width: image,
  height: image,
  skip: false,
  earlyTermination: false,
  timestamps: true,
} as const;
const BEFORE = { table: 'float-texture', ahead: 1, words: 'r32float' } as const;

const rows: object[] = [];
const byView: object[] = [];
for (const bits of [8, 16] as const) {
  const volume = makeVolume(side, bits);
  const [dense] = listLooks(bits);
  for (const lit of [false, true]) rows.push(...(await compare(volume, bits, lit, dense!.transfer)));
}
const adapter = { name: gpu.adapterName, cuda: cuda.adapter };
writeFileSync(join(out, 'results.json'), `${JSON.stringify({ adapter, side, image, rows, byView }, rounded, 1)}\n`);
gpu.destroy();

async function compare(volume: Volume, bits: 8 | 16, lit: boolean, transfer: Parameters<typeof castMs>[1]['transfer']) {
  const views = listViews(volume, lit ? Math.min(cuda.views, 8) : cuda.views);
  const scene = { volume, transfer, ...(lit && { shading: createShading() }) };
  const first = await renderer.render(scene, views[0]!.camera, EVERY_SAMPLE);
  const largestDifference = differenceTo(join(work, `cuda-${bits}${lit ? '-lit' : ''}.rgba`), first.pixels);

  for (const shape of lit ? [] : shapes) await castMs(views[0]!.camera, scene, { shape });
  await warmUp(views[0]!.camera, scene);
  const auto: number[] = [];
  const before: number[] = [];
  const best: number[] = [];
  for (const { camera } of views) {
    const times = { auto: [] as number[], before: [] as number[] };
    for (let round = -1; round < ROUNDS; round++) {
      const now = await castMs(camera, scene, {});
      const then = await castMs(camera, scene, { sampling: BEFORE });
      if (round < 0) continue;
      times.auto.push(now);
      times.before.push(then);
    }
    auto.push(median(times.auto));
    before.push(median(times.before));
    best.push(lit ? median(times.auto) : await bestShapeMs(camera, scene));
  }
  const found = { auto: geometricMean(auto), best: geometricMean(best), before: geometricMean(before) };
  console.log(
    `${bits} bits${lit ? ', lit' : ''}: tilecast ${found.auto.toFixed(3)} ms, best shape ${found.best.toFixed(3)}, ` +
      `before ${found.before.toFixed(3)}; slowest / fastest view ${(Math.max(...auto) / Math.min(...auto)).toFixed(2)}; ` +
      `largest difference ${largestDifference}`,
  );
  const isOfKind = (variant: string) => variant.startsWith('lit') === lit;
  byView.push({ bits, lit, views: views.map(({ name }) => name), auto, best });
  return cuda.rows
    .filter((row) => row.bits === bits && isOfKind(row.variant))
    .map(({ variant, bestMs, squareMs }) => {
      const shares = { auto: bestMs / found.auto, best: bestMs / found.best, before: bestMs / found.before };
      console.log(
        `  CUDA ÷ tilecast, ${variant.padEnd(28)}${shares.auto.toFixed(2)}, best shape ${shares.best.toFixed(2)}`,
      );
      return {
        bits,
        lit,
        variant,
        cudaMs: bestMs,
        cudaSquareMs: squareMs,
        tilecastMs: found,
        shares,
        largestDifference,
      };
    });
}

/** Until the GPU's clock is up: it falls within a second of work on the processor alone. */
async function warmUp(...[camera, scene]: [Parameters<typeof castMs>[0], Parameters<typeof castMs>[1]]): Promise<void> {
  const endMs = performance.now() + 3000;
  do await castMs(camera, scene, {});
  while (performance.now() < endMs);
}

async function bestShapeMs(...[camera, scene]: [Parameters<typeof castMs>[0], Parameters<typeof castMs>[1]]) {
  const times: { shape: Shape; ms: number }[] = [];
  for (const shape of shapes) {
    await castMs(camera, scene, { shape });
    times.push({ shape, ms: await castMs(camera, scene, { shape }) });
  }
  times.sort((a, b) => a.ms - b.ms);
  const finals = times.slice(0, 3).map(({ shape }) => ({ shape, all: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { shape, all } of finals) all.push(await castMs(camera, scene, { shape }));
  }
  return Math.min(...finals.map(({ all }) => median(all)));
}

async function castMs(
  camera: Parameters<Renderer['render']>[1],
  scene: Extract<Parameters<Renderer['render']>[0], { volume: Volume }>,
  options: RenderOptions,
): Promise<number> {
  const { done } = await renderer.render(scene, camera, { ...EVERY_SAMPLE, ...options, target });
  const { timesMs } = (await done).times!;
  return timesMs['cast'] ?? Object.values(timesMs)[0]!;
}

/** Largest difference in any channel, of 255. */
function differenceTo(path: string, pixels: Uint8Array): number {
  const other = readFileSync(path);
  return pixels.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index]!)), 0);
}

function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
