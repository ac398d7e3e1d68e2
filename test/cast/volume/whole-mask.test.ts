/** A mask of all voxels is no mask: regions do not end where the volume does. */
import { describe, expect, it } from 'vitest';
import { fitCamera } from '../../../src/camera/fit.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { findTransfer } from '../../../src/transfer/presets/named-transfers.js';
import { createMask } from '../../../src/volume/mask.js';
import { computeStatistics } from '../../../src/volume/statistics/statistics.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference } from '../expect-like-reference.js';

const gpu = useTestGpu();
const N = 16;

/** A bump that is cut by all faces of the box. */
const volume = createVolume({
  sizes: [N, N, N],
  voxels: Int16Array.from({ length: N ** 3 }, (_, at) => {
    const [i, j, k] = [at % N, Math.floor(at / N) % N, Math.floor(at / N ** 2)];
    return 900 - 40 * Math.hypot(i - 6, j - 8, k - 9);
  }),
});
const transfer = findTransfer('bone').create({ statistics: () => computeStatistics(volume), window: [0, 1000] });
const scene: VolumeScene = { volume, transfer, shading: createShading(), background: [0, 0, 0] };
const camera = fitCamera(
  { center: [7.5, 7.5, 7.5], radius: 13 },
  { forward: [0.5, 0.7, -0.5], up: [0, 0, 1] },
  { aspect: 1 },
);

const ones = (sizes: Volume['sizes'], indexToWorld = volume.indexToWorld) =>
  createVolume({ sizes, voxels: new Uint8Array(sizes[0] * sizes[1] * sizes[2]).fill(1), indexToWorld });
const maskOf = (labels: Volume) => createMask({ labels, styles: [{ label: 1 }] });

describe('a mask of all voxels', () => {
  /** The same box in voxels twice as large. */
  const coarse = ones([N / 2, N / 2, N / 2], {
    columns: [
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ],
    origin: [0.5, 0.5, 0.5],
  });

  it.each([
    ['on the same grid', ones(volume.sizes)],
    ['in larger voxels', coarse],
  ])('is no mask, %s', async (_, labels) => {
    const renderer = new Renderer(gpu());
    const size = { width: 48, height: 48, quality: 'plain' } as const;
    const { pixels } = await renderer.render(scene, camera, size);
    const bare = pixels.slice();
    const masked = (await renderer.render({ ...scene, mask: maskOf(labels) }, camera, size)).pixels;
    expect(Math.max(...masked.map((value, at) => Math.abs(value - bare[at]!)))).toBeLessThanOrEqual(1);
    renderer.destroy();
  });

  it('has lit faces where it ends within the volume, as in the CPU reference', async () => {
    const labels = ones([N, N, N / 2]);
    const mask = maskOf(labels);
    await expectLikeReference(gpu(), { ...scene, mask }, camera, { quality: 'plain' });
  });
});
