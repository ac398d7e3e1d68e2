/** The float64 CPU reference of the mesh renderer: what is hit where, held to laws that need no other implementation. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, type OrthographicCamera } from '../../../src/camera/camera.js';
import type { Affine } from '../../../src/math/affine.js';
import { subpixelOffsets } from '../../../src/math/subpixels.js';
import { addScaled, dot, length, scale, type Vec3 } from '../../../src/math/vec3.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { type CastMeshOptions, castMesh, NO_TRIANGLE } from '../../../src/reference/mesh/cast-mesh.js';
import { intersectTriangle, shearRay } from '../../../src/reference/mesh/intersect-triangle.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { createRandom, randomDirection, randomPoint } from '../../camera/random.js';
import { cornersOf } from '../../mesh/measure-mesh.js';
import { BLACK, expectSameColors, pixelAt, SIZE } from '../cast-scenes.js';
import {
  CULLS,
  expectSameImage,
  facetOf,
  largestError,
  meshOf,
  PIXELS,
  PROJECTIONS,
  randomCamera,
  randomSoup,
  rayAt,
  snapPoint,
  transformScene,
  UNLIT,
} from '../mesh-scenes.js';

describe.each(PROJECTIONS.flatMap((projection) => [6201, 6202].map((seed) => ({ projection, seed }))))(
  'a $projection view of a soup of triangles, seed $seed',
  ({ projection, seed }) => {
    const meshes = [randomSoup(seed)];
    const camera = randomCamera(seed + 2, projection);
    const shading = createShading({ light: snapPoint(randomDirection(createRandom(seed + 3))) });
    const options: CastMeshOptions = { meshes, camera, ...SIZE, background: [0.2, 0.4, 0.1], shading, shadows: true };
    const image = castMesh(options);

    it('shows several triangles, and some of the background', () => {
      expect(new Set(image.ids).size).toBeGreaterThan(10);
      expect(image.ids).toContain(NO_TRIANGLE);
      expect(image.hitCount).toBe(image.ids.filter((id) => id !== NO_TRIANGLE).length);
    });

    it.each(CULLS)('finds the nearest of all triangles with cull %s', (cull) => {
      // The eye among the triangles, too: some of them are behind it or beside it.
      const inside = { ...camera, eye: [0.1, 0.2, -0.1], target: scale(camera.eye, -1) } as const;
      for (const view of [camera, inside]) {
        const { ids, depths } = castMesh({ ...options, camera: view, cull });
        const corners = cornersOf(meshes[0]!);
        for (const n of PIXELS) {
          const ray = rayAt(view, n);
          const sheared = shearRay(ray);
          const relative = corners.map((coordinate, at) => coordinate - ray.origin[at % 3]!);
          let [nearest, id] = [Infinity, NO_TRIANGLE];
          for (let triangle = 0; triangle < corners.length / 9; triangle++) {
            const hit = intersectTriangle(sheared, relative.subarray(9 * triangle, 9 * triangle + 9));
            if (!hit || cull === (hit.isFront ? 'front' : 'back') || hit.t >= nearest) continue;
            [nearest, id] = [hit.t, triangle];
          }
          expect([ids[n], depths[n]]).toEqual([id, nearest]);
        }
      }
    });

    it('is the nearer of its fronts and its backs', () => {
      const [fronts, backs] = [castMesh({ ...options, cull: 'back' }), castMesh({ ...options, cull: 'front' })];
      const both = PIXELS.filter((n) => fronts.depths[n]! < Infinity && backs.depths[n]! < Infinity);
      expect(both.length).toBeGreaterThan(20);
      for (const n of PIXELS) {
        const nearer = fronts.depths[n]! < backs.depths[n]! ? fronts : backs;
        expect([image.ids[n], image.depths[n]]).toEqual([nearer.ids[n], nearer.depths[n]]);
        expect(pixelAt(image.colors, n, 0)).toEqual(pixelAt(nearer.colors, n, 0));
      }
      for (const n of PIXELS.filter((pixel) => fronts.ids[pixel] !== NO_TRIANGLE)) {
        expect(dot(facetOf(meshes[0]!, fronts.ids[n]!).normal, rayAt(camera, n).direction)).toBeLessThan(0);
      }
    });

    it('is the same turned, mesh, camera and light', () => {
      // By the quaternion 1 + 2i − 3j + 4k; all coordinates are 30 times as large, which keeps them on the grid.
      const rotation = [
        [-20, -20, 10],
        [-4, -10, -28],
        [22, -20, 4],
      ] as const;
      const columns = [0, 1, 2].map((axis) => rotation.map((row) => row[axis]!)) as unknown as Affine['columns'];
      expect(columns.map((column) => length(column))).toEqual([30, 30, 30]);
      expectSameImage(castMesh(transformScene(options, { columns, origin: [0, 0, 0] })), image, 30);
    });

    it('is the same with every length times 1000', () => {
      const columns = [
        [1000, 0, 0],
        [0, 1000, 0],
        [0, 0, 1000],
      ] as const;
      expectSameImage(castMesh(transformScene(options, { columns, origin: [0, 0, 0] })), image, 1000);
    });

    it('is the same far from zero', () => {
      const columns = [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ] as const;
      expectSameImage(castMesh(transformScene(options, { columns, origin: [1e6, -2e6, 3e6] })), image);
    });

    it('is the same as two meshes, whose ids run on', () => {
      const [{ positions, triangles, faceColors }] = meshes as [Mesh];
      const part = (from: number, to?: number) =>
        createMesh({
          positions,
          triangles: triangles.slice(3 * from, to && 3 * to),
          faceColors: faceColors!.slice(4 * from, to && 4 * to),
        });
      expectSameImage(castMesh({ ...options, meshes: [part(0, 23), part(23)] }), image);
    });

    it('writes straight alpha that, put over the background, is the image with it', () => {
      const many = { ...options, samplesPerPixel: 3 };
      const straight = castMesh({ ...many, background: 'transparent' }).colors;
      const background = options.background as Vec3;
      const over = straight.map((value, n) => {
        const alpha = straight[n - (n % 4) + 3]!;
        return n % 4 === 3 ? 1 : alpha * value + (1 - alpha) * background[n % 4]!;
      });
      expectSameColors(castMesh(many).colors, over);
      expect(straight.some((alpha, n) => n % 4 === 3 && alpha > 0 && alpha < 1)).toBe(true);
    });

    it('leaves out triangles that are bad or have no area, and counts them', () => {
      const [{ positions, triangles, faceColors }] = meshes as [Mesh];
      const vertexCount = positions.length / 3;
      const [nan, infinite] = [vertexCount, vertexCount + 1];
      const bad = [
        [nan, 1, 2],
        [3, infinite, 5],
        [0, 1, vertexCount + 2],
        [0, 1, 0xffffffff],
        [7, 7, 8],
        [4, 4, 4],
      ];
      const mesh = createMesh({
        positions: Float32Array.of(...positions, Number.NaN, 0, 0, 0, Infinity, 0),
        triangles: Uint32Array.of(...bad.slice(0, 3).flat(), ...triangles, ...bad.slice(3).flat()),
        faceColors: Uint8Array.of(...new Uint8Array(12), ...faceColors!, ...new Uint8Array(12)),
      });
      const withBad = castMesh({ ...options, meshes: [mesh, ...meshes] });
      // Slivers may have lost their area on the grid.
      expect(image.trianglesSkipped).toBeLessThan(5);
      expect(withBad.trianglesSkipped).toBe(bad.length + 2 * image.trianglesSkipped);
      const shifted = (count: number) => image.ids.map((id) => (id === NO_TRIANGLE ? id : id + count));
      expectSameImage(withBad, { ...image, ids: shifted(3) });
      const onlyBad = createMesh({ positions: mesh.positions, triangles: Uint32Array.from(bad.flat()) });
      expectSameImage(castMesh({ ...options, meshes: [onlyBad, ...meshes] }), { ...image, ids: shifted(bad.length) });
    });
  },
);

describe.each(PROJECTIONS)('a sphere in a %s view', (projection) => {
  const sphere = createIcosphere({ subdivisions: 2 });
  /** The largest sphere inside the mesh, which its triangles' planes touch. */
  const innerRadius = Math.min(
    ...Array.from({ length: sphere.triangles.length / 3 }, (_, triangle) => {
      const { corners, normal } = facetOf(sphere, triangle);
      return dot(normal, corners[0]);
    }),
  );
  const outerRadius = 1 + 2 ** -23;
  const camera = randomCamera(6301, projection);
  const options: CastMeshOptions = { meshes: [sphere], camera, ...SIZE, background: BLACK };

  /** Where a ray enters a sphere about zero and leaves it. */
  const crossings = (n: number, radius: number) => {
    const { origin, direction } = rayAt(camera, n);
    const middle = -dot(origin, direction);
    const half = Math.sqrt(radius ** 2 - length(addScaled(origin, direction, middle)) ** 2);
    return { enter: middle - half, leave: middle + half };
  };

  it('is hit where it should be, to the depth of its facets', () => {
    const { depths } = castMesh(options);
    const insides = castMesh({ ...options, cull: 'front' }).depths;
    let certain = 0;
    for (const n of PIXELS) {
      const [outer, inner] = [crossings(n, outerRadius), crossings(n, innerRadius)];
      if (Number.isNaN(outer.enter)) {
        expect([depths[n], insides[n]]).toEqual([Infinity, Infinity]);
      } else if (!Number.isNaN(inner.enter)) {
        certain++;
        expect(depths[n]).toBeGreaterThanOrEqual(outer.enter);
        expect(depths[n]).toBeLessThanOrEqual(inner.enter);
        expect(insides[n]).toBeGreaterThanOrEqual(inner.leave);
        expect(insides[n]).toBeLessThanOrEqual(outer.leave);
      }
    }
    expect(innerRadius).toBeGreaterThan(0.95);
    expect(certain).toBeGreaterThan(80);
  });

  it('looks the same without its backs', () => {
    expect(castMesh({ ...options, cull: 'back' })).toEqual(castMesh(options));
  });

  it.each([6311, 6312, 6313])('has its inside at every pixel seen from there, seed %i', (seed) => {
    const random = createRandom(seed);
    const eye = randomPoint(random, -0.3, 0.3);
    const pose = { eye, target: randomPoint(random, 2, 3), up: randomDirection(random) };
    const inside: Camera =
      projection === 'perspective' ? { ...pose, projection, fovDegrees: 140 } : { ...pose, projection, height: 0.5 };
    const image = castMesh({ ...options, camera: inside, cull: 'front', samplesPerPixel: 2 });
    expect(image.hitCount).toBe(2 * PIXELS.length);
    expect(image.ids).not.toContain(NO_TRIANGLE);
    expect(castMesh({ ...options, camera: inside, cull: 'back' }).hitCount).toBe(0);
  });
});

