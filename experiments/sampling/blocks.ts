/** Measures blocks of pixels whose subgroups have a layout of their own beside the usual shapes, over all looks of this experiment. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseShape, Renderer, type RenderOptions, type Scene, type Shape } from 'tilecast';
import { candidateShapes, chooseShape, formatShape } from 'tilecast/lab';
import { openGpu } from 'tilecast/node';
import { geometricMean } from '../averages.js';
import { type Bits, listLooks, listViews, makeVolume, type View } from './scene.js';

const { values: flags } = parseArgs({
  options: {
    software: { type: 'boolean', default: false },
    side: { type: 'string', default: '1024' },
    image: { type: 'string', default: '1024' },
    views: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '2' },
    /** Seconds after which no other look begins. */
    seconds: { type: 'string', default: '130' },
    out: { type: 'string', default: join('experiments', 'sampling', 'blocks.json') },
  },
});
const [side, image, viewCount, rounds, seconds] = [
  flags.side,
  flags.image,
  flags.views,
  flags.rounds,
  flags.seconds,
].map(Number) as [number, number, number, number, number];

const gpu = await openGpu({ software: flags.software });
const renderer = new Renderer(gpu);
const maxInvocations = gpu.device.limits.maxComputeInvocationsPerWorkgroup;

/** Every subgroup of 32 that fits into blocks of 256 to 1024 pixels, and the usual shapes that were fast before. */
const shapes: Shape[] = [
  ...['16x16', '16x32', '32x16', '8x64', '32x32', '16x64', '64x16', '8x128', '4x256'].flatMap((block) =>
    ['1x32', '2x16', '4x8', '8x4', '16x2', '32x1'].flatMap((layout) => {
      const [width, height] = block.split('x').map(Number) as [number, number];
      const [p, q] = layout.split('x').map(Number) as [number, number];
      return p <= width && q <= height ? [parseShape(`${block}/${layout}`)] : [];
    }),
  ),
  ...candidateShapes(128).filter(({ width, height }) => width * height === 128 && width <= 32),
  ...['2x256', '1x512', '2x512', '1x1024'].map(parseShape),
].filter(({ width, height }) => width * height <= maxInvocations);

interface Row {
  readonly bits: Bits;
  readonly look: string;
  readonly quality: string;
  readonly view: string;
  /** The choices of the continuous rule. */
  readonly chosen: { readonly blocks: string; readonly paper: string };
  /** Least milliseconds of each shape. */
  readonly ms: Readonly<Record<string, number>>;
}

const rows: Row[] = [];
const end = performance.now() + 1000 * seconds;
for (const bits of [8, 16] as const) {
  const volume = makeVolume(side, bits);
  const spread = listViews(volume, 20);
  const views = Array.from({ length: viewCount }, (_, index) => spread[Math.floor((index * 20) / viewCount)]!);
  for (const { name, transfer, shading } of listLooks(bits)) {
    for (const quality of bits === 8 && ['dense', 'quarter'].includes(name) ? ['plain', 'fine'] : ['plain']) {
      if (performance.now() > end) break;
      const scene = { volume, transfer, ...(shading && { shading }) };
      await warmUp(scene, views[0]!, quality);
      for (const view of views) rows.push(await measure(bits, name, scene, view, quality));
      report(rows.slice(-views.length));
      writeFileSync(flags.out, `${JSON.stringify({ adapter: gpu.adapterName, rows })}\n`);
    }
  }
}
gpu.destroy();

async function time(scene: Scene, { camera }: View, quality: string, shape: Shape): Promise<number> {
  const options = { width: image, height: image, quality, shape, timestamps: true } as RenderOptions;
  const { stats } = await renderer.render(scene, camera, options as Parameters<Renderer['render']>[2] & object);
  return stats.timesMs['cast'] ?? Object.values(stats.timesMs)[0]!;
}

/** Compiles for every shape, and works until the GPU has raised its clock, which falls while only the processor works. */
async function warmUp(scene: Scene, view: View, quality: string): Promise<void> {
  for (const shape of shapes) await time(scene, view, quality, shape);
  const startMs = performance.now();
  while (performance.now() < startMs + 2000) await time(scene, view, quality, shapes[0]!);
}

async function measure(
  bits: Bits,
  look: string,
  scene: Scene & { readonly volume: ReturnType<typeof makeVolume> },
  view: View,
  quality: string,
): Promise<Row> {
  const least = shapes.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [index, shape] of shapes.entries()) {
      least[index] = Math.min(least[index]!, await time(scene, view, quality, shape));
    }
  }
  const seen = { camera: view.camera, volume: scene.volume, image: { width: image, height: image } };
  const choose = (isGpu: boolean) => formatShape(chooseShape(seen, { maxInvocations, isGpu }).shape);
  const ms = Object.fromEntries(shapes.map((shape, index) => [formatShape(shape), least[index]!]));
  return { bits, look, quality, view: view.name, chosen: { blocks: choose(true), paper: choose(false) }, ms };
}

/** Best time ÷ the policy's, geometric means over the viewpoints. */
function report(measured: readonly Row[]): void {
  const { bits, look, quality } = measured[0]!;
  const speedOf = (shapeOf: (row: Row) => string) =>
    geometricMean(measured.map((row) => Math.min(...Object.values(row.ms)) / row.ms[shapeOf(row)]!)).toFixed(3);
  const policies = {
    blocks: speedOf(({ chosen }) => chosen.blocks),
    paper: speedOf(({ chosen }) => chosen.paper),
    'always 16x32/2x16': speedOf(() => '16x32/2x16'),
    'always 16x16': speedOf(() => '16x16/16x2'),
  };
  console.log(`${bits} bits, ${look}, ${quality}: ${JSON.stringify(policies)}`);
}
