/** Rays that take the tree of all meshes instead of bins: they hit the same triangles, and cast the same shadows. */

import { describe, expect, it } from 'vitest';
import { Renderer } from '../../../src/cast/renderer.js';
import type { MeshScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { HEIGHT, WIDTH } from '../expect-like-reference.js';
import { CAMERAS, colorize, expectLikeMeshReference, MESHES, OUTSIDE, randomCamera, toScene } from '../mesh-scenes.js';
import { WITH_HITS } from '../with-hits.js';

const gpu = useTestGpu();

const BY_TREE: RenderOptions = { primaryRays: 'bvh', shadowRays: 'bvh' };

describe.each(Object.entries(MESHES))('rays through the tree see %s', (_, mesh) => {
  it.each(Object.entries(CAMERAS))('%s', async (_name, camera) => {
    await expectLikeMeshReference(gpu(), toScene(mesh), camera, BY_TREE);
  });
});

describe('rays through the tree', () => {
  const torus = MESHES['a torus']!;
  const soup = MESHES['small triangles and slivers, seed 3']!;
  const ball = createIcosphere({ subdivisions: 2, radius: 0.3, center: [0.2, -0.3, 0.9] });
  const directed = createShading({ light: [0.4, -0.7, 1] });

  it('are counted, and need no bins', async () => {
    const { frame } = await expectLikeMeshReference(gpu(), toScene(torus), OUTSIDE, BY_TREE);
    const { stats } = frame;
    expect(stats).toMatchObject({ primaryRays: 'bvh', shadowRays: undefined, binItems: 0, lightBinItems: 0 });
    expect(stats.triangles).toBe(torus.triangles.length / 3);
    expect(stats.rti!).toBeGreaterThan(frame.triangles!.filter((id) => id < stats.triangles).length);
    expect(stats.rti!).toBeLessThan(stats.triangles * WIDTH * HEIGHT * 0.1);
  });

  it.each(['back', 'front'] as const)('leave out the %s sides', async (cull) => {
    for (const camera of Object.values(CAMERAS)) {
      await expectLikeMeshReference(gpu(), { ...toScene(torus, soup), cull }, camera, BY_TREE);
    }
  });

  it('take the lower id of triangles in one place', async () => {
    const { frame } = await expectLikeMeshReference(gpu(), toScene(torus, torus), OUTSIDE, BY_TREE);
    const triangles = torus.triangles.length / 3;
    expect(frame.triangles!.some((id) => id < triangles)).toBe(true);
    expect(frame.triangles!.filter((id) => id >= triangles && id < 2 * triangles)).toEqual(new Uint32Array());
  });

  it.each([
    ['bins', 'bvh'],
    ['bvh', 'bins'],
    ['bvh', 'bvh'],
  ] as const)('cast shadows, from the eye by %s, to the light by %s', async (primaryRays, shadowRays) => {
    const scene: MeshScene = { ...toScene(torus, ball), shading: directed, shadows: true };
    const { frame } = await expectLikeMeshReference(gpu(), scene, OUTSIDE, { primaryRays, shadowRays });
    expect(frame.stats).toMatchObject({ primaryRays, shadowRays });
    await expectLikeMeshReference(gpu(), { ...scene, smooth: false, cull: 'back' }, CAMERAS['inside']!, {
      primaryRays,
      shadowRays,
    });
  });

  it('go on behind what is translucent, which casts no shadow', async () => {
    const scene: MeshScene = {
      meshes: [{ mesh: torus, opacity: 0.4 }, { mesh: ball }, { mesh: soup, opacity: 0.7, color: [1, 0.5, 0] }],
      shading: directed,
      shadows: true,
    };
    for (const camera of Object.values(CAMERAS)) await expectLikeMeshReference(gpu(), scene, camera, BY_TREE);
  });

  it('see colours of faces and of vertices, by several rays per pixel', async () => {
    const scene = toScene(colorize(torus, { faces: true, vertices: true }), soup);
    await expectLikeMeshReference(gpu(), scene, CAMERAS['from a parallel camera']!, { ...BY_TREE, samplesPerPixel: 3 });
  });

  it.each([1, 2, 3, 4])('see from a random place inside, seed %i', async (seed) => {
    await expectLikeMeshReference(
      gpu(),
      toScene(MESHES['interpenetrating triangles, seed 5']!),
      randomCamera(seed),
      BY_TREE,
    );
  });

  it('know where the vertices are in each frame', async () => {
    const renderer = new Renderer(gpu());
    const size = { width: WIDTH, height: HEIGHT, ...WITH_HITS };
    const render = async (positions: Float32Array, options: RenderOptions) => {
      const { triangles } = await renderer.render({ meshes: [{ mesh: soup, positions }] }, OUTSIDE, {
        ...size,
        ...options,
      });
      return triangles;
    };
    const moved = soup.positions.map((coordinate, index) => coordinate * (1 + 0.3 * Math.sin(index)));
    const expected = [await render(soup.positions, {}), await render(moved, {})];
    expect(expected[0]).not.toEqual(expected[1]);
    // Bins in between do not need the tree, but move what is in it.
    const found = [await render(soup.positions, BY_TREE), await render(moved, {}), await render(moved, BY_TREE)];
    expect([found[0], found[2]]).toEqual(expected);
    expect(await render(soup.positions, BY_TREE)).toEqual(expected[0]);
    renderer.destroy();
  });

  it('are those of a scene that has been still for a while, and of no scene that moves', async () => {
    const renderer = new Renderer(gpu());
    const scene: MeshScene = { ...toScene(torus, ball), shading: directed, shadows: true };
    const render = async (positions?: Float32Array) => {
      const meshes = [{ mesh: torus, positions }, { mesh: ball }];
      return renderer.render({ ...scene, meshes }, OUTSIDE, { width: WIDTH, height: HEIGHT });
    };
    const first = await render();
    let frame = first;
    for (let count = 0; count < 50 && frame.stats.shadowRays === 'bins'; count++) frame = await render();
    expect([first.stats.shadowRays, frame.stats.shadowRays]).toEqual(['bins', 'bvh']);
    expect(Buffer.compare(frame.pixels, first.pixels)).toBe(0);
    expect((await render(torus.positions.slice())).stats.shadowRays).toBe('bins');
    expect((await render()).stats.shadowRays).toBe('bins');
    renderer.destroy();
  });

  it.each([1e-20, 1e15])('see models %d large', async (size) => {
    const positions = torus.positions.map((coordinate) => coordinate * size);
    const mesh = createMesh({ ...torus, positions, normals: undefined });
    const scaled = ([x, y, z]: readonly [number, number, number]) => [x * size, y * size, z * size] as const;
    const camera = { ...OUTSIDE, eye: scaled(OUTSIDE.eye), target: scaled(OUTSIDE.target) };
    const renderer = new Renderer(gpu());
    const render = async (options: RenderOptions) => {
      const frame = await renderer.render(toScene(mesh), camera, {
        width: WIDTH,
        height: HEIGHT,
        ...WITH_HITS,
        ...options,
      });
      return frame.triangles!;
    };
    const triangles = await render(BY_TREE);
    expect(triangles).toEqual(await render({}));
    expect(new Set(triangles).size).toBeGreaterThan(50);
    renderer.destroy();
  });
});
