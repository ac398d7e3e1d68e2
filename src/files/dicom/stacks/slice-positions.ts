/** The order of slices along their normal, and the blocks that gaps divide them into. */
import { cross, dot } from '../../../math/vec3.js';
import type { Slice } from './slice.js';

/** Slices at one position each, in the order of their positions. */
export interface SlicesAtPosition {
  /** Millimetres along the normal; the place in the list where the file does not say. */
  readonly offset: number;
  /** Slices in the order of time. */
  readonly slices: readonly Slice[];
}

/** Offsets that differ by less than this share of the pixels' spacing are the same. */
const SAME_POSITION = 0.01;

/** The order of slices: by position, Slice Location, or Instance Number, the first that all have. */
export function orderOf(slices: readonly Slice[]): 'position' | 'location' | 'number' {
  if (slices.every(({ orientation, position }) => orientation && position)) return 'position';
  if (slices.some(({ location }) => location === undefined)) return 'number';
  // Some writers give all slices the same, or one that is of something else.
  const groups = groupByOffset(slices, ({ location }) => location!);
  const isEven = groups.every((group) => group.slices.length === groups[0]!.slices.length);
  return groups.length > 1 && isEven ? 'location' : 'number';
}

/** Sorts slices of one orientation by their position, and those at the same one by time; frames of a film are at one. */
export function sortByPosition(slices: readonly Slice[]): SlicesAtPosition[] {
  const [first] = slices;
  if (first!.frameTimeMs !== undefined && slices.every(({ pixels }) => pixels === first!.pixels)) {
    return [{ offset: 0, slices: [...slices].sort((a, b) => a.frame - b.frame) }];
  }
  const order = orderOf(slices);
  if (order === 'number') {
    const ordered = [...slices].sort((a, b) => a.instance - b.instance || a.frame - b.frame);
    return ordered.map((slice, offset) => ({ offset, slices: [slice] }));
  }
  if (order === 'location') return groupByOffset(slices, ({ location }) => location!);
  const normal = cross(...slices[0]!.orientation!);
  return groupByOffset(slices, ({ position }) => dot(position!, normal));
}

function groupByOffset(slices: readonly Slice[], offsetOf: (slice: Slice) => number): SlicesAtPosition[] {
  const placed = slices.map((slice) => ({ slice, offset: offsetOf(slice) }));
  placed.sort((a, b) => a.offset - b.offset);
  const tolerance = SAME_POSITION * Math.min(...(slices[0]!.spacing ?? [1]));
  const positions: { offset: number; slices: Slice[] }[] = [];
  for (const { slice, offset } of placed) {
    const last = positions.at(-1);
    if (last && offset - last.offset <= tolerance) last.slices.push(slice);
    else positions.push({ offset, slices: [slice] });
  }
  for (const { slices: together } of positions) together.sort(compareTimes);
  return positions;
}

function compareTimes(a: Slice, b: Slice): number {
  const key = a.timeKeys.findIndex((value, index) => value !== b.timeKeys[index]);
  if (key >= 0) return a.timeKeys[key]! - b.timeKeys[key]!;
  return a.acquisition - b.acquisition || a.instance - b.instance || a.frame - b.frame;
}

/** A gap this many times as wide as one beside it lacks three slices or more, which nobody should invent. */
const GAP_MIN = 3.5;

/** Gaps below this share of the median are between slices that are there twice, a little apart. */
const TINY = 0.1;

/** Slices between whose blocks there are gaps, such as two examinations under one number; `gaps` in millimetres. */
export function divideAtGaps(positions: readonly SlicesAtPosition[]): {
  blocks: readonly (readonly SlicesAtPosition[])[];
  gaps: readonly number[];
} {
  const widths = positions.slice(1).map(({ offset }, index) => offset - positions[index]!.offset);
  const median = [...widths].sort((a, b) => a - b)[widths.length >> 1]!;
  const isPlain = (width: number) => width >= TINY * median;
  const before = plainBefore(widths, isPlain);
  const after = plainBefore(widths.toReversed(), isPlain).reverse();
  const isGap = (width: number, index: number) =>
    [before[index], after[index]].some((other) => other !== undefined && width > GAP_MIN * other);
  const ends = widths.flatMap((width, index) => (isGap(width, index) ? [index] : []));
  const starts = [0, ...ends.map((end) => end + 1)];
  return {
    blocks: starts.map((start, index) => positions.slice(start, starts[index + 1])),
    gaps: ends.map((end) => widths[end]!),
  };
}

/** The nearest plain width before each, in one pass: a film may have a hundred thousand. */
function plainBefore(widths: readonly number[], isPlain: (width: number) => boolean): (number | undefined)[] {
  let last: number | undefined;
  return widths.map((width) => {
    const before = last;
    if (isPlain(width)) last = width;
    return before;
  });
}
