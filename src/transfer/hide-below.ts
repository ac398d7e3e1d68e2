/** Thresholds: what is below one is not shown. */
import { createTransferFunction, evaluateOpacity, type TransferFunction } from './transfer-function.js';

/**
 * The transfer function with values below `low` hidden, or in data of both signs those nearer to zero. The threshold itself is
 * shown.
 */
export function hideBelow(transfer: TransferFunction, low: number, isOfBothSigns: boolean): TransferFunction {
  if (isOfBothSigns && low <= 0) return transfer;
  const { opacities } = transfer;
  const step = (value: number) => ({ value, opacity: evaluateOpacity(transfer, value) });
  const above = [{ value: low, opacity: 0 }, step(low), ...opacities.filter(({ value }) => value > low)];
  const below = isOfBothSigns
    ? [...opacities.filter(({ value }) => value < -low), step(-low), { value: -low, opacity: 0 }]
    : [];
  return createTransferFunction({ ...transfer, opacities: [...below, ...above] });
}
