/** Samples of `fine` that share light show what the CPU reference shows of them, and hardly anything else than those that do not. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import type { Lighting, Traversal } from '../../../src/cast/volume/sampling.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { exactOnGpus, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const volume = makeVolume(Int16Array, [-1000, 3000], GEOMETRIES.oblique);
const camera = obliqueCamera(volume);
const thin = { volume, transfer: makeTransfer([-1000, 3000], 0.06), shading: createShading() };
const dense = { ...thin, transfer: makeTransfer([-1000, 3000], 0.5) };

const everyOther = createMask({
  labels: createVolume({
    sizes: volume.sizes,
    voxels: Uint8Array.from(volume.voxels, (_, index) => Math.floor(index / volume.sizes[0] / 3) % 2),
    indexToWorld: volume.indexToWorld,
  }),
  styles: [{ label: 1, color: [0.2, 0.9, 0.4], opacity: 0.8 }],
});

const SCENES: Readonly<Record<string, VolumeScene>> = {
  thin,
  dense,
  masked: { ...thin, mask: everyOther },
  cut: { ...dense, clip: [{ normal: [0.6, 0.8, 0], offset: 8 }] },
};

/** Levels of 255. */
const differences = (a: Float32Array, b: ArrayLike<number>) =>
  a.map((value, index) => 255 * Math.abs(value - b[index]!));

const mean = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(Object.keys(SCENES))('%s', (name) => {
  const scene = SCENES[name]!;

  async function render(lighting: Lighting, options: RenderOptions = {}, traversal: Traversal = 'steps') {
    const renderer = new Renderer(gpu());
    const exact = exactOnGpus(gpu());
    const sampling = { words: 'r32float', ahead: 4, gradients: 'samples', traversal, lighting } as const;
    const background = [0, 0, 0] as const;
    const { color } = await renderer.render({ ...scene, background }, camera, {
      ...{ width: WIDTH, height: HEIGHT, quality: 'fine', outputs: ['color'] },
      ...{ ...exact, sampling, ...options },
    });
    renderer.destroy();
    return color;
  }

  it('is what the CPU reference shows, and near to what each sample with its own light shows', async () => {
    const shared = await render('shared');
    const options = {
      ...scene,
      camera,
      width: WIDTH,
      height: HEIGHT,
      background: [0, 0, 0],
      stepVoxels: 1 / 4,
    } as const;
    const { colors } = castScene({ ...options, sharesLight: true });
    expect(new Set(colors).size).toBeGreaterThan(20);
    expect(Math.max(...differences(shared, colors))).toBeLessThanOrEqual(2);
    const own = differences(shared, await render('looped'));
    expect(Math.max(...own)).toBeGreaterThan(0.01);
    expect(mean(own)).toBeLessThan(0.5);
  });

  it('is the same to the bit whatever is skipped and whatever waits', async () => {
    const all = await render('shared', { skip: false });
    expect(await render('shared', { skip: true })).toEqual(all);
    expect(await render('shared', { skip: true }, 'runs')).toEqual(all);
    expect(await render('shared', { skip: true, shape: { width: 8, height: 4, together: 7 } })).toEqual(all);
  });
});

it('is for steps of up to a voxel and for fine alone', async () => {
  const renderer = new Renderer(gpu());
  const pixelsOf = async (lighting: Lighting, options: RenderOptions) => {
    const exact = exactOnGpus(gpu());
    const sampling = { words: 'r32float', ahead: 4, gradients: 'samples', lighting } as const;
    return (await renderer.render(thin, camera, { ...exact, width: WIDTH, height: HEIGHT, sampling, ...options }))
      .pixels;
  };
  const shared = await pixelsOf('shared', { quality: 'fine' });
  expect(shared).not.toEqual(await pixelsOf('looped', { quality: 'fine' }));
  for (const options of [
    { quality: 'plain', step: 0.25 },
    { quality: 'fine', step: 1.1 },
  ] as const) {
    expect(await pixelsOf('shared', options)).toEqual(await pixelsOf('looped', options));
  }
  renderer.destroy();
});
