/** Scenes of paged volumes with previews in place of their pages: coarse, but on the device at once. */
import { finestOf, type PagedVolume } from '../../paged/paged-volume.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { smallestSpacing } from '../../volume/volume.js';
import { cached } from '../frame/cached.js';
import type { FusedVolume, MeshScene, VolumeScene } from '../scene.js';

const transfers = new WeakMap<PagedVolume, WeakMap<TransferFunction, TransferFunction>>();

/** A fused volume with its preview in place of its pages. */
function previewFused(one: FusedVolume): FusedVolume {
  const { pages, transfer, ...rest } = one;
  if (!pages) return one;
  const byTransfer = cached(transfers, pages, () => new WeakMap<TransferFunction, TransferFunction>());
  const unit = transfer.unit ?? smallestSpacing(finestOf(pages));
  return { ...rest, transfer: cached(byTransfer, transfer, () => ({ ...transfer, unit })) };
}

/** The scene with the preview in place of its paged volume, for frames that cannot wait; other scenes unchanged. */
export function previewScene<Shown extends VolumeScene | MeshScene>(scene: Shown): Shown {
  const { pages, transfer } = scene as Partial<VolumeScene>;
  if (!pages || !transfer) return scene;
  // Opacities stay those of the finest level's spacing.
  const byTransfer = cached(transfers, pages, () => new WeakMap<TransferFunction, TransferFunction>());
  const unit = transfer.unit ?? smallestSpacing(finestOf(pages));
  const { pages: _, labelPages: __, fused, ...rest } = scene as VolumeScene;
  return {
    ...rest,
    transfer: cached(byTransfer, transfer, () => ({ ...transfer, unit })),
    ...(fused && { fused: fused.map(previewFused) }),
  } as unknown as Shown;
}
