/** A volume in pages is the volume in one texture, in every mode, with room for one page or a few, with and without skipping. */
import { describe, it } from 'vitest';
import { CASES, expectSame, ONE_PAGE } from './paged-scenes.js';

describe.each(CASES)('$name', ({ scene, options }) => {
  it('is the same with room for one page', async () => {
    await expectSame(scene, 'oblique', { ...options, skip: false }, { atlasBytes: ONE_PAGE });
  });

  it('is the same with room for a few, and skipping', async () => {
    await expectSame(scene, 'parallel', { ...options, skip: true }, { atlasBytes: 30_000 }, { rangesSide: 4 });
  });
});
