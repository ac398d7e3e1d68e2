/** Frames of a volume's parts, put together: the frame of the whole. */
import { describe, expect, it } from 'vitest';
import { type Camera, createCamera } from '../../src/camera/camera.js';
import { thickSlab } from '../../src/camera/thick-slab.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { EvenBackground, MeshScene, VolumeScene } from '../../src/cast/scene.js';
import type { RenderOptions } from '../../src/cast/settings.js';
import { compositeParts, cropPartImage, finishParts, type PartImage } from '../../src/cast/target/composite-parts.js';
import { viewCells } from '../../src/cast/view-cells.js';
import { boundingSphere } from '../../src/math/sphere.js';
import type { Vec3 } from '../../src/math/vec3.js';
import { createShading } from '../../src/transfer/light/shading.js';
import { RENDER_MODES, reducesToValue } from '../../src/transfer/mode.js';
import { createTransferFunction } from '../../src/transfer/transfer-function.js';
import { createMask } from '../../src/volume/mask.js';
import { cutPart, orderCells, splitCells } from '../../src/volume/split-volume.js';
import { corners, createVolume } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';
import { ISO_VALUE, lookOf, RANGE, randomHybrid, ringAndBall, transfer, volume } from './hybrid-scenes.js';
import { cameraOf, GEOMETRIES, insideCamera, makeTransfer, makeVolume, obliqueCamera } from './sample-scenes.js';

const gpu = useTestGpu();
const SIZE = { width: 33, height: 27 };

/** The whole, and what its parts are put together to; by a tree of pairs where they are many. */
async function renderBoth(
  scene: VolumeScene & Partial<MeshScene>,
  camera: Camera,
  count: number,
  options: RenderOptions = {},
) {
  const renderer = new Renderer(gpu());
  const settings = { ...SIZE, ...options, allowDownsample: false };
  const { mode = 'composite', background = [0, 0, 0] } = scene;
  const whole = (await renderer.render(scene, camera, settings)).pixels;
  const images: PartImage[] = [];
  for (const cell of orderCells(splitCells(scene.volume.sizes, count), viewCells(camera, scene.volume))) {
    const cut = cutPart(scene.volume, cell, { step: options.step ?? 1 });
    const outputs = reducesToValue(mode) ? (['color', 'values'] as const) : (['color'] as const);
    const part = { ...scene, ...cut, background: 'transparent' as const };
    images.push(cropPartImage(await renderer.render(part, camera, { ...settings, outputs: [...outputs] })));
  }
  const halves = [images.slice(0, count >> 1), images.slice(count >> 1)].filter((half) => half.length > 0);
  const together = compositeParts(
    halves.map((half) => compositeParts(half, mode)),
    mode,
  );
  renderer.destroy();
  return {
    whole,
    pixels: finishParts(together, { mode, transfer: scene.transfer, background: background as EvenBackground }),
  };
}

async function expectWhole(...given: Parameters<typeof renderBoth>) {
  const { whole, pixels } = await renderBoth(...given);
  expect(new Set(whole).size, 'something is shown').toBeGreaterThan(8);
  const differences = whole.map((value, index) => Math.abs(value - pixels[index]!));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
}

const hybrid = { volume, transfer, isoValue: ISO_VALUE, meshes: ringAndBall(volume) };
const camera = obliqueCamera(volume);
const parallel = cameraOf(volume, 'd', 'orthographic', SIZE.width / SIZE.height);

