/** Holds a frame of the GPU to the float64 twin's: at most 2/255 apart in any channel of any pixel. */
import { expect } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { RenderOptions, VolumeScene } from '../../src/cast/scene.js';
import type { Gpu } from '../../src/gpu/gpu.js';
import { castVolume } from '../../src/reference/cast-volume.js';

const MAX_DIFFERENCE = 2;

export const WIDTH = 45;
export const HEIGHT = 38;

export async function expectLikeTwin(gpu: Gpu, scene: VolumeScene, camera: Camera, options: RenderOptions = {}) {
  const { step, earlyTermination, jitter, samplesPerPixel, preintegrated } = options;
  const frame = await new Renderer(gpu).render(scene, camera, { width: WIDTH, height: HEIGHT, ...options });
  const twin = castVolume({
    ...scene,
    camera,
    width: WIDTH,
    height: HEIGHT,
    background: scene.background ?? [0, 0, 0],
    ...(step !== undefined && { stepVoxels: step }),
    ...(earlyTermination !== undefined && { earlyTermination }),
    ...(jitter !== undefined && { jitter }),
    ...(samplesPerPixel !== undefined && { samplesPerPixel }),
    ...(preintegrated !== undefined && { preintegrated }),
  });
  let largest = 0;
  let worst = '';
  for (const [index, value] of frame.pixels.entries()) {
    const difference = Math.abs(value - twin.pixels[index]!);
    if (difference <= largest) continue;
    largest = difference;
    const pixel = Math.floor(index / 4);
    worst = `channel ${index % 4} of pixel (${pixel % WIDTH}, ${Math.floor(pixel / WIDTH)})`;
  }
  expect(new Set(twin.pixels).size, 'the picture must show something').toBeGreaterThan(20);
  expect(largest, worst).toBeLessThanOrEqual(MAX_DIFFERENCE);
  return { frame, twin };
}
