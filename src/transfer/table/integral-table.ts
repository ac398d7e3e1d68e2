/** Integrals of a transfer function over data values, for pre-integrated compositing. */
import { evaluateColor, evaluateOpacity, type TransferFunction } from '../transfer-function.js';
import type { TransferTable } from './transfer-table.js';

/** Keeps the extinction of opaque values finite; wgsl/cast/modes/preintegrated.wgsl knows it too. */
export const MAX_OPACITY = 0.9999;

/** Extinction of one unit of length: opacity o is 1 − exp(−extinction). */
export function extinction(opacity: number): number {
  return -Math.log1p(-Math.min(opacity, MAX_OPACITY));
}

/**
 * Bakes the integrals of colour · extinction and of extinction from the first boundary of the table's cells to each, in units
 * of their length: the integral functions of Engel, Kraus and Ertl 2001, section 4.
 * @returns 4 · (cells + 1) numbers: red, green, blue, extinction.
 */
export function bakeIntegralTable(
  transfer: TransferFunction,
  { domain, cells }: Pick<TransferTable, 'domain' | 'cells'>,
): Float32Array<ArrayBuffer> {
  const length = (domain[1] - domain[0]) / cells;
  const integrals = new Float32Array(4 * (cells + 1));
  const sum = [0, 0, 0, 0];
  for (let cell = 0; cell < cells; cell++) {
    for (const { fraction, weight } of GAUSS_LEGENDRE) {
      const value = domain[0] + (cell + fraction) * length;
      const density = weight * extinction(evaluateOpacity(transfer, value));
      const color = evaluateColor(transfer, value);
      for (let channel = 0; channel < 3; channel++) sum[channel]! += density * color[channel]!;
      sum[3]! += density;
    }
    integrals.set(sum, 4 * (cell + 1));
  }
  return integrals;
}

/** Two points per cell: exact for cubics, and never on the cell's ends, where steps are. */
const GAUSS_LEGENDRE = [-1, 1].map((side) => ({ fraction: 0.5 + side / Math.sqrt(12), weight: 0.5 }));
