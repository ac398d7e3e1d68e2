/** Meshes and views on which the CPU reference of the mesh renderer is held to its laws. */
import { expect } from 'vitest';
import { type Camera, rayThroughPixel } from '../../src/camera/camera.js';
import { fitCamera } from '../../src/camera/fit.js';
import { type Affine, transformPoint, transformVector } from '../../src/math/affine.js';
import { add, cross, length, normalize, subtract, type Vec3 } from '../../src/math/vec3.js';
import { createTriangleSoup } from '../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import type { CastMeshOptions, MeshPixels } from '../../src/reference/mesh/cast-mesh.js';
import { isLightList } from '../../src/transfer/light/lights.js';
import { createShading } from '../../src/transfer/light/shading.js';
import { createRandom, randomDirection } from '../camera/random.js';
import { expectSameColors, SIZE } from './cast-scenes.js';

export const PROJECTIONS = ['perspective', 'orthographic'] as const;
export const UNLIT = createShading({ ambient: 1, diffuse: 0, specular: 0 });
export const CULLS = ['none', 'back', 'front'] as const;

/** Their indices, rows from the top. */
export const PIXELS = Array.from({ length: SIZE.width * SIZE.height }, (_, n) => n);
export const rayAt = (camera: Camera, n: number) =>
  rayThroughPixel(camera, SIZE, n % SIZE.width, Math.floor(n / SIZE.width));

/** The corners of a triangle of the mesh in the world, and the unit normal of its front. */
export function facetOf(mesh: Mesh, triangle: number) {
  const [a, b, c] = [0, 1, 2].map((corner) => {
    const at = 3 * mesh.triangles[3 * triangle + corner]!;
    return add(mesh.origin, mesh.positions.subarray(at, at + 3) as unknown as Vec3);
  }) as [Vec3, Vec3, Vec3];
  return { corners: [a, b, c] as const, normal: normalize(cross(subtract(b, a), subtract(c, a))) };
}

export const meshOf = (positions: readonly Vec3[], triangles: readonly number[]) =>
  createMesh({ positions: Float32Array.from(positions.flat()), triangles: Uint32Array.from(triangles) });

/** Two triangles, whose front is where the corners are counter-clockwise. */
export const quadOf = (...corners: readonly [Vec3, Vec3, Vec3, Vec3]) => meshOf(corners, [0, 1, 2, 0, 2, 3]);

/** A square across the z axis, twice as wide as it reaches, whose front is above. */
export const sheetAt = (z: number, reach: number) =>
  quadOf([-reach, -reach, z], [reach, -reach, z], [reach, reach, z], [-reach, reach, z]);

/** Grid coordinates that float32 holds exactly, times up to a thousand too. */
const snap = (coordinate: number) => Math.round(coordinate * 2 ** 15) / 2 ** 15;
export const snapPoint = (point: Vec3) => point.map(snap) as unknown as Vec3;
const snapMesh = (mesh: Mesh) => createMesh({ ...mesh, positions: mesh.positions.map(snap) });

/** Triangles of all kinds about zero, with a colour each. */
export function randomSoup(seed: number, count = 60): Mesh {
  const random = createRandom(seed + 1);
  const faceColors = Uint8Array.from({ length: 4 * count }, (_, n) => (n % 4 === 3 ? 255 : 256 * random()));
  return snapMesh(createMesh({ ...createTriangleSoup({ count, seed }), faceColors }));
}

/** From outside, with an eye on the grid. */
export function randomCamera(seed: number, projection: Camera['projection']): Camera {
  const random = createRandom(seed);
  const [forward, up] = [randomDirection(random), randomDirection(random)];
  const fitted = fitCamera({ center: [0, 0, 0], radius: 1.2 }, { forward, up }, { aspect: 1.5, projection });
  return { ...fitted, eye: snapPoint(fitted.eye), target: [0, 0, 0] };
}

/** Everything of the scene that lies in the world, moved by a similarity that keeps the vertices exact. */
export function transformScene(options: CastMeshOptions, map: Affine): CastMeshOptions {
  const { meshes, camera, shading } = options;
  const size = length(map.columns[0]);
  const move = (mesh: Mesh): Mesh => {
    const moved = new Float64Array(mesh.positions.length);
    for (let at = 0; at < moved.length; at += 3) {
      const [x, y, z] = mesh.positions.subarray(at, at + 3) as unknown as Vec3;
      moved.set(transformVector(map, [x, y, z]), at);
    }
    const positions = Float32Array.from(moved, (coordinate) => Math.fround(coordinate));
    const origin = transformPoint(map, mesh.origin);
    // Up to the rounding in float64 of the map itself.
    for (const [at, coordinate] of moved.entries())
      expect(Math.abs(coordinate - positions[at]!)).toBeLessThan(1e-11 * size);
    return createMesh({ ...mesh, positions, origin });
  };
  const light = shading?.light;
  return {
    ...options,
    meshes: meshes.map(move),
    camera: {
      ...camera,
      eye: transformPoint(map, camera.eye),
      target: transformPoint(map, camera.target),
      up: transformVector(map, camera.up),
      ...(camera.projection === 'orthographic' && { height: camera.height * size }),
    },
    ...(light &&
      light !== 'headlight' &&
      !isLightList(light) && { shading: { ...shading, light: transformVector(map, light) } }),
  };
}

export const largestError = (actual: Float64Array, expected: Float64Array) =>
  expected.reduce(
    (worst, value, n) => (value === actual[n] ? worst : Math.max(worst, Math.abs(value - actual[n]!))),
    0,
  );

export function expectSameImage(actual: MeshPixels, expected: MeshPixels, scaleWorld = 1): void {
  expect(actual.ids).toEqual(expected.ids);
  const depths = actual.depths.map((depth) => depth / scaleWorld);
  expect(largestError(depths, expected.depths)).toBeLessThan(1e-8);
  expectSameColors(actual.colors, expected.colors, 7);
  expect(actual.hitCount).toBe(expected.hitCount);
}
