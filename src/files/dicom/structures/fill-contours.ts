/** Fills contours by the even-odd rule, at voxel centres. */
import type { Budget } from '../../bytes/budget.js';
import type { Contour, ContourGrid, Region } from './contour-grid.js';

/**
 * Writes each region's label into `voxels`, the largest region first.
 * @returns how many voxels lie in several.
 */
export function fillContours(
  regions: readonly Region[],
  grid: ContourGrid,
  voxels: Uint8Array | Uint16Array,
  budget: Budget,
): number {
  const [width, height] = grid.sizes;
  const filled = regions.map((region) => ({ label: region.label.label, slices: sliceRegion(region, grid) }));
  const area = (contours: readonly Contour[]) => contours.reduce((sum, contour) => sum + Math.abs(areaOf(contour)), 0);
  const sized = filled.map(({ label, slices }) => {
    const size = [...slices.values()].reduce((sum, contours) => sum + area(contours), 0);
    return { label, slices, size };
  });
  let overlapping = 0;
  const inside = new Uint8Array(width * height);
  const several = new Uint8Array(voxels.length);
  for (const { label, slices } of sized.sort((a, b) => b.size - a.size)) {
    for (const [slice, contours] of slices) {
      inside.fill(0);
      for (const contour of contours) toggleInside(contour, inside, width, height, budget);
      const start = slice * width * height;
      for (let index = 0; index < inside.length; index++) {
        if (inside[index] === 0) continue;
        if (voxels[start + index] !== 0 && several[start + index] === 0) {
          several[start + index] = 1;
          overlapping += 1;
        }
        voxels[start + index] = label;
      }
    }
  }
  return overlapping;
}

/**
 * The contours of each slice, as x and y in voxels. Regions that were drawn on every second slice, say, fill those between from the
 * nearest: half their own distance to either side.
 */
function sliceRegion({ contours }: Region, grid: ContourGrid): Map<number, Contour[]> {
  const depth = grid.sizes[2];
  const drawn = new Map<number, Contour[]>();
  for (const contour of contours) {
    const flat = new Float64Array((2 * contour.length) / 3);
    let slice = 0;
    for (let point = 0; point < contour.length / 3; point++) {
      const [x, y, z] = grid.toIndex(contour, point);
      flat[2 * point] = x;
      flat[2 * point + 1] = y;
      slice = Math.min(Math.max(Math.round(z), 0), depth - 1);
    }
    drawn.set(slice, [...(drawn.get(slice) ?? []), flat]);
  }
  const planes = [...drawn.keys()].sort((a, b) => a - b);
  const gaps = planes
    .slice(1)
    .map((plane, index) => plane - planes[index]!)
    .sort((a, b) => a - b);
  const usual = gaps[gaps.length >> 1] ?? 1;
  const slices = new Map<number, Contour[]>();
  for (const [index, plane] of planes.entries()) {
    const next = planes[index + 1];
    const own = drawn.get(plane)!;
    slices.set(plane, own);
    if (next === undefined || next - plane > usual) continue;
    for (let between = plane + 1; between < next; between++) {
      slices.set(between, 2 * (between - plane) <= next - plane ? own : drawn.get(next)!);
    }
  }
  return slices;
}

function areaOf(contour: Contour): number {
  const count = contour.length / 2;
  let sum = 0;
  for (let point = 0, before = count - 1; point < count; before = point++) {
    sum += contour[2 * before]! * contour[2 * point + 1]! - contour[2 * point]! * contour[2 * before + 1]!;
  }
  return sum / 2;
}

/** Toggles the pixels whose centre the contour encloses, by the crossings of each row with its edges. */
function toggleInside(contour: Contour, inside: Uint8Array, width: number, height: number, budget: Budget): void {
  const count = contour.length / 2;
  const crossings = new Map<number, number[]>();
  for (let point = 0, before = count - 1; point < count; before = point++) {
    const [x0, y0, x1, y1] = [
      contour[2 * before]!,
      contour[2 * before + 1]!,
      contour[2 * point]!,
      contour[2 * point + 1]!,
    ];
    // An edge has its lower end and not its upper, so that a corner between two is one crossing.
    const [first, last] = [Math.ceil(Math.min(y0, y1)), Math.ceil(Math.max(y0, y1)) - 1];
    if (last < first) continue;
    budget.spendSteps(last - first + 1, 'filling contours');
    for (let row = Math.max(first, 0); row <= Math.min(last, height - 1); row++) {
      const at = x0 + ((row - y0) / (y1 - y0)) * (x1 - x0);
      const ofRow = crossings.get(row);
      if (ofRow) ofRow.push(at);
      else crossings.set(row, [at]);
    }
  }
  for (const [row, columns] of crossings) {
    columns.sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < columns.length; pair += 2) {
      const [from, to] = [Math.ceil(columns[pair]!), Math.ceil(columns[pair + 1]!) - 1];
      for (let column = Math.max(from, 0); column <= Math.min(to, width - 1); column++) {
        inside[row * width + column]! ^= 1;
      }
    }
  }
}
