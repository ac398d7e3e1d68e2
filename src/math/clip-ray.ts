/** The part of a ray inside a box of voxels. */
import type { Vec3 } from './vec3.js';

/**
 * The interval of t ≥ 0 for which `origin` + t · `direction` lies in the box from −0.5 to size − 0.5 on each axis; it ends
 * before it starts for a miss (the slab test of Kay and Kajiya 1986).
 */
export function clipToBox(sizes: Vec3, origin: Vec3, direction: Vec3): readonly [number, number] {
  let [enter, leave] = [0, Infinity];
  for (const [axis, size] of sizes.entries()) {
    const toLow = -0.5 - origin[axis]!;
    const toHigh = size - 0.5 - origin[axis]!;
    const speed = direction[axis]!;
    if (speed === 0) {
      if (toLow > 0 || toHigh < 0) return [Infinity, -Infinity];
    } else {
      enter = Math.max(enter, Math.min(toLow / speed, toHigh / speed));
      leave = Math.min(leave, Math.max(toLow / speed, toHigh / speed));
    }
  }
  return [enter, leave];
}
