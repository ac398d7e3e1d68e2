/** The zero of the tree: where it is the most exact for most of what is there, and honest about the rest. */

import { describe, expect, it } from 'vitest';
import { fitTreeSpace } from '../../../../src/cast/mesh/transforms/tree-space.js';
import { Renderer } from '../../../../src/cast/renderer.js';
import type { MeshScene, PosedMesh } from '../../../../src/cast/scene.js';
import type { RenderOptions } from '../../../../src/cast/settings.js';
import { InputError } from '../../../../src/errors.js';
import { BUFFER_USAGE } from '../../../../src/gpu/usages.js';
import { scale, type Vec3 } from '../../../../src/math/vec3.js';
import { createIcosphere, createTorus } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../../../src/mesh/mesh.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { castReference, expectSamePicture, HEIGHT, WIDTH } from '../../expect-like-reference.js';
import { OUTSIDE } from '../../mesh-scenes.js';
import { WITH_HITS } from '../../with-hits.js';

const gpu = useTestGpu();
const SIZE = { width: WIDTH, height: HEIGHT };
const BY_TREE: RenderOptions = { ...SIZE, primaryRays: 'bvh', ...WITH_HITS };
const torus = createTorus({ majorSegments: 20, minorSegments: 12 });
const ball = createIcosphere({ subdivisions: 2 });

const moveTo = (mesh: Mesh, origin: Vec3) => createMesh({ ...mesh, origin });

/** Adds one more triangle, a corner of which is far away. */
function addStray(mesh: Mesh, distance: number): Mesh {
  const first = mesh.positions.length / 3;
  return createMesh({
    positions: Float32Array.of(...mesh.positions, 3, 3, -3, 3.1, 3, -3, 3, distance, -3),
    triangles: Uint32Array.of(...mesh.triangles, first, first + 1, first + 2),
  });
}

describe('fitTreeSpace', () => {
  it.each([1e-6, 1, 1e6])('makes triangles about as large as 1, of a model %d large', (size) => {
    const positions = ball.positions.map((coordinate) => coordinate * size);
    const { origin, unit, errorWorld } = fitTreeSpace([
      { mesh: createMesh({ ...ball, positions, origin: [7, 8, 9] }) },
    ]);
    expect(size * unit).toBeGreaterThan(0.25);
    expect(size * unit).toBeLessThan(1);
    expect(Math.hypot(origin[0] - 7, origin[1] - 8, origin[2] - 9)).toBeLessThan(0.3 * size);
    expect(errorWorld).toBeLessThan(1e-6 * size);
  });

  it.each([1e4, 1e10, 1e30])('does not mind a stray corner at %d', (distance) => {
    const [without, withStray] = [fitTreeSpace([{ mesh: torus }]), fitTreeSpace([{ mesh: addStray(torus, distance) }])];
    expect(withStray.unit).toBe(without.unit);
    expect(withStray.errorWorld).toBeLessThan(2 * without.errorWorld);
  });

  it('says how coarse it is for meshes that are far from each other', () => {
    const far = fitTreeSpace([{ mesh: torus }, { mesh: moveTo(torus, [1e5, 0, 0]) }]);
    expect(far.errorWorld).toBeGreaterThan(0.01);
  });

  it('goes by the positions that are given, and by origins where there are none', () => {
    const nowhere = createMesh({ ...torus, positions: torus.positions.map(() => Number.NaN), origin: [5e5, 4e6, 0] });
    expect(fitTreeSpace([{ mesh: nowhere }]).origin).toEqual([5e5, 4e6, 0]);
    const { origin, unit } = fitTreeSpace([{ mesh: nowhere, positions: torus.positions }]);
    expect(Math.hypot(origin[0] - 5e5, origin[1] - 4e6)).toBeLessThan(1);
    expect(unit).toBe(fitTreeSpace([{ mesh: torus }]).unit);
  });
});

describe('rays by the tree', () => {
  const expectHits = async (meshes: readonly PosedMesh[], camera = OUTSIDE) => {
    const renderer = new Renderer(gpu());
    const { triangles: ids } = await renderer.render({ meshes }, camera, BY_TREE);
    renderer.destroy();
    expect(new Set(ids).size).toBeGreaterThan(50);
    expect(ids).toEqual(castReference({ meshes }, camera).ids);
  };

  it.each([1e4, 1e10, 1e30])('see a torus beside a triangle with a corner at %d', async (distance) => {
    await expectHits([{ mesh: addStray(torus, distance) }]);
  });

  it('see a mesh whose own positions are placeholders', async () => {
    const mesh = createMesh({ ...torus, positions: torus.positions.map(() => Number.NaN), normals: undefined });
    await expectHits([{ mesh, positions: torus.positions }]);
  });

  it('see far from the world’s origin', async () => {
    const far: Vec3 = [500_000, 4_000_000, 120];
    const shift = (point: Vec3): Vec3 => [point[0] + far[0], point[1] + far[1], point[2] + far[2]];
    const camera = { ...OUTSIDE, eye: shift(OUTSIDE.eye), target: shift(OUTSIDE.target) };
    await expectHits([{ mesh: moveTo(torus, far) }, { mesh: moveTo(ball, shift([0, 0, 1])) }], camera);
  });

  it('are left to bins for meshes that are far from each other, however long they are still', async () => {
    const scene: MeshScene = { meshes: [{ mesh: torus }, { mesh: moveTo(torus, scale([1, 1, 0], 3e5)) }] };
    const renderer = new Renderer(gpu());
    let frame = await renderer.render(scene, OUTSIDE, { width: 8, height: 8 });
    for (let count = 0; count < 20; count++) frame = await renderer.render(scene, OUTSIDE, { width: 8, height: 8 });
    expect(frame.stats.primaryRays).toBe('bins');
    renderer.destroy();
  });
});

describe('a frame after one that failed', () => {
  it('has every mesh where it is', async () => {
    const renderer = new Renderer(gpu());
    const moved = torus.positions.map((coordinate) => coordinate * 0.5);
    const scene = (positions?: Float32Array): MeshScene => ({ meshes: [{ mesh: torus, positions }, { mesh: ball }] });
    await renderer.render(scene(moved), OUTSIDE, BY_TREE);
    const unreadable = gpu().device.createBuffer({ size: ball.positions.byteLength, usage: BUFFER_USAGE.STORAGE });
    const failing = { meshes: [{ mesh: torus }, { mesh: ball, positions: unreadable }] };
    await expect(renderer.render(failing, OUTSIDE, BY_TREE)).rejects.toThrow(InputError);
    const frame = await renderer.render(scene(), OUTSIDE, BY_TREE);
    expectSamePicture(frame, castReference(scene(), OUTSIDE));
    unreadable.destroy();
    renderer.destroy();
  });

  it('sees its own meshes, whatever the other was still about to load', async () => {
    const renderer = new Renderer(gpu());
    const tooManyRows = { width: WIDTH, height: HEIGHT, slabs: 65 } as const;
    const first = renderer.render({ meshes: [{ mesh: ball }], ambientOcclusion: { rays: 2 } }, OUTSIDE, tooManyRows);
    const second = renderer.render({ meshes: [{ mesh: torus }] }, OUTSIDE, { ...BY_TREE, primaryRays: 'bins' });
    const third = renderer.render({ meshes: [{ mesh: torus }] }, OUTSIDE, BY_TREE);
    await expect(first).rejects.toThrow(InputError);
    expect((await third).triangles).toEqual((await second).triangles);
    renderer.destroy();
  });
});
