/** A frame asked for by one object, and the camera that it tells. */
import { describe, expect, it } from 'vitest';
import { orbit } from '../../src/camera/orbit.js';
import { Renderer } from '../../src/cast/renderer.js';
import { createVolume } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';

const SIDE = 12;
const volume = createVolume({
  sizes: [SIDE, SIDE, SIDE],
  voxels: Uint8Array.from({ length: SIDE ** 3 }, (_, at) => (at % SIDE) * 20),
});
const SIZE = { width: 32, height: 24 };

describe('a request in one object', () => {
  const gpu = useTestGpu();

  it('gives the frame that the three arguments give', async () => {
    const renderer = new Renderer(gpu());
    const apart = await renderer.render({ volume, mode: 'mip' }, undefined, { ...SIZE, outputs: ['pixels', 'values'] });
    const together = await renderer.render({ volume, mode: 'mip', ...SIZE, outputs: ['pixels', 'values'] });
    expect(together.pixels).toEqual(apart.pixels);
    expect(together.values).toEqual(apart.values);
    expect([together.width, together.height]).toEqual([32, 24]);
    expect(new Set(together.pixels).size).toBeGreaterThan(5);
    renderer.destroy();
  });

  it('tells the camera, from which the next view follows', async () => {
    const renderer = new Renderer(gpu());
    const fitted = await renderer.render({ volume, ...SIZE });
    const again = await renderer.render({ volume, camera: fitted.camera, ...SIZE });
    expect(again.pixels).toEqual(fitted.pixels);
    expect(again.camera).toEqual(fitted.camera);
    const turned = orbit(fitted.camera, { azimuthDegrees: 40 });
    const aside = await renderer.render({ volume, camera: turned, ...SIZE });
    expect(aside.camera).toEqual(turned);
    expect(aside.pixels).not.toEqual(fitted.pixels);
    renderer.destroy();
  });

  it('is known again by frames that accumulate', async () => {
    const renderer = new Renderer(gpu());
    const { camera } = await renderer.render({ volume, ...SIZE });
    const draw = () => renderer.render({ volume, camera, ...SIZE, accumulate: true });
    expect((await draw()).accumulated).toBe(1);
    expect((await draw()).accumulated).toBe(2);
    renderer.destroy();
  });

  it('ends on a target, and says with which camera', async () => {
    const renderer = new Renderer(gpu());
    const target = gpu().device.createTexture({ size: [32, 24], format: 'rgba8unorm', usage: 0x1 | 0x10 });
    const { camera, done, width } = await renderer.render({ volume, target });
    expect(width).toBe(32);
    expect((await done).whole).toBe(true);
    expect(camera).toEqual((await renderer.render({ volume, ...SIZE })).camera);
    target.destroy();
    renderer.destroy();
  });

  it.each([
    ['widht', 'a frame has no widht; width would be right'],
    ['isovalue', 'a frame has no isovalue; isoValue would be right'],
    ['cammera', 'a frame has no cammera; camera would be right'],
  ])('refuses %s', async (name, message) => {
    const renderer = new Renderer(gpu());
    const request = { volume, [name]: 3 };
    await expect(renderer.render(request)).rejects.toThrow(message);
    renderer.destroy();
  });
});
