/** A measurement of a sweep: a row for each shape from each viewpoint. */

/** One shape from one viewpoint. */
export interface SweepRow {
  readonly view: string;
  readonly shape: string;
  readonly msMedian: number;
  /** Median. */
  readonly fps: number;
  readonly msLeast: number;
  readonly msQ1: number;
  readonly msQ3: number;
  /** Medians of every other frame and of those between, where there are enough: what one says of the other is no luck. */
  readonly msHalves?: readonly [number, number];
}

/** View → shape. */
export type ShapesByView = Readonly<Record<string, string>>;
