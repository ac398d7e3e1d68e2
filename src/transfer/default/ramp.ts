/** Ramps: what transfer functions are made of, and how opaque a share of the full extinction is. */
import type { Statistics } from '../../volume/statistics/statistics.js';
import { type Color, createTransferFunction, type OpacityPoint, type TransferFunction } from '../transfer-function.js';

/** Fraction of a side of the volume: a layer of the densest tissue of this depth lets 5 % of the light through. */
const SOLID_DEPTH = 0.03;
/** Even in small volumes surfaces stay soft. */
const MAX_OPACITY = 0.95;

/** Maps a share of the full extinction to the opacity of a unit of length. */
export function createOpacity({ voxelCount, missingCount }: Statistics): (share: number) => number {
  const side = Math.cbrt(voxelCount + missingCount);
  const full = 3 / (SOLID_DEPTH * side);
  return (share) => Math.min(1 - Math.exp(-full * share), MAX_OPACITY);
}

/** Values, each with what is there. */
export type Ramp<T> = readonly (readonly [number, T])[];

export const createPoints = (opacities: Ramp<number>, colors: Ramp<Color>): TransferFunction =>
  createTransferFunction({
    opacities: opacities.map(([value, opacity]): OpacityPoint => ({ value, opacity })),
    colors: colors.map(([value, color]) => ({ value, color })),
  });
