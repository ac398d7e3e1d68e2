/** Fused volumes without the voxels of NaN, and without those that show nothing at all. */
import { InputError } from '../../errors.js';
import { evaluateOpacity, type TransferFunction } from '../../transfer/transfer-function.js';
import { hasMissing, replaceMissing } from '../../volume/missing.js';
import type { Volume } from '../../volume/volume.js';
import { found } from '../frame/found.js';
import type { FusedVolume, VolumeScene } from '../scene.js';

const present = new WeakMap<TransferFunction, WeakMap<Volume, Volume>>();

/** @throws InputError for NaN where the transfer function shows something of every value. */
export function withPresentFused<Part extends VolumeScene>(scene: Part): Part {
  if (!scene.fused?.length) return scene;
  const fused = scene.fused.filter(({ transfer }) => transfer.opacities.some(({ opacity }) => opacity > 0));
  return { ...scene, fused: fused.length > 0 ? fused.map(withoutMissing) : undefined };
}

function withoutMissing(fused: FusedVolume): FusedVolume {
  const { volume, transfer } = fused;
  const byVolume = found(present, transfer, () => new WeakMap<Volume, Volume>());
  return {
    ...fused,
    volume: found(byVolume, volume, () =>
      hasMissing(volume) ? replaceMissing(volume, hiddenValue(transfer)) : volume,
    ),
  };
}

/** The transparent value that is nearest to 0, which is what most programs write where there is nothing. */
function hiddenValue(transfer: TransferFunction): number {
  const hidden = [0, ...transfer.opacities.map(({ value }) => value)]
    .filter((value) => evaluateOpacity(transfer, value) === 0)
    .sort((a, b) => Math.abs(a) - Math.abs(b));
  if (hidden.length > 0) return hidden[0]!;
  throw new InputError(
    'a fused volume with voxels of NaN needs a transfer function that shows nothing of some value, which they take',
  );
}
