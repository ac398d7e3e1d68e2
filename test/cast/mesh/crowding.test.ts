/** Meshes whose triangles lie on top of each other: no ray tries them all, and no model is taken for one. */
import { describe, expect, it } from 'vitest';
import { findCrowding } from '../../../src/cast/mesh/crowding.js';
import { fitTreeSpace } from '../../../src/cast/mesh/transforms/tree-space.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { PosedMesh } from '../../../src/cast/scene.js';
import { createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { useTestGpu } from '../../open-test-gpu.js';

/** Copies of one triangle, each a step further along z. */
function pile(count: number, step: number): PosedMesh {
  const positions = new Float32Array(9 * count);
  for (let copy = 0; copy < count; copy++) {
    positions.set([0, 0, step * copy, 1, 1, step * copy, 0.5, 0.5, 1 + step * copy], 9 * copy);
  }
  return { mesh: createMesh({ positions, triangles: Uint32Array.from(positions.keys()).subarray(0, 3 * count) }) };
}

const find = (...meshes: PosedMesh[]) => findCrowding(meshes, fitTreeSpace(meshes));
const scaled = (scale: number) => [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1];

describe('findCrowding', () => {
  it.each([
    ['equal', 0],
    ['in layers', 1e-6],
  ])('finds triangles that are %s', (_, step) => {
    const tried = find(pile(150_000, step))!;
    expect(tried).toBeGreaterThan(150_000 / 5);
    expect(tried).toBeLessThan(150_000);
    const small = find({ ...pile(150_000, step), transform: scaled(2 ** -10) })!;
    expect(small / tried).toBeCloseTo(1, 3);
  });

  it('takes models of as many, with a stray corner too, and a few that are copies', () => {
    const model = createTorus({ majorSegments: 600, minorSegments: 500 });
    expect(find({ mesh: model })).toBeUndefined();
    expect(
      find({ mesh: model }, { mesh: model }, { mesh: createIcosphere({ subdivisions: 6 }), transform: scaled(100) }),
    ).toBeUndefined();
    const positions = Float32Array.from(model.positions);
    positions[0] = 1e30;
    expect(find({ mesh: createMesh({ ...model, positions }) })).toBeUndefined();
    expect(find({ mesh: createMesh({ ...model, positions: positions.fill(Number.NaN, 0, 9000) }) })).toBeUndefined();
    expect(find(pile(30_000, 0))).toBeUndefined();
  });
});

describe('a renderer', () => {
  const gpu = useTestGpu();
  const SIZE = { width: 8, height: 8 };

  it('refuses them where a tree is asked for, casts them by bins else, and lives on', async () => {
    const renderer = new Renderer(gpu());
    const crowded = { meshes: [pile(150_000, 0)] };
    const byTree = { ...SIZE, primaryRays: 'bvh' } as const;
    const message = /^the meshes have triangles on top of each other: a ray would try about [\d.e+]+ of them; [^\n]+$/;
    await expect(renderer.render(crowded, undefined, byTree)).rejects.toThrow(message);
    await expect(renderer.render({ ...crowded, ambientOcclusion: { rays: 4 } }, undefined, SIZE)).rejects.toThrow(
      message,
    );
    expect((await renderer.render(crowded, undefined, SIZE)).stats.primaryRays).toBe('bins');
    expect((await renderer.render({ meshes: [pile(9, 0.1)] }, undefined, byTree)).stats.primaryRays).toBe('bvh');
    renderer.destroy();
  });
});
