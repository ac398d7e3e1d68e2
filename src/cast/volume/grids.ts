/** The grids of voxels that a scene's volume has. */
import { finestOf } from '../../paged/paged-volume.js';
import { type Grid, type UnionGrid, unionGrid } from '../../volume/grids/union-grid.js';
import type { FusedVolume, VolumeScene } from '../scene.js';
import type { PresentScene } from './resident/present-volume.js';

/** The grid of the volume, continued over those that are fused with it; of one in pages that of the level that is shown. */
export const shownGrid = ({ volume, pages, fused }: Pick<VolumeScene, 'volume' | 'pages' | 'fused'>): Grid =>
  // Volumes that are fused in pages lie on the same voxels.
  pages ? pages.level : continueGrid(volume, fused).whole;

/** @param grid of the scene's volume, or of what stands for it on the device. */
export const continueGrid = (grid: Grid, fused: VolumeScene['fused'] = []): UnionGrid =>
  fused.length === 0
    ? { whole: grid, first: [0, 0, 0] }
    : unionGrid(
        grid,
        fused.map(({ volume }) => volume),
      );

/** The grid of a mask's labels, which pages may have on theirs. */
export function labelGrid({ pages, pageLabels, mask }: PresentScene): Grid | undefined {
  if (!pages || !pageLabels) return mask?.labels;
  const { labels, hidesMissing } = pageLabels;
  return !hidesMissing && labels && 'level' in labels ? labels.level : pages.level;
}

/** Coarser levels look the same: opacities are per the finest one's spacing. */
export const finestGrid = ({
  volume,
  pages,
  finest,
}: Pick<VolumeScene, 'volume' | 'finest'> & Partial<Pick<FusedVolume, 'pages'>>): Grid =>
  finest ?? (pages ? finestOf(pages) : volume);
