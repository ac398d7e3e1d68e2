/** The points of a view found by threads against those found at once. */
import { availableParallelism } from 'node:os';
import { createTransferFunction, createVolume, cropToVoxels, shownPoints, type Volume } from 'tilecast';
import { expect, it } from 'vitest';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { findShownPoints as findFromSource } from '../../../src/node/threads/find-shown-points.js';
import { createSharedVoxels } from '../../../src/paged/store.js';

/** As built, since the source has no script of a thread beside it. */
const built: string = new URL('../../../dist/node/index.js', import.meta.url).href;

const SIZES = [40, 50, 70] as const;

/** A ball and stray voxels. */
function createScene(type: 'uint8' | 'int16' | 'float32') {
  const random = createRandom(3100);
  const voxels = createSharedVoxels(type, SIZES[0] * SIZES[1] * SIZES[2]);
  for (let index = 0; index < voxels.length; index++) {
    const [i, j, k] = [index % 40, Math.floor(index / 40) % 50, Math.floor(index / 2000)];
    voxels[index] = Math.hypot(i - 20, j - 20, k - 40) < 15 || random() < 1e-4 ? 100 : 0;
  }
  const volume: Volume = createVolume({ sizes: SIZES, voxels });
  const opacities = [
    { value: 20, opacity: 0 },
    { value: 100, opacity: 0.3 },
  ];
  return { volume, transfer: createTransferFunction({ colors: [{ value: 0, color: [1, 1, 1] }], opacities }) };
}

it.runIf(availableParallelism() > 1)('threads find what one pass finds', async () => {
  const { findShownPoints } = (await import(built)) as typeof import('tilecast/node');
  for (const type of ['uint8', 'int16', 'float32'] as const) {
    const scene = createScene(type);
    expect(await findShownPoints(scene, 1000), type).toEqual(shownPoints(scene));
    const cut = {
      ...scene,
      mode: 'isosurface',
      isoValue: 50,
      clip: cropToVoxels(scene.volume, [0, 0, 0], [30, 30, 30]),
    } as const;
    expect(await findShownPoints(cut, 1000), type).toEqual(shownPoints(cut));
  }
});

it('finds them where threads fail', async () => {
  const scene = createScene('uint8');
  // The source has no script for them.
  expect(await findFromSource(scene, 1000)).toEqual(shownPoints(scene));
});
