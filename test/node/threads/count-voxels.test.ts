/** Counting by threads against counting at once. */
import { availableParallelism } from 'node:os';
import { computeStatistics } from 'tilecast';
import { expect, it } from 'vitest';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { countVoxels as countFromSource } from '../../../src/node/threads/count-voxels.js';
import { createSharedVoxels } from '../../../src/paged/store.js';

/** As built, since the source has no script of a thread beside it. */
const built: string = new URL('../../../dist/node/index.js', import.meta.url).href;

it.runIf(availableParallelism() > 1)('threads count what one pass counts', async () => {
  const { countVoxels } = (await import(built)) as typeof import('tilecast/node');
  const random = createRandom(17);
  for (const type of ['uint8', 'int16'] as const) {
    const voxels = createSharedVoxels(type, 100_003);
    for (let index = 0; index < voxels.length; index++) voxels[index] = 200 * random() ** (1 + index / 1e4);
    expect(await countVoxels({ voxels }, 1000)).toEqual(computeStatistics({ voxels }));
    // Voxels change in place: a copy of what was there before would show.
    voxels.fill(7, 5000);
    expect(await countVoxels({ voxels }, 1000)).toEqual(computeStatistics({ voxels }));
  }
});

it('counts where threads fail', async () => {
  const voxels = createSharedVoxels('uint8', 10_007);
  for (let index = 0; index < voxels.length; index++) voxels[index] = index % 201;
  // The source has no script for them.
  expect(await countFromSource({ voxels }, 1000)).toEqual(computeStatistics({ voxels }));
});
