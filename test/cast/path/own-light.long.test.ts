/** Meshes that emit light, in paths: against the float64 CPU reference within the noise of both, and where the light is known. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import type { MeshScene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { decodeSrgb } from '../../../src/math/srgb.js';
import type { Vec3 } from '../../../src/math/vec3.js';
import { createGrid, createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { MATERIAL_DEFAULTS, type SurfaceMaterial } from '../../../src/mesh/materials/surface-material.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import { useRenderer } from '../use-renderer.js';

const renderer = useRenderer();

const SIZE = { width: 12, height: 10 };
const SEED = 5;

const camera: Camera = { projection: 'perspective', eye: [1, 3, 6], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 30 };

function withMaterial(mesh: Mesh, material: Partial<SurfaceMaterial>): Mesh {
  const vertices = mesh.positions.length / 3;
  const list = [{ ...MATERIAL_DEFAULTS, roughness: 1, ...material }];
  return createMesh({ ...mesh, materials: { list, indices: new Uint32Array(vertices), coordinates: [] } });
}

const ball = createIcosphere({ subdivisions: 2 });

async function trace(scene: MeshScene, from: Camera, options: RenderOptions) {
  const wanted = { ...SIZE, quality: 'path', seed: SEED, outputs: ['color'], ...options } as const;
  return (await renderer().render({ background: 'transparent', ...scene }, from, wanted)).color;
}

describe('a mesh that emits light', () => {
  it.each([
    { emission: [0.9, 0.5, 0] },
    { emission: [3, 2, 1], metallic: 1, roughness: 0.4 },
    { emission: [0.4, 0.4, 0.8], transmission: 1, roughness: 0.3 },
    { emission: [1, 1, 1], singleSided: true, opacity: 0.6, opacityMode: 'blend' },
    { emission: [1, 1, 1], unlit: true },
  ] as const)('lights what is beside it as in the reference: %o', async (material) => {
    const paths = 48;
    const floor = {
      mesh: createGrid({ width: 8, height: 8, columns: 1, rows: 1 }),
      color: [0.7, 0.6, 0.5],
      transform: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1.2, 0, 1],
    } as const;
    const meshes = [{ mesh: withMaterial(ball, material), color: [0.5, 0.6, 0.9] }, floor] as const;
    const color = await trace({ meshes }, camera, { samplesPerPixel: paths });
    const { means, errors } = tracePaths({ ...SIZE, meshes, environment: 'studio', camera, paths, seed: SEED });
    let [sum, variance] = [0, 0];
    for (const [index, mean] of means.entries()) {
      const error = Math.max(errors[index]!, 1e-3);
      expect(Math.abs(color[index]! - mean), `channel ${index % 4} of pixel ${index >> 2}`).toBeLessThan(6 * error);
      sum += color[index]! - mean;
      variance += error ** 2;
    }
    expect(new Set(color).size).toBeGreaterThan(100);
    expect(Math.abs(sum)).toBeLessThan(4 * Math.sqrt(variance));
  });

  it.each(['linear', 'display'] as const)('is full of as much light as a furnace, in %s light', async (lightSpace) => {
    const [emission, color]: Vec3[] = [
      [0.2, 0.5, 0.8],
      [0.5, 0.7, 0.2],
    ];
    const decode = lightSpace === 'linear' ? decodeSrgb : (channel: number) => channel;
    const within: Camera = { ...camera, eye: [0, 0, 0.2] };
    const meshes = [{ mesh: withMaterial(ball, { emission: emission! }), color: color! }];
    const found = await trace({ meshes }, within, { samplesPerPixel: 64, lightSpace });
    for (const channel of [0, 1, 2] as const) {
      const mean = found.reduce((sum, value, at) => (at % 4 === channel ? sum + value : sum), 0) / (found.length / 4);
      const expected = decode(emission![channel]) / (1 - decode(color![channel]));
      expect(mean / expected, `channel ${channel}`).toBeGreaterThan(0.99);
      expect(mean / expected, `channel ${channel}`).toBeLessThan(1.01);
    }
  });
});
