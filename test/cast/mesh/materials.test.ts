/** Materials of meshes against their float64 CPU reference; materials.long.test.ts has them one by one. */
import { describe, expect, it, test } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { MeshScene } from '../../../src/cast/scene.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { MATERIAL_DEFAULTS } from '../../../src/mesh/materials/surface-material.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { castReference, expectLikeReference, HEIGHT, WIDTH } from '../expect-like-reference.js';
import { CAMERAS, OUTSIDE } from '../mesh-scenes.js';
import { createShadowScene, createTorusOf, LIT, MATERIALS } from './material-scenes.js';

const gpu = useTestGpu();

describe('is as the reference has it', () => {
  it('all of them at once, from a parallel camera, beside a mesh that has none', async () => {
    const meshes = Object.values(MATERIALS).map(([material, options], index) => ({
      mesh: createTorusOf(material, options),
      transform: [
        0.5,
        0,
        0,
        0,
        0,
        0.5,
        0,
        0,
        0,
        0,
        0.5,
        0,
        0.5 * (index % 3) - 0.5,
        0.3 * index - 1.2,
        0.2 * (index % 4) - 0.3,
        1,
      ],
    }));
    const plain = { mesh: createTorus({ majorSegments: 9, minorSegments: 5 }), color: [0.3, 0.6, 0.9] as const };
    const scene: MeshScene = { meshes: [plain, ...meshes], meshShading: LIT };
    await expectLikeReference(gpu(), scene, CAMERAS['from a parallel camera']!);
  });

  it('a mirrored and turned mesh, whose bumps turn with it', async () => {
    const transform = [-0.8, 0.3, 0, 0, 0.2, 0.7, 0.4, 0, 0, -0.5, 0.9, 0, 0.1, 0, 0, 1];
    const [material] = MATERIALS['an image of normals']!;
    await expectLikeReference(
      gpu(),
      { meshes: [{ mesh: createTorusOf(material), transform }], meshShading: LIT },
      OUTSIDE,
    );
  });
});

describe('casts the shadow of what is left of it', () => {
  it('and dims ambient light by it, and is seen in a mirror', async () => {
    const { meshes, ...scene } = createShadowScene(...MATERIALS['a mask by an image']!);
    const mirrors = meshes.map((mesh, index) => (index === 0 ? { ...mesh, reflectivity: 0.5 } : mesh));
    await expectLikeReference(gpu(), { ...scene, meshes: mirrors, ambientOcclusion: { rays: 8 } }, OUTSIDE);
  });
});

test('a square of one side is there from the front alone, and a hole in it shows what is behind', async () => {
  const square = createMesh({
    positions: Float32Array.of(-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
    materials: {
      list: [{ ...MATERIAL_DEFAULTS, singleSided: true }],
      indices: new Uint32Array(4),
      coordinates: [],
    },
  });
  const renderer = new Renderer(gpu());
  const lookFrom = async (z: number) => {
    const camera = { ...OUTSIDE, eye: [0, 0, z], target: [0, 0, 0], up: [0, 1, 0] } as const;
    const { pixels } = await renderer.render({ meshes: [{ mesh: square }] }, camera, { width: WIDTH, height: HEIGHT });
    return pixels[4 * (Math.floor(HEIGHT / 2) * WIDTH + Math.floor(WIDTH / 2))]!;
  };
  expect(await lookFrom(4)).toBeGreaterThan(100);
  expect(await lookFrom(-4)).toBe(0);
  renderer.destroy();
});

test('the triangle, its distance and its normal are those of what is seen behind a hole', async () => {
  const scene: MeshScene = createShadowScene({ opacityMode: 'mask', opacity: 0.2 });
  const renderer = new Renderer(gpu());
  const outputs = ['triangles', 'distances', 'normals'] as const;
  const frame = await renderer.render(scene, OUTSIDE, { width: WIDTH, height: HEIGHT, outputs });
  renderer.destroy();
  const { ids } = castReference(scene, OUTSIDE);
  expect(new Set(frame.triangles)).toEqual(new Set(ids));
  expect(Math.max(...frame.triangles.filter((id) => id !== 0xffffffff))).toBe(1);
});
