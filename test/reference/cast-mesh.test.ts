/** The float64 twin of the mesh renderer, held to laws that need no other implementation. */
import { describe, expect, it } from 'vitest';
import { type Camera, cameraBasis, type OrthographicCamera, rayThroughPixel } from '../../src/camera/camera.js';
import { fitCamera } from '../../src/camera/fit.js';
import { type Affine, transformPoint, transformVector } from '../../src/math/affine.js';
import { subpixelOffsets } from '../../src/math/subpixels.js';
import { addScaled, cross, distance, dot, length, normalize, scale, subtract, type Vec3 } from '../../src/math/vec3.js';
import { createGrid, createIcosphere, createTorus, createTriangleSoup } from '../../src/mesh/generate.js';
import { mergeMeshes } from '../../src/mesh/merge-meshes.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import { computeNormals } from '../../src/mesh/normals.js';
import {
  type CastMeshOptions,
  castMesh,
  type MeshImage,
  NO_TRIANGLE,
  SHADOW_OFFSET,
} from '../../src/reference/cast-mesh.js';
import { intersectTriangle, shearRay } from '../../src/reference/intersect-triangle.js';
import { createShading } from '../../src/transfer/shading.js';
import { expectClose } from '../camera/closeness.js';
import { createRandom, randomDirection, randomPoint } from '../camera/random.js';
import { cornersOf } from '../mesh/measure-mesh.js';
import { BLACK, expectSameColors, pixelAt, SIZE } from './cast-scenes.js';

const PROJECTIONS = ['perspective', 'orthographic'] as const;
const UNLIT = createShading({ ambient: 1, diffuse: 0, specular: 0 });
const CULLS = ['none', 'back', 'front'] as const;

const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, n) => n);
const rayAt = (camera: Camera, n: number) => rayThroughPixel(camera, SIZE, n % SIZE.width, Math.floor(n / SIZE.width));

const cornerOf = (corners: Float64Array, triangle: number, corner: number): Vec3 => {
  const at = 9 * triangle + 3 * corner;
  return [corners[at]!, corners[at + 1]!, corners[at + 2]!];
};

const meshOf = (positions: readonly Vec3[], triangles: readonly number[]) =>
  createMesh({ positions: Float32Array.from(positions.flat()), triangles: Uint32Array.from(triangles) });

/** Grid coordinates that float32 holds exactly, times up to a thousand too. */
const snap = (coordinate: number) => Math.round(coordinate * 2 ** 15) / 2 ** 15;
const snapPoint = (point: Vec3) => point.map(snap) as unknown as Vec3;
const snapMesh = (mesh: Mesh) => createMesh({ ...mesh, positions: mesh.positions.map(snap) });

/** Triangles of all kinds about zero, with a colour each. */
function randomSoup(seed: number, count = 60): Mesh {
  const random = createRandom(seed + 1);
  const faceColors = Uint8Array.from({ length: 4 * count }, (_, n) => (n % 4 === 3 ? 255 : 256 * random()));
  return snapMesh(createMesh({ ...createTriangleSoup({ count, seed }), faceColors }));
}

/** From outside, with an eye on the grid. */
function randomCamera(seed: number, projection: Camera['projection']): Camera {
  const random = createRandom(seed);
  const [forward, up] = [randomDirection(random), randomDirection(random)];
  const fitted = fitCamera({ center: [0, 0, 0], radius: 1.2 }, { forward, up }, { aspect: 1.5, projection });
  return { ...fitted, eye: snapPoint(fitted.eye), target: [0, 0, 0] };
}

/** Everything of the scene that lies in the world, moved by a similarity that keeps the vertices exact. */
function transformScene(options: CastMeshOptions, map: Affine): CastMeshOptions {
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
    ...(light && light !== 'headlight' && { shading: { ...shading, light: transformVector(map, light) } }),
  };
}

const largestError = (actual: Float64Array, expected: Float64Array) =>
  expected.reduce(
    (worst, value, n) => (value === actual[n] ? worst : Math.max(worst, Math.abs(value - actual[n]!))),
    0,
  );

