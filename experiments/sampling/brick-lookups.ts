/** What the map of bricks costs the rays of a volume: lookups for each brick in which nothing is visible. */
import type { TransferFunction, Volume } from 'tilecast';

export interface BrickLookups {
  /** Share of the bricks in which something may be visible. */
  readonly activeShare: number;
  /** Lookups for each inactive brick, where rays met all bricks alike: what tilecast weighs. */
  readonly lookups: number;
}

/** Voxels along a brick's side on GPUs. */
const SIDE = 8;
/** Bricks that a lookup leads on at most. */
const FARTHEST = 31;
/** Parts in which the GPU adds lookups up. */
const PARTS = 32;

export function countLookups(volume: Volume, transfer: TransferFunction): BrickLookups {
  const counts = volume.sizes.map((size) => Math.ceil(size / SIDE));
  const { low, high } = rangesOfBricks(volume, counts);
  const active = Array.from(low, (from, brick) => showsAny(transfer, from, high[brick]!));
  const inactive = active.filter((one) => !one).length;
  let lookups = 0;
  for (const distance of distancesToOtherKind(active, counts)) lookups += Math.floor(PARTS / distance) / PARTS;
  return { activeShare: 1 - inactive / active.length, lookups: lookups / inactive };
}

/** The smallest and the largest voxel of each brick and of one voxel around it. */
function rangesOfBricks({ voxels, sizes }: Volume, counts: readonly number[]) {
  const low = new Float64Array(counts[0]! * counts[1]! * counts[2]!).fill(Infinity);
  const high = new Float64Array(low.length).fill(-Infinity);
  const reach = (place: number, axis: number) => {
    const first = Math.max(0, Math.floor((place - 1) / SIDE));
    return [first, Math.min(counts[axis]! - 1, Math.floor((place + 1) / SIDE))] as const;
  };
  for (let k = 0, index = 0; k < sizes[2]; k++) {
    const [z0, z1] = reach(k, 2);
    for (let j = 0; j < sizes[1]; j++) {
      const [y0, y1] = reach(j, 1);
      for (let i = 0; i < sizes[0]; i++, index++) {
        const value = voxels[index]!;
        const [x0, x1] = reach(i, 0);
        for (let z = z0; z <= z1; z++) {
          for (let y = y0; y <= y1; y++) {
            for (let x = x0; x <= x1; x++) {
              const brick = (z * counts[1]! + y) * counts[0]! + x;
              if (value < low[brick]!) low[brick] = value;
              if (value > high[brick]!) high[brick] = value;
            }
          }
        }
      }
    }
  }
  return { low, high };
}

/** Whether any value from `low` to `high` has an opacity: one at either end, or a point between. */
const showsAny = ({ opacities }: TransferFunction, low: number, high: number): boolean =>
  opacityAt(opacities, low) > 0 ||
  opacityAt(opacities, high) > 0 ||
  opacities.some(({ value, opacity }) => value > low && value < high && opacity > 0);

function opacityAt(points: TransferFunction['opacities'], value: number): number {
  const next = points.findIndex((point) => point.value >= value);
  if (next < 0) return points.at(-1)!.opacity;
  const [after, before] = [points[next]!, points[next - 1]];
  if (!before || after.value === before.value) return after.opacity;
  return before.opacity + ((after.opacity - before.opacity) * (value - before.value)) / (after.value - before.value);
}

/** Chebyshev distances of each brick to the nearest of the other kind, axis by axis. */
function distancesToOtherKind(active: readonly boolean[], counts: readonly number[]): Float64Array {
  const found = new Float64Array(active.length);
  const strides = [1, counts[0]!, counts[0]! * counts[1]!];
  for (const kind of [true, false]) {
    let nearest = Float64Array.from(active, (one) => (one === kind ? 0 : FARTHEST));
    for (const [axis, stride] of strides.entries()) {
      nearest = nearest.map((start, brick) => {
        const place = Math.floor(brick / stride) % counts[axis]!;
        let best = start;
        for (let away = 1; away < best; away++) {
          if (away <= place) best = Math.min(best, Math.max(away, nearest[brick - away * stride]!));
          if (place + away < counts[axis]!) best = Math.min(best, Math.max(away, nearest[brick + away * stride]!));
        }
        return best;
      });
    }
    for (const [brick, one] of active.entries()) if (one !== kind) found[brick] = nearest[brick]!;
  }
  return found;
}
