/** A rotation of mesh, camera and light together changes nothing of occlusion and soft shadows but by rounding. */
import { expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { Renderer } from '../../../src/cast/renderer.js';
import type { MeshScene } from '../../../src/cast/scene.js';
import { normalize, type Vec3 } from '../../../src/math/vec3.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { mergeMeshes } from '../../../src/mesh/merge-meshes.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createRandom, randomRotation } from '../../camera/random.js';
import { useTestGpu } from '../../open-test-gpu.js';

const gpu = useTestGpu();
const SEED = Math.floor(Math.random() * 1e6);
const SIZE = { width: 40, height: 32 } as const;

type Turn = (v: Vec3) => Vec3;

const turnMesh = (mesh: Mesh, turn: Turn) => {
  const { positions } = mesh;
  const turned = positions.map(
    (_, at) => turn([...positions.subarray(at - (at % 3), at - (at % 3) + 3)] as unknown as Vec3)[at % 3]!,
  );
  return createMesh({ positions: turned, triangles: mesh.triangles });
};

const floor = createMesh({
  positions: Float32Array.of(-4, -4, -1, 4, -4, -1, 4, 4, -1, -4, 4, -1),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
});
const world = mergeMeshes([floor, createIcosphere({ subdivisions: 2 })]);
const toLight = normalize([0.5, -0.2, 0.9]);
const CAMERA: Camera = {
  projection: 'perspective',
  eye: [5, -4, 3],
  target: [0, 0, -0.3],
  up: [0, 0, 1],
  fovDegrees: 40,
};

const sceneIn = (turn: Turn): MeshScene => ({
  meshes: [{ mesh: turnMesh(world, turn) }],
  shading: createShading({ light: turn(toLight), ambient: 0.5, diffuse: 0.5, specular: 0 }),
  meshColor: [1, 1, 1],
  background: [0, 0, 0],
  shadows: true,
  smooth: false,
  softShadows: { angleDegrees: 20, rays: 4 },
  ambientOcclusion: { rays: 4 },
});
const cameraIn = (turn: Turn): Camera => ({
  ...CAMERA,
  eye: turn(CAMERA.eye),
  target: turn(CAMERA.target),
  up: turn(CAMERA.up),
});

it(`on the GPU and in the CPU reference, seed ${SEED}`, async () => {
  const random = createRandom(SEED);
  const renderer = new Renderer(gpu());
  const turns: readonly Turn[] = [(v) => v, ...Array.from({ length: 4 }, () => randomRotation(random))];
  const frames: Uint8Array[] = [];
  for (const turn of turns) frames.push((await renderer.render(sceneIn(turn), cameraIn(turn), SIZE)).pixels.slice());
  renderer.destroy();
  const shownBy = (turn: Turn) =>
    castScene({ ...sceneIn(turn), ...SIZE, camera: cameraIn(turn), background: [0, 0, 0] }).pixels;
  const [first] = turns.map(shownBy);
  const count = SIZE.width * SIZE.height;
  const countOther = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from({ length: count }, (_, pixel) => pixel).filter((pixel) => Math.abs(a[4 * pixel]! - b[4 * pixel]!) > 2)
      .length;
  // Rays that graze an edge are put to either side by rounding.
  for (const frame of frames) expect(countOther(frame, frames[0]!)).toBeLessThanOrEqual(0.02 * count);
  for (const turn of turns) expect(countOther(shownBy(turn), first!)).toBeLessThanOrEqual(0.02 * count);
  expect(new Set(frames[0]!.filter((_, at) => at % 4 === 0)).size).toBeGreaterThan(8);
});
