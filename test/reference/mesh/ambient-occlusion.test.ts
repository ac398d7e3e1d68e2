/** Ambient occlusion in the float64 CPU reference, where the share of the sky that can be seen is known. */
import { describe, expect, it } from 'vitest';
import { add, cross, dot, length, scale, type Vec3 } from '../../../src/math/vec3.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { occlusionDirections, opennessAt, tangentsOf } from '../../../src/reference/mesh/ambient-occlusion.js';
import { listFaces } from '../../../src/reference/mesh/mesh-faces.js';
import { listTriangles } from '../../../src/reference/mesh/triangle-list.js';
import { type AmbientOcclusion, SCENE_DEFAULTS } from '../../../src/reference/scene-options.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createRandom, randomDirection } from '../../camera/random.js';
import { BLACK, channelOf, SIZE } from '../cast-scenes.js';
import { PROJECTIONS, quadOf, randomCamera, randomSoup, sheetAt, UNLIT } from '../mesh-scenes.js';

/** Those of a camera that looks down z. */
const AXES = { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] } as const;
const NOISES = [0, 0.3, 0.77, 0.999];

describe('tangentsOf', () => {
  const random = createRandom(7101);
  const normals: readonly Vec3[] = [
    ...Array.from({ length: 50 }, () => randomDirection(random)),
    [0, 0, 1],
    [0, 0, -1],
    [1, 0, 0],
    [0, -1, 0],
    [1, 0, -0],
    [Math.sqrt(1 - 1e-20), 0, -1e-10],
    [1e-8, -1e-8, -1],
  ];

  it('make right-handed orthonormal bases with unit vectors', () => {
    for (const normal of normals) {
      const [right, up] = tangentsOf(normal);
      for (const unit of [right, up, cross(right, up)]) expect(length(unit)).toBeCloseTo(1, 12);
      expect(dot(right, up)).toBeCloseTo(0, 12);
      expect(dot(cross(right, up), normal)).toBeCloseTo(1, 12);
    }
  });
});

describe('occlusionDirections', () => {
  const normal = randomDirection(createRandom(7102));

  it.each(NOISES)('are unit vectors to the normal’s side, each in another part of it, noise %f', (noise) => {
    const directions = occlusionDirections(normal, 9, noise, AXES);
    expect(directions).toHaveLength(9);
    for (const [index, direction] of directions.entries()) {
      expect(length(direction)).toBeCloseTo(1, 12);
      expect(dot(direction, normal)).toBeCloseTo(Math.sqrt(1 - (index + 0.5) / 9), 12);
    }
  });

  it.each(NOISES)('weight the half sphere by the cosine, noise %f', (noise) => {
    const directions = occlusionDirections(normal, 2000, noise, AXES);
    const mean = scale(directions.reduce(add), 1 / directions.length);
    expect(length(mean)).toBeCloseTo(2 / 3, 3);
    expect(dot(mean, normal)).toBeCloseTo(2 / 3, 3);
  });

  it('turn with the noise', () => {
    const [first, turned] = [0.1, 0.35].map((noise) => occlusionDirections([0, 0, 1], 1, noise, AXES)[0]!);
    expect(first![0]).toBeCloseTo(turned![1], 12);
    expect(first![1]).toBeCloseTo(-turned![0], 12);
  });
});

