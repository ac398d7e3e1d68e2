/** Labels of single voxels, as of landmarks, for which balls stand where labels are shown by their surfaces, and lines of them, for which tubes do. */
import type { Mask } from '../../../index.js';
import { enlargeDots } from '../../../lab.js';

/** The mask whose labels surfaces show: with balls in the place of single voxels and tubes in that of lines, unless a smoothing of 0 asks for stairs. */
export const maskOfSurfaces = (mask: Mask, smoothing?: number): Mask => (smoothing === 0 ? mask : enlargeDots(mask));

/** The line about labels of single voxels and lines, for which balls and tubes stand. @param shown the mask that surfaces are of, another one where there are any. */
export const describeDots = (name: string, given: Mask, shown: Mask): string | undefined =>
  shown === given
    ? undefined
    : `${name}: has labels of single voxels, which are shown as balls of a size that is seen; --blocky shows the voxels`;
