/** Integrals of a transfer function over data values, for pre-integrated compositing. */
import { evaluateColor, evaluateOpacity, type TransferFunction } from './transfer-function.js';
import type { TransferTable } from './transfer-table.js';

/** Keeps the extinction of opaque values finite; wgsl/cast/preintegrated.wgsl knows it too. */
const MAX_OPACITY = 0.9999;

/** Extinction of one unit of length: opacity o is 1 − exp(−extinction). */
export function extinction(opacity: number): number {
  return -Math.log1p(-Math.min(opacity, MAX_OPACITY));
}

/**
 * On the entries of `table`, and in units of the distance between two of them, the integrals from the first entry on of
 * colour · extinction and of extinction: the integral functions of Engel, Kraus and Ertl 2001, section 4.
 * @returns 4 · entries numbers: red, green, blue, extinction.
 */
export function bakeIntegralTable(
  transfer: TransferFunction,
  { domain, entries }: Pick<TransferTable, 'domain' | 'entries'>,
): Float32Array<ArrayBuffer> {
  const cell = (domain[1] - domain[0]) / (entries - 1);
  const integrals = new Float32Array(4 * entries);
  const sum = [0, 0, 0, 0];
  for (let entry = 1; entry < entries; entry++) {
    const start = domain[0] + (entry - 1) * cell;
    for (const { fraction, weight } of GAUSS_LEGENDRE) {
      const value = start + fraction * cell;
      const density = weight * extinction(evaluateOpacity(transfer, value));
      const color = evaluateColor(transfer, value);
      for (let channel = 0; channel < 3; channel++) sum[channel]! += density * color[channel]!;
      sum[3]! += density;
    }
    integrals.set(sum, 4 * entry);
  }
  return integrals;
}

/** Two points a cell: exact for cubics, and never on the cell's ends, where steps are. */
const GAUSS_LEGENDRE = [-1, 1].map((side) => ({ fraction: 0.5 + side / Math.sqrt(12), weight: 0.5 }));
