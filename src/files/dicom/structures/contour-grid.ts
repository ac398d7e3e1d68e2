/** The grid of voxels that contours are filled on: their planes, and pixels as fine as scans have. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import { cross, dot, length, normalize, scale, subtract, type Vec3 } from '../../../math/vec3.js';
import type { FileLabel } from '../../volumes/source.js';

/** Coordinates x, y, z of one point after another. */
export type Contour = Float64Array;

export interface Region {
  readonly label: FileLabel;
  readonly contours: readonly Contour[];
}

export interface ContourGrid {
  readonly sizes: Vec3;
  readonly indexToWorld: Affine;
  /** The place of a point on the grid, in voxels. */
  readonly toIndex: (contour: Contour, point: number) => Vec3;
}

/** Contours are drawn on pixels; this many across make them as fine as those of most scans. */
const PIXELS_ACROSS = 512;
const [SPACING_MIN, SPACING_MAX] = [0.25, 2];

/** Millimetres by which the points of a contour may lie off their plane, and planes be the same. */
const FLATNESS = 0.2;

/** Directions this near to an axis of the world are along it. */
const ALONG_AXIS = 0.9999;

/** No scan has more slices. */
const DEPTH_MAX = 1 << 13;

const pointOf = (contour: Contour, point: number): Vec3 => [
  contour[3 * point]!,
  contour[3 * point + 1]!,
  contour[3 * point + 2]!,
];

/** @throws InputError if the contours do not lie on parallel planes. */
export function planContourGrid(regions: readonly Region[]): ContourGrid {
  const contours = regions.flatMap((region) => region.contours);
  const axes = chooseAxes(contours);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const planes = new Set<number>();
  for (const contour of contours) {
    let [nearest, farthest] = [Infinity, -Infinity];
    for (let point = 0; point < contour.length / 3; point++) {
      const gridPoint = axes.map((axis) => dot(axis, pointOf(contour, point)));
      for (const axis of [0, 1, 2]) {
        low[axis] = Math.min(low[axis]!, gridPoint[axis]!);
        high[axis] = Math.max(high[axis]!, gridPoint[axis]!);
      }
      nearest = Math.min(nearest, gridPoint[2]!);
      farthest = Math.max(farthest, gridPoint[2]!);
    }
    if (!(farthest - nearest <= FLATNESS)) {
      throw new InputError('has contours that do not lie on parallel planes, which cannot be filled');
    }
    planes.add((nearest + farthest) / 2);
  }
  const { step, count } = planSlices([...planes].sort((a, b) => a - b));
  const extent = Math.max(high[0]! - low[0]!, high[1]! - low[1]!);
  const spacing = Math.min(Math.max(extent / PIXELS_ACROSS, SPACING_MIN), SPACING_MAX);
  // One pixel around what is drawn.
  const sizes = [0, 1].map((axis) => Math.ceil((high[axis]! - low[axis]!) / spacing) + 3);
  const starts = [low[0]! - spacing, low[1]! - spacing, Math.min(...planes)];
  const steps = [spacing, spacing, step];
  const columns = axes.map((axis, which) => scale(axis, steps[which]!)) as unknown as Affine['columns'];
  const origin = [0, 1, 2].map((row) => axes.reduce((sum, axis, which) => sum + axis[row]! * starts[which]!, 0));
  return {
    sizes: [sizes[0]!, sizes[1]!, count],
    indexToWorld: { columns, origin: origin as unknown as Vec3 },
    toIndex: (contour, point) => {
      const world = pointOf(contour, point);
      return [0, 1, 2].map((axis) => (dot(axes[axis]!, world) - starts[axis]!) / steps[axis]!) as unknown as Vec3;
    },
  };
}

/** Right-handed axes whose third is the contours' normal: those of the world, where it is along one of them. */
function chooseAxes(contours: readonly Contour[]): readonly [Vec3, Vec3, Vec3] {
  let largest: Vec3 = [0, 0, 0];
  for (const contour of contours) {
    const normal = normalOf(contour);
    if (length(normal) > length(largest)) largest = normal;
  }
  if (length(largest) === 0) throw new InputError('has contours that enclose no area, which cannot be filled');
  const normal = normalize(largest);
  const axis = normal.findIndex((part) => Math.abs(part) >= ALONG_AXIS);
  const unit = (which: number) => [0, 1, 2].map((at) => (at === which ? 1 : 0)) as unknown as Vec3;
  if (axis >= 0) return [unit((axis + 1) % 3), unit((axis + 2) % 3), unit(axis)];
  const least = normal.map(Math.abs).indexOf(Math.min(...normal.map(Math.abs)));
  const u = normalize(cross(unit(least), normal));
  return [u, cross(normal, u), normal];
}

/** Twice the area that a contour encloses, along its normal (Newell's sum over its edges). */
function normalOf(contour: Contour): Vec3 {
  const count = contour.length / 3;
  const first = pointOf(contour, 0);
  let sum: Vec3 = [0, 0, 0];
  for (let point = 1; point + 1 < count; point++) {
    const normal = cross(subtract(pointOf(contour, point), first), subtract(pointOf(contour, point + 1), first));
    sum = [sum[0] + normal[0], sum[1] + normal[1], sum[2] + normal[2]];
  }
  return sum;
}

/** The distance that planes are multiples of, the smallest between two, and how many slices that makes. */
function planSlices(planes: readonly number[]): { step: number; count: number } {
  const extent = planes.at(-1)! - planes[0]!;
  const gaps = planes
    .slice(1)
    .flatMap((plane, index) => (plane - planes[index]! > FLATNESS ? [plane - planes[index]!] : []));
  if (gaps.length === 0) return { step: 1, count: 1 };
  const smallest = Math.min(...gaps);
  const steps = Math.max(Math.round(extent / smallest), 1);
  if (steps >= DEPTH_MAX)
    throw new InputError(`has contours on planes ${smallest} mm apart over ${extent} mm, which are too many slices`);
  // A mean, since positions are rounded.
  return { step: extent / steps, count: steps + 1 };
}
