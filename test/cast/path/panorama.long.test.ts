/** Paths of light in a panorama, whose lamps are drawn: against the CPU reference, and what holds whatever the numbers. */
import { describe, expect, it } from 'vitest';
import { cameraBasis } from '../../../src/camera/camera.js';
import type { Scene } from '../../../src/cast/scene.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import { createEnvironmentMap } from '../../../src/transfer/light/environment.js';
import { lampsOf } from '../../../src/transfer/light/lamps.js';
import { type Light, resolveLights } from '../../../src/transfer/light/lights.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { placeMesh, RANGE, SPHERE } from '../hybrid-scenes.js';
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

const { trace, rendererNow } = usePaths();

describe('a panorama', () => {
  /** A lamp of three pixels before a sky with a slope to all sides. */
  const [width, height] = [16, 8];
  const colors = Float32Array.from({ length: 3 * width * height }, (_, at) => {
    const [column, row] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const lamp = row === 2 && column >= 5 && column < 8 ? 12 : 0;
    return 0.1 + 0.02 * column + 0.05 * (height - row) + lamp * [1, 0.8, 0.5][at % 3]!;
  });
  const environment = createEnvironmentMap({ width, height, colors });
  const paths = 64;

  // The reference draws no light, its paths meet it: so their noise is that of either. A pixel whose few paths met no lamp would
  // seem less noisy than it is, and one whose few paths met anything has no normal distribution.
  it.each<Material>([{}, { anisotropy: 0.7 }, { coat: 1, coatRoughness: 0.3 }])(
    'lights a volume as much where its lamps are drawn as where paths meet them: %o',
    async (material) => expectAsMuchLight({ environment }, { environment }, material),
  );

  const ballOf = (mesh: Mesh) => ({
    meshes: [{ mesh: placeMesh(mesh, volume, [0.5, 0.5, 0.5], 0.45), color: [0.9, 0.8, 0.6] as const }],
  });
  it.each<Material>([{}, { coat: 1, coatRoughness: 0.3 }])(
    'lights meshes as much where its lamps are drawn alone as where paths meet them: %o',
    async (material) => expectAsMuchLight({ environment }, { environment }, material, ballOf(SPHERE)),
  );

  it('has lamps that leave meshes little noise, which paths do not meet again', async () => {
    const isLit = (column: number, row: number) => column >= 4 && column < 14 && row >= 6 && row < 12;
    const lamp = createEnvironmentMap({
      ...{ width: 64, height: 32 },
      colors: Float32Array.from({ length: 3 * 64 * 32 }, (_, at) =>
        isLit(Math.floor(at / 3) % 64, Math.floor(at / 3 / 64)) ? 8 : 0.15,
      ),
    });
    const ball = ballOf(createIcosphere({ subdivisions: 3 }));
    const pictures: Float32Array[] = [];
    for (let seed = 0; seed < 8; seed++)
      pictures.push(
        await trace({ ...ball, environment: lamp }, camera, { samplesPerPixel: 32, seed, width: 64, height: 52 }),
      );
    let [light, variance] = [0, 0];
    for (let at = 0; at < pictures[0]!.length; at++) {
      if (at % 4 === 3) continue;
      const mean = pictures.reduce((sum, color) => sum + color[at]!, 0) / 8;
      light += mean ** 2;
      variance += pictures.reduce((sum, color) => sum + (color[at]! - mean) ** 2, 0) / 7;
    }
    // Lamps that are met too would leave 0.024.
    expect(Math.sqrt(variance / light)).toBeLessThan(0.018);
  });

  const lights = [
    { direction: 'headlight', color: [0.5, 0.4, 0.3], sizeDegrees: 50 },
    { direction: [1, 2, -0.5], color: [0.6, 0.7, 1], sizeDegrees: 40 },
    { direction: [0.2, 0.5, -1], axes: 'camera', sizeDegrees: 60 },
  ] as const satisfies readonly Light[];

  it.each<Material>([{}, { coat: 1, coatRoughness: 0.4 }])(
    'has lamps before it, which the reference has as discs: %o',
    async (material) => {
      const axes = cameraBasis(camera);
      const cameraLamps = lampsOf(resolveLights(lights, axes), axes);
      for (const around of ['dim', environment] as const)
        await expectAsMuchLight({ environment: around, lamps: lights }, { environment: around, cameraLamps }, material);
    },
  );

  async function expectAsMuchLight(
    light: Pick<Scene, 'environment' | 'lamps'>,
    reference: Pick<Parameters<typeof tracePaths>[0], 'environment' | 'cameraLamps'>,
    material: Material,
    shown: typeof scene | ReturnType<typeof ballOf> = scene,
  ) {
    const color = await trace({ ...shown, ...light }, camera, { samplesPerPixel: paths, ...material });
    const times = 8;
    const own = referenceMaterial(material);
    const { means, errors } = tracePaths({
      ...SIZE,
      ...shown,
      ...own,
      ...reference,
      camera,
      paths: times * paths,
      seed: SEED,
    });
    let [sum, variance, total] = [0, 0, 0];
    for (const [index, mean] of means.entries()) {
      const error = Math.sqrt(1 + times) * Math.max(errors[index]!, 1e-3);
      const isCovered = means[index - (index % 4) + 3]! > 0.3;
      if (isCovered)
        expect(Math.abs(color[index]! - mean), `channel ${index % 4} of ${index >> 2}`).toBeLessThan(6 * error);
      sum += color[index]! - mean;
      variance += error ** 2;
      total += mean;
    }
    expect(Math.abs(sum)).toBeLessThan(3 * Math.sqrt(variance));
    expect(3 * Math.sqrt(variance), 'a difference of a tenth must show').toBeLessThan(0.1 * total);
  }

  // Straight rays from pixels of 9 degrees see many pixels of it, and what lies between them.
  it('is seen behind everything, where it is asked for', async () => {
    const wide = { ...camera, projection: 'perspective', fovDegrees: 90 } as const;
    const shown = { ...scene, environment, background: 'environment' } as const;
    const color = await trace(shown, wide, { skip: false });
    const own = { ...SIZE, ...scene, environment, camera: wide, paths: PATHS, seed: SEED };
    const { means } = tracePaths({ ...own, showsEnvironment: true });
    const alone = tracePaths(own).means;
    let seen = 0;
    for (const [index, mean] of means.entries()) {
      if (index % 4 === 3) expect(color[index]).toBe(1);
      // Paths that meet nothing have no noise but that of their places in the pixel, which are the same.
      if (alone[index - (index % 4) + 3] !== 0) continue;
      expect(color[index], `channel ${index % 4} of ${index >> 2}`).toBeCloseTo(mean, 3);
      seen += Number(index % 4 === 0 && mean > 0.3);
    }
    expect(seen).toBeGreaterThan(20);
  });

  it('is seen by its mean where no paths are followed', async () => {
    const { pixels } = await rendererNow().render(
      {
        volume,
        transfer: createTransferFunction({ ...transfer, opacities: [{ value: 0, opacity: 0 }] }),
        environment: 'white',
        background: 'environment',
      },
      camera,
      { ...SIZE, quality: 'plain', tone: 'clip' },
    );
    expect(new Set(pixels)).toEqual(new Set([255]));
  });

  it('of one color is white light: white in, white out, about a translucent mesh too', async () => {
    const even = createEnvironmentMap({ width: 2, height: 1, colors: new Float32Array(6).fill(1) });
    const white = createTransferFunction({
      colors: [{ value: 0, color: [1, 1, 1] }],
      opacities: [
        { value: RANGE[0], opacity: 0.02 },
        { value: RANGE[1], opacity: 0.4 },
      ],
    });
    const meshes = [
      { mesh: placeMesh(SPHERE, volume, [0.5, 0.5, 0.5], 0.25), color: [1, 1, 1], opacity: 0.6 },
    ] as const;
    let [light, opacity] = [0, 0];
    for (let seed = 0; seed < 3; seed++) {
      const shown = { volume, transfer: white, meshes, environment: even };
      const color = await trace(shown, camera, { samplesPerPixel: 64, seed });
      for (let at = 0; at < color.length; at += 4) [light, opacity] = [light + color[at]!, opacity + color[at + 3]!];
    }
    expect(opacity).toBeGreaterThan(10);
    expect(light / opacity).toBeGreaterThan(0.98);
    expect(light / opacity).toBeLessThan(1.02);
  });

  it('that is black lights nothing', async () => {
    const black = createEnvironmentMap({ width: 2, height: 1, colors: new Float32Array(6) });
    const color = await trace({ ...scene, environment: black }, camera, { samplesPerPixel: 2 });
    expect(color.every((value, index) => index % 4 === 3 || value === 0)).toBe(true);
  });
});
