/** What meshes show in the float64 CPU reference: their colours, their normals under light, and shadows. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { addScaled, dot, length, normalize, scale, subtract, type Vec3 } from '../../../src/math/vec3.js';
import { createGrid, createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { mergeMeshes } from '../../../src/mesh/merge-meshes.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { computeNormals } from '../../../src/mesh/normals.js';
import { type CastMeshOptions, castMesh, NO_TRIANGLE } from '../../../src/reference/mesh/cast-mesh.js';
import { shadeSurface, shadowColor, smoothNormal } from '../../../src/reference/mesh/shade-mesh.js';
import { createShading, SHADOW_OFFSET } from '../../../src/transfer/light/shading.js';
import { expectClose } from '../../camera/closeness.js';
import { createRandom } from '../../camera/random.js';
import { BLACK, channelOf, expectSameColors, pixelAt, SIZE } from '../cast-scenes.js';
import {
  CULLS,
  expectSameImage,
  facetOf,
  meshOf,
  PIXELS,
  PROJECTIONS,
  randomCamera,
  randomSoup,
  rayAt,
  transformScene,
  UNLIT,
} from '../mesh-scenes.js';

describe('lightSurface', () => {
  const [normal, toEye] = [
    [0, 0, 1],
    [0.6, 0, 0.8],
  ] as const;

  it('has no highlight of a light straight behind, whatever the rounding', () => {
    const shading = createShading({ ambient: 0.1, diffuse: 0.5, specular: 0.4, shininess: 0 });
    for (const tiny of [0, 1e-15]) {
      const color = shadeSurface(shading, [1, 0.5, 0], normal, toEye, [-0.6, tiny, -0.8]);
      expectClose(color, scale([1, 0.5, 0], 0.1 + 0.5 * 0.8));
    }
  });

  it('never exceeds 1', () => {
    for (const light of [{ diffuse: 3 }, { specular: 2 }, { ambient: 1.5 }]) {
      expect(shadeSurface(createShading(light), [1, 1, 0], normal, toEye, normal).slice(0, 2)).toEqual([1, 1]);
    }
    expect(shadowColor(createShading({ ambient: 3 }), [1, 0.2, 0])).toEqual([1, expect.closeTo(0.6), 0]);
  });
});

describe('smoothNormal', () => {
  const triangle = meshOf(
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [0, 1, 2],
  );
  const normalAt = (normals: readonly number[], u: number, v: number) =>
    smoothNormal(triangle, Float32Array.from(normals), { triangle: 0, u, v }, [0, 0, 1]);

  it('takes the triangle’s for a vertex that has none', () => {
    expectClose(normalAt([0, 0, 0, 1, 0, 0, 0, 1, 0], 0.25, 0.5), normalize([0.25, 0.5, 0.25]));
    expectClose(normalAt([0, 0, 0, 0, 0, 0, 0, 1, 0], 0.25, 0.5), normalize([0, 0.5, 0.5]));
  });

  it('takes the triangle’s where those of the vertices cancel', () => {
    expectClose(normalAt([1, 0, 0, -1, 0, 0, 0, 1, 0], 0.5, 0), [0, 0, 1]);
  });
});

describe.each(PROJECTIONS)('a lit sphere in a %s view', (projection) => {
  const sphere = createIcosphere({ subdivisions: 2 });
  const camera = randomCamera(6301, projection);
  const options: CastMeshOptions = { meshes: [sphere], camera, ...SIZE, background: BLACK };

  it('interpolates its normals, which are those of the exact sphere', () => {
    const light = normalize([0.3, -0.7, 0.5]);
    const shading = createShading({ ambient: 0.1, diffuse: 0.5, specular: 0.4, shininess: 5, light });
    const { colors, depths } = castMesh({ ...options, shading, meshColor: [0.5, 0.25, 0] });
    for (const n of PIXELS.filter((pixel) => depths[pixel]! < Infinity)) {
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
    for (const n of PIXELS.filter((pixel) => image.ids[pixel] !== NO_TRIANGLE)) {
      expect(image.colors[4 * n]).toBeCloseTo(Math.abs(dot(facetOf(sphere, image.ids[n]!).normal, light)), 12);
    }
    const zero = createMesh({ ...sphere, normals: new Float32Array(sphere.positions.length) });
    expectSameImage(castMesh({ ...options, shading, meshes: [zero], meshColor: [1, 1, 1] }), image);
  });

  it('has a dark side with shadows: all triangles that face away from the light', () => {
    const light = normalize([0.6, 0.5, -0.7]);
    const shading = createShading({ ambient: 0.25, diffuse: 0.5, specular: 0, light });
    const image = castMesh({ ...options, shading, smooth: false, shadows: true, meshColor: [1, 1, 1] });
    const dark = PIXELS.filter((n) => image.colors[4 * n] === 0.25);
    expect(dark.length).toBeGreaterThan(20);
    for (const n of PIXELS.filter((pixel) => image.ids[pixel] !== NO_TRIANGLE)) {
      const facing = dot(facetOf(sphere, image.ids[n]!).normal, light);
      expect(image.colors[4 * n]).toBeCloseTo(0.25 + 0.5 * Math.max(facing, 0), 12);
    }
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
  const hits = PIXELS.filter((n) => plain.ids[n] !== NO_TRIANGLE);
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
      for (const n of PIXELS) {
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
      expectSameColors(channelOf(castMesh(options).colors, 0), new Float64Array(PIXELS.length).fill(lit));
    }
  });

  it('is the same of the smallest scenes', () => {
    const options = { meshes: [ground, quad], camera: views[2]!, ...SIZE, background: BLACK, shading, shadows: true };
    const size = 2 ** -40;
    const columns = [
      [size, 0, 0],
      [0, size, 0],
      [0, 0, size],
    ] as const;
    expectSameImage(castMesh(transformScene(options, { columns, origin: [0, 0, 0] })), castMesh(options), size);
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
    for (const [shadows, expected] of [
      [true, 0.8 * 0.2],
      [false, lit],
    ] as const) {
      const { colors } = castMesh({ ...options, shadows });
      expectSameColors(channelOf(colors, 1), new Float64Array(PIXELS.length).fill(expected));
    }
  });

  it('is not there under a light at the eye', () => {
    const flipped = createMesh({ ...quad, triangles: quad.triangles.toReversed() });
    const options = { camera: views[1]!, ...SIZE, background: BLACK, shading: createShading(), cull: 'back' } as const;
    for (const meshes of [
      [ground, quad],
      [ground, flipped],
    ]) {
      expect(castMesh({ ...options, meshes, shadows: true })).toEqual(castMesh({ ...options, meshes }));
    }
  });
});
