/** Bricks of several volumes, each with bounds of its own, leave the light of paths as it is. */
import { it } from 'vitest';
import { RANGE } from '../hybrid-scenes.js';
import { makeVolume } from '../sample-scenes.js';
import { expectSameLight, scene, topOf, usePaths } from './path-scenes.js';

const { trace } = usePaths();

it('a picture of several volumes has the light that it has without the bricks of each', async () => {
  const columns = [
    [1.1, -0.5, 0.2],
    [0.4, 1.2, 0.3],
    [-0.3, 0.1, 1.7],
  ] as const;
  const turned = makeVolume(Float32Array, [0, 9], { columns, origin: [1, 7, -3] }, [33, 21, 19]);
  const inside = makeVolume(Uint8Array, [0, 9], { columns, origin: [4, 9, 0] }, [9, 9, 9]);
  const fused = [
    { volume: turned, transfer: topOf([0, 9], 0.5, 2) },
    { volume: inside, transfer: topOf([0, 9], 0.8) },
  ];
  await expectSameLight(trace, { ...scene, transfer: topOf(RANGE, 0.6), fused }, { seeds: 12, samplesPerPixel: 64 });
});
