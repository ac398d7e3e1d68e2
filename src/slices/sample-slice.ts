/** Samples a slice, or a thick slab around it, in float64: trilinear or nearest values at the centres of its pixels. */
import { dot, type Vec3 } from '../math/vec3.js';
import { smallestSpacing, type VoxelArray } from '../volume/volume.js';
import type { Geometry, SliceGrid, Tile } from './slice-grid.js';
import { indexSteps, SNAP, snap, type VoxelBlock } from './voxel-block.js';

export const SLAB_MODES = ['mip', 'minip', 'average'] as const;
/** How the samples of a thick slice become one. */
export type SlabMode = (typeof SLAB_MODES)[number];

/** A slab whose values are reduced to one along the normal. */
export interface Slab {
  /** World units, with the slice in its middle. */
  readonly thickness: number;
  /** How its samples become one. */
  readonly mode: SlabMode;
}

export interface SampleOptions {
  /** Whether values are those of the nearest voxels. */
  readonly isNearest?: boolean | undefined;
  readonly slab?: Slab | undefined;
  /** Which of several numbers of each voxel; default the only one. */
  readonly channel?: { readonly index: number; readonly count: number } | undefined;
}

/** A block and how it is sampled. Functions take it: closures, which each slice would make anew, would be compiled for each. */
export interface Sampler {
  readonly block: VoxelBlock;
  readonly isNearest: boolean;
  /** The place in memory at which the whole grid's first number would lie, and steps from it along the axes. */
  readonly offset: number;
  readonly steps: Vec3;
}

/** A sampler by index coordinates of the whole grid that the block is a part of. */
export function createSampler(block: VoxelBlock, { isNearest = false, channel }: SampleOptions = {}): Sampler {
  const { first, sizes } = block;
  const { index, count } = channel ?? { index: 0, count: 1 };
  const steps: Vec3 = [count, count * sizes[0], count * sizes[0] * sizes[1]];
  return { block, isNearest, offset: index - dot(first, steps), steps };
}

/** The value at index coordinates; NaN beside the volume, and where the nearest voxel is NaN. */
export function sampleAt(sampler: Sampler, i: number, j: number, k: number): number {
  const { whole, voxels } = sampler.block;
  const { sizes } = whole;
  if (!(isWithin(i, sizes[0]) && isWithin(j, sizes[1]) && isWithin(k, sizes[2]))) return Number.NaN;
  if (sampler.isNearest) return readNearest(sampler, i, j, k);
  const x = clamp(i, sizes[0]);
  const y = clamp(j, sizes[1]);
  const z = clamp(k, sizes[2]);
  const i0 = Math.floor(x);
  const j0 = Math.floor(y);
  const k0 = Math.floor(z);
  const u = x - i0;
  const v = y - j0;
  const w = z - k0;
  const { steps } = sampler;
  const at = placeOf(sampler, i0, j0, k0);
  // Voxels of no weight are not read: they may lie beside the block, or be NaN.
  const di = u > 0 ? steps[0] : 0;
  const dj = v > 0 ? steps[1] : 0;
  let value = mixRow(voxels, at, di, dj, u, v);
  if (w > 0) value = mix(value, mixRow(voxels, at + steps[2], di, dj, u, v), w);
  if (!Number.isNaN(value)) return value;
  return sampleBesideMissing(sampler, readNearest(sampler, x, y, z), [i0, j0, k0], [u, v, w]);
}

const isWithin = (coordinate: number, size: number) => coordinate >= -0.5 - SNAP && coordinate <= size - 0.5 + SNAP;

const clamp = (coordinate: number, size: number) =>
  coordinate < 0 ? 0 : coordinate > size - 1 ? size - 1 : snap(coordinate);

/** The place of a voxel's number in memory. */
const placeOf = ({ offset, steps }: Sampler, i: number, j: number, k: number) =>
  offset + steps[0] * i + steps[1] * j + steps[2] * k;

const nearest = (coordinate: number, size: number) => {
  const index = Math.floor(coordinate + 0.5 + SNAP);
  return index < 0 ? 0 : index >= size ? size - 1 : index;
};

function readNearest(sampler: Sampler, i: number, j: number, k: number): number {
  const { whole, voxels } = sampler.block;
  const { sizes } = whole;
  return voxels[placeOf(sampler, nearest(i, sizes[0]), nearest(j, sizes[1]), nearest(k, sizes[2]))]!;
}

