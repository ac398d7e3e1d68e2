/** Every mode and feature of the cast kernel against the float64 CPU reference. */
import { describe, expect, it } from 'vitest';
import { thickSlab } from '../../../src/camera/thick-slab.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { VolumeScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { InputError } from '../../../src/errors.js';
import { boundingSphere } from '../../../src/math/sphere.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { RENDER_MODES } from '../../../src/transfer/mode.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createXrayTransfer, largestLineIntegral } from '../../../src/transfer/xray.js';
import { cropToVoxels } from '../../../src/volume/crop.js';
import { createMask } from '../../../src/volume/mask.js';
import { corners, createVolume, type Volume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference, HEIGHT, WIDTH } from '../expect-like-reference.js';
import {
  cameraOf,
  finerGrid,
  GEOMETRIES,
  insideCamera,
  makeTransfer,
  makeVolume,
  obliqueCamera,
} from '../sample-scenes.js';

const gpu = useTestGpu();
const withoutFilter = useTestGpu(['float32-filterable']);

const RANGE = [-200, 800] as const;
const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
const transfer = makeTransfer(RANGE, 0.25);
const { center } = boundingSphere(corners(volume));

/** Labels on a coarser grid of the same world, in blocks that differ along every axis. */
function makeLabels({ indexToWorld }: Volume): Volume {
  const sizes = [9, 6, 7] as const;
  const voxels = new Uint8Array(sizes[0] * sizes[1] * sizes[2]).map((_, index) => {
    const [i, j, k] = [index % 9, Math.floor(index / 9) % 6, Math.floor(index / 54)] as const;
    return 1 + (((i >> 2) + 2 * (j >> 1) + 3 * (k >> 2)) % 5);
  });
  const columns = indexToWorld.columns.map((column, axis) => column.map((x) => x * [2.2, 2.1, 2.3][axis]!));
  return createVolume({
    sizes,
    voxels,
    indexToWorld: { columns: columns as unknown as Volume['indexToWorld']['columns'], origin: indexToWorld.origin },
  });
}

const mask = createMask({
  labels: makeLabels(volume),
  styles: [{ label: 1 }, { label: 2, color: [1, 0.2, 0.9] }, { label: 4, color: [0, 1, 0.3], opacity: 0.3 }],
});
const clip = [
  { normal: [1, 0.4, -0.3], offset: 0.9 * center[0] + 0.36 * center[1] - 0.27 * center[2] },
  { normal: [-0.2, -1, 0.1], offset: -0.2 * center[0] - 1.1 * center[1] },
] as const;
const gradientTransfer = createTransferFunction({
  ...transfer,
  gradientOpacities: [
    { value: 10, opacity: 0.1 },
    { value: 60, opacity: 1 },
    { value: 200, opacity: 0.4 },
  ],
});

/**
 * Every pair of a mode and a feature in as few variants of the kernel as possible: compiling one takes longer on SwiftShader
 * than all frames that it renders here.
 */
const FEATURES: Record<string, { scene?: Partial<VolumeScene>; options?: RenderOptions }> = {
  'with nothing else': {},
  'in a crop box, with a fine step': {
    scene: { clip: cropToVoxels(volume, [3, 2, 4], [15, 12, 11]) },
    options: { step: 0.37 },
  },
  'from another side of two planes, through a mask, with jitter and several rays per pixel on no background': {
    scene: { clip, mask, background: 'transparent' },
    options: { jitter: 3, samplesPerPixel: 3 },
  },
};

describe.each(RENDER_MODES)('mode %s', (mode) => {
  const shown = mode === 'xray' ? createXrayTransfer([0.05, largestLineIntegral(volume)]) : transfer;
  const scene: VolumeScene = { volume, transfer: shown, mode, isoValue: 260 };
  const cameras = [obliqueCamera(volume), cameraOf(volume, 'd', 'orthographic', WIDTH / HEIGHT)];

  it.each(Object.entries(FEATURES))('is right %s', async (_, { scene: parts, options }) => {
    for (const camera of cameras) await expectLikeReference(gpu(), { ...scene, ...parts }, camera, options);
  });

  it('is right from inside, and without hardware filtering', async () => {
    await expectLikeReference(gpu(), scene, insideCamera(volume));
    await expectLikeReference(withoutFilter(), { ...scene, mask, clip }, cameras[0]!);
  });

  it('is right in a thick slab', async () => {
    const camera = cameras[0]!;
    await expectLikeReference(gpu(), { ...scene, clip: thickSlab(camera, 4) }, camera);
  });
});

describe.each(['mip', 'minip'] as const)('mode %s of quality fine', (mode) => {
  const scene: VolumeScene = { volume, transfer, mode };
  const camera = obliqueCamera(volume);

  it.each(Object.entries(FEATURES))('is right %s', async (_, { scene: parts, options }) => {
    await expectLikeReference(gpu(), { ...scene, ...parts }, camera, { quality: 'fine', ...options });
    await expectLikeReference(gpu(), { ...scene, ...parts }, insideCamera(volume), { quality: 'fine', ...options });
  });

  it('comes as near to the extremum as 32 samples a step', async () => {
    const renderer = new Renderer(gpu());
    const valuesOf = async (options: RenderOptions) =>
      (await renderer.render(scene, camera, { width: 45, height: 38, outputs: ['values'], ...options })).values;
    const [truth, fine, plain] = [
      await valuesOf({ quality: 'plain', step: 1 / 32 }),
      await valuesOf({ quality: 'fine' }),
      await valuesOf({ quality: 'plain' }),
    ];
    // Two numbers a pixel: the value, and how many samples there are.
    const lackOf = (values: Float32Array) => {
      const lacks = [...values].map((value, at) => (mode === 'mip' ? 1 : -1) * (truth[at]! - value));
      const hit = lacks.filter((_, at) => at % 2 === 0 && values[at + 1]! > 0);
      return hit.reduce((sum, lack) => sum + lack, 0) / hit.length;
    };
    expect(lackOf(plain)).toBeGreaterThan(2);
    expect(lackOf(fine)).toBeLessThan(0.05 * lackOf(plain));
    renderer.destroy();
  });
});

