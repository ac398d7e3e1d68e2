/** Metal, varnish and glass of meshes: against the float64 CPU reference within the noise of both, and in white furnaces. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import type { MeshScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { normalize, type Vec3 } from '../../../src/math/vec3.js';
import { createGrid, createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { MATERIAL_DEFAULTS } from '../../../src/mesh/materials/surface-material.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import type { EnvironmentMap } from '../../../src/transfer/light/environment.js';
import type { MeshFinish } from '../../../src/transfer/light/finish.js';
import { addLamps } from '../../../src/transfer/light/lamps.js';
import { useRenderer } from '../use-renderer.js';

const renderer = useRenderer();

const SIZE = { width: 12, height: 10 };
const SEED = 11;

const camera: Camera = {
  projection: 'perspective',
  eye: [1, 3, 6],
  target: [0, 0, 0],
  up: [0, 1, 0],
  fovDegrees: 30,
};

const METAL = { metallic: 1, roughness: 0.3, transmission: 0, ior: 1.5 };
const VARNISH = { metallic: 0, roughness: 0.2, transmission: 0, ior: 1.5 };
const GLASS = { metallic: 0, roughness: 0, transmission: 1, ior: 1.5 };

const FINISHES: readonly MeshFinish[] = [
  METAL,
  { ...METAL, metallic: 0.4, roughness: 0.6 },
  { ...METAL, roughness: 1 },
  VARNISH,
  { ...VARNISH, ior: 1.33, roughness: 0.7 },
  GLASS,
  { ...GLASS, ior: 1.33, roughness: 0.4 },
  { ...GLASS, transmission: 0.7, roughness: 0.2, metallic: 0.2 },
];

/** A ball above a matt floor, and beside another. */
const sceneOf = (finish: MeshFinish, color: Vec3) =>
  ({
    meshes: [
      { mesh: createIcosphere({ subdivisions: 2 }), color, finish },
      {
        mesh: createGrid({ width: 8, height: 8, columns: 1, rows: 1 }),
        color: [0.7, 0.6, 0.5],
        transform: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1.2, 0, 1],
      },
    ],
  }) as const;

async function trace(shown: MeshScene, options: RenderOptions = {}) {
  const wanted = { ...SIZE, quality: 'path', seed: SEED, outputs: ['color'], ...options } as const;
  return (await renderer().render({ background: 'transparent', ...shown }, camera, wanted)).color;
}

