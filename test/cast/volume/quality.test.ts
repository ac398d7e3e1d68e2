/** Parts of `fine` can be asked for by name, and are the same on each kind of adapter. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { decimate, type Gpu } from '../../../src/index.js';
import { smallestSpacing } from '../../../src/volume/volume.js';
import { openTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

// Floats: lavapipe, treated as another adapter, would filter bytes to bytes.
const volume = makeVolume(Float32Array, [0, 255], GEOMETRIES.anisotropic);
const scene = { volume, transfer: makeTransfer([0, 255], 0.4) };
const SIZE = { width: 24, height: 20 };

describe.each(['gpu', 'swiftshader'] as const)('fine, on an adapter of the kind %s', (kind) => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await openTestGpu({ treatAs: kind });
  });
  afterAll(() => gpu.destroy());

  const render = async (options: RenderOptions) => {
    const renderer = new Renderer(gpu);
    const frame = await renderer.render(scene, obliqueCamera(volume), { ...SIZE, ...options });
    renderer.destroy();
    return frame;
  };

  it('is the same to the bit, with four samples in each step, and says so', async () => {
    const sampling = { steps: 'four' } as const;
    const fine = await render({ step: 0.8, sampling });
    expect(fine.stats).toMatchObject({ quality: 'fine', step: 0.2 });
    expect(Buffer.compare(fine.pixels, (await render({ quality: 'plain', step: 0.2 })).pixels)).toBe(0);
    const plain = await render({ quality: 'plain', step: 0.8 });
    expect(plain.stats).toMatchObject({ quality: 'plain', step: 0.8 });
    expect(Buffer.compare(fine.pixels, plain.pixels)).not.toBe(0);
    const given = await render({ quality: 'fine', step: 0.8, sampling });
    expect(given.stats).toMatchObject({ quality: 'fine', step: 0.2 });
    expect(Buffer.compare(given.pixels, fine.pixels)).toBe(0);
  });

  it.each([0.25, 0.5, 0.75, 1.25, 1.75, 3, 3.75, 4, 1.3, 5.5, 7.75, 10, 15.75, 16])(
    'composites steps of %f like the CPU reference',
    async (step) => {
      await expectLikeReference(gpu, { ...scene, background: [0, 0, 0] }, obliqueCamera(volume), { step });
    },
  );

  it('has one kernel for copies of all sizes and for all steps of quarters', async () => {
    const own = await openTestGpu({ treatAs: kind });
    const compile = vi.spyOn(own.device, 'createComputePipelineAsync');
    const renderer = new Renderer(own);
    const unit = smallestSpacing(volume);
    for (const factor of [1, 2, 4]) {
      const copy = factor === 1 ? volume : decimate(volume, [factor, factor, factor]);
      for (const step of [1.25, 1.5, 2, 3]) {
        const request = { ...scene, volume: copy, transfer: { ...scene.transfer, unit } };
        const options = { ...SIZE, step, quality: 'plain', skip: false, shape: { width: 4, height: 4 } } as const;
        await renderer.render(request, obliqueCamera(volume), options);
      }
    }
    expect(compile.mock.calls.filter(([{ label }]) => label === 'cast/ray/cast.wgsl')).toHaveLength(1);
    renderer.destroy();
    own.destroy();
  });
});
