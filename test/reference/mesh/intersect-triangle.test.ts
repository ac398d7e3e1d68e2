/** Ray against triangle: its place by construction, and closed meshes through which no ray slips. */
import { describe, expect, it } from 'vitest';
import type { Ray } from '../../../src/camera/camera.js';
import { add, addScaled, cross, distance, dot, normalize, scale, subtract, type Vec3 } from '../../../src/math/vec3.js';
import { createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { intersectTriangle, shearRay } from '../../../src/reference/mesh/intersect-triangle.js';
import { expectClose } from '../../camera/closeness.js';
import { between, createRandom, type Random, randomDirection, randomPoint } from '../../camera/random.js';
import { cornersOf } from '../../mesh/measure-mesh.js';

type Triangle = readonly [Vec3, Vec3, Vec3];

/** With the triangle in the world, and without −0, which tests would tell from 0. */
function intersect(ray: Ray, corners: readonly Vec3[]) {
  const relative = Float64Array.from(corners.flatMap((corner) => subtract(corner, ray.origin)));
  const hit = intersectTriangle(shearRay(ray), relative);
  return hit && { ...hit, u: hit.u + 0, v: hit.v + 0 };
}

const pointAt = ([a, b, c]: Triangle, u: number, v: number): Vec3 =>
  addScaled(addScaled(scale(a, 1 - u - v), b, u), c, v);

const randomTriangle = (random: Random): Triangle => [
  randomPoint(random, -1, 1),
  randomPoint(random, -1, 1),
  randomPoint(random, -1, 1),
];

const ORIGIN: Vec3 = [0, 0, 0];

describe.each([6101, 6102, 6103, 6104])('a ray through a known place of a triangle’s plane, seed %i', (seed) => {
  const random = createRandom(seed);
  const cases = Array.from({ length: 500 }, () => {
    const triangle = randomTriangle(random);
    const [u, v] = [between(random, -0.5, 1.5), between(random, -0.5, 1.5)];
    const direction = randomDirection(random);
    const t = between(random, 0.1, 20);
    return { triangle, u, v, t, ray: { origin: addScaled(pointAt(triangle, u, v), direction, -t), direction } };
  });
  /** Sine of the angle between the ray and the plane: rounding is magnified by its inverse. */
  const sineOf = ([a, b, c]: Triangle, { direction }: Ray) =>
    dot(normalize(cross(subtract(b, a), subtract(c, a))), direction);
  const steep = cases.filter(({ triangle, ray }) => Math.abs(sineOf(triangle, ray)) > 0.05);

  it('meets it there if it is inside, and misses it otherwise', () => {
    expect(steep.length).toBeGreaterThan(300);
    for (const { triangle, u, v, t, ray } of steep) {
      const hit = intersect(ray, triangle);
      if (u < 0 || v < 0 || u + v > 1) {
        expect(hit).toBeUndefined();
        continue;
      }
      expect(hit!.t).toBeCloseTo(t, 10);
      const [a, , c] = triangle;
      // A triangle as thin as these few are leaves u and v less well known than the place.
      expect(distance(pointAt(triangle, hit!.u, hit!.v), pointAt(triangle, u, v))).toBeLessThan(1e-10);
      if (distance(a, c) > 0.5) expect(hit!.isFront).toBe(sineOf(triangle, ray) < 0);
    }
  });

  it('does not care which corner is the first, and sees the other side with two of them swapped', () => {
    for (const { triangle, ray } of steep) {
      const [a, b, c] = triangle;
      const [hit, turned, swapped] = [triangle, [b, c, a], [a, c, b]].map((corners) => intersect(ray, corners));
      expect([turned === undefined, swapped === undefined]).toEqual([hit === undefined, hit === undefined]);
      if (!hit) continue;
      expect([turned!.isFront, swapped!.isFront]).toEqual([hit.isFront, !hit.isFront]);
      expectClose([turned!.u, turned!.v, turned!.t], [hit.v, 1 - hit.u - hit.v, hit.t], 100);
      expectClose([swapped!.u, swapped!.v, swapped!.t], [hit.v, hit.u, hit.t], 100);
    }
  });

  it('does not meet what is behind it', () => {
    for (const { triangle, ray } of steep) {
      const opposite = { origin: ray.origin, direction: scale(ray.direction, -1) };
      expect(intersect(opposite, triangle)).toBeUndefined();
    }
  });
});

describe('intersectTriangle', () => {
  const triangle: Triangle = [
    [1, 1, 0],
    [3, 1, 0],
    [1, 4, 0],
  ];
  const down = (x: number, y: number): Ray => ({ origin: [x, y, 5], direction: [0, 0, -1] });

  it('has hits exactly on corners and edges', () => {
    expect(intersect(down(1, 1), triangle)).toEqual({ t: 5, u: 0, v: 0, isFront: true });
    expect(intersect(down(3, 1), triangle)).toEqual({ t: 5, u: 1, v: 0, isFront: true });
    expect(intersect(down(1, 4), triangle)).toEqual({ t: 5, u: 0, v: 1, isFront: true });
    expect(intersect(down(2, 1), triangle)).toEqual({ t: 5, u: 0.5, v: 0, isFront: true });
    expect(intersect(down(2, 2.5), triangle)).toEqual({ t: 5, u: 0.5, v: 0.5, isFront: true });
    expect(intersect(down(1, 0.999), triangle)).toBeUndefined();
  });

  it('has no hit at the ray’s origin', () => {
    expect(intersect({ origin: [1.5, 1.5, 0], direction: [0, 0, -1] }, triangle)).toBeUndefined();
    expect(intersect({ origin: [1.5, 1.5, 1e-300], direction: [0, 0, -1] }, triangle)?.t).toBe(1e-300);
  });

  it('has no hit from the side, nor without area', () => {
    expect(intersect({ origin: [0, 2, 0], direction: [1, 0, 0] }, triangle)).toBeUndefined();
    const [a, b] = triangle;
    expect(intersect(down(2, 1), [a, b, [2, 1, 0]])).toBeUndefined();
    expect(intersect(down(1, 1), [a, a, a])).toBeUndefined();
  });

  it.each([0, 1, 2])('sees the front where the corners are counter-clockwise, along axis %i', (axis) => {
    const unit = (index: number): Vec3 => [0, 1, 2].map((n) => (n === index % 3 ? 1 : 0)) as unknown as Vec3;
    const [right, up, outwards] = [unit(axis + 1), unit(axis + 2), unit(axis)];
    const place = addScaled(scale(right, 0.25), up, 0.25);
    const hit = (side: 1 | -1) =>
      intersect({ origin: addScaled(place, outwards, side), direction: scale(outwards, -side) }, [ORIGIN, right, up]);
    expect(hit(1)).toEqual({ t: 1, u: 0.25, v: 0.25, isFront: true });
    expect(hit(-1)).toEqual({ t: 1, u: 0.25, v: 0.25, isFront: false });
  });

  it('measures t in lengths of the direction', () => {
    expect(intersect({ origin: [1.5, 1.5, 5], direction: [0, 0, -0.5] }, triangle)?.t).toBe(10);
  });
});

describe.each([0, 1, 2])('a fan of triangles seen along axis %i', (axis) => {
  // Counter-clockwise about the middle, and as even integers: rays along the axis are exactly on corners and edges.
  const rim = [0, 1, 2, 3, 4, 5, 6].map((n) => {
    const [x, y] = [Math.cos((2 * Math.PI * n) / 7), Math.sin((2 * Math.PI * n) / 7)];
    return [2 * Math.round(100 * x), 2 * Math.round(100 * y), 2 * n] as const;
  });
  const turn = (point: Vec3): Vec3 => [0, 1, 2].map((n) => point[(n + 5 - axis) % 3]!) as unknown as Vec3;
  const fan = rim.map((point, n) => [ORIGIN, point, rim[(n + 1) % 7]!].map(turn));
  const seenAlong = (place: Vec3) => {
    const ray = { origin: turn([place[0], place[1], place[2] + 50]), direction: turn([0, 0, -1]) };
    return fan
      .map((triangle) => intersect(ray, triangle))
      .map((hit) => hit && [Math.round(hit.t * 1e9) / 1e9, hit.isFront]);
  };

  it('is hit in all of them through their common corner', () => {
    expect(seenAlong(ORIGIN)).toEqual(fan.map(() => [50, true]));
  });

  it('is hit in both of those that share an edge, and in no other', () => {
    for (const [n, point] of rim.entries()) {
      const sharing = [(n + 6) % 7, n];
      expect(seenAlong(scale(point, 0.5))).toEqual(fan.map((_, at) => (sharing.includes(at) ? [50, true] : undefined)));
    }
  });
});

describe.each([
  { name: 'icosphere', mesh: createIcosphere({ subdivisions: 2 }), seed: 6121 },
  { name: 'torus', mesh: createTorus({ majorSegments: 24, minorSegments: 12 }), seed: 6122 },
])('a closed $name, seed $seed', ({ name, mesh, seed }) => {
  const corners = cornersOf(mesh);
  const cornerAt = (corner: number): Vec3 => [corners[3 * corner]!, corners[3 * corner + 1]!, corners[3 * corner + 2]!];
  const triangleCount = corners.length / 9;

  function hitsAlong(ray: Ray): { triangle: number; t: number }[] {
    const sheared = shearRay(ray);
    const relative = corners.map((coordinate, at) => coordinate - ray.origin[at % 3]!);
    return Array.from({ length: triangleCount }, (_, triangle) => ({
      triangle,
      t: intersectTriangle(sheared, relative.subarray(9 * triangle, 9 * triangle + 9))?.t ?? Number.NaN,
    })).filter(({ t }) => t > 0);
  }

  const random = createRandom(seed);
  /** A corner of each triangle, and a place on each of its edges. */
  const targets = Array.from({ length: triangleCount }, (_, triangle) => {
    const [a, b, c] = [0, 1, 2].map((corner) => cornerAt(3 * triangle + corner)) as [Vec3, Vec3, Vec3];
    const along = (from: Vec3, to: Vec3) => addScaled(from, subtract(to, from), random());
    return [a, along(a, b), along(b, c), along(c, a), scale(add(a, b), 0.5)];
  }).flat();

  /** The nearest point that is farthest inside: of the torus, on its circle, since from elsewhere it is not convex. */
  const middleBelow = ([x, y]: Vec3): Vec3 => (name === 'torus' ? normalize([x, y, 0]) : ORIGIN);

  const insideOf = (target: Vec3): Vec3 =>
    addScaled(middleBelow(target), randomDirection(random), between(random, 0, name === 'torus' ? 0.15 : 0.6));

  it('lets no ray from inside slip through its corners and edges', () => {
    for (const target of targets) {
      const origin = insideOf(target);
      const hits = hitsAlong({ origin, direction: normalize(subtract(target, origin)) });
      const nearest = Math.min(...hits.map(({ t }) => t));
      expect(nearest, `from (${origin}) to (${target})`).toBeLessThanOrEqual(distance(origin, target) * (1 + 1e-12));
    }
  });

  it('is met at its corners from far outside', () => {
    for (const target of targets.filter((_, n) => n % 7 === 0)) {
      // Through the inside, just below the target.
      const inside = addScaled(target, subtract(middleBelow(target), target), 0.5);
      const direction = normalize(subtract(inside, target));
      const origin = addScaled(target, direction, -between(random, 1, 1e4));
      const nearest = Math.min(...hitsAlong({ origin, direction }).map(({ t }) => t));
      expect(nearest).toBeLessThanOrEqual(distance(origin, target) * (1 + 1e-12));
    }
  });
});
