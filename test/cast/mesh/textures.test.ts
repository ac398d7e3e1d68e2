/** Images on meshes against their float64 CPU reference, and the levels of images. */
import { describe, expect, it, test } from 'vitest';
import { PackedTextures } from '../../../src/cast/mesh/pack-textures.js';
import { buildLevels, type MeshImage, NO_IMAGE, type Wrap } from '../../../src/mesh/attributes/textures.js';
import { createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { CAMERAS, colorize, expectLikeMeshReference, OUTSIDE, toScene } from '../mesh-scenes.js';

const gpu = useTestGpu();

/** Smooth enough for f32 to find the same colour, and unlike any turned or mirrored copy of itself. */
function createImage(width: number, height: number, wrap: readonly [Wrap, Wrap]): MeshImage {
  const texels = new Uint8Array(4 * width * height).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const checker = (x >> 1) % 2 === (y >> 1) % 2 ? 40 : 0;
      texels.set(
        [(200 * x) / width + checker, (200 * y) / height + checker, (100 * x * y) / (width * height)],
        4 * (y * width + x),
      );
    }
  }
  return { width, height, texels, wrap };
}

/** A torus whose triangles have three images, of odd sizes too, and none. */
function createTextured(seed: number, detail: number): Mesh {
  const torus = createTorus({ majorSegments: 10, minorSegments: 6 });
  const random = createRandom(seed);
  const images = [
    createImage(16 * detail, 8 * detail, ['repeat', 'clamp']),
    createImage(5 * detail, 7 * detail, ['mirror', 'repeat']),
    createImage(3 * detail, 2 * detail, ['clamp', 'mirror']),
  ];
  const vertices = torus.positions.length / 3;
  const coordinates = Float32Array.from({ length: 3 * vertices }, (_, at) =>
    at % 3 === 2 ? Math.floor(random() * 4) - 1 : 3 * random() - 1,
  );
  return createMesh({ ...torus, textures: { images, coordinates } });
}

describe('textured meshes are as the reference has them', () => {
  it('on smooth surfaces', async () => {
    await expectLikeMeshReference(gpu(), toScene(createTextured(1, 1)), OUTSIDE);
  });

  it('where a pixel of a parallel camera is of many texels, beside other colours and a mesh without images', async () => {
    const many = colorize(createTextured(2, 16), { faces: true, vertices: true });
    const plain = createTorus({ majorSegments: 7, minorSegments: 5 });
    const scene = { meshes: [{ mesh: plain, color: [0.2, 0.5, 0.9] as const }, { mesh: many }], smooth: false };
    await expectLikeMeshReference(gpu(), scene, CAMERAS['from a parallel camera']!);
  });

  it('through the tree, and in mirrors', async () => {
    const scene = { meshes: [{ mesh: createTextured(3, 2), reflectivity: 0.4 }] };
    await expectLikeMeshReference(gpu(), scene, OUTSIDE, { primaryRays: 'bvh' });
  });
});

test('levels halve an image to a single texel, and white and black to what emits half of the light', () => {
  const texels = Uint8Array.of(...[255, 0, 255, 255], ...[0, 255, 255, 255], ...[9, 9, 9, 255]);
  const levels = buildLevels({ width: 3, height: 1, texels, wrap: ['repeat', 'repeat'] });
  expect(levels.map(({ width, height }) => [width, height])).toEqual([
    [3, 1],
    [1, 1],
  ]);
  expect([...levels[1]!.texels]).toEqual([188, 188, 255, 255]);
});

test('levels that the device has no room for are left out', () => {
  const image = createImage(16, 16, ['repeat', 'repeat']);
  const triangle = createMesh({
    positions: new Float32Array(9),
    triangles: Uint32Array.of(0, 1, 2),
    textures: { images: [image], coordinates: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, NO_IMAGE) },
  });
  const whole = new PackedTextures([triangle], 1000);
  const cut = new PackedTextures([triangle], 200);
  expect(whole.words - cut.words).toBe(256);
  expect([...new Float32Array(cut.packImages(100).buffer).subarray(0, 7)]).toEqual([8, 8, 0, 0, 4, 0, 107]);
  expect([...whole.packCoordinates(triangle)]).toEqual([0, 0, 1, 1, 0, 1, 0, 1, 0]);
});