describe('finishes', () => {
  it.each(FINISHES)('send paths where the reference does: %o', async (finish) => {
    const paths = 48;
    const shown = sceneOf(finish, [0.9, 0.6, 0.3]);
    const color = await trace(shown, { samplesPerPixel: paths });
    expectLikeReference(shown, color, paths);
  });

  function expectLikeReference(shown: MeshScene, color: Float32Array, paths: number) {
    const meshes = shown.meshes as Parameters<typeof tracePaths>[0]['meshes'];
    const { means, errors } = tracePaths({
      ...SIZE,
      meshes: meshes!,
      environment: 'studio',
      camera,
      paths,
      seed: SEED,
    });
    let [sum, variance] = [0, 0];
    for (const [index, mean] of means.entries()) {
      const error = Math.max(errors[index]!, 1e-3);
      expect(Math.abs(color[index]! - mean), `channel ${index % 4} of pixel ${index >> 2}`).toBeLessThan(6 * error);
      sum += color[index]! - mean;
      variance += error ** 2;
    }
    expect(new Set(color).size).toBeGreaterThan(100);
    expect(Math.abs(sum)).toBeLessThan(4 * Math.sqrt(variance));
  }

  it.each([
    { metallic: 1, roughness: 0.4 },
    { transmission: 1, roughness: 0.2, singleSided: true },
    { transmission: 0.5, opacity: 0.6, opacityMode: 'blend' },
    { roughness: 1 },
  ] as const)('are those of materials where meshes have none of their own: %o', async (material) => {
    const paths = 48;
    const ball = createIcosphere({ subdivisions: 2 });
    const vertices = ball.positions.length / 3;
    const shiny = { ...MATERIAL_DEFAULTS, ...material };
    // Every other vertex has a matt material.
    const indices = Uint32Array.from({ length: vertices }, (_, vertex) => vertex % 2);
    const mesh = createMesh({ ...ball, materials: { list: [MATERIAL_DEFAULTS, shiny], indices, coordinates: [] } });
    const shown = { meshes: [{ mesh, color: [0.9, 0.6, 0.3] }] } as const;
    expectLikeReference(shown, await trace(shown, { samplesPerPixel: paths }), paths);
  });

  // The reference draws no light, its paths meet it.
  const lit: EnvironmentMap = addLamps('dim', [
    { direction: normalize([-0.5, 1, -0.6]), color: [1, 0.9, 0.7], degrees: 50 },
    { direction: normalize([1, 0.3, 0.4]), color: [0.3, 0.4, 0.7], degrees: 40 },
  ]);

  it.each(FINISHES)('have as much light where lamps are drawn as where paths meet them: %o', async (finish) => {
    const [paths, times] = [64, 4];
    const shown = sceneOf(finish, [0.9, 0.6, 0.3]);
    const color = await trace({ ...shown, environment: lit }, { samplesPerPixel: paths });
    const own = { ...SIZE, ...shown, environment: lit, camera, paths: times * paths, seed: SEED };
    const { means, errors } = tracePaths(own);
    let [sum, variance, total] = [0, 0, 0];
    for (const [index, mean] of means.entries()) {
      const error = Math.sqrt(1 + times) * Math.max(errors[index]!, 1e-3);
      sum += color[index]! - mean;
      variance += error ** 2;
      total += mean;
    }
    expect(Math.abs(sum)).toBeLessThan(3 * Math.sqrt(variance));
    expect(3 * Math.sqrt(variance), 'a difference of a tenth must show').toBeLessThan(0.1 * total);
  });
});

describe('a white furnace is white', () => {
  it.each(FINISHES.filter(({ metallic, transmission }) => metallic === 0 || metallic === 1 || transmission === 0))(
    'to a thousandth, in every pixel: %o',
    async (finish) => {
      const white = { meshes: [{ ...sceneOf(finish, [1, 1, 1]).meshes[0], color: [1, 1, 1] as const }] };
      const color = await trace({ ...white, environment: 'white' }, { samplesPerPixel: 16 });
      for (const [index, value] of color.entries()) {
        const opacity = color[index - (index % 4) + 3]!;
        expect(Math.abs(value - opacity), `channel ${index % 4} of pixel ${index >> 2}`).toBeLessThanOrEqual(
          1e-3 * opacity,
        );
      }
      expect(Math.max(...color)).toBeGreaterThan(0.9);
    },
  );

  it.each(FINISHES)('on average, where its light is drawn: %o', async (finish) => {
    // One pixel is a little brighter than the others, and drawn.
    const colors = new Float32Array(3 * 32 * 16).fill(1);
    colors.fill(1.5, 0, 3 * 32 * 4);
    const white = { meshes: [{ ...sceneOf(finish, [1, 1, 1]).meshes[0], color: [1, 1, 1] as const }] };
    const map = { width: 32, height: 16, colors };
    const shown = { ...white, environment: map } as const;
    let [light, met] = [0, 0];
    for (let seed = 0; seed < 3; seed++) {
      const color = await trace(shown, { samplesPerPixel: 64, seed });
      const even = { ...SIZE, ...white, environment: map, camera, paths: 64, seed: SEED + seed };
      const { means } = tracePaths(even);
      for (let at = 0; at < color.length; at += 4) [light, met] = [light + color[at]!, met + means[at]!];
    }
    expect(Math.abs(light / met - 1)).toBeLessThan(0.01);
  });
});

it.each([
  [{ ...METAL, metallic: 2 }, /finish's metallic must be a number from 0 to 1, not 2/],
  [{ ...GLASS, ior: 0.9 }, /finish's ior must be a number from 1 on, not 0.9/],
] as const)('refuses %o', async (finish, message) => {
  await expect(trace(sceneOf(finish, [1, 1, 1]))).rejects.toThrow(message);
});