describe('triangles that go through one another', () => {
  it('are nearest on their own sides of the line where they meet', () => {
    // The planes z = x and z = −x, seen from above.
    const roof = meshOf(
      [
        [-9, -9, -9],
        [9, -9, 9],
        [0, 9, 0],
        [-9, -9, 9],
        [9, -9, -9],
      ],
      [0, 1, 2, 3, 4, 2],
    );
    const camera: Camera = {
      projection: 'orthographic',
      eye: [0, -5, 10],
      target: [0, -5, 0],
      up: [0, 1, 0],
      height: 6,
    };
    const { ids, depths } = castMesh({ meshes: [roof], camera, ...SIZE, background: BLACK });
    for (const n of PIXELS) {
      const [x] = rayAt(camera, n).origin;
      expect(ids[n]).toBe(x > 0 ? 0 : 1);
      expect(depths[n]).toBeCloseTo(10 - Math.abs(x), 12);
    }
  });

  it('are the first ones where they are equally near', () => {
    const soup = randomSoup(6401);
    const camera = randomCamera(6402, 'perspective');
    const options = { camera, ...SIZE, background: BLACK } as const;
    const { ids } = castMesh({ ...options, meshes: [soup] });
    expect(castMesh({ ...options, meshes: [soup, soup, soup] }).ids).toEqual(ids);
    const black = createMesh({ ...soup, faceColors: new Uint8Array(4 * 60) });
    const { colors } = castMesh({ ...options, meshes: [black, soup], shading: UNLIT });
    expectSameColors(
      colors,
      colors.map((_, n) => Number(n % 4 === 3)),
    );
  });
});

