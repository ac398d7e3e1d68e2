/** The frames of a view: copies of a volume are cast by the kernel that is compiled before there is one. */
import { expect, it, vi } from 'vitest';
import { createShading, createTransferFunction, createVolume, Renderer, type VolumeScene } from '../../../src/index.js';
import { kernelFor, SETTLING } from '../../../src/viewer/frames/choose-frame.js';
import { openTestGpu } from '../../open-test-gpu.js';

/** Each side is that of a warm-up, of a part of a file, and of a copy of all of it. */
it.each([false, true])('have one kernel for copies of all sizes, lit: %s', async (isLit) => {
  // A device of its own: those that tests share may have the kernel already.
  const gpu = await openTestGpu();
  if (!gpu.software) return gpu.destroy();
  const renderer = new Renderer(gpu);
  const transfer = createTransferFunction({
    colors: [{ value: 0, color: [1, 1, 1] }],
    opacities: [
      { value: 0, opacity: 0 },
      { value: 200, opacity: 0.4 },
    ],
    unit: 1,
  });
  const compiled = vi.spyOn(gpu.device, 'createComputePipelineAsync');
  const castsOf = () => compiled.mock.calls.filter(([{ label = '' }]) => label.includes('ray/cast.wgsl')).length;
  const counts: number[] = [];
  for (const side of [12, 64, 102]) {
    const volume = createVolume({ sizes: [side, side, side], voxels: new Uint8Array(side ** 3).fill(90) });
    const scene: VolumeScene = { volume, transfer, ...(isLit && { shading: createShading() }) };
    const camera = {
      projection: 'orthographic',
      eye: [50, 50, -300],
      target: [50, 50, 50],
      up: [0, 1, 0],
      height: 200,
    } as const;
    await renderer.render(scene, camera, {
      ...{ width: 16, height: 16, quality: 'plain', step: SETTLING.step },
      ...kernelFor(renderer, scene, true),
    });
    counts.push(castsOf());
  }
  renderer.destroy();
  gpu.destroy();
  expect(counts).toEqual([1, 1, 1]);
});
