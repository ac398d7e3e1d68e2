/** Ranges of values over which a transfer function hardly varies, as rows of its table: one sample may stand for a step of them. */
import type { TransferTable } from './transfer-table.js';

/**
 * Variation up to which one sample stands for a step: the sum of all changes of the step's opacity, or of its colour where that changes
 * more, over all values that it may have. With it, pictures are as near to what ever smaller steps converge to as with four samples in
 * each step (experiments/quality).
 */
export const MOST_VARIATION = 0.01;

/** That of single values, and one for each half length of ranges: the last is that of the longest table. */
export const RANGE_ROWS = 16;

/** Half a range's length in cells, in the row after that of single values; from row to row it doubles. */
const LEAST_HALF = 2 ** -2;

/** Opacity of ranges that vary: whatever is interpolated between it and another is negative too. */
const VARYING = -1e6;

/** Lengths of steps that tables are made for, in each octave. */
const LENGTHS = 4;

/** The length of steps that a table is made for: the next of few, so that few tables are kept. */
export const roundUnits = (stepUnits: number): number => 2 ** (Math.ceil(LENGTHS * Math.log2(stepUnits)) / LENGTHS);

type Cells = Pick<TransferTable, 'cells' | 'rgba'>;

/**
 * Maps places in a table, in cells of it, to the variation up to there.
 * @param stepUnits the length of a step in units of opacity.
 */
export function sumVariation({ cells, rgba }: Cells, stepUnits: number): (place: number) => number {
  const opacityAt = (at: number) => 1 - (1 - rgba[at + 3]!) ** stepUnits;
  const sums = new Float64Array(2 * cells);
  for (let entry = 1; entry < sums.length; entry++) {
    const at = 4 * entry;
    const [before, opacity] = [opacityAt(at - 4), opacityAt(at)];
    const ofColor = Math.max(...[0, 1, 2].map((channel) => Math.abs(rgba[at + channel]! - rgba[at + channel - 4]!)));
    sums[entry] = sums[entry - 1]! + Math.max(Math.abs(opacity - before), before + opacity > 0 ? ofColor : 0);
  }
  return (place) => {
    const cell = Math.min(Math.max(Math.floor(place), 0), cells - 1);
    const [start, end] = [sums[2 * cell]!, sums[2 * cell + 1]!];
    return start + (end - start) * Math.min(Math.max(place - cell, 0), 1);
  };
}

/** The table's row, and rows of the same for ranges around each entry, with a negative opacity where these vary. */
export function bakeEvenRanges(table: Cells, stepUnits: number): Float32Array<ArrayBuffer> {
  const { rgba } = table;
  const upTo = sumVariation(table, stepUnits);
  const rows = new Float32Array(RANGE_ROWS * rgba.length);
  rows.set(rgba);
  for (let row = 1; row < RANGE_ROWS; row++) {
    const half = LEAST_HALF * 2 ** (row - 1);
    for (let at = 0; at < rgba.length; at += 4) {
      const boundary = Math.ceil(at / 8);
      const isEven = upTo(boundary + half) - upTo(boundary - half) <= MOST_VARIATION;
      if (isEven) rows.set(rgba.subarray(at, at + 4), row * rgba.length + at);
      else rows[row * rgba.length + at + 3] = VARYING;
    }
  }
  return rows;
}
