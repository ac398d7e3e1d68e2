/** The grid of a stack's slices: their spacing, what is between them, and what is wrong with it. */
import type { Affine } from '../../../math/affine.js';
import { addScaled, cross, dot, length, scale, subtract, type Vec3 } from '../../../math/vec3.js';
import { orderOf, type SlicesAtPosition } from './slice-positions.js';

export interface StackGeometry {
  /** Voxels along k. */
  readonly depth: number;
  /** The two positions that each k lies between, and how far from the first towards the second, 0…1. */
  readonly sources: readonly { readonly first: number; readonly second: number; readonly weight: number }[];
  /** Whether all slices are at places of the grid; weights are then those of missing ones. */
  readonly regular: boolean;
  readonly indexToWorld: Affine;
  readonly anatomical: boolean;
  readonly notes: readonly string[];
}

/** Slices that lie less than this share of their spacing beside an even grid are on it; scanners round positions. */
const EVEN = 0.05;

/** No scanner makes more slices; also of segmentations, which leave out empty ones. */
const DEPTH_MAX = 1 << 14;

/** Largest factor by which resampling multiplies unevenly spaced slices. */
const RESAMPLED_MAX = 4;

/** Less is rounding; more is reported. */
const TILT_MIN_DEGREES = 0.1;

/**
 * The grid that the slices are put on. Evenly spaced slices are voxels as they are, along the line that they lie on, so
 * that those of a tilted gantry stay where they were; others are to be interpolated.
 * @param sparse whether slices were left out on purpose, at multiples of the spacing that the first slice has.
 */
export function placeStack(positions: readonly SlicesAtPosition[], { sparse = false } = {}): StackGeometry {
  const [first, last] = [positions[0]!.slices[0]!, positions.at(-1)!.slices[0]!];
  const known = first.orientation !== undefined && first.position !== undefined;
  const [row, column]: readonly [Vec3, Vec3] = first.orientation ?? [
    [1, 0, 0],
    [0, 1, 0],
  ];
  const [columnSpacing, rowSpacing] = first.spacing ?? [1, 1];
  const normal = cross(row, column);
  const notes: string[] = [];
  if (!first.spacing) notes.push('has no pixel spacing; took 1');

  const order = orderOf(positions.flatMap(({ slices }) => slices));
  const unit = order === 'number' ? (first.sliceSpacing ?? rowSpacing) : 1;
  if (order !== 'position' && positions.length > 1 && !isOneFile(positions)) notes.push(ORDER_NOTES[order]);
  const offsets = positions.map(({ offset }) => offset * unit);
  const grid = chooseGrid(offsets, sparse ? first.sliceSpacing : undefined);
  notes.push(...grid.notes);
  const extent = offsets.at(-1)! - offsets[0]!;
  // A single slice takes its thickness.
  const sliceVector =
    extent === 0
      ? scale(normal, Math.abs(first.sliceSpacing ?? rowSpacing))
      : known
        ? scale(subtract(last.position!, first.position!), grid.spacing / extent)
        : scale(normal, grid.spacing);
  const tilt = (Math.acos(Math.min(1, dot(sliceVector, normal) / length(sliceVector))) * 180) / Math.PI;
  if (tilt > TILT_MIN_DEGREES)
    notes.push(`has a gantry tilted by ${tilt.toFixed(1)}°; its slices stay where they were`);
  if (known)
    notes.push(...noteStrays(positions, first.position!, sliceVector, grid.spacing, [columnSpacing, rowSpacing]));
  return {
    depth: grid.sources.length,
    sources: grid.sources,
    regular: grid.regular,
    indexToWorld: {
      columns: [scale(row, columnSpacing), scale(column, rowSpacing), sliceVector],
      origin: first.position ?? [0, 0, 0],
    },
    anatomical: known,
    notes,
  };
}

/** Frames of one file are in an order of their own. */
const isOneFile = (positions: readonly SlicesAtPosition[]) =>
  positions.every(({ slices: [slice] }) => slice!.pixels === positions[0]!.slices[0]!.pixels);

const ORDER_NOTES = {
  location: 'has slices without positions; they are in the order of Slice Location',
  number: 'has slices without positions; they are in the order of Instance Number',
} as const;

type Grid = Pick<StackGeometry, 'sources' | 'regular' | 'notes'> & { readonly spacing: number };

