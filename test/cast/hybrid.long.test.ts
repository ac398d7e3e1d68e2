/** Volumes and meshes in one picture: against the float64 CPU reference, and what must hold whatever the numbers. */

import { describe, expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { PosedMesh, Scene, VolumeScene } from '../../src/cast/scene.js';
import type { RenderOptions } from '../../src/cast/settings.js';
import { NO_TRIANGLE } from '../../src/cast/target/outputs.js';
import { boundingSphere } from '../../src/math/sphere.js';
import { addScaled, normalize, subtract, type Vec3 } from '../../src/math/vec3.js';
import { createMesh } from '../../src/mesh/mesh.js';
import { computeNormals } from '../../src/mesh/normals.js';
import { transformMesh } from '../../src/mesh/transform-mesh.js';
import { createShading } from '../../src/transfer/light/shading.js';
import { RENDER_MODES } from '../../src/transfer/mode.js';
import { createMask } from '../../src/volume/mask.js';
import { corners, createVolume } from '../../src/volume/volume.js';
import { useTestGpu } from '../open-test-gpu.js';
import { expectLikeReference, HEIGHT, WIDTH } from './expect-like-reference.js';
import {
  type HybridScene,
  ISO_VALUE,
  lookOf,
  placeMesh,
  RANGE,
  randomHybrid,
  ringAndBall,
  SHEET,
  SPHERE,
  TORUS,
  transfer,
  volume,
} from './hybrid-scenes.js';
import { colorize, expectSameHits } from './mesh-scenes.js';
import { cameraOf, GEOMETRIES, insideCamera, makeTransfer, makeVolume, obliqueCamera } from './sample-scenes.js';
import { WITH_HITS } from './with-hits.js';

const gpu = useTestGpu();

const { center, radius } = boundingSphere(corners(volume));
const camera = obliqueCamera(volume);
const parallel = cameraOf(volume, 'd', 'orthographic', WIDTH / HEIGHT);
const ahead = normalize(subtract(center, camera.eye));
const scene: HybridScene = { volume, transfer, isoValue: ISO_VALUE, meshes: ringAndBall(volume) };
const directed = createShading({ light: [0.4, -1, 0.8], specular: 0.4 });
const clip = [{ normal: [0.3, 1, 0.2], offset: 0.3 * center[0] + 0.95 * center[1] + 0.2 * center[2] }] as const;
const mask = createMask({
  labels: createVolume({ ...volume, voxels: new Uint8Array(volume.voxels.length).map((_, n) => ((n % 21) >> 2) % 3) }),
  styles: [{ label: 0 }, { label: 1, color: [1, 0.2, 0.9], opacity: 0.5 }],
});

/** Both against the CPU reference, colours and nearest hits. */
async function expectHybrid(hybrid: HybridScene, from: Camera, options: RenderOptions = {}) {
  const { frame, reference } = await expectLikeReference(gpu(), hybrid, from, { ...WITH_HITS, ...options });
  const { mode = 'composite' } = hybrid;
  expectSameHits(frame, reference, { behindVolume: mode === 'composite' || mode === 'isosurface' });
  return { frame, reference };
}

describe('a ring and a ball that go through a volume are right', () => {
  it.each(Object.entries(GEOMETRIES))('in %s voxels', async (_, geometry) => {
    const within = makeVolume(Int16Array, RANGE, geometry);
    const hybrid = { ...scene, volume: within, meshes: ringAndBall(within) };
    await expectHybrid(hybrid, obliqueCamera(within), { variant: 'quads' });
    await expectHybrid(hybrid, cameraOf(within, 'c', 'orthographic', WIDTH / HEIGHT), { variant: 'batches' });
  });

  it.each(RENDER_MODES)('in mode %s', async (mode) => {
    await expectHybrid({ ...scene, ...lookOf(mode) }, camera);
    await expectHybrid({ ...scene, ...lookOf(mode) }, insideCamera(volume), { step: 0.7 });
  });

  // Projections have the samples of a ray without meshes, whatever there is.
  it.each(['composite', 'isosurface'] as const)('in mode %s, with whatever else there is', async (mode) => {
    const shown = { ...scene, mode };
    await expectHybrid({ ...shown, clip }, parallel);
    await expectHybrid({ ...shown, mask }, insideCamera(volume), { variant: 'batches', jitter: 4 });
    const rest = { clip, mask, shading: directed, background: 'transparent' } as const;
    await expectHybrid({ ...shown, ...rest }, camera, { jitter: 7, samplesPerPixel: 3 });
  });

  it('among several translucent isosurfaces', async () => {
    const isosurfaces = [{ value: ISO_VALUE }, { value: 0.6 * ISO_VALUE, color: [1, 0.8, 0.3], opacity: 0.4 }] as const;
    await expectHybrid({ ...scene, mode: 'isosurface', isosurfaces }, camera);
    await expectHybrid({ ...scene, mode: 'isosurface', isosurfaces }, insideCamera(volume), { step: 2 });
  });

  it('with a light each, shadows of what is opaque, and colours of their own', async () => {
    const [ring, ball] = scene.meshes as [PosedMesh, PosedMesh];
    const colorful: PosedMesh[] = [
      { mesh: colorize(ring.mesh, { faces: true }), opacity: 0.7 },
      { mesh: colorize(ball.mesh, { faces: true, vertices: true }), opacity: 0.4 },
      { mesh: placeMesh(SPHERE, volume, [0.3, 0.2, 0.8], 0.2) },
    ];
    const lit = { ...scene, shading: createShading(), meshShading: directed, shadows: true };
    await expectHybrid({ ...lit, meshes: colorful }, camera);
    await expectHybrid({ ...lit, cull: 'back', smooth: false }, parallel, { variant: 'batches' });
  });

  it('without early termination', async () => {
    const dense = { ...scene, transfer: makeTransfer(RANGE, 0.5) };
    for (const mode of ['composite', 'isosurface'] as const) {
      await expectHybrid({ ...dense, mode }, camera, { earlyTermination: false });
    }
  });
});

describe('meshes are right', () => {
  it.each(['composite', 'isosurface', 'mip'] as const)('in many translucent layers, in mode %s', async (mode) => {
    const shells = [0.2, 0.28, 0.36, 0.44, 0.52].map((unit, index): PosedMesh => {
      const color = [1 - unit, index % 2, 2 * unit - 0.2] as const;
      return { mesh: placeMesh(SPHERE, volume, [0.5, 0.5, 0.45], unit), color, opacity: 0.1 + 0.1 * index };
    });
    await expectHybrid({ ...scene, mode, meshes: shells }, camera, { variant: 'batches' });
    await expectHybrid({ ...scene, mode, meshes: shells }, insideCamera(volume));
  });

  it('in one place, in the order of their triangles', async () => {
    const mesh = scene.meshes[0]!.mesh;
    const twice: PosedMesh[] = [
      { mesh, color: [1, 0, 0], opacity: 0.5 },
      { mesh, color: [0, 1, 0], opacity: 0.7 },
      { mesh, color: [0, 0, 1] },
    ];
    for (const variant of ['quads', 'batches'] as const) {
      const { frame } = await expectHybrid({ ...scene, meshes: twice }, camera, { variant });
      const turned = await expectHybrid({ ...scene, meshes: twice.toReversed() }, camera, { variant });
      expect(Buffer.compare(frame.pixels, turned.frame.pixels)).not.toBe(0);
    }
  });

  it('at the edges of the volume, before it, behind it and where there is none', async () => {
    const beside = (toEye: number, opacity: number): PosedMesh => {
      const columns = [
        [0.5 * radius, 0, 0],
        [0, 0.5 * radius, 0],
        [0, 0, 0.1 * radius],
      ] as const;
      return { mesh: transformMesh(SPHERE, { columns, origin: addScaled(center, ahead, -toEye * radius) }), opacity };
    };
    const edges = [
      { mesh: placeMesh(SPHERE, volume, [0, 0, 0], 0.3) },
      { mesh: placeMesh(TORUS, volume, [1, 0.5, 1], 0.3), opacity: 0.6 },
      // In the plane of the box's face.
      { mesh: placeMesh(SHEET, volume, [0.5, 0.5, 1.001], 0.4), opacity: 0.5 },
    ];
    for (const meshes of [edges, [beside(0.95, 0.5)], [beside(-1.2, 1)], [beside(0.95, 0.3), beside(-1.2, 0.6)]]) {
      await expectHybrid({ ...scene, meshes }, camera);
      await expectHybrid({ ...scene, meshes, mode: 'isosurface' }, camera);
    }
  });

  it.each([1, 4])('in a random scene, seed %i', async (seed) => {
    const { scene: random, camera: from, options } = randomHybrid(seed);
    await expectHybrid(random, from, options);
  });
});

describe('nothing changes', () => {
  const render = async (shown: Scene, options: RenderOptions = {}, from: Camera = camera) => {
    const renderer = new Renderer(gpu());
    const frame = await renderer.render(shown, from, {
      width: WIDTH,
      height: HEIGHT,
      quality: 'plain',
      ...WITH_HITS,
      ...options,
    });
    renderer.destroy();
    return frame;
  };
  const withoutMeshes: VolumeScene = { volume, transfer, isoValue: ISO_VALUE };

  it.each(RENDER_MODES)('with meshes of opacity 0, in mode %s', async (mode) => {
    const invisible = scene.meshes.map((mesh) => ({ ...mesh, opacity: 0 }));
    const { pixels } = await render({ ...withoutMeshes, mode });
    expect((await render({ ...scene, mode, meshes: invisible })).pixels).toEqual(pixels);
  });

  it.each(RENDER_MODES)('with a volume behind an opaque mesh, in mode %s', async (mode) => {
    const origin = addScaled(camera.eye, ahead, 0.05 * radius);
    const wall = transformMesh(SPHERE, { columns: axesOf(0.04 * radius), origin });
    const meshes = [{ mesh: wall, color: [0.2, 0.9, 0.4] as const }];
    const { pixels, triangles } = await render({ meshes });
    expect(triangles).not.toContain(NO_TRIANGLE);
    expect((await render({ ...scene, mode, meshes })).pixels).toEqual(pixels);
  });

  it.each(['composite', 'isosurface'] as const)('with meshes behind an opaque volume, in mode %s', async (mode) => {
    const opaque: VolumeScene = {
      ...withoutMeshes,
      mode,
      transfer: { ...transfer, opacities: [{ value: 0, opacity: 1 }] },
    };
    const { pixels } = await render(opaque);
    const shadow = (await render({ ...opaque, background: 'transparent' })).pixels;
    const behind = {
      mesh: transformMesh(SPHERE, { columns: axesOf(radius), origin: addScaled(center, ahead, 3 * radius) }),
    };
    const { pixels: both, triangles } = await render({ ...opaque, meshes: [behind] });
    let hidden = 0;
    for (const [pixel, id] of triangles!.entries()) {
      if (id === NO_TRIANGLE || shadow[4 * pixel + 3] !== 255) continue;
      hidden++;
      expect(both.subarray(4 * pixel, 4 * pixel + 4)).toEqual(pixels.subarray(4 * pixel, 4 * pixel + 4));
    }
    expect(hidden).toBeGreaterThan(100);
  });

  it('when a mesh becomes two', async () => {
    const half = 3 * 150;
    // Their normals must not change at the cut.
    const meshes = scene.meshes.map(({ mesh, ...style }) => ({
      ...style,
      mesh: createMesh({ ...mesh, normals: computeNormals(mesh) }),
    }));
    const halves = meshes.flatMap(({ mesh, ...style }) =>
      [mesh.triangles.slice(0, half), mesh.triangles.slice(half)].map((triangles) => ({
        ...style,
        mesh: createMesh({ ...mesh, triangles }),
      })),
    );
    const [whole, parts] = [await render({ ...scene, meshes }), await render({ ...scene, meshes: halves })];
    expect(parts.pixels).toEqual(whole.pixels);
    expect(parts.triangles).toEqual(whole.triangles);
  });

  it('but triangles when meshes change places', async () => {
    const [first, last] = [await render(scene), await render({ ...scene, meshes: scene.meshes.toReversed() })];
    expect(last.pixels).toEqual(first.pixels);
    expect(last.distances).toEqual(first.distances);
    const [ring, ball] = scene.meshes.map(({ mesh }) => mesh.triangles.length / 3) as [number, number];
    const moved = first.triangles!.map((id) => (id === NO_TRIANGLE ? id : id < ring ? id + ball : id - ring));
    expect(last.triangles).toEqual(moved);
  });

  it('with the tiles, slabs, their order and the variant', async () => {
    const tile = { width: 8, height: 8 };
    const others: [Partial<HybridScene>, RenderOptions[]][] = [
      [
        {},
        [
          { shape: tile, slabs: 16, variant: 'batches' },
          { shape: { width: 7, height: 5 }, slabs: 7, order: 'morton', variant: 'batches' },
          { shape: { width: 4, height: 16 }, slabs: 3, order: 'morton' },
          {},
        ],
      ],
      [{ mode: 'isosurface', clip }, [{ shape: { width: 2, height: 32 }, slabs: 64, variant: 'batches' }]],
    ];
    for (const [parts, variations] of others) {
      const expected = await render({ ...scene, ...parts }, { shape: tile, slabs: 1, variant: 'quads' });
      for (const options of variations) {
        const frame = await render({ ...scene, ...parts }, options);
        expect(Buffer.compare(frame.pixels, expected.pixels), JSON.stringify({ ...parts, ...options })).toBe(0);
        expect(frame.triangles).toEqual(expected.triangles);
      }
    }
  });
});

const axesOf = (size: number) =>
  [
    [size, 0, 0],
    [0, size, 0],
    [0, 0, size],
  ] as const satisfies readonly Vec3[];
