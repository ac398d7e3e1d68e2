/** Why a picture of a volume shows nothing. */
import { computeStatistics, shownPoints, type VolumeScene } from '../../../index.js';
import { shortenList } from '../../../recipe/scene/labels/shorten-list.js';

/** The reason that hides all of a volume, as far as its values, cuts and labels show. */
export function explainBlank(scene: VolumeScene, isShown: boolean): string {
  const { volume, mode, isoValue, isosurfaces, clip = [], mask } = scene;
  const { min, max } = computeStatistics(volume);
  const range = `the values of the volume run from ${min} to ${max}`;
  const isos = isosurfaces?.map(({ value }) => value) ?? (isoValue === undefined ? [] : [isoValue]);
  if (mode === 'isosurface' && !isos.some((iso) => iso > min && iso <= max)) {
    return `no surface is at ${isos.join(', ')}; ${range}`;
  }
  if (isShown) return `the camera does not see it, or it has the background’s colour; ${range}`;
  const { mask: _, clip: __, ...bare } = scene;
  if (shownPoints(bare).length === 0) return `the transfer function is transparent for all of it; ${range}`;
  if (mask && shownPoints({ ...bare, mask }).length === 0) {
    const labels = [...new Set<number>(mask.labels.voxels)].sort((a, b) => a - b);
    return `none of the shown labels lies where the transfer function shows the volume; the mask has ${shortenList(labels)}; ${range}`;
  }
  return clip.length > 0 ? `clipping cuts all of it away; ${range}` : range;
}
