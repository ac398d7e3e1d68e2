/** NaN voxels of paged volumes, which a preview may lack although a page has some. */
import type { PagedVolume } from '../../paged/paged-volume.js';

const known = new WeakSet<PagedVolume>();

/** Whether a page of it had any. */
export const isKnownToMiss = (pages: PagedVolume): boolean => known.has(pages);

/** Ends a frame that was planned without them; the next one knows. */
export class MissingVoxelError extends Error {
  override readonly name = 'MissingVoxelError';

  constructor(pages: PagedVolume) {
    super(`${pages.store.name}: has voxels of NaN`);
    known.add(pages);
  }
}

/** Renders once more where a page had voxels of NaN that were not known before. */
export async function withKnownMissing<Result>(render: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await render();
    } catch (error) {
      if (!(error instanceof MissingVoxelError)) throw error;
    }
  }
}
