/** Each kind of material against the float64 CPU reference, by bins and by the tree, and its shadow. */
import { describe, it } from 'vitest';
import type { MeshScene } from '../../../src/cast/scene.js';
import { useTestGpu } from '../../open-test-gpu.js';
import { expectLikeReference } from '../expect-like-reference.js';
import { OUTSIDE } from '../mesh-scenes.js';
import { createShadowScene, createTorusOf, LIT, MATERIALS } from './material-scenes.js';

const gpu = useTestGpu();

describe('is as the reference has it', () => {
  for (const [name, [material, options]] of Object.entries(MATERIALS)) {
    it.each(['bins', 'bvh'] as const)(`${name}, by %s`, async (primaryRays) => {
      const scene: MeshScene = { meshes: [{ mesh: createTorusOf(material, options) }], meshShading: LIT };
      await expectLikeReference(gpu(), scene, OUTSIDE, { primaryRays });
    });
  }
});

describe('casts the shadow of what is left of it', () => {
  for (const name of ['a mask by an image', 'opacities of image, factor and vertices', 'glass', 'one side']) {
    it.each(['bins', 'bvh'] as const)(`${name}, by %s`, async (shadowRays) => {
      const scene = createShadowScene(...MATERIALS[name]!);
      await expectLikeReference(gpu(), scene, OUTSIDE, { shadowRays });
    });
  }
});
