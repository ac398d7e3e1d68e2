/** Labels of single voxels, as of landmarks, as balls: smoothing would leave nothing of them, and a voxel is a speck in a picture. */
import { transformPoint } from '../math/affine.js';
import { distance, type Vec3 } from '../math/vec3.js';
import type { Mask } from './mask.js';
import { createVolume, spacings, type Volume, worldToIndex } from './volume.js';

/** More voxels are no landmarks; the distances between all pairs of them are looked at. */
const MAX_DOTS = 1000;
/** Radius of balls, as a fraction of the diagonal of the box around the dots. */
const RADIUS_FRACTION = 0.025;
/** Radius in spacings, so that a ball has an inside where there is room for one: a whole number would leave a tip of one voxel on each axis. */
const MIN_RADIUS = 2.5;
/** Fraction of the distance between the two nearest dots, so that balls do not touch. */
const MAX_RADIUS = 0.4;

/**
 * The mask with a ball of the same label around each voxel, where no shown voxel has a neighbour along an axis that is shown too; the same
 * mask where one has, or where there are more than 1000 of them.
 */
export function enlargeDots(mask: Mask): Mask {
  const { labels, styles } = mask;
  const dots = listDots(labels, new Set(styles.map(({ label }) => label)));
  if (!dots || dots.length === 0) return mask;
  const radius = chooseRadius(labels, dots);
  const voxels = labels.voxels.slice();
  for (const dot of dots) fillBall(voxels, labels, dot, radius);
  return { ...mask, labels: createVolume({ ...labels, voxels }) };
}

/** Probes of a large volume: a body of a thousandth of it shows in dozens of them. */
const PROBES = 20_000;

/** Whether two shown voxels are neighbours along i, by probes, which tell a body before all that is empty in front of it is gone through. */
function hasNeighborsAtAGlance(
  { sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>,
  shown: ReadonlySet<number>,
): boolean {
  const stride = 2 * Math.floor(voxels.length / PROBES / 2) + 1;
  for (let index = 0; index + 1 < voxels.length; index += stride) {
    if (voxels[index] === 0 || !shown.has(voxels[index]!) || (index + 1) % sizes[0] === 0) continue;
    if (shown.has(voxels[index + 1]!)) return true;
  }
  return false;
}

/** The indices of all shown voxels; undefined where two of them are neighbours, or where there are many. */
function listDots({ sizes, voxels }: Volume, shown: ReadonlySet<number>): Vec3[] | undefined {
  const [ni, nj, nk] = sizes;
  if (hasNeighborsAtAGlance({ sizes, voxels }, shown)) return undefined;
  const dots: Vec3[] = [];
  for (let index = 0; index < voxels.length; index++) {
    // Zero is nearly all there is, and is told faster than by the set.
    if (voxels[index] === 0 || !shown.has(voxels[index]!)) continue;
    const [i, j, k] = [index % ni, Math.floor(index / ni) % nj, Math.floor(index / (ni * nj))];
    const isNeighbor = (step: number, left: number) => left > 0 && shown.has(voxels[index + step]!);
    if (isNeighbor(1, ni - 1 - i) || isNeighbor(ni, nj - 1 - j) || isNeighbor(ni * nj, nk - 1 - k)) return undefined;
    if (dots.length === MAX_DOTS) return undefined;
    dots.push([i, j, k]);
  }
  return dots;
}

/** Radius of the balls, in world units. */
function chooseRadius(labels: Volume, dots: readonly Vec3[]): number {
  const centers = dots.map((dot) => transformPoint(labels.indexToWorld, dot));
  const extent = [0, 1, 2].map((axis) => {
    const along = centers.map((center) => center[axis]!);
    return Math.max(...along) - Math.min(...along);
  });
  let nearest = Infinity;
  for (const [at, center] of centers.entries()) {
    for (let other = at + 1; other < centers.length; other++)
      nearest = Math.min(nearest, distance(center, centers[other]!));
  }
  const wanted = Math.max(RADIUS_FRACTION * Math.hypot(...extent), MIN_RADIUS * Math.max(...spacings(labels)));
  return Math.min(wanted, MAX_RADIUS * nearest);
}

function fillBall(voxels: Volume['voxels'], labels: Volume, dot: Vec3, radius: number): void {
  const { sizes, indexToWorld } = labels;
  const [ni, nj] = sizes;
  const label = labels.voxels[dot[0] + ni * (dot[1] + nj * dot[2])]!;
  const center = transformPoint(indexToWorld, dot);
  // Rows of the inverse: a ball of a sheared grid is wider in voxels than its radius in spacings.
  const { columns } = worldToIndex(labels);
  const reach = [0, 1, 2].map((axis) => radius * Math.hypot(...columns.map((column) => column[axis]!)));
  const first = (axis: 0 | 1 | 2) => Math.max(Math.ceil(dot[axis] - reach[axis]!), 0);
  const last = (axis: 0 | 1 | 2) => Math.min(Math.floor(dot[axis] + reach[axis]!), sizes[axis] - 1);
  for (let k = first(2); k <= last(2); k++) {
    for (let j = first(1); j <= last(1); j++) {
      for (let i = first(0); i <= last(0); i++) {
        if (distance(transformPoint(indexToWorld, [i, j, k]), center) <= radius) voxels[i + ni * (j + nj * k)] = label;
      }
    }
  }
}
