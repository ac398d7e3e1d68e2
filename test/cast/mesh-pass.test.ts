/** The mesh pass against its float64 twin: which triangle each ray hits, where, and what colour that is. */
import { describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import { MeshPass } from '../../src/cast/mesh-pass.js';
import { type MeshRenderOptions, type MeshScene, NO_TRIANGLE } from '../../src/cast/mesh-scene.js';
import { InputError } from '../../src/errors.js';
import { BUFFER_USAGE } from '../../src/gpu/constants.js';
import { Gpu } from '../../src/gpu/gpu.js';
import { createIcosphere, createTorus, createTriangleSoup } from '../../src/mesh/generate.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import { createShading } from '../../src/transfer/shading.js';
import { useTestGpu } from '../open-test-gpu.js';
import { CAMERAS, expectLikeMeshTwin, HEIGHT, MESHES, OUTSIDE, randomCamera, toScene, WIDTH } from './mesh-scenes.js';

const gpu = useTestGpu();

describe.each(Object.entries(MESHES))('the mesh pass sees %s', (_, mesh) => {
  it.each(Object.entries(CAMERAS))('%s', async (_name, camera) => {
    await expectLikeMeshTwin(gpu(), toScene(mesh), camera);
  });
});
