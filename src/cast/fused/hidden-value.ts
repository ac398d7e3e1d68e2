/** The value that voxels of NaN take in fused volumes. */
import { evaluateOpacity, type TransferFunction } from '../../transfer/transfer-function.js';

/** The transparent value that is nearest to 0, which is what most programs write where there is nothing. */
export function findHiddenValue(transfer: TransferFunction): number | undefined {
  return [0, ...transfer.opacities.map(({ value }) => value)]
    .filter((value) => evaluateOpacity(transfer, value) === 0)
    .sort((a, b) => Math.abs(a) - Math.abs(b))[0];
}

export const NEEDS_HIDDEN_VALUE =
  'a fused volume with voxels of NaN needs a transfer function that is transparent at some value, which they take';