describe('several samples per pixel', () => {
  it('are the mean of as many moved images, with the ids and depths of the first', () => {
    const seed = 6701;
    const camera = randomCamera(seed, 'orthographic') as OrthographicCamera;
    const { right, up } = cameraBasis(camera);
    const options = { meshes: [randomSoup(seed)], ...SIZE, background: [0.2, 0.9, 0.1] as const };
    const images = subpixelOffsets(5).map(([toRight, upwards]) => {
      const pixelWorld = camera.height / SIZE.height;
      const move = (p: Vec3) => addScaled(addScaled(p, right, toRight * pixelWorld), up, upwards * pixelWorld);
      return castMesh({ ...options, camera: { ...camera, eye: move(camera.eye), target: move(camera.target) } });
    });
    const mean = images[0]!.colors.map((_, n) => images.reduce((sum, { colors }) => sum + colors[n]! / 5, 0));
    const many = castMesh({ ...options, camera, samplesPerPixel: 5 });
    expectSameColors(many.colors, mean, 9);
    expect(many.ids).toEqual(images[0]!.ids);
    expect(largestError(many.depths, images[0]!.depths)).toBeLessThan(1e-12);
    expect(many.hitCount).toBe(images.reduce((sum, { hitCount }) => sum + hitCount, 0));
  });
});