function chooseGrid(offsets: readonly number[], spacingSaid: number | undefined): Grid {
  const count = offsets.length;
  if (count === 1) return { sources: [{ first: 0, second: 0, weight: 0 }], regular: true, notes: [], spacing: 1 };
  const gaps = offsets.slice(1).map((offset, index) => offset - offsets[index]!);
  const smallest = Math.min(...gaps);
  const multiplesOf = (spacing: number) => gaps.map((gap) => Math.max(Math.round(gap / spacing), 1));
  const extent = offsets.at(-1)! - offsets[0]!;
  const choices = [gaps.map(() => 1), multiplesOf(smallest)];
  if (spacingSaid !== undefined) choices.unshift(multiplesOf(Math.abs(spacingSaid)));
  const depthMax = spacingSaid === undefined ? RESAMPLED_MAX * count : DEPTH_MAX;
  for (const multiples of choices) {
    if (multiples.reduce((sum, multiple) => sum + multiple, 0) >= depthMax) continue;
    const grid = fitGrid(offsets, multiples);
    if (grid) return grid;
  }
  const resampled = Math.min(Math.max(Math.round(extent / smallest), count - 1), RESAMPLED_MAX * count);
  const spacing = extent / resampled;
  const range = `${formatMm(smallest)} to ${formatMm(Math.max(...gaps))}`;
  const result = `resampled to ${resampled + 1} slices ${formatMm(spacing)} apart`;
  return {
    sources: interpolateAt(offsets, resampled + 1, spacing),
    regular: false,
    notes: [`has ${count} slices unevenly spaced, by ${range}; they were ${result}`],
    spacing,
  };
}

/** Slices whose gaps are `multiples` of one spacing, as they are, and what is missing between them; undefined if they are not. */
function fitGrid(offsets: readonly number[], multiples: readonly number[]): Grid | undefined {
  const steps = multiples.reduce((sum, multiple) => sum + multiple, 0);
  const spacing = (offsets.at(-1)! - offsets[0]!) / steps;
  let step = 0;
  for (const [index, offset] of offsets.entries()) {
    if (Math.abs(offset - offsets[0]! - step * spacing) > EVEN * spacing) return undefined;
    step += multiples[index] ?? 0;
  }
  const sources = multiples.flatMap((multiple, first) =>
    Array.from({ length: multiple }, (_, part) => ({
      first,
      second: part === 0 ? first : first + 1,
      weight: part / multiple,
    })),
  );
  const last = offsets.length - 1;
  const missing = steps - last;
  return {
    sources: [...sources, { first: last, second: last, weight: 0 }],
    regular: true,
    notes: missing > 0 ? [`lacks ${missing} of ${steps + 1} slices, which were interpolated`] : [],
    spacing,
  };
}

/** A place nearer to a slice than this, in gaps, takes it as it is. */
const SNAP = 0.02;

function interpolateAt(offsets: readonly number[], depth: number, spacing: number): StackGeometry['sources'] {
  let first = 0;
  return Array.from({ length: depth }, (_, k) => {
    const offset = Math.min(offsets[0]! + k * spacing, offsets.at(-1)!);
    while (first + 2 < offsets.length && offsets[first + 1]! <= offset) first++;
    const weight = (offset - offsets[first]!) / (offsets[first + 1]! - offsets[first]!);
    if (weight <= SNAP) return { first, second: first, weight: 0 };
    if (weight >= 1 - SNAP) return { first: first + 1, second: first + 1, weight: 0 };
    return { first, second: first + 1, weight };
  });
}

/** Says how far slices lie off the line through the first and the last, in the plane of their pixels. */
function noteStrays(
  positions: readonly SlicesAtPosition[],
  origin: Vec3,
  sliceVector: Vec3,
  spacing: number,
  pixelSpacing: readonly [number, number],
): string[] {
  let farthest = 0;
  for (const { offset, slices } of positions) {
    const expected = addScaled(origin, sliceVector, (offset - positions[0]!.offset) / spacing);
    farthest = Math.max(farthest, length(subtract(slices[0]!.position!, expected)));
  }
  if (farthest <= Math.min(...pixelSpacing) / 2) return [];
  return [`has slices up to ${formatMm(farthest)} beside the line through the first and the last`];
}

const formatMm = (value: number) => `${Number(value.toPrecision(4))} mm`;
