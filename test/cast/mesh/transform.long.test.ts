/** Meshes that their scene transforms, against the CPU reference, and what moving and recolouring them uploads and rebuilds. */

import { describe, expect, it, vi } from 'vitest';
import { Bvh } from '../../../src/bvh/bvh.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { MeshScene, PosedMesh } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { computeNormals } from '../../../src/mesh/normals.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { CAMERAS, colorize, expectLikeMeshReference, OUTSIDE } from '../mesh-scenes.js';

const gpu = useTestGpu();

const torus = createTorus({ majorSegments: 14, minorSegments: 8 });
const ball = createIcosphere({ subdivisions: 2, radius: 0.4 });
const litBall = createMesh({ ...colorize(ball, { vertices: true }), normals: computeNormals(ball) });
const directed = createShading({ light: [0.4, -0.7, 1] });

/** Column-major, as three.js has them. */
const stretch = [0.9, 0.2, 0, 0, -0.1, 0.5, 0.3, 0, 0, -0.2, 1.4, 0, -0.3, 0.2, 0.1, 1];
const mirror = [-1.1, 0, 0.2, 0, 0, 0.7, 0, 0, 0, 0.3, 0.9, 0, 0.4, -0.5, 0.6, 1];
const moveBy = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

const BINS: RenderOptions = { primaryRays: 'bins', shadowRays: 'bins' };
const BVH: RenderOptions = { primaryRays: 'bvh', shadowRays: 'bvh' };

const both: readonly PosedMesh[] = [
  { mesh: torus, transform: stretch, color: [0.9, 0.5, 0.2] },
  { mesh: litBall, transform: mirror },
];

describe('a transformed mesh', () => {
  it.each([
    ['bins', BINS],
    ['the tree', BVH],
  ])('is like the CPU reference by %s, stretched and mirrored, its shadow too', async (_, options) => {
    for (const camera of [CAMERAS['outside']!, CAMERAS['from a parallel camera']!]) {
      await expectLikeMeshReference(gpu(), { meshes: both, shading: directed, shadows: true }, camera, options);
    }
  });

  it.each(['back', 'front'] as const)('keeps its outside: its %s sides are left out, and it is flat', async (cull) => {
    for (const options of [BINS, BVH]) {
      await expectLikeMeshReference(gpu(), { meshes: both, cull, smooth: false }, OUTSIDE, options);
    }
  });

  it('is seen in mirrors, and darkens what is near it', async () => {
    const [first, second] = both;
    const meshes = [{ ...first!, reflectivity: 0.6 }, second!];
    await expectLikeMeshReference(gpu(), { meshes, ambientOcclusion: { rays: 3 } }, OUTSIDE, { ...BVH, jitter: 3 });
  });

  it('is where it is far from the world’s origin, and its own', async () => {
    const mesh = createMesh({ ...torus, origin: [2e7, -1e7, 3e7] });
    await expectLikeMeshReference(gpu(), { meshes: [{ mesh, transform: moveBy(-2e7, 1e7, -3e7) }] }, OUTSIDE, BVH);
  });

  it('follows positions besides its own', async () => {
    const positions = torus.positions.map((coordinate, index) => coordinate * (index % 3 === 2 ? 1.5 : 0.9));
    await expectLikeMeshReference(gpu(), { meshes: [{ mesh: torus, positions, transform: mirror }] }, OUTSIDE);
  });

  it.each([
    [[1, 0, 0], '16 numbers'],
    [moveBy(0, 0, 0).with(3, 0.5), 'last row 0, 0, 0, 1'],
    [moveBy(0, 0, Number.NaN), 'must be finite'],
    [moveBy(0, 0, 0).with(0, 0), 'have an inverse'],
  ])('is refused for %j', async (transform, message) => {
    const renderer = new Renderer(gpu());
    await expect(renderer.render({ meshes: [{ mesh: torus, transform }] }, OUTSIDE)).rejects.toThrow(message);
    renderer.destroy();
  });
});

describe('a frame after another', () => {
  const SIZE = { width: 16, height: 16 } as const;

  /** Bytes uploaded while a frame was rendered, and how often a tree was built. */
  async function measure(renderer: Renderer, scene: MeshScene, options: RenderOptions = BVH) {
    const { queue } = gpu().device;
    const writes = vi.spyOn(queue, 'writeBuffer');
    const builds = vi.spyOn(Bvh.prototype, 'encodeBuild');
    const { pixels } = await renderer.render(scene, OUTSIDE, { ...SIZE, ...options });
    const bytes = writes.mock.calls.reduce((sum, [, , data]) => sum + data.byteLength, 0);
    const measured = { bytes, builds: builds.mock.calls.length, pixels };
    vi.restoreAllMocks();
    return measured;
  }

  it('uploads a matrix where a mesh moves, and nothing that grows with the mesh', async () => {
    const renderer = new Renderer(gpu());
    const at = (x: number): MeshScene => ({ meshes: [{ mesh: torus, transform: moveBy(x, 0, 0) }, { mesh: litBall }] });
    const first = await measure(renderer, at(0));
    const still = await measure(renderer, at(0));
    const moved = await measure(renderer, at(0.3));
    expect(first.bytes).toBeGreaterThan(torus.positions.byteLength);
    expect([still.builds, still.bytes]).toEqual([0, 0]);
    expect(moved.builds).toBe(1);
    // The matrix, where both parts are from the tree's new origin, and from the eye: 256 bytes each, after the camera's.
    expect(moved.bytes).toBeLessThan(1024);
    expect(moved.pixels).not.toEqual(still.pixels);
    renderer.destroy();
  });

  it('reads the values of a matrix anew', async () => {
    const renderer = new Renderer(gpu());
    const transform = Float32Array.from(moveBy(0, 0, 0));
    const scene: MeshScene = { meshes: [{ mesh: torus, transform }] };
    const options = { ...BINS, accumulate: true };
    const before = await measure(renderer, scene, options);
    transform[12] = 0.4;
    const after = await renderer.render(scene, OUTSIDE, { ...SIZE, ...options });
    expect(after.accumulated).toBe(1);
    expect(after.pixels).not.toEqual(before.pixels);
    renderer.destroy();
  });

  it('builds no tree where one of two meshes alike gets another colour', async () => {
    const renderer = new Renderer(gpu());
    const other = new Renderer(gpu());
    const meshes: readonly PosedMesh[] = [{ mesh: torus }, { mesh: litBall, transform: moveBy(0, 0, 0.6) }];
    await measure(renderer, { meshes });
    const recolored: MeshScene = { meshes: [{ mesh: torus, color: [1, 0, 0] }, meshes[1]!] };
    const { builds, pixels } = await measure(renderer, recolored);
    expect(builds).toBe(0);
    expect(pixels).toEqual((await measure(other, recolored)).pixels);
    renderer.destroy();
    other.destroy();
  });
});
