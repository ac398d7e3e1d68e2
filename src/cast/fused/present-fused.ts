/** Fused volumes without voxels of NaN, and without volumes in which nothing is visible. */
import { InputError } from '../../errors.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { hasMissing, replaceMissing } from '../../volume/missing.js';
import type { Volume } from '../../volume/volume.js';
import { cached } from '../frame/cached.js';
import type { FusedVolume, VolumeScene } from '../scene.js';
import { findHiddenValue, NEEDS_HIDDEN_VALUE } from './hidden-value.js';

const present = new WeakMap<TransferFunction, WeakMap<Volume, Volume>>();

/** @throws InputError for NaN where the transfer function shows something of every value. */
export function withPresentFused<Part extends VolumeScene>(scene: Part): Part {
  if (!scene.fused?.length) return scene;
  const fused = scene.fused.filter(({ transfer }) => transfer.opacities.some(({ opacity }) => opacity > 0));
  return { ...scene, fused: fused.length > 0 ? fused.map(withoutMissing) : undefined };
}

function withoutMissing(fused: FusedVolume): FusedVolume {
  const { volume, transfer } = fused;
  const byVolume = cached(present, transfer, () => new WeakMap<Volume, Volume>());
  return {
    ...fused,
    volume: cached(byVolume, volume, () =>
      hasMissing(volume) ? replaceMissing(volume, hiddenValue(transfer)) : volume,
    ),
  };
}

function hiddenValue(transfer: TransferFunction): number {
  const hidden = findHiddenValue(transfer);
  if (hidden === undefined) throw new InputError(NEEDS_HIDDEN_VALUE);
  return hidden;
}
