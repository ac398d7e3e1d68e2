/** Light through volumes: against the float64 CPU reference, and what must hold whatever the numbers. */
import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { Scene } from '../../../src/cast/scene.js';
import { KEY_LIGHT } from '../../../src/transfer/light/lights.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference } from '../expect-like-reference.js';
import { placeMesh, RANGE, ringAndBall, SPHERE } from '../hybrid-scenes.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';

const gpu = useTestGpu();

const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
const transfer = makeTransfer(RANGE, 0.3);
const camera = obliqueCamera(volume);
const light = [0.4, -1, 0.8] as const;
const shading = createShading({ light, ambient: 0.3, specular: 0.1 });
const scene = { volume, transfer, shading, shadows: true } as const;
const ambientOcclusion = { rays: 5, distance: 30 };
const several = createShading({
  light: [
    { direction: light, color: [1, 0.6, 0.2] },
    { direction: [-0.5, 0.9, 0.7], color: [0.1, 0.3, 0.8], axes: 'camera' },
    { direction: 'headlight', color: [0.2, 0.2, 0.2] },
  ],
});

describe('a volume in its own shadow is right', () => {
  it.each(['anisotropic', 'left-handed'] as const)('in %s voxels', async (name) => {
    const within = makeVolume(Uint8Array, RANGE, GEOMETRIES[name]);
    await expectLikeReference(gpu(), { ...scene, volume: within }, obliqueCamera(within));
  });

  it('with ambient light that it lets through, near or from anywhere', async () => {
    await expectLikeReference(gpu(), { ...scene, ambientOcclusion }, camera);
    const near = { rays: 2, distance: 2.5 };
    await expectLikeReference(gpu(), { ...scene, shadows: false, ambientOcclusion: near }, camera);
  });

  it('cut, behind a mask, and where gradients say how opaque it is', async () => {
    const labels = { ...volume, voxels: new Uint8Array(volume.voxels.length).map((_, n) => ((n % 21) >> 2) % 3) };
    const mask = createMask({
      labels: createVolume(labels),
      styles: [{ label: 0 }, { label: 1, color: [1, 0.2, 0.9], opacity: 0.5 }],
    });
    const clip = [{ normal: [1, 0.3, 0], offset: 0 }] as const;
    await expectLikeReference(gpu(), { ...scene, clip, mask }, camera);
    const gradientOpacities = [
      { value: 0, opacity: 0 },
      { value: 20, opacity: 1 },
    ];
    const byGradient = createTransferFunction({ ...transfer, gradientOpacities });
    await expectLikeReference(gpu(), { ...scene, transfer: byGradient }, camera);
  });

  it('as isosurfaces, of which opaque ones cast shadows', async () => {
    await expectLikeReference(
      gpu(),
      { ...scene, mode: 'isosurface', isoValue: 0.4 * RANGE[1], ambientOcclusion },
      camera,
    );
    const isosurfaces = [{ value: 0.6 * RANGE[1] }, { value: 0.3 * RANGE[1], opacity: 0.4 }];
    await expectLikeReference(gpu(), { ...scene, mode: 'isosurface', isosurfaces }, camera);
  });

  it('in cells of several voxels', async () => {
    const long = makeVolume(Uint8Array, RANGE, GEOMETRIES.unit, [200, 9, 8]);
    await expectLikeReference(gpu(), { ...scene, volume: long, ambientOcclusion }, obliqueCamera(long));
  });
});

describe('a volume and meshes shade each other', () => {
  const meshes = ringAndBall(volume);

  it.each(['bins', 'bvh'] as const)('with shadow rays through %s', async (shadowRays) => {
    await expectLikeReference(gpu(), { ...scene, meshes }, camera, { shadowRays, primaryRays: shadowRays });
  });

  it('in several lights, with ambient occlusion', async () => {
    await expectLikeReference(gpu(), { ...scene, shading: several, meshes }, camera);
  });

  it('where the volume is not lit, or by another light', async () => {
    const meshShading = createShading({ light: [1, 0.2, 0.1] });
    await expectLikeReference(gpu(), { volume, transfer, meshShading, shadows: true, meshes }, camera);
    await expectLikeReference(gpu(), { ...scene, meshShading, meshes }, camera);
  });

  it('where meshes move', async () => {
    const renderer = new Renderer(gpu());
    const size = { width: 24, height: 20, quality: 'plain' } as const;
    const at = (x: number): Scene => ({ ...scene, meshes: [{ mesh: placeMesh(SPHERE, volume, [x, 0.5, 0.5], 0.3) }] });
    const frames = [];
    for (const x of [0.3, 0.7, 0.3]) frames.push((await renderer.render(at(x), camera, size)).pixels);
    renderer.destroy();
    expect(Buffer.compare(frames[0]!, frames[1]!)).not.toBe(0);
    expect(Buffer.compare(frames[0]!, frames[2]!)).toBe(0);
  });
});

describe('light keeps its laws', () => {
  const render = async (shown: Scene) => {
    const renderer = new Renderer(gpu());
    const size = { width: 24, height: 20, quality: 'plain', outputs: ['color'] } as const;
    const { color } = await renderer.render(shown, camera, size);
    renderer.destroy();
    return color;
  };

  it('is dimmed by shadows, and by nothing added', async () => {
    const [lit, shadowed] = [await render({ ...scene, shadows: false }), await render(scene)];
    expect(shadowed.some((value, index) => value < lit[index]! - 0.1)).toBe(true);
    expect(shadowed.every((value, index) => value <= lit[index]! + 1e-3)).toBe(true);
  });

  it('of one light is the same from a list', async () => {
    const list = createShading({ ...shading, light: [{ direction: light }] });
    const [one, listed] = [
      await render({ ...scene, shadows: false }),
      await render({ ...scene, shadows: false, shading: list }),
    ];
    for (const [index, value] of one.entries()) expect(listed[index]).toBeCloseTo(value, 5);
  });

  it('turns with the camera where the camera carries it', async () => {
    const carried = createShading({ light: KEY_LIGHT });
    await expectLikeReference(gpu(), { ...scene, shading: carried }, camera);
  });

  it('follows whatever changes', async () => {
    const renderer = new Renderer(gpu());
    const size = { width: 24, height: 20, quality: 'plain' } as const;
    const other = createShading({ ...shading, light: [-1, 0.2, 0.5] });
    const scenes: Scene[] = [
      scene,
      { ...scene, shading: other },
      { ...scene, clip: [{ normal: [0, 1, 0], offset: 12 }] },
      { ...scene, transfer: makeTransfer(RANGE, 0.8) },
      { ...scene, ambientOcclusion },
      { ...scene, volume: makeVolume(Int16Array, RANGE, GEOMETRIES.unit) },
      scene,
    ];
    for (const shown of scenes) {
      const kept = await renderer.render(shown, camera, size);
      const fresh = new Renderer(gpu());
      const { pixels } = await fresh.render(shown, camera, size);
      fresh.destroy();
      expect(Buffer.compare(kept.pixels, pixels)).toBe(0);
    }
    renderer.destroy();
  });
});