/** Exact where the ends are equal. */
const mix = (a: number, b: number, weight: number) => a + (b - a) * weight;

/** Mixes the voxel at a place in memory with those `di` and `dj` after it. */
const mixRow = (voxels: VoxelArray, at: number, di: number, dj: number, u: number, v: number) =>
  mix(mix(voxels[at]!, voxels[at + di]!, u), mix(voxels[at + dj]!, voxels[at + di + dj]!, u), v);

/** Voxels of NaN weigh nothing among others, and are nothing where they are the nearest. */
function sampleBesideMissing(sampler: Sampler, closest: number, [i, j, k]: Vec3, [u, v, w]: Vec3): number {
  if (Number.isNaN(closest)) return Number.NaN;
  let [sum, weights] = [0, 0];
  for (let corner = 0; corner < 8; corner++) {
    const [di, dj, dk] = [corner & 1, (corner >> 1) & 1, corner >> 2];
    const weight = (di ? u : 1 - u) * (dj ? v : 1 - v) * (dk ? w : 1 - w);
    if (weight === 0) continue;
    const value = sampler.block.voxels[placeOf(sampler, i + di, j + dj, k + dk)]!;
    if (Number.isNaN(value)) continue;
    sum += weight * value;
    weights += weight;
  }
  return sum / weights;
}

/** Steps by which rounding may add a sample at the end of an interval. */
const STEP_ROUNDING = 1e-6;

/**
 * Writes the values of a tile's pixels to `values`, which are those of the whole grid, rows from the top: NaN where there is
 * nothing. Samples of a slab lie as those of rays do: in the middles of steps of the smallest spacing, from where the normal enters
 * the part of the slab that is in the volume; where there are fewer than two, one lies in its middle.
 */
export function sampleTile(
  values: Float64Array,
  grid: SliceGrid,
  tile: Tile,
  block: VoxelBlock,
  options: SampleOptions = {},
): void {
  const { first, right, down, along } = indexSteps(block.whole, grid);
  const sampler = createSampler(block, options);
  const valueAt = options.slab ? createReducer(block.whole, along, options.slab) : sampleAt;
  for (let y = tile.top; y < tile.top + tile.height; y++) {
    const [i, j, k] = [first[0] + y * down[0], first[1] + y * down[1], first[2] + y * down[2]];
    for (let x = tile.left; x < tile.left + tile.width; x++) {
      values[y * grid.width + x] = valueAt(sampler, i + x * right[0], j + x * right[1], k + x * right[2]);
    }
  }
}

/** Reduces the samples along the normal through a point to one value. */
function createReducer(whole: Geometry, along: Vec3, { thickness, mode }: Slab): typeof sampleAt {
  const step = smallestSpacing(whole);
  return (sampler, i, j, k) => {
    const [from, to] = clipToVolume(whole.sizes, [i, j, k], along, thickness / 2);
    if (!(to > from)) return Number.NaN;
    const counted = Math.ceil((to - from) / step - 0.5 - STEP_ROUNDING);
    const count = Math.max(counted, 1);
    let [best, sum, taken] = [Number.NaN, 0, 0];
    for (let sample = 0; sample < count; sample++) {
      const t = counted < 2 ? (from + to) / 2 : from + (sample + 0.5) * step;
      const value = sampleAt(sampler, i + t * along[0], j + t * along[1], k + t * along[2]);
      if (Number.isNaN(value)) continue;
      if (taken === 0 || (mode === 'mip' ? value > best : value < best)) best = value;
      sum += value;
      taken++;
    }
    if (taken === 0) return Number.NaN;
    return mode === 'average' ? sum / taken : best;
  };
}

/** The world distances between which a line through a point is in the slab and in the volume's box. */
function clipToVolume(sizes: Vec3, point: Vec3, along: Vec3, half: number): readonly [number, number] {
  let [from, to] = [-half, half];
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = [-0.5 - point[axis]!, sizes[axis]! - 0.5 - point[axis]!];
    const slope = along[axis]!;
    // Less than rounding along all of the slab.
    if (Math.abs(slope) * half < SNAP) {
      if (low > SNAP || high < -SNAP) return [0, 0];
      continue;
    }
    const [a, b] = [low / slope, high / slope];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return [from, to];
}
