/** Parts of `fine` can be asked for by name, and are the same on each kind of adapter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import type { Gpu } from '../../../src/index.js';
import { openTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference } from '../expect-like-reference.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.anisotropic);
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

  it('is the same to the bit, and says so', async () => {
    const fine = await render({ step: 0.8 });
    expect(fine.stats).toMatchObject({ quality: 'fine', step: 0.2 });
    expect(Buffer.compare(fine.pixels, (await render({ quality: 'plain', step: 0.2 })).pixels)).toBe(0);
    const plain = await render({ quality: 'plain', step: 0.8 });
    expect(plain.stats).toMatchObject({ quality: 'plain', step: 0.8 });
    expect(Buffer.compare(fine.pixels, plain.pixels)).not.toBe(0);
    const given = await render({ quality: 'fine', step: 0.8 });
    expect(given.stats).toMatchObject({ quality: 'fine', step: 0.2 });
    expect(Buffer.compare(given.pixels, fine.pixels)).toBe(0);
  });

  it.each([0.25, 0.5, 0.75, 1.25, 1.75, 3, 3.75, 4, 1.3])(
    'composites steps of %f like the CPU reference',
    async (step) => {
      await expectLikeReference(gpu, { ...scene, background: [0, 0, 0] }, obliqueCamera(volume), { step });
    },
  );
});
