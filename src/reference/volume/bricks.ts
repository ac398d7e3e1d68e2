/** The bricks of a volume in float64: their ranges, which of them may show anything, and how far apart they are; slow. */
import type { Vec3 } from '../../math/vec3.js';
import { evaluateOpacity, type TransferFunction } from '../../transfer/transfer-function.js';
import { countBricks } from '../../volume/bricks.js';
import { MAX_LIGHT_OPACITY } from '../../volume/grids/light-grid.js';
import type { Volume } from '../../volume/volume.js';

/** Smallest and largest value. */
export type BrickRange = readonly [number, number];

/** Range of each brick with the voxels around it, which interpolation reaches; i fastest. */
export function brickRanges({ sizes, voxels }: Pick<Volume, 'sizes' | 'voxels'>, side: number): BrickRange[] {
  return listPositions(countBricks(sizes, side)).map((brick) => {
    const [i, j, k] = brick.map((place, axis) => {
      const first = Math.max(place * side - 1, 0);
      const end = Math.min((place + 1) * side + 1, sizes[axis]!);
      return Array.from({ length: end - first }, (_, index) => first + index);
    }) as [number[], number[], number[]];
    let [low, high] = [Infinity, -Infinity];
    for (const z of k) {
      for (const y of j) {
        for (const x of i) {
          const value = voxels[x + sizes[0] * (y + sizes[1] * z)]!;
          [low, high] = [Math.min(low, value), Math.max(high, value)];
        }
      }
    }
    return [low, high];
  });
}

/** Whether any value of a range is not wholly transparent: opacity is linear between points, so their values decide. */
export function isVisible(transfer: TransferFunction, [low, high]: BrickRange): boolean {
  const inside = transfer.opacities.filter(({ value }) => value >= low && value <= high);
  return [low, high].some((value) => evaluateOpacity(transfer, value) > 0) || inside.some(({ opacity }) => opacity > 0);
}

/** The most extinction, of a unit of the transfer function's length, that any value of a range has. */
export function greatestExtinction(transfer: TransferFunction, [low, high]: BrickRange): number {
  const inside = transfer.opacities.filter(({ value }) => value >= low && value <= high);
  const opacities = [
    ...[low, high].map((value) => evaluateOpacity(transfer, value)),
    ...inside.map((one) => one.opacity),
  ];
  return -Math.log(1 - Math.min(Math.max(...opacities), MAX_LIGHT_OPACITY));
}

/**
 * Distance from each brick to the nearest one of the other kind, at most `limit` and negative for active bricks: bricks along
 * the axis where the two are farthest apart (Chebyshev distance).
 */
export function brickDistances(active: readonly boolean[], bricks: Vec3, limit: number): number[] {
  const all = listPositions(bricks);
  return all.map((here, index) => {
    const away = all
      .filter((_, other) => active[other] !== active[index])
      .map((there) => Math.max(...there.map((place, axis) => Math.abs(place - here[axis]!))));
    const nearest = Math.min(limit, ...away);
    return active[index] ? -nearest : nearest;
  });
}

/** Parts of a lookup in the map: `LOOKUP_PARTS` of wgsl/cast/bricks/order.wgsl. */
const LOOKUP_PARTS = 32;

/**
 * The cost of bricks to a ray that meets them all: lookups, in parts, of which each leads as far as its distance; and inactive
 * bricks.
 */
export function weighBricks(distances: readonly number[]): [lookups: number, inactive: number] {
  const lookups = distances.reduce((sum, distance) => sum + Math.floor(LOOKUP_PARTS / Math.abs(distance)), 0);
  return [lookups, distances.filter((distance) => distance > 0).length];
}

function listPositions([columns, rows, layers]: Vec3): Vec3[] {
  return Array.from({ length: columns * rows * layers }, (_, index) => [
    index % columns,
    Math.floor(index / columns) % rows,
    Math.floor(index / (columns * rows)),
  ]);
}