function expectSameImage(actual: MeshImage, expected: MeshImage, scaleWorld = 1): void {
  expect(actual.ids).toEqual(expected.ids);
  expect(
    largestError(
      actual.depths.map((depth) => depth / scaleWorld),
      expected.depths,
    ),
  ).toBeLessThan(1e-8);
  expectSameColors(actual.colors, expected.colors, 7);
  expect(actual.hitCount).toBe(expected.hitCount);
}

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
      const inside = { ...camera, eye: scale(camera.target, 0.5), target: subtract(camera.target, camera.eye) };
      for (const view of [camera, inside]) {
        const { ids, depths } = castMesh({ ...options, camera: view, cull });
        const corners = cornersOf(meshes[0]!);
        for (const n of pixels) {
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
      const both = pixels.filter((n) => fronts.depths[n]! < Infinity && backs.depths[n]! < Infinity);
      expect(both.length).toBeGreaterThan(20);
      for (const n of pixels) {
        const nearer = fronts.depths[n]! < backs.depths[n]! ? fronts : backs;
        expect([image.ids[n], image.depths[n]]).toEqual([nearer.ids[n], nearer.depths[n]]);
        expect(pixelAt(image.colors, n, 0)).toEqual(pixelAt(nearer.colors, n, 0));
      }
      const corners = cornersOf(meshes[0]!);
      for (const n of pixels.filter((pixel) => fronts.ids[pixel] !== NO_TRIANGLE)) {
        const [a, b, c] = [0, 1, 2].map((corner) => cornerOf(corners, fronts.ids[n]!, corner)) as [Vec3, Vec3, Vec3];
        expect(dot(cross(subtract(b, a), subtract(c, a)), rayAt(camera, n).direction)).toBeLessThan(0);
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
      const shifted = image.ids.map((id) => (id === NO_TRIANGLE ? id : id + 3));
      expectSameImage(withBad, { ...image, ids: shifted });
    });
  },
);

