/** Allocations of a render loop on the device: none, once its frames are like those before. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PartialScene } from '../../../src/cast/partial/partial-scene.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { TEXTURE_USAGE } from '../../../src/gpu/usages.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { OUTSIDE } from '../mesh-scenes.js';

const gpu = useTestGpu();

const SIZE = { width: 16, height: 16 };
const CREATIONS = ['createBindGroup', 'createBuffer', 'createTexture', 'createSampler', 'createQuerySet'] as const;

const volume = createVolume({
  voxels: Uint8Array.from({ length: 16 ** 3 }, (_, index) => (index % 16) * 16),
  sizes: [16, 16, 16],
});
const meshes = [{ mesh: createTorus({ majorSegments: 8, minorSegments: 6 }) }];
const directed = createShading({ light: [0.4, -0.7, 1] });

const SCENES: Readonly<Record<string, readonly [PartialScene, RenderOptions]>> = {
  'a volume': [{ volume }, { skip: true }],
  'a lit volume with meshes in it': [{ volume, meshes, shading: directed, shadows: true }, { primaryRays: 'bins' }],
  'meshes by bins': [
    { meshes, shading: directed, shadows: true },
    { primaryRays: 'bins', shadowRays: 'bins' },
  ],
  'more meshes than bind groups are kept of a kernel': [
    { meshes: Array.from({ length: 20 }, (_, index) => ({ mesh: createTorus({ majorSegments: 3 + index }) })) },
    { primaryRays: 'bins' },
  ],
  'meshes by the tree': [{ meshes, ambientOcclusion: { rays: 1 } }, { primaryRays: 'bvh' }],
};

afterEach(() => void vi.restoreAllMocks());

/** Counts by name what `render` creates. */
async function countCreations(render: () => Promise<unknown>): Promise<Record<string, number>> {
  const { device } = gpu();
  const spies = CREATIONS.map((name) => [name, vi.spyOn(device, name)] as const);
  await render();
  return Object.fromEntries(
    spies.flatMap(([name, { mock }]) => (mock.calls.length > 0 ? [[name, mock.calls.length]] : [])),
  );
}

describe.each(Object.entries(SCENES))('%s', (_, [scene, options]) => {
  it('creates nothing for a frame from another side', async () => {
    const renderer = new Renderer(gpu());
    const first = await countCreations(() => renderer.render(scene, OUTSIDE, { ...SIZE, ...options }));
    expect(first['createBindGroup']).toBeGreaterThan(0);
    vi.restoreAllMocks();
    await renderer.render(scene, OUTSIDE, { ...SIZE, ...options });
    const moved = { ...OUTSIDE, eye: [1.3, -4, 2] } as const;
    expect(await countCreations(() => renderer.render(scene, moved, { ...SIZE, ...options }))).toEqual({});
    renderer.destroy();
  });
});

it('creates nothing for a frame that is drawn to a texture', async () => {
  const renderer = new Renderer(gpu());
  const usage = TEXTURE_USAGE.RENDER_ATTACHMENT;
  const target = gpu().device.createTexture({ size: [16, 16], format: 'rgba8unorm', usage });
  const present = async () => (await renderer.render({ meshes }, OUTSIDE, { target, primaryRays: 'bins' })).done;
  for (let frame = 0; frame < 2; frame++) await present();
  expect(await countCreations(present)).toEqual({});
  renderer.destroy();
  target.destroy();
});

const { RENDER_ATTACHMENT, STORAGE_BINDING } = TEXTURE_USAGE;

it.each([
  ['drawn', RENDER_ATTACHMENT],
  ['stored', STORAGE_BINDING],
])(
  'writes no uniforms for the same frame again, and begins one compute pass where none is timed: %s',
  async (_, usage) => {
    const renderer = new Renderer(gpu());
    const target = gpu().device.createTexture({ size: [16, 16], format: 'rgba8unorm', usage });
    const present = async (timestamps: boolean) =>
      (await renderer.render({ meshes }, OUTSIDE, { target, primaryRays: 'bins', timestamps })).done;
    for (let frame = 0; frame < 2; frame++) await present(false);
    const write = vi.spyOn(gpu().device.queue, 'writeBuffer');
    const createEncoder = gpu().device.createCommandEncoder.bind(gpu().device);
    let passes = 0;
    vi.spyOn(gpu().device, 'createCommandEncoder').mockImplementation((descriptor) => {
      const encoder = createEncoder(descriptor);
      const begin = encoder.beginComputePass.bind(encoder);
      encoder.beginComputePass = (pass) => {
        passes++;
        return begin(pass);
      };
      return encoder;
    });
    await present(false);
    expect(passes).toBe(1);
    expect(write).not.toHaveBeenCalled();
    const { times } = await present(true);
    if (gpu().has('timestamp-query')) expect(Object.keys(times!.timesMs).length).toBeGreaterThan(2);
    renderer.destroy();
    target.destroy();
  },
);

it('writes one buffer for meshes from another side, however many', async () => {
  const renderer = new Renderer(gpu());
  const scene = { meshes: [4, 5, 6].map((majorSegments) => ({ mesh: createTorus({ majorSegments }) })) };
  const render = (x: number) =>
    renderer.render(scene, { ...OUTSIDE, eye: [x, -4, 2] }, { ...SIZE, primaryRays: 'bins' });
  for (const x of [1, 1.1]) await render(x);
  const write = vi.spyOn(gpu().device.queue, 'writeBuffer');
  await render(1.2);
  expect(write).toHaveBeenCalledOnce();
  renderer.destroy();
});

it('binds what takes the place of something else', async () => {
  const renderer = new Renderer(gpu());
  const render = (value: number) => {
    const voxels = new Uint8Array(8 ** 3).fill(value);
    voxels[0] = 255 - value;
    return renderer.render({ volume: createVolume({ voxels, sizes: [8, 8, 8] }) }, undefined, SIZE);
  };
  const [dark, bright] = [await render(0), await render(255)];
  expect(bright.pixels).not.toEqual(dark.pixels);
  renderer.destroy();
});
