/** Labels of single voxels, as of landmarks, for which balls stand where labels are shown by their surfaces, and lines of them, for which tubes do. */
import type { Mask } from '../../../index.js';
import { enlargeDots, shapeOfDots } from '../../../lab.js';

/** The mask whose labels surfaces show: with balls in place of single voxels and tubes in that of lines, unless a smoothing of 0 asks for stairs. */
export const maskOfSurfaces = (mask: Mask, smoothing?: number): Mask => (smoothing === 0 ? mask : enlargeDots(mask));

/** The words for labels of single voxels, and for what stands for them. */
const WORDS = {
  balls: 'labels of single voxels, which are shown as balls of a size that is seen',
  tubes: 'lines of single voxels, which are shown as tubes of a thickness that is seen',
} as const;

/** The line about labels of single voxels and lines, for which balls and tubes stand. @param shown the mask that surfaces are of, another one where there are any. */
export function describeDots(name: string, given: Mask, shown: Mask): string | undefined {
  const shape = shown === given ? undefined : shapeOfDots(given);
  return shape && `${name}: has ${WORDS[shape]}; --blocky shows the voxels`;
}
