/** Whether a volume holds signed distances, which are below 0 inside of what they are measured from. */
import { smallestSpacing, spacings, type Volume } from './volume.js';

/** Voxels that are looked at, spread over the volume; all of a small one. */
const PROBES = 200_000;
/** Smallest spacings from the surface within which the slope is looked at: narrow bands end not far beyond. */
const NEAR_VOXELS = 1.5;
/** Distances rise by the way that is gone; less so only where two surfaces are close to each other, and at edges. */
const SLOPE = [0.7, 1.1] as const;
const MIN_SHARE = 0.6;
/** Fewer voxels near the surface than this tell nothing. */
const LEAST_NEAR = 32;
/** Share of the voxels at the faces that are outside; others count distances from the other side. */
const MIN_OUTSIDE = 0.5;

/**
 * Whether the values are distances in world units to a surface, below 0 inside: their slope near 0 is one unit of value per unit
 * of length, and the faces of the volume are outside.
 */
export function isSignedDistance(volume: Volume): boolean {
  const { voxels, sizes, indexToWorld } = volume;
  if (!(voxels instanceof Float32Array || voxels instanceof Float64Array)) return false;
  if (sizes.some((size) => size < 4) || !arePerpendicular(indexToWorld.columns)) return false;
  const lengths = spacings(volume);
  const near = NEAR_VOXELS * smallestSpacing(volume);
  const steps = [1, sizes[0], sizes[0] * sizes[1]] as const;
  const stride = 2 * Math.floor(voxels.length / PROBES / 2) + 1;
  let [close, sloped, faces, outside] = [0, 0, 0, 0];
  for (let index = 0; index < voxels.length; index += stride) {
    const value = voxels[index]!;
    const voxel = steps.map((step, axis) => Math.floor(index / step) % sizes[axis]!);
    if (voxel.some((at, axis) => at === 0 || at === sizes[axis]! - 1)) {
      faces++;
      if (value > 0) outside++;
      continue;
    }
    if (!(Math.abs(value) < near)) continue;
    close++;
    let squared = 0;
    for (const [axis, step] of steps.entries()) {
      squared += ((voxels[index + step]! - voxels[index - step]!) / (2 * lengths[axis]!)) ** 2;
    }
    const slope = Math.sqrt(squared);
    if (slope > SLOPE[0] && slope < SLOPE[1]) sloped++;
  }
  return close >= LEAST_NEAR && sloped >= MIN_SHARE * close && outside >= MIN_OUTSIDE * faces;
}

/** Otherwise differences along the axes are no gradient; fields of distances have upright axes. */
function arePerpendicular(columns: Volume['indexToWorld']['columns']): boolean {
  return [0, 1, 2].every((axis) => {
    const [a, b] = [columns[axis]!, columns[(axis + 1) % 3]!];
    const across = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    return Math.abs(across) <= 1e-4 * Math.hypot(...a) * Math.hypot(...b);
  });
}
