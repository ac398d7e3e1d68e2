/** The appearance of a dose of radiation: a glow in the colours of isodoses, through which the parts that got most are seen. */
import { percentile, type Statistics } from '../../volume/statistics/statistics.js';
import type { Color, TransferFunction } from '../transfer-function.js';
import { emissionRamp } from './emission-ramp.js';
import { createPoints, type Ramp } from './ramp.js';

/** Shares of the strongest dose, in the colours that planning systems give to isodoses. */
const ISODOSE_COLORS: Ramp<Color> = [
  [0.1, [0.1, 0.2, 0.9]],
  [0.3, [0.05, 0.65, 0.95]],
  [0.5, [0.15, 0.85, 0.35]],
  [0.75, [1, 0.9, 0.15]],
  [0.9, [1, 0.5, 0.1]],
  [1, [0.95, 0.1, 0.05]],
];
/** Share of the strongest dose, below which it is scatter. */
const START_SHARE = 0.1;

/** Hottest voxels that may be errors, as at the surface of metal: at least so many, and of large grids so large a share. */
const MOST_HOT = 8;
const HOT_SHARE = 1e-5;

export function showDose(statistics: Statistics): TransferFunction {
  const { max, voxelCount } = statistics;
  // A target of few voxels is left where nothing else has a dose.
  const strongest = percentile(statistics, 1 - Math.max(MOST_HOT / voxelCount, HOT_SHARE)) || max;
  return createPoints(
    emissionRamp(statistics, [START_SHARE * strongest, strongest], Math.cbrt(voxelCount)),
    ISODOSE_COLORS.map(([share, color]) => [share * strongest, color] as const),
  );
}
