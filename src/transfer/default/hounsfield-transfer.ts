/** The appearance of Hounsfield units: bone and contrast agent, or skin and organs where there are none. */
import { type Statistics, shareBetween } from '../../volume/statistics/statistics.js';
import type { Color, TransferFunction } from '../transfer-function.js';
import { createOpacity, createPoints, type Ramp } from './ramp.js';

/** Colours of Hounsfield units: soft tissue with contrast agent in reds, bone in ivory. */
const BONE_COLORS: Ramp<Color> = [
  [60, [0.5, 0.2, 0.14]],
  [200, [0.78, 0.4, 0.26]],
  [300, [0.88, 0.68, 0.46]],
  [450, [0.95, 0.88, 0.75]],
  [1500, [1, 0.98, 0.94]],
];
const SKIN_COLORS: Ramp<Color> = [
  [-300, [0.75, 0.52, 0.4]],
  [-50, [0.86, 0.65, 0.5]],
  [80, [0.8, 0.45, 0.36]],
  [200, [0.95, 0.85, 0.75]],
];
const BODY = [-200, 32_767] as const;
const BONE = [250, 32_767] as const;
/** Least share of bone in a body: a belly's is 0.0096, by voxels of 3 mm. */
const MIN_BONE_SHARE = 0.005;
/** Fraction of soft tissue's highest bin: where the histogram has fallen to it, noise of soft tissue ends. */
const SOFT_FOOT = 0.02;
const SOFT_PEAK = [0, 110] as const;
const BONE_START = [110, 260] as const;
/** Hounsfield units above that end in which noise of muscle and tables lie: hardly any of it is seen, but views would be fitted to it. */
const NOISE = 40;

/** Bone and contrast agent, as most CTs are made for; skin and organs where there are none. */
export function showHounsfield(statistics: Statistics): TransferFunction {
  const opacity = createOpacity(statistics);
  const bone = shareBetween(statistics, ...BONE) / Math.max(shareBetween(statistics, ...BODY), 1e-9);
  if (bone < MIN_BONE_SHARE) {
    return createPoints(
      [
        [-400, 0],
        [-250, opacity(0.2)],
        [-50, opacity(0.4)],
        [150, opacity(1)],
      ],
      SKIN_COLORS,
    );
  }
  const start = endOfSoftTissue(statistics);
  return createPoints(
    [
      [start + NOISE, 0],
      [start + 60, opacity(0.15)],
      [start + 160, opacity(0.6)],
      [start + 400, opacity(1)],
    ],
    BONE_COLORS,
  );
}

function endOfSoftTissue(statistics: Statistics): number {
  const width = 10;
  const at = (value: number) => shareBetween(statistics, value, value + width);
  let [peak, value] = [0, SOFT_PEAK[0] as number];
  for (let near = SOFT_PEAK[0]; near <= SOFT_PEAK[1]; near += width) {
    if (at(near) > peak) [peak, value] = [at(near), near];
  }
  while (value < BONE_START[1] && at(value) > SOFT_FOOT * peak) value += width;
  return Math.max(value, BONE_START[0]);
}
