/** The appearance of a dose of radiation: a glow in the colours of isodoses, through which the parts that got most are seen. */
import type { Statistics } from '../../volume/statistics/statistics.js';
import type { Color, TransferFunction } from '../transfer-function.js';
import { emissionRamp } from './emission-ramp.js';
import { createPoints, type Ramp } from './ramp.js';

/** Shares of the largest dose, in the colours that planning systems give to isodoses. */
const ISODOSE_COLORS: Ramp<Color> = [
  [0.1, [0.1, 0.2, 0.9]],
  [0.3, [0.05, 0.65, 0.95]],
  [0.5, [0.15, 0.85, 0.35]],
  [0.75, [1, 0.9, 0.15]],
  [0.9, [1, 0.5, 0.1]],
  [1, [0.95, 0.1, 0.05]],
];
/** Share of the largest dose, below which it is scatter. */
const START_SHARE = 0.1;

export function showDose(statistics: Statistics): TransferFunction {
  const { max, voxelCount } = statistics;
  return createPoints(
    emissionRamp(statistics, [START_SHARE * max, max], Math.cbrt(voxelCount)),
    ISODOSE_COLORS.map(([share, color]) => [share * max, color] as const),
  );
}
