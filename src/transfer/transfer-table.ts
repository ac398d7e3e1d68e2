/** Transfer functions as tables for a GPU texture that is sampled with linear filtering. */
import { evaluateColor, evaluateOpacity, type OpacityPoint, type TransferFunction } from './transfer-function.js';

export interface TransferTable {
  /** The values of the first and the last entry; entry i is at domain[0] + i · (domain[1] − domain[0]) / (entries − 1). */
  readonly domain: readonly [number, number];
  /** 4 · entries numbers 0…1: red, green, blue, and the opacity of one unit of length. */
  readonly rgba: Float32Array<ArrayBuffer>;
  readonly entries: number;
  /**
   * The smallest interval outside which opacity is exactly 0: infinite to a side where it is not 0 beyond the last point,
   * and without length where it is 0 everywhere.
   */
  readonly visible: readonly [number, number];
}

export interface TransferTableOptions {
  /** Entries at most, at least 2: the texture's width limit. */
  readonly maxEntries?: number;
  /**
   * Cells at least, where the points allow it: texture filtering interpolates with as few as 8 fractional bits, so few
   * long cells would show as bands.
   */
  readonly minCells?: number;
}

export const TRANSFER_TABLE_DEFAULTS = { maxEntries: 8192, minCells: 1024 } as const;

/** In lengths of the domain: a point so near to an entry is on it, as float32 values are coarser than that. */
const ON_ENTRY = 1e-9;

/**
 * Samples the transfer function at entries that fall on its points, where a common grid of the points has few enough
 * cells: the table is then exact but for steps. Otherwise it takes the grid that comes nearest to the points, and a point
 * is off by at most half a cell. A step is one cell wide: the entry at its value has the later point's colour or opacity,
 * so that values at the step and above are right, and those in the cell below it are in between.
 */
export function bakeTransferTable(transfer: TransferFunction, options: TransferTableOptions = {}): TransferTable {
  const { maxEntries, minCells } = { ...TRANSFER_TABLE_DEFAULTS, ...options };
  const knots = [...transfer.colors, ...transfer.opacities].map(({ value }) => value).sort((a, b) => a - b);
  const first = knots[0]!;
  const last = knots.at(-1)!;
  const length = last - first || Math.abs(first) || 1;
  const steps = hasStep(transfer.colors) || hasStep(transfer.opacities);
  // What holds below a step at the very first value needs an entry of its own, one cell before it.
  const cellsBefore = stepsAt(transfer.colors, first) || stepsAt(transfer.opacities, first) ? 1 : 0;
  const maxCells = maxEntries - 1 - cellsBefore;
  const fractions = [...new Set(knots)].map((value) => (value - first) / length);
  const cells = chooseCells(fractions, maxCells, steps ? maxCells : minCells);

  const cellLength = length / cells;
  const values = Array.from({ length: cells + 1 }, (_, index) => first + index * cellLength);
  // Rounding must not put an entry just below the step that it stands for.
  for (const value of knots) {
    const fraction = (value - first) / length;
    if (distanceToBoundary(fraction, cells) <= ON_ENTRY) values[Math.round(fraction * cells)] = value;
  }
  if (cellsBefore) values.unshift(first - cellLength);
  return {
    domain: [values[0]!, values.at(-1)!],
    rgba: new Float32Array(
      values.flatMap((value) => [...evaluateColor(transfer, value), evaluateOpacity(transfer, value)]),
    ),
    entries: values.length,
    visible: visibleInterval(transfer.opacities),
  };
}

const hasStep = (points: readonly { readonly value: number }[]) =>
  points.some(({ value }, index) => index > 0 && points[index - 1]!.value === value);

const stepsAt = (points: readonly { readonly value: number }[], value: number) =>
  points.filter((point) => point.value === value).length > 1;

/**
 * The number of cells, at most `maxCells`, to whose boundaries all `fractions` (0…1) come nearest; of those on which they
 * lie, which are multiples of one, the first that reaches `wantedCells`, or else the last that `maxCells` allows.
 */
function chooseCells(fractions: readonly number[], maxCells: number, wantedCells: number): number {
  let best = maxCells;
  let nearest = Number.POSITIVE_INFINITY;
  for (let cells = 1; cells <= maxCells && nearest > ON_ENTRY; cells++) {
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

function visibleInterval(opacities: readonly OpacityPoint[]): [number, number] {
  const first = opacities.findIndex(({ opacity }) => opacity > 0);
  const last = opacities.findLastIndex(({ opacity }) => opacity > 0);
  if (first < 0) return [opacities[0]!.value, opacities[0]!.value];
  return [
    first === 0 ? Number.NEGATIVE_INFINITY : opacities[first - 1]!.value,
    last === opacities.length - 1 ? Number.POSITIVE_INFINITY : opacities[last + 1]!.value,
  ];
}
