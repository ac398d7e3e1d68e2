/** The grids of voxels that a scene's volume has. */
import { finestOf } from '../../paged/paged-volume.js';
import { type Grid, type UnionGrid, unionGrid } from '../../volume/grids/union-grid.js';
import type { VolumeScene } from '../scene.js';

/** The grid of the volume, continued over those that are fused with it; of one in pages that of the level that is shown. */
export const shownGrid = ({ volume, pages, fused }: Pick<VolumeScene, 'volume' | 'pages' | 'fused'>): Grid =>
  continueGrid(pages?.level ?? volume, fused).whole;

/** @param grid of the scene's volume, or of what stands for it on the device. */
export const continueGrid = (grid: Grid, fused: VolumeScene['fused'] = []): UnionGrid =>
  fused.length === 0
    ? { whole: grid, first: [0, 0, 0] }
    : unionGrid(
        grid,
        fused.map(({ volume }) => volume),
      );

/** Coarser levels look the same: opacities are per the finest one's spacing. */
export const finestGrid = ({ volume, pages }: Pick<VolumeScene, 'volume' | 'pages'>): Grid =>
  pages ? finestOf(pages) : volume;
