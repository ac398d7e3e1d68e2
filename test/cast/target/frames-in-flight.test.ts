/** Frames that are asked for before those ahead of them are read back: each is what it is by itself. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { orbit } from '../../../src/camera/orbit.js';
import type { PartialScene } from '../../../src/cast/partial/partial-scene.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { InputError } from '../../../src/errors.js';
import { Gpu } from '../../../src/gpu/gpu.js';
import { createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const SIZE = { width: 48, height: 32 };
const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.anisotropic);
const camera = obliqueCamera(volume);
const binned = { ...SIZE, primaryRays: 'bins' } as const;
const torus = { meshes: [{ mesh: createTorus({ majorSegments: 60, minorSegments: 30 }) }] };

type Asked = readonly [scene: PartialScene, camera: Camera, options: RenderOptions];

/** All at once, beside one at a time by renderers that know of nothing else. */
async function expectAsAlone(asked: readonly Asked[]): Promise<void> {
  const renderer = new Renderer(gpu());
  const frames = await Promise.all(asked.map((each) => renderer.render(...each)));
  for (const [index, each] of asked.entries()) {
    const alone = new Renderer(gpu());
    const { pixels, stats } = await alone.render(...each);
    expect(frames[index]!.pixels, `frame ${index}`).toEqual(pixels);
    expect(frames[index]!.stats, `frame ${index}`).toMatchObject({
      triangles: stats.triangles,
      binItems: stats.binItems,
      timer: 'wall',
    });
    alone.destroy();
  }
  renderer.destroy();
}

describe('frames in flight', () => {
  it('of a camera that moves around a volume', async () => {
    const scene = { volume, transfer: makeTransfer([0, 255], 0.3) };
    await expectAsAlone(
      Array.from({ length: 8 }, (_, frame) => [scene, orbit(camera, { azimuthDegrees: 40 * frame }), SIZE]),
    );
  });

  it('of other volumes, transfer functions, modes and sizes', async () => {
    const other = makeVolume(Uint16Array, [0, 4000], GEOMETRIES.unit);
    await expectAsAlone([
      [{ volume, transfer: makeTransfer([0, 255], 0.3) }, camera, SIZE],
      [{ volume: other, transfer: makeTransfer([0, 4000], 0.2) }, obliqueCamera(other), { width: 64, height: 64 }],
      [
        { volume, transfer: makeTransfer([0, 255], 0.9), background: [0.2, 0.4, 0.6] },
        camera,
        { width: 16, height: 8 },
      ],
      [{ volume, mode: 'mip' }, camera, SIZE],
      [{ volume: other, mode: 'average' }, obliqueCamera(other), SIZE],
      [{ meshes: [{ mesh: createIcosphere({ subdivisions: 2, radius: 3 }) }] }, camera, SIZE],
      [{ volume, transfer: makeTransfer([0, 255], 0.3) }, camera, SIZE],
    ]);
  });

  it('of meshes that come nearer than their bins have room for', async () => {
    const far = { ...camera, target: [0, 0, 0], eye: [0, -400, 0] } as const;
    const at = (distance: number): Asked => [torus, { ...far, eye: [0, -distance, 0] }, binned];
    await expectAsAlone([400, 4, 2.5, 400, 2.5, 4, 3].map(at));
  });

  it('of meshes of other counts of triangles', async () => {
    const spheres = [1, 3, 0, 4, 2].map((subdivisions) => createIcosphere({ subdivisions, radius: 3 }));
    await expectAsAlone(spheres.map((mesh) => [{ meshes: [{ mesh }] }, camera, binned]));
  });

  it('that add up do so in the order of their calls', async () => {
    const scene = { volume, transfer: makeTransfer([0, 255], 0.3) };
    const options = { ...SIZE, accumulate: true, jitter: 5, samplesPerPixel: 2 } as const;
    const [together, alone] = [new Renderer(gpu()), new Renderer(gpu())];
    const frames = await Promise.all([0, 1, 2].map(() => together.render(scene, camera, options)));
    for (const frame of frames) {
      const { pixels, accumulated } = await alone.render(scene, camera, options);
      expect(frame.accumulated).toBe(accumulated);
      expect(frame.pixels).toEqual(pixels);
    }
    for (const renderer of [together, alone]) renderer.destroy();
  });

  it('end, though the renderer is destroyed once they are submitted', async () => {
    const { device } = gpu();
    const heard: string[] = [];
    const listen = (event: GPUUncapturedErrorEvent) => heard.push(event.error.message);
    device.addEventListener('uncapturederror', listen);
    const scene = { volume, transfer: makeTransfer([0, 255], 0.3) };
    const alone = new Renderer(gpu());
    const expected = (await alone.render(scene, camera, SIZE)).pixels;
    for (const delayMs of [0, 1, 2, 4, 8, 16]) {
      const doomed = new Renderer(Gpu.from(device, { wait: gpu().wait }));
      const frames = Array.from({ length: 6 }, () => doomed.render(scene, camera, SIZE).catch((error) => error));
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      doomed.destroy();
      for (const outcome of await Promise.all(frames)) {
        if (outcome instanceof Error) expect(outcome).toEqual(new InputError('the renderer is destroyed'));
        else expect(outcome.pixels).toEqual(expected);
      }
    }
    await gpu().idle();
    device.removeEventListener('uncapturederror', listen);
    expect(heard).toEqual([]);
    alone.destroy();
  });

  it('do not keep those behind them when they are aborted', async () => {
    const scene = { volume, transfer: makeTransfer([0, 255], 0.3) };
    const renderer = new Renderer(gpu());
    const control = new AbortController();
    const first = renderer.render(scene, camera, SIZE);
    const aborted = renderer.render(scene, camera, { ...SIZE, signal: control.signal });
    const last = renderer.render(scene, camera, SIZE);
    control.abort(new Error('no longer wanted'));
    await expect(aborted).rejects.toThrow('no longer wanted');
    expect((await last).pixels).toEqual((await first).pixels);
    renderer.destroy();
  });
});
