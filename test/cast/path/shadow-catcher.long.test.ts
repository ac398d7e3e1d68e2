/** A ground that shows nothing but shadows: against the CPU reference, and at its limits. */
import { describe, expect, it } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import { addScaled, normalize, subtract } from '../../../src/math/vec3.js';
import { createGrid, createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { tracePaths } from '../../../src/reference/path/trace-paths.js';
import { addLamps } from '../../../src/transfer/light/lamps.js';
import { RANGE } from '../hybrid-scenes.js';
import { makeTransfer } from '../sample-scenes.js';
import { camera, SEED, SIZE, usePaths, volume } from './path-scenes.js';

const { trace } = usePaths();

describe('a ground of shadows', () => {
  const up = [0, 1, 0] as const;
  const ball = createIcosphere({ subdivisions: 2 });
  const above: Camera = {
    projection: 'perspective',
    eye: [0, 5, 8],
    target: [0, 0, 0],
    up,
    fovDegrees: 40,
  };
  const shadowCatcher = { point: [3, -1, 2], normal: up } as const;

  /** A lamp of 40 degrees above a dim sky. */
  const lit = addLamps('dim', [{ direction: normalize([-0.5, 1, -0.2]), color: [1, 0.9, 0.7], degrees: 40 }]);

  it.each([
    ['a studio', 'studio'],
    ['a panorama', lit],
  ] as const)('is as dark as the reference has it, in the light of %s', async (_, environment) => {
    const meshes = [{ mesh: ball, opacity: 0.8 }];
    const paths = 32;
    const times = 4;
    for (const background of ['transparent', 'environment'] as const) {
      const shown = { meshes, environment, shadowCatcher, background } as const;
      const color = await trace(shown, above, { samplesPerPixel: paths });
      const showsEnvironment = background === 'environment';
      const own = { ...SIZE, meshes, environment, shadowCatcher, showsEnvironment, camera: above };
      const { means, errors } = tracePaths({ ...own, paths: times * paths, seed: SEED });
      const sums = [0, 1, 2, 3].map((channel) => {
        let [sum, variance] = [0, 0];
        for (let at = channel; at < means.length; at += 4) {
          const error = Math.sqrt(1 + times) * Math.max(errors[at]!, 1e-3);
          const isCovered = channel === 3 && means[at]! > 0.15;
          if (isCovered) expect(Math.abs(color[at]! - means[at]!), `opacity of ${at >> 2}`).toBeLessThan(6 * error);
          sum += color[at]! - means[at]!;
          variance += error ** 2;
        }
        return Math.abs(sum) / Math.sqrt(variance);
      });
      for (const deviation of sums) expect(deviation).toBeLessThan(4);
      const grey = means.filter((mean, at) => at % 4 === 3 && mean > 0.05 && mean < 0.75).length;
      if (!showsEnvironment) expect(grey, 'pixels of nothing but a shadow').toBeGreaterThan(8);
    }
  });

  it('is black where nothing arrives, and not there where all does; a volume keeps light from it too', async () => {
    const plate = createGrid({ width: 400, height: 400, columns: 1, rows: 1 });
    const down: Camera = { ...above, eye: [0, 0.5, 0], target: [0, -5, 0], up: [0, 0, 1] };
    const level = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 1, 0, 1];
    const under = await trace(
      { meshes: [{ mesh: plate, transform: level }], environment: 'white', shadowCatcher },
      down,
      {},
    );
    for (let at = 0; at < under.length; at += 4)
      expect([...under.subarray(at, at + 3), Math.round(200 * under[at + 3]!)]).toEqual([0, 0, 0, 200]);
    const beside = { ...down, target: [0, 5, 0.1] } as const;
    const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -9, 0, 1];
    const free = await trace(
      { meshes: [{ mesh: ball, transform: far }], environment: 'studio', shadowCatcher },
      down,
      {},
    );
    expect(Math.max(...free)).toBe(0);
    const over = await trace(
      { meshes: [{ mesh: ball, transform: far }], environment: 'studio', shadowCatcher },
      beside,
      {},
    );
    expect(Math.max(...over)).toBe(0);
    const [low, high] = [camera.target, camera.eye];
    const normal = normalize(subtract(high, low));
    const behind = { point: addScaled(low, normal, -40), normal };
    const dense = makeTransfer(RANGE, 0.9);
    const shaded = await trace({ volume, transfer: dense, shadowCatcher: behind, environment: 'white' }, camera, {});
    const alone = await trace({ volume, transfer: dense, environment: 'white' }, camera, {});
    const only = shaded.filter((value, at) => at % 4 === 3 && alone[at] === 0 && value > 0).length;
    expect(only, 'pixels of shadows of the volume').toBeGreaterThan(5);
  });
});
