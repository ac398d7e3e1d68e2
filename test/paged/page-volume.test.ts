/** Volumes in memory that are rendered in pages, longer than any texture. */
import { expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { Renderer } from '../../src/cast/renderer.js';
import { InputError } from '../../src/errors.js';
import { pageVolume } from '../../src/paged/page-volume.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import { countBricks, MAX_BRICKS_ALONG } from '../../src/volume/bricks.js';
import { createVolume } from '../../src/volume/volume.js';
import { cameraOf } from '../cast/sample-scenes.js';
import { useTestGpu } from '../open-test-gpu.js';

const gpu = useTestGpu();

const LENGTH = 38_205;
const volume = createVolume({
  sizes: [3, LENGTH, 1],
  voxels: Uint8Array.from({ length: 3 * LENGTH }, (_, voxel) => (voxel < 1.5 * LENGTH ? 200 : 0)),
});
const transfer = createTransferFunction({
  colors: [{ value: 0, color: [1, 1, 1] }],
  opacities: [
    { value: 0, opacity: 0 },
    { value: 200, opacity: 1 },
  ],
});

it('has no more bricks along an axis than a texture can hold texels', () => {
  const { ranges } = pageVolume(volume);
  expect(Math.max(...countBricks(volume.sizes, ranges!.side))).toBeLessThanOrEqual(MAX_BRICKS_ALONG);
  expect(pageVolume({ ...volume, sizes: [3, 100, 1], voxels: volume.voxels.subarray(0, 300) }).ranges!.side).toBe(8);
});

it('renders, with skipping and without', async () => {
  const renderer = new Renderer(gpu());
  // The middle, where half of the rows are shown.
  const camera = { ...cameraOf(volume, 'a', 'orthographic', 1), height: 16 } as Camera;
  const draw = async (skip: boolean) => {
    const scene = { transfer, volume, pages: pageVolume(volume) };
    const { pixels } = await renderer.render(scene, camera, { width: 32, height: 32, quality: 'plain', skip });
    return pixels;
  };
  const [skipping, plain] = [await draw(true), await draw(false)];
  renderer.destroy();
  expect(skipping).toEqual(plain);
  const lit = skipping.filter((value, at) => at % 4 === 0 && value > 100).length;
  // Three voxels of two pixels each, half of the picture's height.
  expect(lit).toBeGreaterThan(60);
  expect(lit).toBeLessThan(130);
});

it('has larger pages where it is longer, and is refused where no table holds them', () => {
  const line = (length: number) => createVolume({ sizes: [length, 1, 1], voxels: new Uint8Array(length) });
  expect(pageVolume(line(65_536)).pageSide).toBe(32);
  expect(pageVolume(line(163_842)).pageSide).toBe(128);
  expect(() => pageVolume(line(262_145))).toThrow(InputError);
  expect(() => pageVolume(line(262_145))).toThrow(/262145 × 1 × 1 voxels, and no more than 262144 along an axis.*cut/);
});
