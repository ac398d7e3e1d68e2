/** Looks from noise that no leap goes far in to what lies together, and what the map of bricks costs rays in each. */
import {
  createShading,
  createTransferFunction,
  createVolume,
  type Shading,
  type TransferFunction,
  type Volume,
} from 'tilecast';
import { makeVolume } from './scene.js';

export interface SkippingLook {
  readonly name: string;
  readonly volume: 'noise' | 'ball';
  readonly transfer: TransferFunction;
  readonly shading?: Shading;
  readonly activeShare: number;
  /** Looks at the map for each inactive brick, where rays met all bricks alike: what tilecast weighs. */
  readonly looksForInactive: number;
}

/** Voxels along a brick's side on GPUs. */
const BRICK = 8;
const FARTHEST = 31;
/** Voxels after which the noise repeats itself. */
const PERIOD = 128;

/** A ball of noise with a skin and a shell of bone, in air: by squared distance from the centre, then noise. */
export function makeBall(side: number): Volume {
  const voxels = new Uint8Array(side ** 3);
  const middle = (side - 1) / 2;
  const byRadius = Uint8Array.from({ length: 1025 }, (_, step) => layerAt(step / 1024));
  for (let k = 0, index = 0; k < side; k++) {
    for (let j = 0; j < side; j++) {
      for (let i = 0; i < side; i++, index++) {
        const squared = ((i - middle) ** 2 + (j - middle) ** 2 + (k - middle) ** 2) / middle ** 2;
        const layer = byRadius[Math.min(1024, (1024 * squared) | 0)]!;
        voxels[index] = layer + (((3 * i) ^ (5 * j) ^ (7 * k)) & 15);
      }
    }
  }
  return createVolume({ sizes: [side, side, side], voxels });
}

/** Air, skin, bone and what is within, by the squared distance of 0 … 1. */
function layerAt(squared: number): number {
  const radius = Math.sqrt(squared);
  if (radius > 0.8) return 5;
  if (radius > 0.76) return 120;
  if (radius > 0.68) return 220;
  return 90;
}

/** Nothing below `from`, thin above. */
const above = (from: number) =>
  createTransferFunction({
    colors: [
      { value: 0, color: '#804030' },
      { value: 255, color: '#ffffff' },
    ],
    opacities: [
      { value: from, opacity: 0 },
      { value: from + 1, opacity: 0.002 },
      { value: 255, opacity: 0.01 },
    ],
  });

const LOOKS = [
  ['noise', 127],
  ['noise', 157],
  ['noise', 175],
  ['noise', 187],
  ['noise', 199],
  ['noise', 211],
  ['noise', 223],
  ['ball', 60],
  ['ball', 115],
  ['ball', 200],
] as const;

/** Each plain and lit. */
export function listSkippingLooks(side: number): SkippingLook[] {
  const noise = Math.min(side, PERIOD);
  const volumes = { noise: () => makeVolume(noise, 8), ball: () => makeBall(Math.min(side, 512)) };
  const ranges = { noise: maxima(volumes.noise(), noise), ball: maxima(volumes.ball(), Math.min(side, 512)) };
  return LOOKS.flatMap(([volume, from]) => {
    // Bricks of the whole ball are as many voxels, and so twice as fine as those of one half as large.
    const shares = weighBricks(ranges[volume], from, volume === 'ball' ? side / Math.min(side, 512) : 1);
    const look = { volume, transfer: above(from), ...shares };
    return [
      { ...look, name: `${volume} above ${from}` },
      { ...look, name: `${volume} above ${from}, lit`, shading: createShading() },
    ];
  });
}

/** The largest voxel of each brick and of one voxel around it. */
function maxima({ voxels }: Volume, side: number): { readonly count: number; readonly largest: Uint8Array } {
  const count = side / BRICK;
  const largest = new Uint8Array(count ** 3);
  const before = (at: number) => Math.max(0, at - 1);
  for (let k = 0, index = 0; k < side; k++) {
    for (let j = 0; j < side; j++) {
      for (let i = 0; i < side; i++, index++) {
        const value = voxels[index]!;
        const last = (at: number) => Math.min(count - 1, Math.floor((at + 1) / BRICK));
        for (let z = Math.floor(before(k) / BRICK); z <= last(k); z++) {
          for (let y = Math.floor(before(j) / BRICK); y <= last(j); y++) {
            for (let x = Math.floor(before(i) / BRICK); x <= last(i); x++) {
              const brick = (z * count + y) * count + x;
              if (value > largest[brick]!) largest[brick] = value;
            }
          }
        }
      }
    }
  }
  return { count, largest };
}

/** @param finer how many of the volume's bricks one of these stands for, along each axis. */
function weighBricks({ count, largest }: ReturnType<typeof maxima>, from: number, finer: number) {
  const active = Array.from(largest, (value) => value > from);
  const distances = nearestOther(active, count);
  let looks = 0;
  let inactive = 0;
  for (const [brick, distance] of distances.entries()) {
    looks += Math.floor(32 / Math.min(FARTHEST, finer * distance)) / 32;
    if (!active[brick]) inactive++;
  }
  return { activeShare: 1 - inactive / active.length, looksForInactive: looks / Math.max(inactive, 1e-9) };
}

/** Chebyshev distances of each brick to the nearest of the other kind, axis by axis. */
function nearestOther(active: readonly boolean[], count: number): Float64Array {
  const found = new Float64Array(active.length).fill(FARTHEST);
  for (const kind of [true, false]) {
    let nearest = Float64Array.from(active, (one) => (one === kind ? 0 : FARTHEST));
    for (const stride of [1, count, count * count]) {
      nearest = nearest.map((start, brick) => {
        const place = Math.floor(brick / stride) % count;
        let best = start;
        for (let away = 1; away < best; away++) {
          if (away <= place) best = Math.min(best, Math.max(away, nearest[brick - away * stride]!));
          if (place + away < count) best = Math.min(best, Math.max(away, nearest[brick + away * stride]!));
        }
        return best;
      });
    }
    for (const [brick, one] of active.entries()) if (one !== kind) found[brick] = nearest[brick]!;
  }
  return found;
}
