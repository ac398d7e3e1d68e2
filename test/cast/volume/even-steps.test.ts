/** Steps of `fine` over whose values little changes have one sample, as the CPU reference has it, however they are cast. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import {
  compositeParts,
  cropPartImage,
  finishParts,
  type PartImage,
} from '../../../src/cast/target/composite-parts.js';
import { viewCells } from '../../../src/cast/view-cells.js';
import type { SamplingOptions, StepSampling } from '../../../src/cast/volume/sampling.js';
import { openPagedVolume } from '../../../src/paged/paged-volume.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { cutPart, orderCells, splitCells } from '../../../src/volume/split-volume.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { memoryStore } from '../../paged/memory-store.js';
import { HEIGHT, WIDTH } from '../expect-like-reference.js';
import { obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const SIDE = 40;
/** Two balls whose values fall from 1000 in the middle, gently and steeply, on a plateau of 0. */
const volume = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Float32Array.from({ length: SIDE ** 3 }, (_, at) => {
    const place = [at % SIDE, Math.floor(at / SIDE) % SIDE, Math.floor(at / SIDE ** 2)];
    const ball = (center: number, slope: number) => 1000 - slope * Math.hypot(...place.map((i) => i - center));
    return Math.max(0, ball(15.3, 60), ball(29.1, 190));
  }),
});
const camera = obliqueCamera(volume);
const colors = [
  { value: 0, color: '#ff6020' },
  { value: 1000, color: '#4080ff' },
];
const rise = (from: number, to: number, opacity: number) =>
  createTransferFunction({
    colors,
    opacities: [
      { value: from, opacity: 0 },
      { value: to, opacity },
    ],
  });

const gentle: VolumeScene = { volume, transfer: rise(100, 900, 0.12) };
const SCENES: Readonly<Record<string, VolumeScene>> = {
  gentle,
  dense: { volume, transfer: rise(300, 900, 0.8) },
  'a shell': {
    volume,
    transfer: createTransferFunction({
      colors,
      opacities: [
        { value: 400, opacity: 0 },
        { value: 450, opacity: 0.3 },
        { value: 550, opacity: 0.3 },
        { value: 600, opacity: 0 },
      ],
    }),
  },
  'visible everywhere': {
    volume,
    transfer: createTransferFunction({ colors, opacities: [{ value: 0, opacity: 0.02 }] }),
  },
  'in units of its own': { volume, transfer: { ...rise(100, 900, 0.12), unit: 2.5 } },
  cut: { ...gentle, clip: [{ normal: [-0.6, -0.8, 0], offset: -25 }] },
};

const SIZE = { width: WIDTH, height: HEIGHT };
const background = [0, 0, 0] as const;

const samplingOf = (steps: StepSampling, more: SamplingOptions = {}) =>
  ({ words: 'r32float', table: 'float-texture', ahead: 4, traversal: 'steps', steps, ...more }) as const;

async function cast(scene: VolumeScene, options: RenderOptions = {}) {
  const renderer = new Renderer(gpu());
  const given = { ...SIZE, filter: 'hardware', quality: 'fine', outputs: ['color'], counts: true, ...options } as const;
  const frame = await renderer.render({ background, ...scene }, camera, given);
  renderer.destroy();
  return frame;
}

const colorOf = async (scene: VolumeScene, steps: StepSampling, options: RenderOptions = {}, more?: SamplingOptions) =>
  (await cast(scene, { sampling: samplingOf(steps, more), ...options })).color as Float32Array;

async function pixelsOfParts(scene: VolumeScene, count: number): Promise<Uint8Array> {
  const images: PartImage[] = [];
  for (const cell of orderCells(splitCells(volume.sizes, count), viewCells(camera, volume))) {
    const part = { ...scene, ...cutPart(volume, cell, { step: 1 }), background: 'transparent' as const };
    const { color } = await cast(part, { sampling: samplingOf('judged'), allowDownsample: false });
    images.push(cropPartImage({ ...SIZE, color: color! }));
  }
  return finishParts(compositeParts(images, 'composite'), { mode: 'composite', transfer: scene.transfer, background });
}

async function pixelsOfPages(scene: VolumeScene, options: RenderOptions): Promise<Uint8Array> {
  const pages = await openPagedVolume(memoryStore(volume, {}), {
    pageSide: 16,
    cacheBytes: 2 ** 20,
    atlasBytes: 2 ** 18,
  });
  const { pixels } = await cast(
    { ...scene, volume: pages.preview, pages },
    { sampling: samplingOf('judged'), outputs: ['pixels'], ...options },
  );
  return pixels!;
}

/** Levels of 255. */
const differences = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a, (value, index) => 255 * Math.abs(value - b[index]!));
const rmsOf = (values: readonly number[]) =>
  Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);

