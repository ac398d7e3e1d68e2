/** Whether somebody may say how far apart a file's voxels are. */
import { IDENTITY_AFFINE, type VolumeFile } from '../../../index.js';

const flatten = ({ columns, origin }: typeof IDENTITY_AFFINE) => [...columns, origin].flat();

/** @param mayLack whether files of its format may say nothing of that. */
export function takesSpacings({ volume, unit, lacksSpacings = false }: VolumeFile, mayLack: boolean): boolean {
  if (lacksSpacings || !mayLack) return lacksSpacings;
  const known = flatten(IDENTITY_AFFINE);
  return unit === undefined && !volume.anatomical && flatten(volume.indexToWorld).every((x, at) => x === known[at]);
}
