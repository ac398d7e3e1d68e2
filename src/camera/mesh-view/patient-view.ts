/** The view of a patient's surfaces: from the front, and a hemisphere from its own side. */
import type { Vec3 } from '../../math/vec3.js';
import type { ViewDirection } from '../views.js';
import { meshView } from './mesh-view.js';

/** Width by depth and by height, below which a part shows its sides: a hemisphere has 0.42 and 0.6, a whole brain 0.8 and more. */
const THIN = 0.75;
/** Share of the width that may lie beyond the midline. */
const MOST_BEYOND = 0.1;

/**
 * Sees surfaces as `meshView` does, but half of a brain from its lateral side: whatever lies at one side of the midline and is thin
 * across it.
 * @param points around all of it, in LPS.
 */
export function patientView(points: readonly Vec3[]): ViewDirection {
  const [left, back, height] = [0, 1, 2].map((axis) => rangeAlong(points, axis)) as [Range, Range, Range];
  const width = left.high - left.low;
  const isThin = width < THIN * Math.min(back.high - back.low, height.high - height.low);
  if (isThin && left.low > -MOST_BEYOND * width) return { forward: [-1, 0, 0], up: [0, 0, 1] };
  if (isThin && left.high < MOST_BEYOND * width) return { forward: [1, 0, 0], up: [0, 0, 1] };
  return meshView(points, { zUp: true });
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function rangeAlong(points: readonly Vec3[], axis: number): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const point of points) {
    low = Math.min(low, point[axis]!);
    high = Math.max(high, point[axis]!);
  }
  return { low, high };
}
