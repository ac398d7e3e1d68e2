/** The transfer function for a volume of which nothing is known but its values. */
import { percentile, type Statistics } from '../volume/statistics.js';
import { createTransferFunction, type TransferFunction } from './transfer-function.js';

export function defaultTransfer(statistics: Statistics): TransferFunction {
  const middle = (statistics.min + statistics.max) / 2;
  const high = percentile(statistics, 0.999);
  return createTransferFunction({
    colors: [
      { value: middle, color: '#5c3a30' },
      { value: high, color: '#fffaf0' },
    ],
    opacities: [
      { value: middle, opacity: 0 },
      { value: high, opacity: 0.3 },
    ],
  });
}
