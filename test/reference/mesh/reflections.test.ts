/** Mirrors in the float64 CPU reference, where what they show is known. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { add, addScaled, cross, dot, length, normalize, scale, type Vec3 } from '../../../src/math/vec3.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { castScene } from '../../../src/reference/cast-scene.js';
import { listFaces, type StyledMesh } from '../../../src/reference/mesh/mesh-faces.js';
import { meetSurface, mirroredRay } from '../../../src/reference/mesh/surface-hit.js';
import { SCENE_DEFAULTS, type SceneOptions } from '../../../src/reference/scene-options.js';
import { createShading, LEAST_LIFT, SHADOW_OFFSET } from '../../../src/transfer/light/shading.js';
import { createRandom, randomDirection } from '../../camera/random.js';
import { BLACK, pixelAt, SIZE } from '../cast-scenes.js';
import { PIXELS, PROJECTIONS, randomCamera, randomSoup, sheetAt, UNLIT } from '../mesh-scenes.js';

const RED: Vec3 = [1, 0, 0];
const GREEN: Vec3 = [0, 1, 0];
const BLUE: Vec3 = [0, 0, 1];

describe('mirroredRay', () => {
  const sheet = sheetAt(0, 1);
  const [face] = listFaces([{ mesh: sheet }], { ...SCENE_DEFAULTS, smooth: false });
  const random = createRandom(7201);
  const hits = Array.from({ length: 300 }, () => {
    const direction = randomDirection(random);
    const origin = scale(direction, -3);
    const hit = meetSurface({ t: 3, u: 0, v: 0, isFront: true, face: face! }, { origin, direction }, 2);
    return { ...hit, shadingNormal: randomDirection(random) };
  });

  it('is by the law of reflection, unless that leads to the other side', () => {
    const lawful = hits.filter((hit) => {
      const { direction, shadingNormal: normal, facing } = hit;
      // Turned half around about the normal, and backwards.
      const expected = addScaled(direction, normal, -2 * dot(direction, normal));
      const mirrored = mirroredRay(hit).direction;
      if (dot(expected, facing) < LEAST_LIFT) return false;
      expect(dot(mirrored, normal)).toBeCloseTo(-dot(direction, normal), 12);
      for (const [axis, component] of cross(mirrored, normal).entries()) {
        expect(component).toBeCloseTo(cross(direction, normal)[axis]!, 12);
      }
      return true;
    });
    expect(lawful.length).toBeGreaterThan(50);
    expect(lawful.length).toBeLessThan(250);
  });

  it('leaves to the side that the ray came from, off the surface', () => {
    for (const hit of hits) {
      const { origin, direction } = mirroredRay(hit);
      expect(length(direction)).toBeCloseTo(1, 12);
      expect(dot(hit.direction, hit.facing)).toBeLessThanOrEqual(0);
      expect(dot(direction, hit.facing)).toBeGreaterThan(LEAST_LIFT * 0.999);
      expect(dot(origin, hit.facing)).toBeCloseTo(5 * SHADOW_OFFSET, 12);
    }
  });
});

/** One ray, down from z = 5. */
const ONE_RAY = {
  camera: { projection: 'orthographic', eye: [0.1, 0.2, 5], target: [0.1, 0.2, 0], up: [0, 1, 0], height: 0.1 },
  width: 1,
  height: 1,
  background: [0.2, 0.4, 0.8],
  meshShading: UNLIT,
} as const;
const show = (meshes: readonly StyledMesh[], options: Partial<SceneOptions> = {}) => [
  ...castScene({ ...ONE_RAY, meshes, ...options }).colors,
];
const expectColor = (actual: readonly number[], expected: Vec3) => {
  for (const [channel, value] of expected.entries()) expect(actual[channel]).toBeCloseTo(value, 12);
};
const mix = (a: Vec3, b: Vec3, share: number) => add(scale(a, 1 - share), scale(b, share));