describe('opennessAt', () => {
  const at = (mesh: Mesh, start: Vec3, occlusion: AmbientOcclusion, noise: number) =>
    opennessAt(
      { start, facing: [0, 0, 1] },
      occlusion,
      noise,
      listTriangles(listFaces([{ mesh }], SCENE_DEFAULTS)),
      AXES,
    );
  const far = 1e4;
  const floor = sheetAt(0, far);
  const wallOf = (height: number) => quadOf([0, -far, 0], [0, far, 0], [0, far, height], [0, -far, height]);

  it.each(NOISES)('is 1 on a plane, noise %f', (noise) => {
    expect(at(floor, [0.1, 0.2, 1e-4], { rays: 64 }, noise)).toBe(1);
  });

  it.each([
    [1e-3, far, 1 / 2],
    [1, 1, (1 + Math.SQRT1_2) / 2],
    [3, 4, (1 + 3 / 5) / 2],
    [20, 1, (1 + 20 / Math.hypot(20, 1)) / 2],
  ])('is at %f from a wall of height %f what more and more rays tend to: %f', (x, height, exact) => {
    for (const rays of [4, 16, 64, 256]) {
      for (const noise of NOISES) {
        const openness = at(wallOf(height), [x, 0, 0], { rays }, noise);
        expect(Math.abs(openness - exact)).toBeLessThan(0.7 / Math.sqrt(rays));
      }
    }
  });

  it.each([
    [0.5, 1],
    [1, 1],
    [1.25, 0.64],
    [2, 0.25],
    [10, 0.01],
    [Infinity, 0],
  ])('is under a ceiling at 1 with rays of length %f exactly %f', (distance, exact) => {
    for (const noise of NOISES) expect(at(sheetAt(1, far), [0, 0, 0], { rays: 100, distance }, noise)).toBe(exact);
  });

  it('is 0 inside a closed sphere', () => {
    expect(at(createIcosphere({ subdivisions: 2 }), [0.3, -0.4, 0.2], { rays: 256 }, 0.4)).toBe(0);
  });
});

