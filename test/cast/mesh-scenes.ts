/** Meshes and cameras for tests, and the comparison of a frame with the float64 CPU reference's. */

import { expect } from 'vitest';
import type { Camera } from '../../src/camera/camera.js';
import { Renderer } from '../../src/cast/renderer.js';
import type { MeshScene } from '../../src/cast/scene.js';
import type { RenderOptions } from '../../src/cast/settings.js';
import type { Gpu } from '../../src/gpu/gpu.js';
import type { Vec3 } from '../../src/math/vec3.js';
import {
  createIcosphere,
  createTorus,
  createTriangleSoup,
  type SoupKind,
} from '../../src/mesh/generators/create-basic-meshes.js';
import { createRandom } from '../../src/mesh/generators/random.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import type { SceneImage } from '../../src/reference/cast-scene.js';
import { castReference, HEIGHT, WIDTH } from './expect-like-reference.js';
import { type HitFrame, WITH_HITS } from './with-hits.js';

/** Triangles whose hits are as near to each other as this share of the ray's length may be mistaken for each other. */
const AMBIGUOUS = 1e-5;
/** Bound on distances to the same triangle: what f32 leaves of coordinates near 4, after a few operations. */
const DISTANCE_TOLERANCE = 4 * 2 ** -20;
const CHANNEL_TOLERANCE = 2;

const soup = (kinds: readonly SoupKind[], count: number, seed: number) => createTriangleSoup({ kinds, count, seed });

export const MESHES: Readonly<Record<string, Mesh>> = {
  'an icosphere': createIcosphere({ subdivisions: 2 }),
  'a torus': createTorus({ majorSegments: 20, minorSegments: 12 }),
  'small triangles and slivers, seed 3': soup(['small', 'slivers'], 400, 3),
  'triangles that fill the screen, seed 4': soup(['large'], 60, 4),
  'interpenetrating triangles, seed 5': soup(['crossing', 'small'], 120, 5),
};

export const OUTSIDE: Camera = {
  projection: 'perspective',
  eye: [1.1, -4.3, 1.9],
  target: [0.05, -0.1, 0.02],
  up: [0.1, 0, 1],
  fovDegrees: 32,
};

export const CAMERAS: Readonly<Record<string, Camera>> = {
  outside: OUTSIDE,
  'from a parallel camera': { ...OUTSIDE, projection: 'orthographic', height: 2.3 },
  inside: { ...OUTSIDE, eye: [0.13, 0.21, -0.08], target: [-0.7, 0.5, 0.3], fovDegrees: 75 },
  'from the plane of a parallel camera inside': {
    ...OUTSIDE,
    projection: 'orthographic',
    eye: [0.13, 0.21, -0.08],
    height: 1.4,
  },
};

/** Camera number `index` of a seed, at a random place inside the unit sphere, looking anywhere. */
export function randomCamera(seed: number): Camera {
  const random = createRandom(seed);
  const inside = (radius: number): Vec3 => {
    for (;;) {
      const point = [0, 0, 0].map(() => radius * (2 * random() - 1)) as unknown as Vec3;
      if (Math.hypot(...point) < radius) return point;
    }
  };
  const eye = inside(0.7);
  const target = inside(0.7);
  return { projection: 'perspective', eye, target, up: inside(1), fovDegrees: 20 + 100 * random() };
}

export const toScene = (...meshes: Mesh[]): MeshScene => ({ meshes: meshes.map((mesh) => ({ mesh })) });

/** Adds colours that differ from neighbour to neighbour. */
export function colorize(mesh: Mesh, { faces = false, vertices = false }): Mesh {
  const colors = (count: number, seed: number) =>
    Uint8Array.from({ length: 4 * count }, (_, index) => (index % 4 === 3 ? 255 : (index * 2654435761 * seed) >>> 24));
  return createMesh({
    ...mesh,
    faceColors: faces ? colors(mesh.triangles.length / 3, 3) : undefined,
    vertexColors: vertices ? colors(mesh.positions.length / 3, 5) : undefined,
  });
}

/** Renders both ways, and expects the same hits and colours. */
export async function expectLikeMeshReference(
  gpu: Gpu,
  scene: MeshScene,
  camera: Camera,
  options: RenderOptions = {},
): Promise<{ frame: HitFrame; reference: SceneImage }> {
  const pass = new Renderer(gpu);
  const size = { width: WIDTH, height: HEIGHT };
  const frame = await pass.render(scene, camera, { ...size, ...WITH_HITS, counts: true, ...options });
  pass.destroy();
  const reference = castReference(scene, camera, options);
  expectSameHits(frame, reference);
  expectSameColors(frame, reference);
  expect(frame.stats.trianglesSkipped).toBe(reference.trianglesSkipped);
  return { frame, reference };
}

/**
 * The same nearest triangles, as far as float32 can tell them apart, at the same distances; where a volume has a surface, which
 * may be in front, at that distance at most.
 */
export function expectSameHits(frame: HitFrame, reference: SceneImage, { behindVolume = false } = {}): void {
  const wrong: string[] = [];
  for (const [pixel, id] of reference.ids.entries()) {
    const [t, referenceT] = [frame.distances[pixel]!, reference.depths[pixel]!];
    if (behindVolume && t < referenceT && frame.triangles[pixel] === id) continue;
    const tolerance = AMBIGUOUS * referenceT + (frame.triangles[pixel] === id ? DISTANCE_TOLERANCE : 0);
    if (t === referenceT || Math.abs(t - referenceT) <= tolerance) continue;
    wrong.push(`${placeOf(pixel)}: triangle ${frame.triangles[pixel]} at ${t}, not ${id} at ${referenceT}`);
  }
  expect(wrong).toEqual([]);
}

function expectSameColors(frame: HitFrame, reference: SceneImage): void {
  const wrong: string[] = [];
  for (const [pixel, id] of reference.ids.entries()) {
    if (frame.triangles[pixel] !== id) continue;
    const [color, referenceColor] = [frame, reference].map(({ pixels }) => pixels.subarray(4 * pixel, 4 * pixel + 4));
    if (color!.some((channel, index) => Math.abs(channel - referenceColor![index]!) > CHANNEL_TOLERANCE)) {
      wrong.push(`${placeOf(pixel)}: colour ${color}, not ${referenceColor}`);
    }
  }
  expect(wrong).toEqual([]);
}

const placeOf = (pixel: number) => `pixel ${pixel % WIDTH}, ${Math.floor(pixel / WIDTH)}`;
