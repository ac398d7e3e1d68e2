/** Mirrors, ambient occlusion and shadows by rays from surfaces, against the float64 twin. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { MeshScene, RenderOptions } from '../../src/cast/scene.js';
import { InputError } from '../../src/errors.js';
import { createGrid, createIcosphere, createTorus } from '../../src/mesh/generate.js';
import { createMesh } from '../../src/mesh/mesh.js';
import { createShading } from '../../src/transfer/shading.js';
import { useTestGpu } from '../open-test-gpu.js';
import { expectLikeTwin, HEIGHT, WIDTH } from './expect-like-twin.js';
import { CAMERAS, colorize, MESHES, OUTSIDE } from './mesh-scenes.js';

const gpu = useTestGpu();

const torus = createTorus({ majorSegments: 20, minorSegments: 12 });
const ball = createIcosphere({ subdivisions: 2, radius: 0.45, center: [0.1, -0.1, 0.55] });
/** Below both, facing up. */
const floor = createMesh({
  positions: Float32Array.of(-2, -2, -0.6, 2, -2, -0.6, 2, 2, -0.55, -2, 2, -0.55),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
});
const directed = createShading({ light: [0.4, -0.7, 1], ambient: 0.4 });

const STILL: MeshScene = {
  meshes: [
    { mesh: torus, color: [0.9, 0.3, 0.2], reflectivity: 0.35 },
    { mesh: ball, color: [0.9, 0.9, 0.8], reflectivity: 0.9 },
    { mesh: colorize(floor, { faces: true }), reflectivity: 0.5 },
  ],
  shading: directed,
  background: [0.2, 0.4, 0.7],
};

const EITHER: Readonly<Record<string, RenderOptions>> = {
  'from bins': { eyeRays: 'bins' },
  'from the tree': { eyeRays: 'bvh' },
};

describe.each(Object.entries(EITHER))('surfaces that rays %s hit', (_, options) => {
  it.each(Object.entries(CAMERAS))('mirror each other, %s', async (_name, camera) => {
    await expectLikeTwin(gpu(), STILL, camera, options);
  });

  it('mirror shadows', async () => {
    await expectLikeTwin(gpu(), { ...STILL, shadows: true }, OUTSIDE, options);
  });

  it('have ambient light where the sky is open', async () => {
    const scene: MeshScene = { ...STILL, reflections: 0, ambientOcclusion: { rays: 9 } };
    for (const camera of Object.values(CAMERAS)) await expectLikeTwin(gpu(), scene, camera, options);
    await expectLikeTwin(
      gpu(),
      { ...scene, ambientOcclusion: { rays: 7, distance: 0.4 }, smooth: false },
      OUTSIDE,
      options,
    );
  });

  it('do all of it at once, through what is translucent', async () => {
    const [first, second, third] = STILL.meshes;
    const scene: MeshScene = {
      ...STILL,
      meshes: [first!, { ...second!, opacity: 0.5 }, third!],
      shadows: true,
      ambientOcclusion: { rays: 4 },
    };
    await expectLikeTwin(gpu(), scene, OUTSIDE, { ...options, samplesPerPixel: 2 });
  });
});
