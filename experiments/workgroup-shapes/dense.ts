/**
 * Times blocks of pixels with every lane layout beside plain strips, in looks that show every sample, from viewpoints all around:
 * what src/shapes/continuous-rule.ts is fitted to.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  boundingSphere,
  type Camera,
  corners,
  fitCamera,
  parseShape,
  type Shape,
  type Volume,
  viewDirection,
} from 'tilecast';
import { chooseShape, formatShape, measurePixelSteps, spreadViews } from 'tilecast/lab';
import { geometricMean } from '../averages.js';
import { type Bits, listLooks, makeVolume } from '../sampling/scene.js';
import { CastTimer, opaqueTransfer, sidesOf } from './cast-timing.js';

const { values: flags } = parseArgs({
  options: {
    software: { type: 'boolean', default: false },
    /** Voxels along each side. */
    side: { type: 'string', default: '1024' },
    /** Views around the sphere, besides a to f. */
    views: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '3' },
    blocks: { type: 'string', default: '16x32,32x16,8x64,4x128,128x4,4x256,8x128' },
    out: { type: 'string', default: join('experiments', 'workgroup-shapes', 'dense.json') },
  },
});
const [side, rounds] = [Number(flags.side), Number(flags.rounds)];

const timer = await CastTimer.open(flags.software);
const { renderer, maxInvocations } = timer;

/** Blocks with every lane layout of 32 that fits, and plain strips. */
const BLOCKS = flags.blocks.split(',');
const LAYOUTS = ['1x32', '2x16', '4x8', '8x4', '16x2', '32x1'];
const STRIPS = '1x256,256x1,1x512,512x1,1x1024,1024x1,2x256,256x2,2x512,512x2'.split(',');

function withLayouts(block: string): Shape[] {
  const [width, height] = sidesOf(block);
  const fits = ([p, q]: [number, number]) => p <= width && q <= height;
  return LAYOUTS.filter((layout) => fits(sidesOf(layout))).map((layout) => parseShape(`${block}/${layout}`));
}

const shapes = [...BLOCKS.flatMap(withLayouts), ...STRIPS.map(parseShape)].filter(
  ({ width, height }) => width * height <= maxInvocations,
);

const looksOf = (bits: Bits) => ({ dense: listLooks(bits)[0]!.transfer, opaque: opaqueTransfer(bits) });

/** All viewpoints are for the first two; others have every third. */
const CASES = [
  { bits: 8, look: 'dense', earlyTermination: false, image: '1024x1024', every: 1 },
  { bits: 8, look: 'dense', earlyTermination: true, image: '1024x1024', every: 3 },
  { bits: 8, look: 'opaque', earlyTermination: true, image: '1024x1024', every: 3 },
  { bits: 8, look: 'dense', earlyTermination: false, image: '1920x1080', every: 3 },
  { bits: 8, look: 'dense', earlyTermination: false, image: '512x512', every: 3 },
  { bits: 16, look: 'dense', earlyTermination: false, image: '1024x1024', every: 1 },
] as const;

const results: object[] = [];
let volume: Volume | undefined;
for (const { bits, look, earlyTermination, image, every } of CASES) {
  if (bits === 16 || !volume) volume = makeVolume(side, bits);
  const [width, height] = flags.software ? [64, 64] : sidesOf(image);
  const scene = { volume, transfer: looksOf(bits)[look] };
  const settings = { quality: 'plain', width, height, skip: false, earlyTermination } as const;
  const sphere = boundingSphere(corners(volume));
  const around = spreadViews(Number(flags.views)).map((direction, index) => [`sphere-${index}`, direction] as const);
  const along = [...'abcdef'].map((name) => [name, viewDirection(name as 'a', volume!.indexToWorld)] as const);
  const views = [...along, ...around]
    .filter((_, index) => index % every === 0)
    .map(([name, direction]) => ({ name, camera: fitCamera(sphere, direction, { aspect: width / height }) }));

  const target = timer.createTarget(width, height);
  const time = (camera: Camera, shape: Shape) => timer.time(scene, camera, { ...settings, shape }, target);
  const first = views.at(-1)!.camera;
  const expected = await renderer.render(scene, first, settings);
  for (const shape of shapes) {
    const { pixels } = await renderer.render(scene, first, { ...settings, shape });
    if (Buffer.compare(pixels, expected.pixels) !== 0) throw new Error(`${formatShape(shape)} renders another picture`);
  }
  const startMs = performance.now();
  while (performance.now() < startMs + (flags.software ? 0 : 1500)) await time(first, shapes[0]!);
  const speeds: number[] = [];
  for (const { name, camera } of views) {
    const least = shapes.map(() => Infinity);
    for (let round = 0; round < rounds; round++) {
      for (const [index, shape] of shapes.entries()) {
        least[index] = Math.min(least[index]!, await time(camera, shape));
      }
    }
    const seen = { camera, volume, image: settings };
    const chosen = (isDense: boolean) =>
      formatShape(chooseShape({ ...seen, isDense }, { maxInvocations, isGpu: true }).shape);
    const ms = Object.fromEntries(shapes.map((shape, index) => [formatShape(shape), least[index]!]));
    const steps = measurePixelSteps(seen);
    const taken = { auto: chosen(true), blocks: chosen(false) };
    results.push({ bits, look, earlyTermination, image, view: name, steps, ...taken, ms });
    speeds.push(Math.min(...least) / (ms[taken.auto] ?? Infinity));
  }
  target.destroy();
  console.log(
    `${bits} bits, ${look}, ${image}, early termination ${earlyTermination}: auto ${geometricMean(speeds).toFixed(3)}`,
  );
}
timer.finish(flags.out, { side, rounds, results });
