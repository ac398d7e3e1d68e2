/** A limit of the light of several scatterings: against the float64 CPU reference within the noise of both, and what must hold. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import type { Scene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { normalize } from '../../../src/math/vec3.js';
import { createGrid, createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import { addLamps } from '../../../src/transfer/light/lamps.js';
import { RANGE } from '../hybrid-scenes.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';
import { useRenderer } from '../use-renderer.js';

const renderer = useRenderer();

const SIZE = { width: 12, height: 10 };
const SEED = 11;

const camera: Camera = { projection: 'perspective', eye: [1, 3, 6], target: [0, 0, 0], up: [0, 1, 0], fovDegrees: 30 };
const METAL = { metallic: 1, roughness: 0.3, transmission: 0, ior: 1.5 };
const GLASS = { metallic: 0, roughness: 0.1, transmission: 1, ior: 1.5 };

/** A ball above a matt floor. */
const ballOf = (finish: typeof METAL | undefined) =>
  ({
    meshes: [
      { mesh: createIcosphere({ subdivisions: 2 }), color: [0.9, 0.7, 0.6], finish },
      {
        mesh: createGrid({ width: 8, height: 8, columns: 1, rows: 1 }),
        color: [0.8, 0.7, 0.7],
        transform: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1.2, 0, 1],
      },
    ],
  }) as const;

const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
const cloud = { volume, transfer: makeTransfer(RANGE, 0.3) } as const;

const SCENES = [
  { name: 'metal', shown: ballOf(METAL), from: camera },
  { name: 'glass', shown: ballOf(GLASS), from: camera },
  { name: 'matt meshes', shown: ballOf(undefined), from: camera },
  { name: 'a volume', shown: cloud, from: obliqueCamera(volume) },
] as const;

async function trace(shown: Scene, from: Camera, options: RenderOptions) {
  const wanted = { ...SIZE, quality: 'path', seed: SEED, skip: false, outputs: ['color'], ...options } as const;
  return (await renderer().render({ background: 'transparent', ...shown }, from, wanted)).color;
}

const sumOf = (numbers: Iterable<number>) => [...numbers].reduce((sum, number) => sum + number, 0);

/** A lamp, from which light is drawn, before light that is met. */
const lit = addLamps('dim', [{ direction: normalize([-0.5, 1, -0.6]), color: [1, 0.9, 0.7], degrees: 50 }]);

describe.each(SCENES)('light that scatters twice and more in $name', ({ shown, from }) => {
  it('is at most as much as in the reference', async () => {
    const [paths, clampIndirect] = [48, 0.2];
    const color = await trace(shown, from, { samplesPerPixel: paths, clampIndirect });
    const common = { ...SIZE, ...shown, environment: 'studio', camera: from, paths, seed: SEED } as const;
    const { means, errors } = tracePaths({ ...common, mostIndirect: clampIndirect });
    let [sum, variance] = [0, 0];
    for (const [index, mean] of means.entries()) {
      const error = Math.max(errors[index]!, 1e-3);
      expect(Math.abs(color[index]! - mean), `channel ${index % 4} of pixel ${index >> 2}`).toBeLessThan(6 * error);
      sum += color[index]! - mean;
      variance += error ** 2;
    }
    expect(Math.abs(sum)).toBeLessThan(4 * Math.sqrt(variance));
    expect(sumOf(tracePaths(common).means) - sumOf(means), 'the limit must show').toBeGreaterThan(Math.sqrt(variance));
  });

  it('is none below a limit of next to nothing, where light is drawn too', async () => {
    const [paths, times] = [64, 4];
    const color = await trace({ ...shown, environment: lit }, from, { samplesPerPixel: paths, clampIndirect: 1e-9 });
    const common = { ...SIZE, ...shown, environment: lit, camera: from, paths: times * paths, seed: SEED } as const;
    const { means, errors } = tracePaths({ ...common, mostIndirect: 1e-9 });
    let [sum, variance] = [0, 0];
    for (const [index, mean] of means.entries()) {
      sum += color[index]! - mean;
      variance += (1 + times) * Math.max(errors[index]!, 1e-3) ** 2;
    }
    expect(Math.abs(sum)).toBeLessThan(3 * Math.sqrt(variance));
    const indirect = sumOf(tracePaths({ ...common, paths }).means) - sumOf(means);
    expect(indirect, 'what is left out must show').toBeGreaterThan(3 * Math.sqrt(variance));
  });

  it('is never more, and all of it below a limit that nothing meets', async () => {
    const options = { samplesPerPixel: 16 } as const;
    const whole = await trace({ ...shown, environment: lit }, from, options);
    expect(await trace({ ...shown, environment: lit }, from, { ...options, clampIndirect: 1e6 })).toEqual(whole);
    const clamped = await trace({ ...shown, environment: lit }, from, { ...options, clampIndirect: 0.05 });
    for (const [index, value] of clamped.entries()) expect(value).toBeLessThanOrEqual(whole[index]! + 1e-6);
    expect(sumOf(clamped)).toBeLessThan(0.999 * sumOf(whole));
  });
});

it('refuses a limit below zero', async () => {
  const options = { samplesPerPixel: 1, clampIndirect: -1 };
  await expect(trace(ballOf(METAL), camera, options)).rejects.toThrow('clampIndirect must be a number from 0 on');
});
