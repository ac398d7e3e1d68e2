/** Paths of light: against the float64 CPU reference within the noise of both. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import type { Scene } from '../../../src/cast/scene.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { createMask } from '../../../src/volume/mask.js';
import { createVolume } from '../../../src/volume/volume.js';
import { placeMesh, RANGE } from '../hybrid-scenes.js';
import { cameraOf, finerGrid, GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';
import {
  camera,
  type Material,
  PATHS,
  referenceMaterial,
  SEED,
  SIZE,
  scene,
  transfer,
  usePaths,
  volume,
} from './path-scenes.js';

const { trace } = usePaths();

/**
 * Paths have the same random numbers on both sides, so that most are the same, where free paths go by one bound for the whole
 * volume, as the reference's do; where rounding leads some elsewhere, both are as noisy as the reference says.
 */
async function expectLikeReference(shown: Scene, from: Camera, material: Material = {}): Promise<void> {
  const color = await trace(shown, from, { skip: false, ...material });
  const { means, errors } = tracePaths({
    ...SIZE,
    ...shown,
    environment: 'studio',
    ...(typeof shown.environment === 'object' && { environment: shown.environment }),
    showsEnvironment: shown.background === 'environment',
    ...referenceMaterial(material),
    camera: from,
    paths: PATHS,
    seed: SEED,
  });
  let sum = 0;
  let variance = 0;
  for (const [index, mean] of means.entries()) {
    const difference = color[index]! - mean;
    const error = Math.max(errors[index]!, 1e-3);
    expect(Math.abs(difference), `channel ${index % 4} of pixel ${index >> 2}`).toBeLessThan(6 * error);
    sum += difference;
    variance += error ** 2;
  }
  expect(new Set(color).size, 'the picture must show something').toBeGreaterThan(40);
  // Whatever a pixel's noise hides would add up over the picture.
  expect(Math.abs(sum)).toBeLessThan(4 * Math.sqrt(variance));
}

describe('paths of light are right', () => {
  it.each(['anisotropic', 'left-handed'] as const)('in %s voxels', async (name) => {
    const within = makeVolume(Uint8Array, RANGE, GEOMETRIES[name]);
    await expectLikeReference({ ...scene, volume: within }, obliqueCamera(within));
  });

  it.each(['voxels', 'smooth'] as const)(
    'of parallel rays, cut, behind a mask with edges %s, where gradients say how opaque it is',
    async (edges) => {
      const labels = { ...volume, voxels: new Uint8Array(volume.voxels.length).map((_, n) => ((n % 21) >> 2) % 3) };
      const mask = createMask({
        labels: createVolume(labels),
        styles: [{ label: 0 }, { label: 1, color: [1, 0.2, 0.9], opacity: 0.5 }],
        edges,
      });
      const clip = [{ normal: [1, 0.3, 0], offset: 0 }] as const;
      const gradientOpacities = [
        { value: 0, opacity: 0 },
        { value: 20, opacity: 1 },
      ];
      const byGradient = createTransferFunction({ ...transfer, gradientOpacities });
      const parallel = cameraOf(volume, 'd', 'orthographic', SIZE.width / SIZE.height);
      await expectLikeReference({ ...scene, transfer: byGradient, clip, mask }, parallel);
    },
  );

  it('in two volumes, each on a grid of its own, one of which reaches beyond the other', async () => {
    const columns = [
      [1.1, -0.5, 0.2],
      [0.4, 1.2, 0.3],
      [-0.3, 0.1, 1.7],
    ] as const;
    const beside = makeVolume(Float32Array, [0, 9], { columns, origin: [1, 7, -3] }, [13, 11, 9]);
    const fused = [{ volume: beside, transfer: makeTransfer([0, 9], 0.25, 2) }];
    await expectLikeReference({ ...scene, fused }, camera);
  });

  it('of coarser levels, which are as dense as the finest', async () => {
    const fused = [{ volume, transfer: makeTransfer(RANGE, 0.1), finest: finerGrid(volume) }];
    await expectLikeReference({ ...scene, finest: finerGrid(volume), fused }, camera);
  });

  it.each([{ anisotropy: 0.8 }, { anisotropy: -0.5, coat: 1, coatRoughness: 0.4 }, { coat: 0.6, coatRoughness: 0.8 }])(
    'of a material of %o',
    async (material) => {
      await expectLikeReference(scene, camera, material);
      const meshes = [{ mesh: placeMesh(createIcosphere({ subdivisions: 2 }), volume, [0.5, 0.5, 0.5], 0.4) }];
      await expectLikeReference({ meshes }, camera, material);
    },
  );

  it.each([{ aperture: 6 }, { aperture: 3, focusDistance: 9 }])('through a lens of %o', async (lens) => {
    await expectLikeReference(scene, camera, lens);
    await expectLikeReference(scene, cameraOf(volume, 'd', 'orthographic', SIZE.width / SIZE.height), lens);
  });

  it('among meshes, some translucent, and where there are meshes alone', async () => {
    const ball = createIcosphere({ subdivisions: 1 });
    const meshes = [
      { mesh: placeMesh(ball, volume, [0.3, 0.5, 0.6], 0.2), color: [0.9, 0.5, 0.1] },
      { mesh: placeMesh(ball, volume, [0.6, 0.5, 0.4], 0.3), opacity: 0.4 },
    ] as const;
    await expectLikeReference({ ...scene, meshes }, camera);
    await expectLikeReference({ meshes }, camera);
  });
});
