/** Mirrors, ambient occlusion and shadows by rays from surfaces, against the float64 CPU reference. */

import { describe, expect, it, vi } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import type { Frame } from '../../../src/cast/frame.js';
import { Renderer } from '../../../src/cast/renderer.js';
import { MAX_OCCLUSION_RAYS, MAX_REFLECTIONS, type MeshScene, type Scene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { InputError } from '../../../src/errors.js';
import { createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { parseShape } from '../../../src/shapes/shape.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { castReference, expectSamePicture, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { CAMERAS, colorize, OUTSIDE } from '../mesh-scenes.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';
import { WITH_HITS } from '../with-hits.js';

const gpu = useTestGpu();

const SIZE = { width: WIDTH, height: HEIGHT };
/** Coarse, since the CPU reference tests every triangle. */
const torus = createTorus({ majorSegments: 14, minorSegments: 8 });
const ball = createIcosphere({ subdivisions: 1, radius: 0.45, center: [0.1, -0.1, 0.55] });
/** Below both, facing up. */
const floor = createMesh({
  positions: Float32Array.of(-2, -2, -0.6, 2, -2, -0.6, 2, 2, -0.55, -2, 2, -0.55),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
});
const shading = createShading({ light: [0.4, -0.7, 1], ambient: 0.4 });

const STILL: MeshScene = {
  meshes: [
    { mesh: torus, color: [0.9, 0.3, 0.2], reflectivity: 0.35 },
    { mesh: ball, color: [0.9, 0.9, 0.8], reflectivity: 0.9 },
    { mesh: colorize(floor, { faces: true }), reflectivity: 0.5 },
  ],
  shading,
  background: [0.2, 0.4, 0.7],
};

/** Renders with primary rays by bins and by the tree, and expects both to be like the CPU reference's. */
async function expectLikeReferenceEitherWay(scene: Scene, camera: Camera, options: RenderOptions = {}): Promise<void> {
  const reference = castReference(scene, camera, options);
  const renderer = new Renderer(gpu());
  for (const primaryRays of ['bins', 'bvh'] as const) {
    const frame = await renderer.render(scene, camera, { ...SIZE, quality: 'plain', ...options, primaryRays });
    expect(frame.stats.primaryRays).toBe(primaryRays);
    expectSamePicture(frame, reference);
  }
  renderer.destroy();
}

describe('surfaces are right', () => {
  const pick = (...names: string[]) => names.map((name) => [name, CAMERAS[name]!] as const);

  it.each(pick('outside', 'from the plane of a parallel camera inside'))(
    'that mirror each other, %s',
    async (_, camera) => {
      await expectLikeReferenceEitherWay(STILL, camera);
    },
  );

  it('that mirror shadows, lit by their own normals', async () => {
    await expectLikeReferenceEitherWay({ ...STILL, shadows: true, smooth: false }, OUTSIDE);
  });

  it('that mirror once, with a light at the eye', async () => {
    const scene: MeshScene = { ...STILL, reflections: 1, shading: createShading(), background: 'transparent' };
    await expectLikeReferenceEitherWay(scene, CAMERAS['inside']!);
  });

  it.each(pick('from a parallel camera', 'inside'))('in ambient light where the sky is open, %s', async (_, camera) => {
    await expectLikeReferenceEitherWay({ ...STILL, reflections: 0, ambientOcclusion: { rays: 5 } }, camera);
  });

  it.each(pick('from a parallel camera'))('in the soft shadows of two lights, %s', async (_, camera) => {
    const lights = [
      { direction: [0.4, -0.7, 1], color: [0.6, 0.6, 0.4] },
      { direction: [-0.5, 0.2, 0.6], axes: 'camera' },
    ] as const;
    const scene: MeshScene = { ...STILL, shadows: true, softShadows: { angleDegrees: 20, rays: 5 } };
    await expectLikeReferenceEitherWay({ ...scene, shading: createShading({ light: lights }) }, camera);
  });

  it('in ambient light where nothing is near', async () => {
    const scene: MeshScene = { ...STILL, reflections: 0, ambientOcclusion: { rays: 4, distance: 0.4 }, smooth: false };
    await expectLikeReferenceEitherWay(scene, OUTSIDE, { jitter: 3 });
  });

  it('in all of it at once, through what is translucent, by several rays per pixel', async () => {
    const [first, second, third] = STILL.meshes;
    const scene: MeshScene = {
      ...STILL,
      meshes: [first!, { ...second!, opacity: 0.5 }, third!],
      shadows: true,
      ambientOcclusion: { rays: 3 },
    };
    await expectLikeReferenceEitherWay(scene, OUTSIDE, { samplesPerPixel: 2 });
  });

  it('in a volume, which mirrors do not show', async () => {
    const volume = makeVolume(Uint8Array, [0, 255], GEOMETRIES.oblique);
    const camera = obliqueCamera(volume);
    const ring = createTorus({ majorSegments: 14, minorSegments: 8, majorRadius: 5, minorRadius: 2 });
    const scene: Scene = {
      volume,
      transfer: makeTransfer([0, 255], 0.1),
      meshes: [{ mesh: ring, reflectivity: 0.6 }],
      meshShading: shading,
      background: [0.2, 0.4, 0.7],
    };
    await expectLikeReferenceEitherWay(scene, camera);
  });
});

describe('a picture', () => {
  const everything: MeshScene = { ...STILL, shadows: true, ambientOcclusion: { rays: 4 } };

  async function renderAll(cases: readonly (readonly [MeshScene, RenderOptions])[]): Promise<Frame[]> {
    const renderer = new Renderer(gpu());
    const frames: Frame[] = [];
    for (const [scene, options] of cases) frames.push(await renderer.render(scene, OUTSIDE, { ...SIZE, ...options }));
    renderer.destroy();
    return frames;
  }

  it('is the same to the bit however a workgroup covers its tile', async () => {
    const shapes = ['16x16', '8x8/morton', '7x5'];
    const options = shapes.map((text) => ({ shape: parseShape(text) }));
    const [expected, ...others] = await renderAll(
      [...options, { ...options[0]!, variant: 'batches' as const }].map((option) => [everything, option]),
    );
    for (const { pixels } of others) expect(Buffer.compare(pixels, expected!.pixels)).toBe(0);
  });

  it('is the same to the bit without mirrors, whatever they might show', async () => {
    const plain = { ...STILL, meshes: STILL.meshes.map(({ reflectivity, ...rest }) => rest) };
    const [expected, unseen, none] = await renderAll([
      [plain, {}],
      [{ ...STILL, reflections: 0 }, {}],
      [{ ...plain, reflections: 5 }, {}],
    ]);
    expect(Buffer.compare(unseen!.pixels, expected!.pixels)).toBe(0);
    expect(Buffer.compare(none!.pixels, expected!.pixels)).toBe(0);
  });

  it('leaves no buffer behind once its renderer is destroyed', async () => {
    const { device } = gpu();
    const left = new Map<GPUBuffer, string>();
    const create = device.createBuffer.bind(device);
    const spy = vi.spyOn(device, 'createBuffer').mockImplementation((descriptor) => {
      const buffer = create(descriptor);
      left.set(buffer, descriptor.label ?? '');
      const destroy = buffer.destroy.bind(buffer);
      buffer.destroy = () => {
        left.delete(buffer);
        return destroy();
      };
      return buffer;
    });
    await renderAll([
      [everything, { timestamps: true, ...WITH_HITS }],
      [{ ...STILL, meshes: STILL.meshes.slice(1), shadows: true }, { samplesPerPixel: 2 }],
      [
        { meshes: [{ mesh: ball }], shadows: true, shading },
        { primaryRays: 'bvh', shadowRays: 'bins' },
      ],
    ]);
    spy.mockRestore();
    expect([...left.values()]).toEqual([]);
  });

  // Unless a way is asked for, the renderer may cast what moves by bins, and what stands still by the tree.
  it.each(['bins', 'bvh'] as const)('follows what moves, in mirrors too, by %s', async (primaryRays) => {
    const positions = torus.positions.map((coordinate, index) => coordinate * (index % 3 === 2 ? 2 : 1));
    const [first, ...rest] = STILL.meshes;
    const moved = { ...STILL, meshes: [{ ...first!, positions }, ...rest] };
    const [still, then, again] = await renderAll([
      [STILL, { primaryRays }],
      [moved, { primaryRays }],
      [STILL, { primaryRays }],
    ]);
    expectSamePicture(then!, castReference(moved, OUTSIDE));
    expect(Buffer.compare(again!.pixels, still!.pixels)).toBe(0);
  });

  it.each([
    [{ reflections: -1 }, /reflections must be a whole number from 0 to 16, not -1/],
    [{ reflections: 1.5 }, /not 1.5/],
    [{ reflections: MAX_REFLECTIONS + 1 }, /not 17/],
    [{ ambientOcclusion: { rays: 0 } }, /a whole number from 1 to 256 of rays, not 0/],
    [{ ambientOcclusion: { rays: MAX_OCCLUSION_RAYS + 1 } }, /not 257/],
    [{ ambientOcclusion: { rays: 4, distance: 0 } }, /distance must be a positive number, not 0/],
    [{ ambientOcclusion: { rays: 4, distance: Number.NaN } }, /not NaN/],
  ])('refuses %o', async (wrong, message) => {
    const rendering = new Renderer(gpu()).render({ ...STILL, ...wrong }, OUTSIDE, SIZE);
    await expect(rendering).rejects.toThrow(InputError);
    await expect(rendering).rejects.toThrow(message);
  });
});