describe('parts of a volume with meshes are the whole', () => {
  it.each(RENDER_MODES)('in the mode %s', async (mode) => {
    await expectWhole({ ...hybrid, ...lookOf(mode) }, camera, 5);
    await expectWhole({ volume, isoValue: ISO_VALUE, ...lookOf(mode) }, insideCamera(volume), 8);
    await expectWhole({ volume, isoValue: ISO_VALUE, ...lookOf(mode) }, camera, 4, { quality: 'fine', step: 1.6 });
  });

  it.each(['anisotropic', 'left-handed'] as const)('in %s voxels', async (name) => {
    const within = makeVolume(Int16Array, RANGE, GEOMETRIES[name]);
    const scene = { ...hybrid, volume: within, meshes: ringAndBall(within), background: 'transparent' as const };
    await expectWhole(scene, obliqueCamera(within), 3);
  });

  it('along the axes, where rays run in the planes between cells and samples lie on them', async () => {
    const straight = createCamera({ ...parallel, projection: 'orthographic', height: 27 });
    for (const step of [1, 2, 0.5]) await expectWhole({ volume, transfer }, straight, 8, { step });
    const cube = makeVolume(Uint8Array, [0, 255], GEOMETRIES.unit, [12, 13, 14]);
    const along = cameraOf(cube, 'a', 'orthographic', SIZE.width / SIZE.height);
    await expectWhole({ volume: cube, transfer: makeTransfer([0, 255], 0.3) }, along, 8, { step: 2 });
  });

  it.each(RENDER_MODES)('in slabs thinner than a step, in the mode %s', async (mode) => {
    for (const thickness of [1, 0.3]) {
      const scene = { volume, isoValue: ISO_VALUE, ...lookOf(mode, 0.2), clip: thickSlab(camera, thickness) };
      await expectWhole(scene, camera, 5);
      await expectWhole({ ...hybrid, ...lookOf(mode, 0.2), clip: thickSlab(camera, thickness) }, camera, 4, {
        jitter: 2,
      });
    }
  });

  it('with light, gradient opacities, a mask, cuts, noise and long steps', async () => {
    const rich = createTransferFunction({
      ...transfer,
      gradientOpacities: [
        { value: 0, opacity: 0.2 },
        { value: 40, opacity: 1 },
      ],
    });
    const labels = createVolume({
      ...volume,
      voxels: new Uint8Array(volume.voxels.length).map((__, n) => (n % 7 ? 1 : 0)),
    });
    const { center } = boundingSphere(corners(volume));
    const scene = {
      volume,
      transfer: rich,
      shading: createShading({ light: [1, 2, -0.5] }),
      mask: createMask({ labels, styles: [{ label: 1, color: [1, 0.4, 0.1], opacity: 0.8 }] }),
      clip: [{ normal: [1, 0.2, 0.1] as Vec3, offset: center[0] + 0.2 * center[1] + 0.1 * center[2] - 3 }],
    };
    await expectWhole(scene, camera, 6, { step: 2.7, jitter: 5 });
  });

  it('with every way of skipping and sampling', async () => {
    for (const skip of [true, false]) await expectWhole({ volume, transfer }, camera, 7, { skip });
    const sampling = { table: 'cells', ahead: 4, traversal: 'steps', gradients: 'voxels' } as const;
    await expectWhole({ volume, transfer, shading: createShading() }, camera, 7, { skip: true, sampling });
  });

  it.each([0.03, 0.1, 0.4])('with light that samples share, at an opacity of %d', async (opacity) => {
    const sampling = { ahead: 4, gradients: 'samples', traversal: 'steps', lighting: 'shared' } as const;
    const rough = makeVolume(Int16Array, RANGE, GEOMETRIES.unit, [40, 38, 36]);
    const waves = createVolume({
      ...rough,
      voxels: rough.voxels.map((value, n) => value + 600 * Math.sin(n % 40) * Math.cos(Math.floor(n / 40) % 38)),
    });
    const scene = {
      volume: waves,
      transfer: makeTransfer(RANGE, opacity),
      shading: createShading({ light: [1, 2, -0.5] }),
    };
    for (const count of [2, 5]) {
      await expectWhole(scene, obliqueCamera(waves), count, { quality: 'fine', filter: 'hardware', sampling });
    }
  });

  it.each([undefined, createShading()])('where rays enter what is steep, lit by %o', async (shading) => {
    const opacities = [
      { value: RANGE[0] + 0.4 * (RANGE[1] - RANGE[0]), opacity: 0 },
      { value: RANGE[0] + 0.401 * (RANGE[1] - RANGE[0]), opacity: 0.8 },
    ];
    const scene = { volume, transfer: { ...transfer, opacities }, ...(shading && { shading }) };
    for (const count of [3, 7]) await expectWhole(scene, camera, count, { quality: 'fine', step: 0.9 });
    await expectWhole({ ...scene, meshes: ringAndBall(volume) }, camera, 4, { quality: 'fine' });
  });

  const SEEDS = [11, 14];
  it.each(SEEDS)('in a random scene (seed %d)', async (seed) => {
    const { scene, camera: from, options } = randomHybrid(seed);
    await expectWhole({ ...scene, shadows: false }, from, 2 + (seed % 7), { ...options, samplesPerPixel: 1 });
  });
});

describe('cells', () => {
  it('are as many as asked for, and each voxel is one cell’s', () => {
    for (const count of [1, 2, 3, 7, 64]) {
      const cells = orderCells(splitCells([9, 5, 12], count), { forward: [1, 1, 1] });
      expect(cells).toHaveLength(count);
      for (let voxel = 0; voxel < 9 * 5 * 12; voxel++) {
        const place = [voxel % 9, Math.floor(voxel / 9) % 5, Math.floor(voxel / 45)];
        const isIn = ({ low, high }: (typeof cells)[number]) =>
          place.every((x, axis) => low[axis]! <= x && x < high[axis]!);
        expect(cells.filter(isIn)).toHaveLength(1);
      }
    }
  });

  it('refuse more parts than there are voxels, and parts that lack voxels', async () => {
    expect(() => splitCells([1, 1, 2], 3)).toThrow(/so few voxels/);
    const [cell] = orderCells(splitCells(volume.sizes, 2), { forward: [1, 0, 0] });
    const scene = { ...hybrid, ...cutPart(volume, cell!, { step: 1 }) };
    const renderer = new Renderer(gpu());
    const refusal = (options: RenderOptions) =>
      renderer.render(scene, camera, { ...SIZE, allowDownsample: false, ...options });
    await expect(refusal({ quality: 'plain', step: 4 })).rejects.toThrow(/needs the voxels/);
    await expect(refusal({ samplesPerPixel: 2 })).rejects.toThrow(/one ray per pixel/);
    await expect(refusal({ allowDownsample: true })).rejects.toThrow(/allowDownsample/);
    renderer.destroy();
  });
});
