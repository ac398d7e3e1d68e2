/** A scene's volume without the voxels of NaN, found again by identity. */
import type { PagedVolume } from '../../../paged/paged-volume.js';
import type { LabelStyle, Mask } from '../../../volume/mask.js';
import { hideMissing, PRESENT, type PresentVolume, takeOutMissing } from '../../../volume/missing.js';
import type { Volume } from '../../../volume/volume.js';
import { cached } from '../../frame/cached.js';
import { isKnownToMiss } from '../../paged/missing-voxels.js';
import type { VolumeScene } from '../../scene.js';

/** The labels of voxels in pages, where each page has its own; the scene's mask is then that of the preview. */
export interface PageLabels {
  /** Without them all voxels have the label of `PRESENT`. */
  readonly labels: PagedVolume | Volume | undefined;
  readonly styles: readonly LabelStyle[];
  readonly hidesMissing: boolean;
}

export interface PresentScene extends VolumeScene {
  readonly pageLabels?: PageLabels | undefined;
}

const MASKED = new WeakMap<Volume, WeakMap<Mask, PresentVolume>>();
const UNMASKED = new WeakMap<Volume, PresentVolume>();
/** Masks of previews that lack what their pages miss. */
const COARSE = new WeakMap<Volume, WeakMap<object, Mask>>();

/** The scene without missing voxels; itself where its volume has none. */
export function withoutMissing(scene: VolumeScene): PresentScene {
  const { volume, mask, pages, labelPages } = scene;
  const present = presentOf(volume, mask);
  const isPresent = present.volume === volume;
  if (pages && (labelPages || !isPresent || isKnownToMiss(pages))) {
    const hidesMissing = !isPresent || isKnownToMiss(pages);
    const coarse = !isPresent ? present.mask : hidesMissing ? maskOfPreview(volume, mask) : mask;
    const pageLabels = { labels: labelPages ?? mask?.labels, styles: mask?.styles ?? STYLES, hidesMissing };
    return { ...scene, volume: present.volume, ...(coarse && { mask: coarse }), pageLabels };
  }
  return isPresent ? scene : { ...scene, volume: present.volume, ...(present.mask && { mask: present.mask }) };
}

const STYLES: readonly LabelStyle[] = [PRESENT];

function presentOf(volume: Volume, mask: Mask | undefined): PresentVolume {
  if (!mask) return cached(UNMASKED, volume, () => takeOutMissing(volume, undefined));
  const byMask = cached(MASKED, volume, () => new WeakMap<Mask, PresentVolume>());
  return cached(byMask, mask, () => takeOutMissing(volume, mask));
}

function maskOfPreview(volume: Volume, mask: Mask | undefined): Mask {
  const byMask = cached(COARSE, volume, () => new WeakMap<object, Mask>());
  return cached(byMask, mask ?? volume, () => hideMissing(volume, mask));
}
