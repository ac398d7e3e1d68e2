/** A scene's volume without the voxels of NaN, found again by identity. */
import type { Mask } from '../../../volume/mask.js';
import { type PresentVolume, takeOutMissing } from '../../../volume/missing.js';
import type { Volume } from '../../../volume/volume.js';
import { found } from '../../frame/found.js';
import type { VolumeScene } from '../../scene.js';

const MASKED = new WeakMap<Volume, WeakMap<Mask, PresentVolume>>();
const UNMASKED = new WeakMap<Volume, PresentVolume>();

/** The same scene where nothing of its volume is missing. */
export function withoutMissing<Part extends VolumeScene>(scene: Part): Part {
  const { volume, mask } = scene;
  const present = mask
    ? found(
        found(MASKED, volume, () => new WeakMap<Mask, PresentVolume>()),
        mask,
        () => takeOutMissing(volume, mask),
      )
    : found(UNMASKED, volume, () => takeOutMissing(volume, undefined));
  return present.volume === volume
    ? scene
    : { ...scene, volume: present.volume, ...(present.mask && { mask: present.mask }) };
}