it('isosurfaces are right as GPUs find them, by voxels', async () => {
  const shading = createShading({ ambient: 0.2, diffuse: 0.8, specular: 0.4, shininess: 12, light: 'headlight' });
  const scene: VolumeScene = { volume, transfer, mode: 'isosurface', isoValue: 260, shading };
  await expectLikeReference(gpu(), scene, obliqueCamera(volume), { sampling: { gradients: 'voxels' } });
});

describe('shading', () => {
  const lights = ['headlight', [1, -2, 0.5]] as const;
  for (const [name, geometry] of Object.entries(GEOMETRIES)) {
    const lit = makeVolume(Float32Array, RANGE, geometry);
    it.each(lights)(`of ${name} voxels by %s is right`, async (light) => {
      const shading = createShading({ ambient: 0.2, diffuse: 0.8, specular: 0.4, shininess: 12, light });
      await expectLikeReference(gpu(), { volume: lit, transfer, shading }, obliqueCamera(lit));
      await expectLikeReference(
        gpu(),
        { volume: lit, transfer, shading, mode: 'isosurface', isoValue: 300 },
        obliqueCamera(lit),
      );
    });

    it(`of ${name} voxels goes with gradient opacities`, async () => {
      const camera = cameraOf(lit, 'c', 'perspective', WIDTH / HEIGHT);
      await expectLikeReference(gpu(), { volume: lit, transfer: gradientTransfer }, camera);
      await expectLikeReference(gpu(), { volume: lit, transfer: gradientTransfer, shading: createShading() }, camera);
    });
  }

  it('goes with masks, planes and jitter', async () => {
    const scene = { volume, transfer: gradientTransfer, shading: createShading(), mask, clip };
    await expectLikeReference(gpu(), scene, obliqueCamera(volume), { jitter: 1, samplesPerPixel: 2 });
    await expectLikeReference(withoutFilter(), scene, obliqueCamera(volume));
  });
});

it('coarser levels are as opaque and as lit as the finest', async () => {
  const shading = createShading({ light: [1, 2, 3] });
  const finest = finerGrid(volume);
  const fused = [{ volume, transfer: gradientTransfer, shading, finest }];
  const lit = { volume, transfer: gradientTransfer, shading, finest };
  for (const scene of [lit, { ...lit, shadows: true, fused }]) {
    await expectLikeReference(gpu(), scene, obliqueCamera(volume));
  }
});

describe('several isosurfaces', () => {
  const isosurfaces = [
    { value: 420, color: [0.2, 0.5, 1], opacity: 0.6 },
    { value: 120, color: [1, 0.9, 0.7], opacity: 0.3 },
    { value: 300, opacity: 0.5 },
    { value: 620 },
  ] as const;
  const scene: VolumeScene = { volume, transfer, mode: 'isosurface', isosurfaces };

  it.each([
    ['translucent', {}, {}],
    ['with all of it', { clip, mask, background: 'transparent' }, { jitter: 3, samplesPerPixel: 2, step: 2.3 }],
    ['crossed both ways between two samples', { shading: createShading({ light: [1, -2, 0.5] }) }, { step: 4 }],
  ] as const)('are right %s', async (_, parts, options) => {
    await expectLikeReference(gpu(), { ...scene, ...parts }, obliqueCamera(volume), options);
  });

  it('are one where there is one', async () => {
    const renderer = new Renderer(gpu());
    const render = async (parts: Partial<VolumeScene>) =>
      (
        await renderer.render({ volume, transfer, mode: 'isosurface', ...parts }, obliqueCamera(volume), {
          width: 45,
          height: 38,
          skip: true,
        })
      ).pixels;
    const listed = await render({ isosurfaces: [{ value: 260 }] });
    const alone = await render({ isoValue: 260 });
    expect(Math.max(...listed.map((value, index) => Math.abs(value - alone[index]!)))).toBeLessThanOrEqual(1);
    renderer.destroy();
  });

  it('leave out bricks that none of them crosses', async () => {
    const renderer = new Renderer(gpu());
    // Wide enough for bricks of 8 voxels.
    const voxels = volume.voxels.map((value, index) => (index % volume.sizes[0] < 10 ? -200 : value));
    const halfEmpty = { ...scene, volume: createVolume({ ...volume, voxels }) };
    const render = (skip: boolean) =>
      renderer.render(halfEmpty, obliqueCamera(volume), { width: 45, height: 38, skip, counts: true });
    const [all, some] = [await render(false), await render(true)];
    expect(some.pixels).toEqual(all.pixels);
    expect(some.stats.samplesSkipped!).toBeGreaterThan(0);
    renderer.destroy();
  });

  it.each([[[]], [[{ value: Number.NaN }]], [[{ value: 1 }, { value: 1 }]], [[{ value: 1, opacity: 0 }]]])(
    'cannot be %j',
    async (bad) => {
      const renderer = new Renderer(gpu());
      await expect(renderer.render({ ...scene, isosurfaces: bad }, obliqueCamera(volume))).rejects.toThrow(InputError);
      renderer.destroy();
    },
  );
});
