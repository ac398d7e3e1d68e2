/** The scene of all voxels while only a copy of them is shown: what it needs of the device can be made ready meanwhile. */
import type { Scene, VolumeScene } from '../../index.js';
import type { ViewerData } from '../data/viewer-data.js';

/**
 * The scene of the whole volume, as far as it can be told before its values are counted.
 * @param shown the scene of the copy.
 * @returns undefined where the voxels are not there yet, and where more than the volume would have to be exchanged.
 */
export function sceneAhead(shown: Scene, { volume, isPartial, isReading }: ViewerData): VolumeScene | undefined {
  if (!isPartial || isReading || !volume || !('volume' in shown) || 'meshes' in shown) return undefined;
  const { mask, fused = [], pages } = shown;
  return mask || pages || fused.length > 0 ? undefined : { ...shown, volume };
}
