/** The grids of voxels that a scene's volume has. */
import { finestOf } from '../../paged/paged-volume.js';
import type { Volume } from '../../volume/volume.js';
import type { VolumeScene } from '../scene.js';

type Grid = Pick<Volume, 'sizes' | 'indexToWorld'>;

/** The grid of the volume; of one in pages that of the level that is shown. */
export const shownGrid = ({ volume, pages }: Pick<VolumeScene, 'volume' | 'pages'>): Grid => pages?.level ?? volume;

/** Coarser levels look the same: opacities are per the finest one's spacing. */
export const finestGrid = ({ volume, pages }: Pick<VolumeScene, 'volume' | 'pages'>): Grid =>
  pages ? finestOf(pages) : volume;