describe.each(Object.entries(SCENES))('what is %s', (_, scene) => {
  const refer = (options: object) => castScene({ ...scene, camera, ...SIZE, background, ...options } as never);

  it('is what the CPU reference shows, of as few samples', async () => {
    const reference = refer({ stepVoxels: 1 / 4, judgesSteps: true });
    expect(new Set(reference.colors).size).toBeGreaterThan(20);
    const apart = differences(await colorOf(scene, 'judged'), reference.colors);
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    expect(reference.sampleCount).toBeLessThan(0.6 * refer({ stepVoxels: 1 / 4 }).sampleCount);
  });

  it('is as near to what finer steps show as with four samples in each step', async () => {
    const exact = refer({ stepVoxels: 1 / 16 }).colors;
    const judged = rmsOf(differences(await colorOf(scene, 'judged'), exact));
    const four = rmsOf(differences(await colorOf(scene, 'four'), exact));
    expect(judged!).toBeLessThan(1.1 * four! + 0.05);
  });

  it('is the same to the bit whatever is skipped, and whatever waits', async () => {
    const all = await colorOf(scene, 'judged', { skip: false });
    expect(await colorOf(scene, 'judged', { skip: true })).toEqual(all);
    expect(await colorOf(scene, 'judged', { skip: true }, { traversal: 'runs' })).toEqual(all);
    expect(await colorOf(scene, 'judged', { shape: { width: 8, height: 4, together: 7 } })).toEqual(all);
    expect(await colorOf(scene, 'judged', { shape: { width: 16, height: 2 } })).toEqual(all);
  });

  it('has its surface where four samples in each step have it, and the same colors', async () => {
    const withSurface = (steps: StepSampling) =>
      cast(scene, { sampling: samplingOf(steps), outputs: ['color', 'distances'], surfaceOpacity: 0.3 });
    const [judged, four] = [await withSurface('judged'), (await withSurface('four')).distances!];
    const apart = judged.distances!.filter(
      (distance, at) => distance !== four[at] && !(Math.abs(distance - four[at]!) <= 0.3),
    );
    expect(apart.length).toBeLessThan(0.01 * four.length);
    expect(judged.color).toEqual(await colorOf(scene, 'judged'));
  });
});

it.each(['gentle', 'a shell', 'cut'])('is the same in parts and in pages: %s', async (name) => {
  const scene = SCENES[name]!;
  const { pixels: whole } = await cast(scene, { sampling: samplingOf('judged'), outputs: ['pixels'] });
  for (const count of [2, 5]) expectSame(await pixelsOfParts(scene, count), whole!);
  expectSame(await pixelsOfPages(scene, { skip: false }), whole!);
  expect(await pixelsOfPages(scene, {})).toEqual(await pixelsOfPages(scene, { skip: false }));
});

function expectSame(pixels: Uint8Array, whole: Uint8Array): void {
  expect(Math.max(...pixels.map((value, at) => Math.abs(value - whole[at]!)))).toBeLessThanOrEqual(1);
}

const faint = createTransferFunction({
  colors: [{ value: 0, color: '#ff6020' }],
  opacities: [
    { value: 0, opacity: 0.02 },
    { value: 1000, opacity: 0.03 },
  ],
});

it('takes less than half of the samples where values hardly vary', async () => {
  const samplesOf = async (steps: StepSampling) =>
    (await cast({ volume, transfer: faint }, { sampling: samplingOf(steps), skip: false })).stats.samples;
  const [judged, four] = [await samplesOf('judged'), await samplesOf('four')];
  expect(judged!).toBeLessThan(0.5 * four!);
});

const everyOther = createMask({
  labels: createVolume({
    sizes: volume.sizes,
    voxels: Uint8Array.from(volume.voxels, (_, index) => Math.floor(index / SIDE / 3) % 2),
  }),
  styles: [{ label: 1, opacity: 0.8 }],
});

it.each<[name: string, scene: VolumeScene, options: RenderOptions]>([
  ['steep', { ...gentle, transfer: rise(500, 502, 0.3) }, {}],
  ['lit', { ...gentle, shading: createShading() }, {}],
  ['masked', { ...gentle, mask: everyOther }, {}],
  [
    'of gradients',
    { ...gentle, transfer: { ...gentle.transfer, gradientOpacities: [{ value: 0, opacity: 0.5 }] } },
    {},
  ],
  ['fused', { ...gentle, fused: [{ volume, transfer: rise(200, 800, 0.1) }] }, {}],
  ['plain', gentle, { quality: 'plain' }],
  ['of long steps', gentle, { step: 1.5 }],
  ['of long steps in units of opacity', { ...gentle, transfer: { ...gentle.transfer, unit: 1 / 16 } }, {}],
])('has four samples in each step of what is %s', async (_, scene, options) => {
  expect(await colorOf(scene, 'judged', options)).toEqual(await colorOf(scene, 'four', options));
});
