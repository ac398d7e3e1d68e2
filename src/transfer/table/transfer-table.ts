/** Transfer functions as tables for a GPU texture that is sampled with linear filtering. */
import { withDefaults } from '../../with-defaults.js';
import { evaluateColor, evaluateOpacity, type OpacityPoint, type TransferFunction } from '../transfer-function.js';

export interface TransferTable {
  /** The values at which the first cell starts and the last one ends; all are equally long. */
  readonly domain: readonly [number, number];
  readonly cells: number;
  /**
   * 8 · cells numbers 0…1: red, green, blue and the opacity of one unit of length, first where a cell starts, then where it
   * ends. Neighbours share a value, not an entry, so that a step between them stays one.
   */
  readonly rgba: Float32Array<ArrayBuffer>;
  /**
   * The smallest interval outside which opacity is exactly 0: infinite to a side where it is not 0 beyond the last point,
   * and without length where it is 0 everywhere.
   */
  readonly visible: readonly [number, number];
}

export interface TransferTableOptions {
  /** Cells at most; a texture has two texels for each. */
  readonly maxCells?: number;
  /**
   * Cells at least, where the points allow it: texture filtering interpolates with as few as 8 fractional bits, so few
   * long cells would show as bands.
   */
  readonly minCells?: number;
}

export const TRANSFER_TABLE_DEFAULTS = { maxCells: 4096, minCells: 1024 } as const;

/** Lengths of the domain: a point so near to a boundary is on it, as float32 values are coarser than that. */
const ON_BOUNDARY = 1e-9;

/**
 * Samples the transfer function on cells whose boundaries are its points, where a common grid of the points has few enough
 * cells: the table is then exact. Otherwise it takes the grid that comes nearest to the points, and a point is off by at
 * most half a cell.
 */
export function bakeTransferTable(transfer: TransferFunction, options: TransferTableOptions = {}): TransferTable {
  const { maxCells, minCells } = withDefaults(TRANSFER_TABLE_DEFAULTS, options);
  const knots = [...transfer.colors, ...transfer.opacities].map(({ value }) => value).sort((a, b) => a - b);
  const first = knots[0]!;
  const last = knots.at(-1)!;
  const length = last - first || Math.abs(first) || 1;
  const [colorSteps, opacitySteps] = [findSteps(transfer.colors), findSteps(transfer.opacities)];
  // The outer side of a step at either end needs a cell of its own.
  const [before, after] = [first, last].map((value) => colorSteps.has(value) || opacitySteps.has(value));
  const fractions = [...new Set(knots)].map((value) => (value - first) / length);
  const cells = chooseCells(fractions, maxCells - 2, minCells);

  const cellLength = length / cells;
  const values = Array.from({ length: cells + 1 }, (_, index) => first + index * cellLength);
  // Rounding must not put a boundary just beside the step that it stands for.
  for (const value of knots) {
    const fraction = (value - first) / length;
    if (distanceToBoundary(fraction, cells) <= ON_BOUNDARY) values[Math.round(fraction * cells)] = value;
  }
  if (before) values.unshift(first - cellLength);
  if (after) values.push(values.at(-1)! + cellLength);
  const rgba = new Float32Array(8 * (values.length - 1));
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const color = evaluateColor(transfer, value);
    const opacity = evaluateOpacity(transfer, value);
    if (index < values.length - 1) {
      rgba.set(color, 8 * index);
      rgba[8 * index + 3] = opacity;
    }
    if (index > 0) {
      // A cell that ends in a step ends with what the step comes from.
      rgba.set(colorSteps.get(value)?.color ?? color, 8 * index - 4);
      rgba[8 * index - 1] = opacitySteps.get(value)?.opacity ?? opacity;
    }
  }
  return {
    domain: [values[0]!, values.at(-1)!],
    cells: values.length - 1,
    rgba,
    visible: visibleInterval(transfer.opacities),
  };
}

/** How many cells before each one, and before the end, are not wholly transparent: cells + 1 numbers. */
export function countVisibleCells({ rgba, cells }: Pick<TransferTable, 'rgba' | 'cells'>): number[] {
  const before = [0];
  for (let cell = 0; cell < cells; cell++) {
    before.push(before[cell]! + (rgba[8 * cell + 3]! > 0 || rgba[8 * cell + 7]! > 0 ? 1 : 0));
  }
  return before;
}

/** Whether no cell is wholly transparent, nor what is beyond them. */
export const showsAll = (table: Pick<TransferTable, 'rgba' | 'cells' | 'visible'>): boolean =>
  table.visible.every((end) => !Number.isFinite(end)) && countVisibleCells(table).at(-1) === table.cells;

/** The first of the points of each value that has several: what a step there comes from. */
/** Whether colour or opacity jumps at a value. */
export const hasSteps = ({ colors, opacities }: TransferFunction): boolean =>
  findSteps(colors).size > 0 || findSteps(opacities).size > 0;

function findSteps<Point extends { readonly value: number }>(points: readonly Point[]): Map<number, Point> {
  const steps = new Map<number, Point>();
  for (const [index, point] of points.entries()) {
    if (points[index + 1]?.value === point.value && !steps.has(point.value)) steps.set(point.value, point);
  }
  return steps;
}

/**
 * The number of cells, at most `maxCells`, to whose boundaries all `fractions` (0…1) come nearest; of those on which they
 * lie, which are multiples of one, the first that reaches `wantedCells`, or else the last that `maxCells` allows.
 */
function chooseCells(fractions: readonly number[], maxCells: number, wantedCells: number): number {
  // More fractions than boundaries are on no common grid, and near one as far as it is fine.
  if (fractions.length > maxCells + 1) return maxCells;
  let best = maxCells;
  let nearest = Number.POSITIVE_INFINITY;
  for (let cells = 1; cells <= maxCells && nearest > ON_BOUNDARY; cells++) {
    const distance = largestDistance(fractions, cells, nearest);
    if (distance < nearest) {
      nearest = distance;
      best = cells;
    }
  }
  return best * Math.min(Math.ceil(wantedCells / best), Math.floor(maxCells / best));
}

/** The largest of the fractions' distances to a cell's boundary; gives up with any larger number than `limit`. */
function largestDistance(fractions: readonly number[], cells: number, limit: number): number {
  let largest = 0;
  for (const fraction of fractions) {
    largest = Math.max(largest, distanceToBoundary(fraction, cells));
    if (largest > limit) break;
  }
  return largest;
}

const distanceToBoundary = (fraction: number, cells: number) =>
  Math.abs(fraction - Math.round(fraction * cells) / cells);

/** The values between which opacities may be more than 0. */
export function visibleInterval(opacities: readonly OpacityPoint[]): [number, number] {
  const first = opacities.findIndex(({ opacity }) => opacity > 0);
  const last = opacities.findLastIndex(({ opacity }) => opacity > 0);
  if (first < 0) return [opacities[0]!.value, opacities[0]!.value];
  return [
    first === 0 ? Number.NEGATIVE_INFINITY : opacities[first - 1]!.value,
    last === opacities.length - 1 ? Number.POSITIVE_INFINITY : opacities[last + 1]!.value,
  ];
}
