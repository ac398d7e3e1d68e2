/** Every way to fetch and classify samples shows what the CPU reference shows. */
import { describe, expect, it } from 'vitest';
import { type Camera, createCamera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { toHalfBits } from '../../../src/cast/volume/resident/half-float.js';
import { type SamplingOptions, TABLE_KINDS } from '../../../src/cast/volume/sampling.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { openTestGpu, useTestGpu } from '../../open-test-gpu.js';
import { castReference, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const volume = makeVolume(Int16Array, [-1000, 3000], GEOMETRIES.oblique);
const camera = obliqueCamera(volume);
const transfer = makeTransfer([-1000, 3000], 0.2);

/** Steps of colour and of opacity, among thin and opaque layers. */
const steps = createTransferFunction({
  colors: [
    { value: -1000, color: [1, 0, 0] },
    { value: 317, color: [1, 0.2, 0] },
    { value: 317, color: [0, 1, 0.5] },
    { value: 3000, color: [0, 0, 1] },
  ],
  opacities: [
    { value: 100, opacity: 0 },
    { value: 100, opacity: 0.02 },
    { value: 1231, opacity: 0.02 },
    { value: 1231, opacity: 0.6 },
    { value: 1500, opacity: 0 },
  ],
});

/** Opaque where values change fast. */
const edges = createTransferFunction({
  ...transfer,
  gradientOpacities: [
    { value: 0, opacity: 0.2 },
    { value: 1500, opacity: 1 },
  ],
});

/** Below 1500 opacities so small that 16-bit floats as such would lose them; only long rays make them visible. */
const fog = createTransferFunction({
  colors: [
    { value: -1000, color: [1, 0.8, 0.2] },
    { value: 3000, color: [0.2, 0.5, 1] },
  ],
  opacities: [
    { value: 1500, opacity: 5.5e-5 },
    { value: 3000, opacity: 2e-3 },
  ],
});
const deepVolume = makeVolume(Int16Array, [-1000, 3000], GEOMETRIES.unit, [19, 15, 350]);
const deepCamera = createCamera({
  projection: 'orthographic',
  eye: [9, 7, -10],
  target: [9, 7.02, 0],
  up: [0, 1, 0],
  height: 16,
});

const SCENES: Readonly<Record<string, { readonly scene: VolumeScene; readonly camera: Camera }>> = {
  plain: { scene: { volume, transfer }, camera },
  steps: { scene: { volume, transfer: steps }, camera },
  fog: { scene: { volume: deepVolume, transfer: fog }, camera: deepCamera },
  lit: { scene: { volume, transfer, shading: createShading() }, camera },
  masked: { scene: { volume, transfer, mask: everyOther(volume) }, camera },
  'lit and masked': { scene: { volume, transfer, mask: everyOther(volume), shading: createShading() }, camera },
  'sharp at gradients': { scene: { volume, transfer: edges, shading: createShading() }, camera },
};

/** Labels that hide one half of the volume in slices, and show the other. */
function everyOther(shown: Volume) {
  const voxels = Uint8Array.from(shown.voxels, (_, index) => Math.floor(index / shown.sizes[0] / 3) % 2);
  const labels = createVolume({ sizes: shown.sizes, voxels, indexToWorld: shown.indexToWorld });
  return createMask({ labels, styles: [{ label: 1 }] });
}

/** Every kind of table, and what else there is to choose; each scene shows what its own variants might get wrong. */
const CASES: readonly (readonly [scene: keyof typeof SCENES, sampling: SamplingOptions])[] = [
  ...TABLE_KINDS.map((table) => ['steps', { table, ahead: 1 }] as const),
  ['plain', { table: 'float-texture', ahead: 4 }],
  ['plain', { table: 'cells', ahead: 4, traversal: 'steps' }],
  ['fog', { table: 'float-loads', ahead: 4 }],
  ['fog', { table: 'cells', ahead: 4 }],
  ['fog', { table: 'workgroup-cells', ahead: 1 }],
  ['lit', { table: 'cells', ahead: 4, traversal: 'steps', gradients: 'samples' }],
  ['lit', { ahead: 4, traversal: 'steps', gradients: 'samples', lighting: 'looped' }],
  ['lit', { ahead: 4, traversal: 'steps', gradients: 'stored', lighting: 'looped' }],
  ['lit and masked', { ahead: 4, traversal: 'runs', lighting: 'looped' }],
  ['sharp at gradients', { ahead: 4, lighting: 'looped' }],
  ['lit', { gradients: 'voxels' }],
  ['lit', { gradients: 'samples', traversal: 'runs', ahead: 1 }],
  ['lit', { gradients: 'stored', traversal: 'steps', ahead: 1 }],
  ...(['lit', 'lit and masked', 'sharp at gradients'] as const).map(
    (scene) => [scene, { gradients: 'stored', traversal: 'runs', ahead: 1 }] as const,
  ),
  ['lit', { table: 'cells', ahead: 4, gradients: 'stored' }],
  ['masked', { table: 'cells', ahead: 4, traversal: 'steps' }],
];

describe('what the CPU reference shows', () => {
  const expected = new Map<string, ReturnType<typeof castReference>>();

  it.each(CASES)('is shown of %s by %o', async (name, sampling) => {
    const { scene, camera: from } = SCENES[name]!;
    const reference = expected.get(name) ?? castReference(scene, from);
    expected.set(name, reference);
    const { pixels } = await render(scene, from, { sampling, skip: true });
    expect(new Set(reference.pixels).size, name).toBeGreaterThan(20);
    const largest = pixels.reduce(
      (most, value, index) => Math.max(most, Math.abs(value - reference.pixels[index]!)),
      0,
    );
    expect(largest).toBeLessThanOrEqual(1);
  });
});

it.each(['steps', 'lit', 'masked'])(
  'the CPU reference shows %s as kernels that interpolate by themselves do',
  async (name) => {
    const { scene, camera: from } = SCENES[name]!;
    const { pixels, stats } = await render(scene, from, { filter: 'exact' });
    expect(stats.volume?.filter).toBe('exact');
    const reference = castReference(scene, from);
    expect(Math.max(...pixels.map((value, index) => Math.abs(value - reference.pixels[index]!)))).toBeLessThanOrEqual(
      1,
    );
  },
);

async function render(scene: VolumeScene, from: Camera, options: RenderOptions) {
  const renderer = new Renderer(gpu());
  const frame = await renderer.render(scene, from, { width: WIDTH, height: HEIGHT, quality: 'plain', ...options });
  renderer.destroy();
  return frame;
}

describe('counts of samples', () => {
  const opaque = makeTransfer([-1000, 3000], 0.9);
  const scenes: readonly (readonly [string, VolumeScene])[] = [
    ['plain', { volume, transfer: opaque }],
    ['masked', { ...SCENES['masked']!.scene, transfer: opaque }],
  ];

  it.each(scenes)('end where rays do, however many are fetched together: %s', async (_, scene) => {
    const countOf = async (sampling: SamplingOptions, skip: boolean) =>
      (await render(scene, camera, { counts: true, sampling: { table: 'float-cells', ...sampling }, skip })).counts!;
    const single = await countOf({ ahead: 1, traversal: 'runs' }, false);
    const whole = await render(scene, camera, { counts: true, earlyTermination: false, skip: false });
    const sum = (counts: Uint32Array) => counts.reduce((total, count) => total + count, 0);
    expect(sum(single.samples)).toBeLessThan(0.8 * sum(whole.counts!.samples));
    for (const traversal of ['runs', 'steps'] as const) {
      const together = await countOf({ ahead: 4, traversal }, false);
      expect(together.samples).toEqual(single.samples);
      if (scene.mask) continue;
      const skipping = await countOf({ ahead: 4, traversal }, true);
      expect(skipping.samples.map((taken, pixel) => taken + skipping.skipped[pixel]!)).toEqual(single.samples);
    }
  });
});

describe('surfaces', () => {
  const opaque = makeTransfer([-1000, 3000], 0.4);

  it.each(['float-cells', 'float-texture'] as const)(
    'are at the same samples, however many are fetched together: %s',
    async (table) => {
      const distancesOf = async (sampling: SamplingOptions) =>
        (await render({ volume, transfer: opaque }, camera, { outputs: ['distances'], sampling })).distances!;
      const single = await distancesOf({ table, ahead: 1, traversal: 'runs' });
      expect(new Set(single).size).toBeGreaterThan(20);
      for (const traversal of ['runs', 'steps'] as const) {
        expect(await distancesOf({ table, ahead: 4, traversal })).toEqual(single);
      }
    },
  );
});

describe('skipping on GPUs', () => {
  /** Voxels of 8 that take turns: in bricks of 8, what is visible lies at every turn or on one side. */
  const makeBlocks = (isVisible: (x: number, y: number, z: number) => boolean) => {
    const side = 64;
    const voxels = Uint8Array.from({ length: side ** 3 }, (_, index) => {
      const [x, y, z] = [index % side, Math.floor(index / side) % side, Math.floor(index / side ** 2)] as const;
      return isVisible(x, y, z) ? 200 : 0;
    });
    return createVolume({ sizes: [side, side, side], voxels });
  };
  const blocks = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: 100, opacity: 0 },
      { value: 255, opacity: 0.01 },
    ],
  });

  it('is left where it costs more looks than it saves, unless it is asked for', async () => {
    const asGpu = await openTestGpu({ treatAs: 'gpu' });
    const renderer = new Renderer(asGpu);
    const skippedOf = async (mixed: Volume, options: RenderOptions) => {
      const size = { width: WIDTH, height: HEIGHT, quality: 'plain', counts: true } as const;
      const { stats } = await renderer.render({ volume: mixed, transfer: blocks }, obliqueCamera(mixed), {
        ...size,
        ...options,
      });
      return stats.samplesSkipped!;
    };
    const turns = makeBlocks(
      (x, y, z) =>
        ((x >> 4) + (y >> 4) + (z >> 4)) % 2 === 0 && [x, y, z].every((at) => (at & 15) > 0 && (at & 15) < 15),
    );
    const half = makeBlocks((x) => x < 20);
    expect(await skippedOf(turns, {})).toBe(0);
    expect(await skippedOf(turns, { skip: true })).toBeGreaterThan(1000);
    expect(await skippedOf(half, {})).toBeGreaterThan(1000);
    renderer.destroy();
    asGpu.destroy();
  });

  it('sees no bricks of a label whose opacity starts at the least value', async () => {
    const labels = makeBlocks((x) => x < 20);
    const transfer = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: 0, opacity: 0 },
        { value: 200, opacity: 0.01 },
      ],
    });
    const options = { skip: true, counts: true, sampling: { table: 'cells' } } as const;
    const { stats } = await render({ volume: labels, transfer }, obliqueCamera(labels), options);
    expect(stats.samplesSkipped!).toBeGreaterThan(0.4 * (stats.samples! + stats.samplesSkipped!));
  });
});

describe('16-bit floats', () => {
  it('are the nearest, ties to even, and zero below the least normal one', () => {
    const known = [
      [0, 0],
      [1, 0x3c00],
      [65504, 0x7bff],
      [2 ** -14, 0x0400],
      [2 ** -15, 0],
      [1 + 2 ** -11, 0x3c00],
      [1 + 3 * 2 ** -11, 0x3c02],
      [1 + 2 ** -11 + 2 ** -20, 0x3c01],
      [1 - 2 ** -12, 0x3c00],
    ] as const;
    for (const [value, bits] of known) expect(toHalfBits(value), String(value)).toBe(bits);
  });
});