describe.each(PROJECTIONS)('a sphere in a %s view', (projection) => {
  const sphere = createIcosphere({ subdivisions: 2 });
  const corners = cornersOf(sphere);
  /** The largest sphere inside the mesh, which its triangles' planes touch. */
  const innerRadius = Math.min(
    ...Array.from({ length: corners.length / 9 }, (_, triangle) => {
      const [a, b, c] = [0, 1, 2].map((corner) => cornerOf(corners, triangle, corner)) as [Vec3, Vec3, Vec3];
      return Math.abs(dot(normalize(cross(subtract(b, a), subtract(c, a))), a));
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
    for (const n of pixels) {
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
    expect(image.hitCount).toBe(2 * pixels.length);
    expect(image.ids).not.toContain(NO_TRIANGLE);
    expect(castMesh({ ...options, camera: inside, cull: 'back' }).hitCount).toBe(0);
  });

  it('interpolates its normals, which are those of the exact sphere', () => {
    const light = normalize([0.3, -0.7, 0.5]);
    const shading = createShading({ ambient: 0.1, diffuse: 0.5, specular: 0.4, shininess: 5, light });
    const { colors, depths } = castMesh({ ...options, shading, meshColor: [0.5, 0.25, 0] });
    for (const n of pixels.filter((pixel) => depths[pixel]! < Infinity)) {
      const { origin, direction } = rayAt(camera, n);
      const normal = normalize(addScaled(origin, direction, depths[n]!));
      const half = normalize(subtract(light, direction));
      const share = 0.1 + 0.5 * Math.abs(dot(normal, light));
      const highlight = 0.4 * Math.abs(dot(normal, half)) ** 5;
      const expected = [0.5 * share + highlight, 0.25 * share + highlight, highlight, 1];
      // The normals are float32.
      for (const [channel, value] of pixelAt(colors, n, 0).entries()) expect(value).toBeCloseTo(expected[channel]!, 6);
    }
  });

  it('has facets where it is flat, each lit by its own plane', () => {
    const light = normalize([0.3, -0.7, 0.5]);
    const shading = createShading({ ambient: 0, diffuse: 1, specular: 0, light });
    const image = castMesh({ ...options, shading, smooth: false, meshColor: [1, 1, 1] });
    for (const n of pixels.filter((pixel) => image.ids[pixel] !== NO_TRIANGLE)) {
      const [a, b, c] = [0, 1, 2].map((corner) => cornerOf(corners, image.ids[n]!, corner)) as [Vec3, Vec3, Vec3];
      const normal = normalize(cross(subtract(b, a), subtract(c, a)));
      expect(image.colors[4 * n]).toBeCloseTo(Math.abs(dot(normal, light)), 12);
    }
    const zero = createMesh({ ...sphere, normals: new Float32Array(sphere.positions.length) });
    expectSameImage(castMesh({ ...options, shading, meshes: [zero], meshColor: [1, 1, 1] }), image);
  });

  it('has a dark side with shadows: all triangles that face away from the light', () => {
    const light = normalize([0.6, 0.5, -0.7]);
    const shading = createShading({ ambient: 0.25, diffuse: 0.5, specular: 0, light });
    const image = castMesh({ ...options, shading, smooth: false, shadows: true, meshColor: [1, 1, 1] });
    const dark = pixels.filter((n) => image.colors[4 * n] === 0.25);
    expect(dark.length).toBeGreaterThan(20);
    for (const n of pixels.filter((pixel) => image.ids[pixel] !== NO_TRIANGLE)) {
      const [a, b, c] = [0, 1, 2].map((corner) => cornerOf(corners, image.ids[n]!, corner)) as [Vec3, Vec3, Vec3];
      const facing = dot(normalize(cross(subtract(b, a), subtract(c, a))), light);
      expect(image.colors[4 * n]).toBeCloseTo(0.25 + 0.5 * Math.max(facing, 0), 12);
    }
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
    for (const n of pixels) {
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
    const black = createMesh({ ...soup, faceColors: new Uint8Array(240) });
    expect(castMesh({ ...options, meshes: [black, soup], shading: UNLIT }).colors.filter((_, n) => n % 4 < 3)).toEqual(
      new Float64Array(3 * pixels.length),
    );
  });
});

describe('colours', () => {
  const camera = randomCamera(6501, 'perspective');
  const options = { camera, ...SIZE, background: BLACK, shading: UNLIT } as const;
  const random = createRandom(6502);
  const vertexCount = 30;
  const byte = () => Math.floor(256 * random());
  const bytes = (count: number) => Uint8Array.from({ length: 4 * count }, (_, n) => (n % 4 === 3 ? 255 : byte()));
  const vertexColors = bytes(vertexCount);
  const faceColors = bytes(vertexCount / 3);
  // Each vertex is at its colour, so that the colour of every point is the point, moved.
  const positions = Float32Array.from(
    vertexColors.filter((_, n) => n % 4 < 3),
    (value) => value / 128 - 1,
  );
  const triangles = Uint32Array.from({ length: vertexCount }, (_, n) => n);
  const meshWith = (colors: Partial<Mesh>) => createMesh({ positions, triangles, ...colors });
  const plain = castMesh({ ...options, meshes: [meshWith({})] });
  const hits = pixels.filter((n) => plain.ids[n] !== NO_TRIANGLE);
  const colorsOf = (colors: Partial<Mesh>) => castMesh({ ...options, meshes: [meshWith(colors)] }).colors;
  const atVertices = (n: number): Vec3 => {
    const { origin, direction } = rayAt(camera, n);
    return addScaled([128 / 255, 128 / 255, 128 / 255], addScaled(origin, direction, plain.depths[n]!), 128 / 255);
  };
  const atFace = (n: number) => [...faceColors.subarray(4 * plain.ids[n]!)].slice(0, 3).map((value) => value / 255);

  it('are the mesh’s one colour if it has no other', () => {
    expect(hits.length).toBeGreaterThan(50);
    for (const n of hits) expect(pixelAt(plain.colors, n, 0)).toEqual([0.8, 0.8, 0.8, 1]);
    const orange = castMesh({ ...options, meshes: [meshWith({})], meshColor: [1, 0.5, 0] }).colors;
    for (const n of hits) expect(pixelAt(orange, n, 0)).toEqual([1, 0.5, 0, 1]);
  });

  it('are interpolated between vertices', () => {
    const colors = colorsOf({ vertexColors });
    for (const n of hits) expectClose(pixelAt(colors, n, 0).slice(0, 3) as unknown as Vec3, atVertices(n), 10);
  });

  it('are those of faces', () => {
    const colors = colorsOf({ faceColors });
    for (const n of hits)
      expectClose(pixelAt(colors, n, 0).slice(0, 3) as unknown as Vec3, atFace(n) as unknown as Vec3);
  });

  it('are multiplied where there are both, so that merged meshes look like single ones', () => {
    const colors = colorsOf({ vertexColors, faceColors });
    for (const n of hits) {
      const expected = atVertices(n).map((channel, axis) => channel * atFace(n)[axis]!) as unknown as Vec3;
      expectClose(pixelAt(colors, n, 0).slice(0, 3) as unknown as Vec3, expected, 10);
    }
    const soup = randomSoup(6503, 20);
    const meshes = [meshWith({ vertexColors }), soup];
    expectSameImage(castMesh({ ...options, meshes: [mergeMeshes(meshes)] }), castMesh({ ...options, meshes }));
  });
});

describe('normals', () => {
  const light = normalize([0.2, 0.9, 0.4]);
  const options = { ...SIZE, background: BLACK, shading: createShading({ light }) } as const;

  it('make no difference to a flat mesh', () => {
    const turn = (point: Vec3): Vec3 => [0.6 * point[0] + 0.8 * point[2], point[1], 0.6 * point[2] - 0.8 * point[0]];
    const flat = createGrid({ width: 2, height: 3, columns: 3, rows: 2 });
    const corners = Array.from({ length: 12 }, (_, n) =>
      turn(flat.positions.subarray(3 * n, 3 * n + 3) as unknown as Vec3),
    );
    for (const grid of [flat, meshOf(corners, [...flat.triangles])]) {
      const scene = { ...options, meshes: [grid], camera: randomCamera(6601, 'perspective') };
      const [flatImage, smoothImage] = [castMesh({ ...scene, smooth: false }), castMesh(scene)];
      expect(flatImage.hitCount).toBeGreaterThan(50);
      // The vertices' normals are float32.
      expectSameColors(smoothImage.colors, flatImage.colors, 6);
    }
  });

  it('are computed where a mesh has none, and smooth it', () => {
    const torus = createTorus({ majorSegments: 20, minorSegments: 10 });
    const scene = { ...options, camera: randomCamera(6602, 'orthographic') };
    const smooth = castMesh({ ...scene, meshes: [torus] });
    const normals = computeNormals(torus);
    expect(castMesh({ ...scene, meshes: [createMesh({ ...torus, normals })] })).toEqual(smooth);
    expect(castMesh({ ...scene, meshes: [torus], smooth: false }).colors).not.toEqual(smooth.colors);
    const inwards = createMesh({ ...torus, normals: normals.map((component) => -component) });
    expectSameColors(castMesh({ ...scene, meshes: [inwards] }).colors, smooth.colors);
  });
});

describe('a quad’s shadow on a plane', () => {
  const light: Vec3 = [0.5, -0.25, 1];
  const shading = createShading({ ambient: 0.2, diffuse: 0.6, specular: 0, light });
  const ground = meshOf(
    [
      [-20, -20, 0],
      [20, -20, 0],
      [20, 20, 0],
      [-20, 20, 0],
    ],
    [0, 1, 2, 0, 2, 3],
  );
  const [left, right, bottom, top, high] = [-1.03, 0.97, -0.52, 1.47, 2];
  const quad = meshOf(
    [
      [left, bottom, high],
      [right, bottom, high],
      [right, top, high],
      [left, top, high],
    ],
    [0, 1, 2, 0, 2, 3],
  );
  const slanted = { eye: [1, -7, 6], target: [-0.5, 0, 0], up: [0, 0, 1] } as const;
  const views: readonly Camera[] = [
    { projection: 'orthographic', eye: [0, 0, 5], target: [0, 0, 0], up: [0, 1, 0], height: 5 },
    { projection: 'orthographic', ...slanted, height: 5 },
    { projection: 'perspective', ...slanted, fovDegrees: 30 },
  ];
  const lit = 0.8 * (0.2 + 0.6 / length(light));

  it.each(views)('is the quad, moved along the light: $projection from $eye', (camera) => {
    for (const cull of CULLS.slice(0, 2)) {
      const options = { meshes: [ground, quad], camera, ...SIZE, background: BLACK, shading, cull };
      const image = castMesh({ ...options, shadows: true });
      let shadowed = 0;
      for (const n of pixels) {
        const { origin, direction } = rayAt(camera, n);
        const [x, y, z] = addScaled(origin, direction, image.depths[n]!);
        const [overX, overY] = [x + high * light[0], y + high * light[1]];
        const isUnder = Math.abs(z) < 1e-9 && overX > left && overX < right && overY > bottom && overY < top;
        // No pixel is as near to the shadow's edge as it moves because its ray starts off the plane.
        const margin = Math.min(...[overX - left, overX - right, overY - bottom, overY - top].map(Math.abs));
        expect(margin).toBeGreaterThan(SHADOW_OFFSET * image.depths[n]! * 0.5);
        expect(image.colors[4 * n]).toBeCloseTo(isUnder ? 0.8 * 0.2 : lit, 12);
        if (isUnder) shadowed++;
      }
      expect(shadowed).toBeGreaterThan(20);
      expect(image.ids.some((id) => id >= 2)).toBe(true);
      expectSameColors(castMesh(options).colors, castMesh({ ...options, background: [1, 1, 1] }).colors);
      expect(
        castMesh(options)
          .colors.filter((_, n) => n % 4 === 0)
          .every((red) => Math.abs(red - lit) < 1e-12),
      ).toBe(true);
    }
  });

  it('falls from what is culled and from what is not in view', () => {
    const camera: Camera = { projection: 'orthographic', eye: [0, 0, 1], target: [0, 0, 0], up: [0, 1, 0], height: 5 };
    const above = { ...camera, eye: [0, 0, 5] } as const;
    const options = { ...SIZE, background: BLACK, shading, shadows: true, cull: 'back' } as const;
    const flipped = createMesh({ ...quad, triangles: quad.triangles.toReversed() });
    const shadows = [
      castMesh({ ...options, camera, meshes: [ground, quad] }),
      castMesh({ ...options, camera: above, meshes: [ground, flipped] }),
    ];
    for (const { colors, ids } of shadows) {
      expect(Math.max(...ids)).toBeLessThan(2);
      expectSameColors(colors, shadows[0]!.colors);
      expect(colors.filter((value) => Math.abs(value - 0.16) < 1e-12).length).toBeGreaterThan(3 * 20);
    }
  });

  it('is on all of a side that the light does not reach', () => {
    const under: Camera = {
      projection: 'perspective',
      eye: [1, 2, -9],
      target: [0, 0, 0],
      up: [0, 1, 0],
      fovDegrees: 20,
    };
    const options = { meshes: [ground, quad], camera: under, ...SIZE, background: BLACK, shading } as const;
    expect(castMesh({ ...options, shadows: true }).colors.filter((_, n) => n % 4 < 3)).toEqual(
      new Float64Array(3 * pixels.length).fill(0.8 * 0.2),
    );
    expect(castMesh(options).colors[0]).toBeCloseTo(lit, 12);
  });

  it('is not there under a light at the eye', () => {
    const options = { meshes: [ground, quad], camera: views[1]!, ...SIZE, background: BLACK, shading: createShading() };
    expect(castMesh({ ...options, shadows: true })).toEqual(castMesh(options));
  });
});

describe('several samples a pixel', () => {
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
    expect(distance(right, up)).toBeGreaterThan(1);
  });
});
