/** Slabs thinner than two steps: nothing in them is missed, and nothing counts for more than its length. */
import { describe, expect, it } from 'vitest';
import { type Camera, type Ray, rayThroughPixel } from '../../../src/camera/camera.js';
import { thickSlab } from '../../../src/camera/thick-slab.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import type { HalfSpace } from '../../../src/math/half-space.js';
import { dot, scale } from '../../../src/math/vec3.js';
import { createInterval } from '../../../src/reference/volume/samples/ray-interval.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume, smallestSpacing, type Volume } from '../../../src/volume/volume.js';
import { createRandom, randomDirection } from '../../camera/random.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { exactOnGpus, expectLikeReference, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { GEOMETRIES, insideCamera, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();
const RANGE = [0, 200] as const;
const IMAGE = { width: WIDTH, height: HEIGHT } as const;

const constant = (value: number, indexToWorld = GEOMETRIES.oblique): Volume =>
  createVolume({ sizes: [21, 14, 17], voxels: new Uint8Array(21 * 14 * 17).fill(value), indexToWorld });
const lengthOf = (volume: Volume, clip: readonly HalfSpace[]) => {
  const intervalOf = createInterval(volume, clip);
  return (ray: Ray) => {
    const [from, to] = intervalOf(ray).part;
    return Math.max(to - from, 0);
  };
};

function eachPixel(camera: Camera, lengthAt: (ray: Ray) => number, check: (pixel: number, length: number) => void) {
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    check(pixel, lengthAt(rayThroughPixel(camera, IMAGE, pixel % WIDTH, Math.floor(pixel / WIDTH))));
  }
}

/** Slabs across the view and askew to it, of any thickness below a step. */
function* thinSlabs(
  camera: Camera,
  seed: number,
  thicknesses = [1.2, 0.5, 0.1, 0.003],
): Generator<readonly HalfSpace[]> {
  const random = createRandom(seed);
  for (const thickness of thicknesses) {
    yield thickSlab(camera, thickness);
    const normal = randomDirection(random);
    const middle = dot(normal, camera.target);
    yield [
      { normal, offset: middle - thickness / 2 },
      { normal: scale(normal, -1), offset: -middle - thickness / 2 },
    ];
  }
}

const STEPS = [
  { quality: 'plain' },
  { quality: 'fine' },
  { quality: 'plain', step: 2.7 },
  { quality: 'plain', jitter: 3 },
] as const;

const white = createTransferFunction({
  colors: [{ value: 0, color: '#fff' }],
  opacities: [{ value: 0, opacity: 0.6 }],
});
const grey = createTransferFunction({
  colors: [
    { value: 0, color: '#000' },
    { value: 200, color: '#fff' },
  ],
  opacities: [{ value: 0, opacity: 1 }],
});

describe('a slab of one value', () => {
  const volume = constant(150);
  const camera = obliqueCamera(volume);
  const seed = 31001;

  it.each(['mip', 'minip', 'average'] as const)(`shows it by mode %s wherever it is, seed ${seed}`, async (mode) => {
    const renderer = new Renderer(gpu());
    for (const clip of thinSlabs(camera, seed)) {
      for (const options of STEPS) {
        const scene: VolumeScene = { volume, transfer: grey, clip, mode, background: [0, 0, 0] };
        const { pixels } = await renderer.render(scene, camera, { ...IMAGE, ...options });
        let [shown, worst] = [0, 0];
        eachPixel(camera, lengthOf(volume, clip), (pixel, length) => {
          if (length > 0 && length < 1e-6) return;
          if (length > 0) shown++;
          worst = Math.max(worst, Math.abs(pixels[4 * pixel]! - (length > 0 ? 191 : 0)));
        });
        expect(worst).toBeLessThanOrEqual(1);
        expect(shown).toBeGreaterThan(10);
      }
    }
  });

  it.each([
    ['samples', {}],
    ['fine samples', { quality: 'fine' }],
    ['long steps', { step: 3 }],
  ] as const)(`composites as much of it as it is thick by %s, seed ${seed}`, async (_, options) => {
    const renderer = new Renderer(gpu());
    for (const clip of thinSlabs(camera, seed)) {
      const scene: VolumeScene = { volume, transfer: white, clip, background: 'transparent' };
      const settings = { ...IMAGE, quality: 'plain', ...options } as const;
      const { pixels } = await renderer.render(scene, camera, settings);
      const step =
        (settings.quality === 'fine' ? 0.25 : 'step' in options ? options.step : 1) * smallestSpacing(volume);
      let worst = 0;
      eachPixel(camera, lengthOf(volume, clip), (pixel, length) => {
        // Samples of longer intervals count for whole steps.
        if (length > step) return;
        const expected = 255 * (1 - (1 - 0.6) ** (length / smallestSpacing(volume)));
        worst = Math.max(worst, Math.abs(pixels[4 * pixel + 3]! - expected));
      });
      expect(worst).toBeLessThanOrEqual(1);
    }
  });
});

describe('a slab thinner than a step looks like the CPU reference’s', () => {
  const volume = makeVolume(Uint8Array, RANGE, GEOMETRIES.oblique);
  const camera = obliqueCamera(volume);
  // Opacities of 1 less a rounding would be raised to powers near 0.
  const transfer = makeTransfer(RANGE, 0.45);
  const labels = createVolume({
    ...volume,
    voxels: new Uint8Array(volume.voxels.length).map((_, index) => 1 + ((index >> 2) % 3)),
  });
  const mask = createMask({ labels, styles: [{ label: 1 }, { label: 2, color: [1, 0, 0], opacity: 0.4 }] });
  const isosurfaces = [
    { value: 60, color: [1, 0, 0], opacity: 0.5 },
    { value: 120, color: [0, 1, 0], opacity: 1 },
  ] as const;
  const looks: readonly { name: string; look: Partial<VolumeScene>; options?: RenderOptions }[] = [
    { name: 'composites', look: {} },
    { name: 'lit composites', look: { shading: createShading({}) } },
    { name: 'composites of long steps', look: {}, options: { step: 2.3 } },
    { name: 'masked composites', look: { mask } },
    { name: 'mip', look: { mode: 'mip' } },
    { name: 'average', look: { mode: 'average' } },
    { name: 'an isosurface', look: { mode: 'isosurface', isoValue: 90 } },
    { name: 'isosurfaces', look: { mode: 'isosurface', isosurfaces } },
    { name: 'composites with jitter', look: {}, options: { jitter: 5 } },
    {
      name: 'fused volumes',
      look: {
        fused: [{ volume: makeVolume(Uint8Array, RANGE, GEOMETRIES.anisotropic), transfer: makeTransfer(RANGE, 0.5) }],
      },
    },
  ];

  it.each(looks)('by $name', async ({ look, options = {} }) => {
    for (const clip of thinSlabs(camera, 31002, [1.2, 0.5, 0.2])) {
      await expectLikeReference(gpu(), { volume, transfer, clip, ...look }, camera, {
        ...exactOnGpus(gpu()),
        ...options,
      });
    }
  });

  it.each(looks)(
    'by $name, from inside, uncut and by a step longer than the volume',
    async ({ look, options = {} }) => {
      const exact = { ...exactOnGpus(gpu()), ...options };
      await expectLikeReference(gpu(), { volume, transfer, ...look }, insideCamera(volume), exact);
      await expectLikeReference(gpu(), { volume, transfer, ...look }, camera, { ...exact, step: 30 });
    },
  );
});