describe('two mirrors that face each other', () => {
  it.each([0, 0.3, 0.8, 1])('of reflectivity %f sum up a geometric series, as far as reflections go', (r) => {
    const floor = { mesh: sheetAt(0, 9), color: RED, reflectivity: r };
    const ceiling = { mesh: sheetAt(9, 9), color: GREEN, reflectivity: r };
    for (let reflections = 0; reflections <= 7; reflections++) {
      let expected: Vec3 = BLACK;
      for (let mirrored = 0; mirrored <= reflections; mirrored++) {
        const share = r ** mirrored * (mirrored < reflections ? 1 - r : 1);
        expected = addScaled(expected, mirrored % 2 === 0 ? RED : GREEN, share);
      }
      expectColor(show([floor, ceiling], { reflections }), expected);
    }
  });
});

describe('a mirror', () => {
  const mirror = { mesh: sheetAt(0, 9), color: RED, reflectivity: 0.75 };

  it('shows the background where nothing else is, and nothing where there is none', () => {
    expectColor(show([mirror]), mix(RED, ONE_RAY.background, 0.75));
    expect(show([mirror], { background: 'transparent' })).toEqual([0.25, 0, 0, 1]);
  });

  it('shows what is behind the eye, culled or not, but no volume', () => {
    const ceiling = { mesh: sheetAt(9, 9), color: GREEN };
    for (const cull of ['none', 'back'] as const) expectColor(show([mirror, ceiling], { cull }), [0.25, 0.75, 0]);
  });

  it('shows translucent surfaces in passing, which do not mirror there', () => {
    const glass = { mesh: sheetAt(7, 9), color: GREEN, opacity: 0.4, reflectivity: 0.9 };
    const ceiling = { mesh: sheetAt(9, 9), color: BLUE };
    expectColor(show([mirror, glass, ceiling]), mix(RED, mix(GREEN, BLUE, 0.6), 0.75));
    expectColor(show([glass, mirror]), mix(RED, mix(GREEN, ONE_RAY.background, 0.6), 0.75));
    const more = { ...glass, mesh: sheetAt(8, 9), color: RED, opacity: 0.5 };
    expectColor(show([more, mirror, glass, ceiling]), mix(RED, mix(GREEN, mix(RED, BLUE, 0.5), 0.6), 0.75));
  });

  it('may be translucent itself where the eye sees it', () => {
    const glass = { mesh: sheetAt(2, 9), color: GREEN, opacity: 0.4, reflectivity: 0.5 };
    const floor = { mesh: sheetAt(0, 9), color: RED };
    const ownColor = mix(GREEN, ONE_RAY.background, 0.5);
    expectColor(show([glass, floor]), mix(RED, ownColor, 0.4));
    // And once more from below, in passing.
    const inMirror = mix(GREEN, ONE_RAY.background, 0.6);
    expectColor(show([glass, mirror]), mix(mix(RED, inMirror, 0.75), ownColor, 0.4));
  });

  it('shows surfaces in their own light, shadows and ambient occlusion', () => {
    const perfect = { mesh: sheetAt(0, 99), reflectivity: 1 };
    const ceiling = { mesh: sheetAt(9, 99), color: GREEN };
    const shaded = (light: Vec3 | 'headlight', options: Partial<SceneOptions>) =>
      show([perfect, ceiling], {
        meshShading: createShading({ ambient: 0.3, diffuse: 0.6, specular: 0, light }),
        ...options,
      })[1]!;
    expect(shaded('headlight', { shadows: true })).toBeCloseTo(0.9, 12);
    expect(shaded([0, 0, 1], { shadows: false })).toBeCloseTo(0.9, 12);
    // The ceiling is in its own shadow, and the floor in the ceiling's, which nobody sees.
    expect(shaded([0, 0, 1], { shadows: true })).toBeCloseTo(0.3, 12);
    expect(shaded([0, 0, -1], { shadows: true })).toBeCloseTo(0.3, 12);
    const open = (distance: number) => shaded('headlight', { ambientOcclusion: { rays: 64, distance } });
    expect(open(8)).toBeCloseTo(0.9, 12);
    // A quarter of the rays from the ceiling to the floor, 9 apart, is longer than 18.
    expect(Math.abs(open(18) - (0.3 / 4 + 0.6))).toBeLessThan(0.3 / 64 + 1e-9);
  });

  it.each([-0.1, 1.1, Number.NaN])('of reflectivity %f is refused', (reflectivity) => {
    expect(() => show([{ ...mirror, reflectivity }])).toThrow(`from 0 to 1, not ${reflectivity}`);
  });

  it.each([-1, 1.5])('of %f reflections is refused', (reflections) => {
    expect(() => show([mirror], { reflections })).toThrow(`from 0 on, not ${reflections}`);
  });
});

