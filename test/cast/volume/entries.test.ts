/** Composites of `fine` begin where rays enter what is visible, as the CPU reference finds it, however they are cast. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import type { Sampling } from '../../../src/cast/volume/sampling.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { exactOnGpus, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { GEOMETRIES, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const volume = makeVolume(Int16Array, [-1000, 1000], GEOMETRIES.oblique);
const camera = obliqueCamera(volume);
const colors = [
  { value: 0, color: '#ff6020' },
  { value: 600, color: '#4080ff' },
];

/** Opacity that rises within 2 units, of thousands that a voxel's neighbours may differ by. */
const stepTo = (opacity: number) =>
  createTransferFunction({
    colors,
    opacities: [
      { value: 200, opacity: 0 },
      { value: 202, opacity },
    ],
  });

const solid = { volume, transfer: stepTo(0.95) };
const shading = createShading();
const half = createMask({
  labels: createVolume({
    sizes: volume.sizes,
    voxels: Uint8Array.from(volume.voxels, (_, index) => (index % volume.sizes[0] < 12 ? 1 : 0)),
    indexToWorld: volume.indexToWorld,
  }),
  styles: [{ label: 1, opacity: 0.7 }],
});
const gradientOpacities = [
  { value: 0, opacity: 0.2 },
  { value: 300, opacity: 1 },
];

const SCENES: Readonly<Record<string, VolumeScene>> = {
  solid,
  thin: { volume, transfer: stepTo(0.4) },
  lit: { ...solid, shading },
  'lit and thin': { volume, transfer: stepTo(0.4), shading },
  masked: { ...solid, mask: half },
  'masked and lit': { ...solid, shading, mask: half },
  'of opacities by gradient': { volume, transfer: { ...solid.transfer, gradientOpacities } },
  cut: { ...solid, clip: [{ normal: [-0.6, -0.8, 0], offset: -14 }] },
  fused: {
    ...solid,
    fused: [{ volume: makeVolume(Uint8Array, [255, 0], GEOMETRIES.anisotropic), transfer: stepTo(0.6), shading }],
  },
};

const WAYS: Readonly<Record<string, Partial<Sampling>>> = {
  'one by one': { ahead: 1, gradients: 'samples', traversal: 'runs' },
  'one by one, brick by brick': { ahead: 1, gradients: 'samples', traversal: 'steps' },
  'four ahead': { ahead: 4, gradients: 'samples', traversal: 'steps', lighting: 'looped' },
  'with shared light': { ahead: 4, gradients: 'samples', traversal: 'steps', lighting: 'shared' },
  'with stored gradients': { ahead: 1, gradients: 'stored', traversal: 'runs' },
};

const SIZE = { width: WIDTH, height: HEIGHT };
const background = [0, 0, 0] as const;

async function render(scene: VolumeScene, options: RenderOptions = {}): Promise<Float32Array> {
  const renderer = new Renderer(gpu());
  const given = { ...SIZE, ...exactOnGpus(gpu()), quality: 'fine', outputs: ['color'], ...options } as const;
  const { color } = await renderer.render({ background, ...scene }, camera, given);
  renderer.destroy();
  return color as Float32Array;
}

const references = new Map<string, Float64Array>();

function refer(name: string, sharesLight: boolean): Float64Array {
  const key = `${name}, ${sharesLight}`;
  const options = { ...SCENES[name]!, camera, ...SIZE, background, stepVoxels: 1 / 4, findsEntries: true, sharesLight };
  if (!references.has(key)) references.set(key, castScene(options as never).colors);
  return references.get(key)!;
}

/** Levels of 255. */
const differences = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a, (value, index) => 255 * Math.abs(value - b[index]!));
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(Object.keys(SCENES))('what is %s', (name) => {
  const scene = SCENES[name]!;
  const isLit = scene.shading !== undefined;

  it.each(Object.keys(WAYS))('is what the CPU reference shows, %s', async (way) => {
    const sampling = { words: 'r32float', ...WAYS[way] } as const;
    const sharesLight = isLit && way === 'with shared light';
    const reference = refer(name, sharesLight);
    expect(new Set(reference).size).toBeGreaterThan(20);
    const apart = differences(await render(scene, { sampling }), reference);
    expect(Math.max(...apart)).toBeLessThanOrEqual(2);
  });

  it('is the same to the bit whatever is skipped, and whatever waits', async () => {
    const all = await render(scene, { skip: false });
    expect(await render(scene, { skip: true })).toEqual(all);
    expect(await render(scene, { shape: { width: 8, height: 4, together: 7 } })).toEqual(all);
    expect(await render(scene, { shape: { width: 16, height: 2 } })).toEqual(all);
  });
});

it.each([undefined, shading])('is far nearer to what finer steps show than samples alone, lit by %o', (light) => {
  const sizes = [16, 16, 16] as const;
  const from = Array.from({ length: 16 ** 3 }, (_, at) => [at % 16, (at >> 4) % 16, at >> 8].map((i) => i - 7.3));
  const ball = createVolume({ sizes, voxels: Float32Array.from(from, (place) => 1100 - 200 * Math.hypot(...place)) });
  const scene = { ...solid, volume: ball, ...(light && { shading: light }) };
  const refer = (options: object) =>
    castScene({ ...scene, camera: obliqueCamera(ball), width: 20, height: 16, background, ...options }).colors;
  const exact = refer({ stepVoxels: 1 / 64 });
  const entered = differences(refer({ stepVoxels: 1 / 4, findsEntries: true }), exact);
  const sampled = differences(refer({ stepVoxels: 1 / 4 }), exact);
  expect(meanOf(entered)).toBeLessThan(0.5 * meanOf(sampled));
});

it('is for steps of up to a voxel, and for fine alone', async () => {
  expect(await render(solid)).not.toEqual(await render(solid, { quality: 'plain', step: 0.25 }));
  const long = await render(solid, { step: 1.2 });
  expect(long).toEqual(await render(solid, { quality: 'plain', step: 0.3 }));
});

it('is the same whatever the unit of length is', async () => {
  const { columns, origin } = volume.indexToWorld;
  const grow = (vector: readonly [number, number, number]) => vector.map((x) => 1024 * x) as never;
  const large = { ...volume, indexToWorld: { columns: columns.map(grow) as never, origin: grow(origin) } };
  const renderer = new Renderer(gpu());
  const given = { ...SIZE, ...exactOnGpus(gpu()), quality: 'fine' } as const;
  const { pixels } = await renderer.render({ ...solid, background }, camera, given);
  const far = { ...camera, eye: grow(camera.eye), target: grow(camera.target) };
  const scaled = await renderer.render({ ...solid, volume: large, background }, far, given);
  renderer.destroy();
  expect(Math.max(...pixels.map((value, index) => Math.abs(value - scaled.pixels[index]!)))).toBeLessThanOrEqual(1);
});