describe('ambient occlusion', () => {
  const rays = 7;

  it('makes all black inside a closed sphere that has no other light', () => {
    const camera = {
      projection: 'perspective',
      eye: [0.1, 0.2, 0],
      target: [1, 0.3, 0.1],
      up: [0, 0, 1],
      fovDegrees: 120,
    } as const;
    const meshes = [{ mesh: createIcosphere({ subdivisions: 2 }) }];
    const scene = { meshes, camera, ...SIZE, background: [1, 1, 1], meshShading: UNLIT } as const;
    const { colors, hitCount } = castScene({ ...scene, ambientOcclusion: { rays } });
    expect(hitCount).toBe(SIZE.width * SIZE.height);
    expect(channelOf(colors, 0).every((value) => value === 0)).toBe(true);
    expect(channelOf(castScene(scene).colors, 0).every((value) => value === 0.8)).toBe(true);
  });

  it.each(PROJECTIONS.flatMap((projection) => [7111, 7112].map((seed) => ({ projection, seed }))))(
    'brightens no pixel of a $projection view, and is stronger with longer rays, seed $seed',
    ({ projection, seed }) => {
      const shading = createShading({ ambient: 0.5, diffuse: 0.4, light: randomDirection(createRandom(seed)) });
      const scene = {
        meshes: [{ mesh: randomSoup(seed) }, { mesh: randomSoup(seed + 1, 20), opacity: 0.5 }],
        camera: randomCamera(seed + 2, projection),
        ...SIZE,
        background: [0.2, 0.3, 0.4],
        meshShading: shading,
        shadows: true,
      } as const;
      const castWith = (distance: number) => castScene({ ...scene, ambientOcclusion: { rays, distance } }).colors;
      const brightToDark = [castScene(scene).colors, ...[1e-9, 0.2, 1, Infinity].map(castWith)];
      expect(brightToDark[1]).toEqual(brightToDark[0]);
      for (const [index, darker] of brightToDark.slice(1).entries()) {
        const brighter = brightToDark[index]!;
        expect(darker.every((value, n) => value <= brighter[n]!)).toBe(true);
        if (index > 0) expect(darker.some((value, n) => value < brighter[n]! - 0.01)).toBe(true);
      }
    },
  );

  const onFloor = {
    camera: { projection: 'orthographic', eye: [0, 0, 0.5], target: [0, 0, 0], up: [0, 1, 0], height: 1 },
    ...SIZE,
    background: BLACK,
  } as const;
  const floor = { mesh: sheetAt(0, 100) };
  /** Leaves a quarter of the floor's sky free. */
  const ceiling = { mesh: sheetAt(1, 100) };
  const quarter = { rays: 100, distance: 2 } as const;
  /** Its rays start a little over the floor, from where the ceiling is nearer. */
  const tolerance = 1 / 100 + 1e-9;

  it('darkens the ambient light alone, in light and in shadow', () => {
    for (const [light, shadows, diffuse] of [
      ['headlight', false, 0.6],
      [[0, 0, 1], false, 0.6],
      [[0, 0, 1], true, 0],
    ] as const) {
      const meshShading = createShading({ ambient: 0.4, diffuse: 0.6, specular: 0, light });
      const scene = { ...onFloor, meshes: [floor, ceiling], meshShading, shadows, ambientOcclusion: quarter };
      for (const red of channelOf(castScene(scene).colors, 0)) {
        expect(Math.abs(red / 0.8 - (0.4 / 4 + diffuse))).toBeLessThan(0.4 * tolerance);
      }
    }
  });

  it('comes from opaque triangles alone, from both sides, culled or not', () => {
    const flipped = { mesh: createMesh({ ...ceiling.mesh, triangles: ceiling.mesh.triangles.toReversed() }) };
    const brightness = (over: object, cull: 'none' | 'back') =>
      castScene({
        ...onFloor,
        meshes: [floor, over as typeof ceiling],
        meshShading: UNLIT,
        ambientOcclusion: quarter,
        cull,
      }).colors[0]!;
    for (const over of [ceiling, flipped]) {
      for (const cull of ['none', 'back'] as const) {
        expect(Math.abs(brightness(over, cull) / 0.8 - 1 / 4)).toBeLessThan(tolerance);
        expect(brightness({ ...over, opacity: 0.99 }, cull)).toBe(0.8);
      }
    }
  });

  it('darkens translucent surfaces too', () => {
    const glass = { ...floor, opacity: 0.5 };
    const scene = { ...onFloor, meshShading: UNLIT, ambientOcclusion: quarter };
    expect(castScene({ ...scene, meshes: [glass] }).colors[0]).toBeCloseTo(0.4, 12);
    expect(Math.abs(castScene({ ...scene, meshes: [glass, ceiling] }).colors[0]! / 0.4 - 1 / 4)).toBeLessThan(
      tolerance,
    );
  });

  it('turns its rays from pixel to pixel and from ray to ray, by the jitter’s seed or 0', () => {
    const wall = { mesh: quadOf([-0.9, -9, 0], [-0.9, 9, 0], [-0.9, 9, 9], [-0.9, -9, 9]) };
    const scene = { ...onFloor, meshes: [floor, wall], meshShading: UNLIT, ambientOcclusion: { rays: 1 } };
    const shown = (options: object) => channelOf(castScene({ ...scene, ...options }).colors, 0);
    const plain = shown({});
    expect(new Set(plain)).toEqual(new Set([0, 0.8]));
    expect(shown({ jitter: 0 })).toEqual(plain);
    expect(shown({ jitter: 5 })).not.toEqual(plain);
    // All 8 rays of a pixel, rotated alike, would see nearly the same.
    const several = shown({ samplesPerPixel: 8 });
    expect(several.filter((value) => value > 0.05 && value < 0.75).length).toBeGreaterThan(
      (SIZE.width * SIZE.height) / 2,
    );
  });

  it.each([
    [{ rays: 0 }, /rays of ambient occlusion .* not 0/],
    [{ rays: 2.5 }, /not 2.5/],
    [{ rays: 4, distance: 0 }, /distance of ambient occlusion .* not 0/],
    [{ rays: 4, distance: Number.NaN }, /not NaN/],
  ])('refuses %j', (ambientOcclusion, message) => {
    expect(() => castScene({ ...onFloor, meshes: [floor], ambientOcclusion })).toThrow(message);
  });
});