describe('a perfect mirror in the plane of x and y', () => {
  const mirror = { mesh: sheetAt(0, 100), reflectivity: 1 };
  const flip = ([x, y, z]: Vec3): Vec3 => [x, y, -z];
  /** All of it above the mirror. */
  const soup = raise(randomSoup(7211), 4);
  const options = {
    ...SIZE,
    background: [0.3, 0.2, 0.1],
    meshShading: createShading({ ambient: 0.4, diffuse: 0.6, specular: 0, light: [0.3, -0.2, 1] }),
    shadows: true,
  } as const;

  function raise(mesh: Mesh, z: number): Mesh {
    return createMesh({ ...mesh, positions: mesh.positions.map((x, n) => (n % 3 === 2 ? x + z : x)) });
  }

  /** What a mirror shows, and what an eye behind it would see without it. */
  function bothWays(camera: Camera, scene: Partial<SceneOptions>) {
    const behind = { ...camera, eye: flip(camera.eye), target: flip(camera.target), up: flip(camera.up) };
    // From above, only the mirror is in view.
    const shown = castScene({ ...options, ...scene, camera, meshes: [mirror, { mesh: soup }] });
    const seen = castScene({ ...options, ...scene, camera: behind, meshes: [{ mesh: soup }] });
    expect(shown.ids.every((id) => id < 2)).toBe(true);
    expect(seen.hitCount).toBeGreaterThan(60);
    // A mirror swaps right and left.
    const differing = PIXELS.filter((n) => {
      const [x, y] = [n % SIZE.width, Math.floor(n / SIZE.width)];
      const [a, b] = [pixelAt(shown.colors, x, y), pixelAt(seen.colors, SIZE.width - 1 - x, y)];
      return a.some((value, channel) => Math.abs(value - b[channel]!) > 1e-3);
    });
    return { differing, shown, seen };
  }

  const down = { eye: [0.1, 0, 0.3], target: [0.1, 0, 0], up: [0, 1, 0] } as const;

  it('shows exactly what an eye behind it sees, of a parallel camera across', () => {
    expect(bothWays({ projection: 'orthographic', ...down, height: 2 }, {}).differing).toEqual([]);
    expect(bothWays({ projection: 'orthographic', ...down, height: 2 }, { smooth: false }).differing).toEqual([]);
  });

  it.each<Camera>([
    { projection: 'perspective', ...down, fovDegrees: 35 },
    { projection: 'perspective', ...down, target: [0.12, 0.05, 0], fovDegrees: 35 },
    { projection: 'orthographic', ...down, target: [0.12, 0.05, 0], height: 2 },
  ])('shows what an eye behind it sees, but for a pixel or two at edges: $projection to $target', (camera) => {
    // The mirrored rays start a little off the mirror.
    expect(bothWays(camera, {}).differing.length).toBeLessThan(3);
  });
});

describe.each(PROJECTIONS)('mirrors in a %s view', (projection) => {
  const soups = [randomSoup(7221), randomSoup(7222, 20)];
  const scene = {
    camera: randomCamera(7223, projection),
    ...SIZE,
    background: BLACK,
    meshShading: createShading({ light: normalize([1, 2, 3]) }),
    shadows: true,
  } as const;
  const castWith = (reflectivity: number | undefined, options: Partial<SceneOptions> = {}) =>
    castScene({
      ...scene,
      meshes: soups.map((mesh, index) => ({ mesh, reflectivity, opacity: index === 0 ? 1 : 0.4 })),
      ...options,
    });
  const plain = castWith(undefined);

  it('change nothing without reflectivity, or without reflections', () => {
    expect(castWith(0)).toEqual(plain);
    expect(castWith(0.7, { reflections: 0 })).toEqual(plain);
  });

  it('change colours alone otherwise', () => {
    const { ids, depths, hitCount, ...image } = castWith(0.7);
    expect({ ids, depths, hitCount }).toEqual({ ids: plain.ids, depths: plain.depths, hitCount: plain.hitCount });
    expect(image.colors).not.toEqual(plain.colors);
    expect(castWith(0.7, { reflections: 1 }).colors).not.toEqual(image.colors);
  });
});
