/** Boxes around the visible voxels of a volume. */
import type { Vec3 } from '../../math/vec3.js';
import type { Steps } from '../../volume/steps.js';
import type { VolumeScene } from '../scene.js';
import { createKept, createShownVoxels, type ShownVoxels } from './shown-voxels.js';

/** The first and the last of a row of indices; none where the first is larger. */
interface Interval {
  first: number;
  last: number;
}

/** Later than any voxel. */
const NONE_YET = 2 ** 30;

const createEmpty = (): Interval => ({ first: NONE_YET, last: -1 });
const isEmpty = ({ first, last }: Readonly<Interval>) => first > last;
const includes = ({ first, last }: Interval, index: number) => first <= index && index <= last;

function extend(interval: Interval, index: number): void {
  if (index < interval.first) interval.first = index;
  if (index > interval.last) interval.last = index;
}

const intersect = (a: Readonly<Interval>, b: Readonly<Interval>): Interval => ({
  first: Math.max(a.first, b.first),
  last: Math.min(a.last, b.last),
});

/** Voxels along i, j and k. */
export type VoxelIntervals = readonly [Readonly<Interval>, Readonly<Interval>, Readonly<Interval>];

/** A line of voxels whose opacities come to less cannot be told from none in 8 bits. */
const LEAST_DEPTH = 1 / 255;
/** Sums count depths in such units, of which float32 adds whole numbers up to 2²⁴ exactly, in whatever order. */
const UNITS = 2 ** 18;
const MAX_SUM = 2 ** 24;
/** Columns across each of the two slower axes. */
const COLUMNS = 32;
/** A column counts if its voxels come to more than this many times the depth that makes a line of voxels count. */
const COLUMN_FACTOR = 4;

/** Slices from the first to the last. */
export type SliceRange = Readonly<Interval>;

/** The visible voxels of a volume as far as its slices were gone through, in any order. */
export interface ShownSoFar {
  /** The box of those that change a line visibly: its first and last voxel along i, then j, then k. */
  readonly ends: Int32Array;
  /** Sums of depths along k of each line that the box does not hold, i fastest; of others there may be less. */
  readonly alongK: Float32Array;
}

/** The search for visible voxels. Threads have one each, with the ends in common. */
export interface ShownSearch {
  readonly soFar: ShownSoFar;
  readonly sizes: Vec3;
  readonly voxels: ShownVoxels;
  /** The voxels of row j, k that clipping keeps: the first and the last. Undefined where it keeps all. */
  readonly keptOf: ((j: number, k: number) => readonly [number, number]) | undefined;
}

/** The ends of an empty box, in memory that threads share where they do. */
export function createShownEnds(isShared = false): Int32Array {
  const sizeBytes = 6 * Int32Array.BYTES_PER_ELEMENT;
  const ends = new Int32Array(isShared ? new SharedArrayBuffer(sizeBytes) : new ArrayBuffer(sizeBytes));
  ends.set([NONE_YET, -1, NONE_YET, -1, NONE_YET, -1]);
  return ends;
}

/** Begins a search that knows nothing but the ends. Its sums lie in memory that threads share where these do. */
export function createShownSearch(scene: VolumeScene, ends = createShownEnds()): ShownSearch {
  const { sizes } = scene.volume;
  const sizeBytes = sizes[0] * sizes[1] * Float32Array.BYTES_PER_ELEMENT;
  const isShared = typeof SharedArrayBuffer !== 'undefined' && ends.buffer instanceof SharedArrayBuffer;
  const alongK = new Float32Array(isShared ? new SharedArrayBuffer(sizeBytes) : new ArrayBuffer(sizeBytes));
  const voxels = createShownVoxels(scene, UNITS / LEAST_DEPTH, MAX_SUM);
  return { soFar: { ends, alongK }, sizes, voxels, keptOf: scene.clip?.length ? createKept(scene) : undefined };
}

/** The thickness of columns along j or k. */
const columnSide = (size: number) => Math.ceil(size / COLUMNS);

/** Up to `count` runs of slices of about the same size, which are whole columns. */
export function splitSlices([, , nk]: Vec3, count: number): readonly SliceRange[] {
  const columnK = columnSide(nk);
  const layers = Math.ceil(nk / columnK);
  const parts = Math.min(count, layers);
  const startOf = (part: number) => columnK * Math.floor((part * layers) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    first: startOf(part),
    last: Math.min(startOf(part + 1), nk) - 1,
  }));
}

/** The findings of some slices, of which only the ends are kept. */
interface Findings {
  /** The box, as `ShownSoFar` has its ends. */
  readonly box: Int32Array;
  /** The layer of columns that the slices begin with. */
  readonly firstLayer: number;
  /** The rows of a column, and its slices. */
  readonly columnJ: number;
  readonly columnK: number;
  /** The first voxel of each column, and the last. */
  readonly columnFirst: Int32Array;
  readonly columnLast: Int32Array;
  /** Sums of depths over the rows and slices of each column. */
  readonly inColumns: Float32Array;
  /** The sum from which on a column counts. */
  readonly leastOfColumn: number;
  /** The end of the known voxels that `findKnown` found. */
  knownEnd: number;
}

function createFindings({ sizes, soFar }: ShownSearch, slices: SliceRange): Findings {
  const [ni, nj, nk] = sizes;
  const [columnJ, columnK] = [columnSide(nj), columnSide(nk)];
  const firstLayer = Math.floor(slices.first / columnK);
  const count = COLUMNS * (Math.floor(slices.last / columnK) + 1 - firstLayer);
  return {
    box: soFar.ends.slice(),
    firstLayer,
    columnJ,
    columnK,
    columnFirst: new Int32Array(count).fill(NONE_YET),
    columnLast: new Int32Array(count).fill(-1),
    inColumns: new Float32Array(ni * count),
    leastOfColumn: Math.min((COLUMN_FACTOR * UNITS * columnJ * columnK) / Math.max(ni, nj, nk), MAX_SUM),
    knownEnd: 0,
  };
}

/**
 * Finds the visible voxels of some slices, which are whole columns. Only the ends of what is found are kept, so voxels between two
 * ends already known are never read: the time goes with the empty space around an object.
 * @returns the columns that run through these slices: the rows of each, and what it holds.
 */
export function* findShownSlices(search: ShownSearch, slices: SliceRange): Steps<readonly VoxelIntervals[]> {
  const findings = createFindings(search, slices);
  for (let k = slices.first; k <= slices.last; k++) {
    addSlice(search, findings, k);
    exchangeEnds(findings.box, search.soFar.ends);
    yield;
  }
  return listColumns(findings);
}

function listColumns({ columnFirst, columnLast, columnJ, columnK, firstLayer }: Findings): readonly VoxelIntervals[] {
  const boxes = Array.from(columnFirst, (first, columnNumber): VoxelIntervals => {
    const [j, k] = [columnNumber % COLUMNS, firstLayer + Math.floor(columnNumber / COLUMNS)];
    return [
      { first, last: columnLast[columnNumber]! },
      { first: j * columnJ, last: (j + 1) * columnJ - 1 },
      { first: k * columnK, last: (k + 1) * columnK - 1 },
    ];
  });
  return boxes.filter(([column]) => !isEmpty(column));
}

function addSlice(search: ShownSearch, findings: Findings, k: number): void {
  const { sizes, keptOf } = search;
  const [ni, nj] = sizes;
  const slice = ni * nj * k;
  if (!keptOf) addVoxels(search, findings, k, slice, slice + ni * nj);
  for (let j = 0; keptOf && j < nj; j++) {
    const [first, last] = keptOf(j, k);
    addVoxels(search, findings, k, slice + ni * j + first, slice + ni * j + last + 1);
  }
}

/** Adds the visible voxels of slice k from `first` to before `end`, but for those between ends that are known. */
function addVoxels(search: ShownSearch, findings: Findings, k: number, first: number, end: number): void {
  for (let at = first; at < end; ) {
    const known = findKnown(search, findings, k, at, end);
    const reached = addFirstRow(search, findings, k, at, known);
    at = reached < known ? reached : findings.knownEnd;
  }
}

/**
 * The first voxel of slice k from `first` on that is known to lie between two ends, and in `knownEnd` the one after the last of its
 * row; `end` where there is none before it.
 */
function findKnown({ sizes }: ShownSearch, findings: Findings, k: number, first: number, end: number): number {
  const [ni, nj] = sizes;
  const { box, columnFirst, columnLast, columnJ } = findings;
  findings.knownEnd = end;
  if (k < box[4]! || k > box[5]!) return end;
  const slice = ni * nj * k;
  const layer = COLUMNS * (Math.floor(k / findings.columnK) - findings.firstLayer);
  for (let j = Math.max(Math.floor((first - slice) / ni), box[2]!); j <= box[3]!; j++) {
    const row = slice + ni * j;
    if (row >= end) return end;
    const inLayer = Math.floor(j / columnJ);
    const from = Math.max(columnFirst[layer + inLayer]!, box[0]!);
    const last = Math.min(columnLast[layer + inLayer]!, box[1]!);
    if (from > last) j = columnJ * (inLayer + 1) - 1;
    else if (row + last >= first) {
      findings.knownEnd = row + last + 1;
      return Math.min(Math.max(row + from, first), end);
    }
  }
  return end;
}

/**
 * Adds the visible voxels of the first row that has any, from `first` to before `end`. Empty rows are gone through at once.
 * @returns where that row ends, or `end`.
 */
function addFirstRow(search: ShownSearch, findings: Findings, k: number, first: number, end: number): number {
  const { sizes, voxels, soFar } = search;
  const { alongK } = soFar;
  let at = voxels.findNext(first, end);
  if (at >= end) return end;
  const [ni, nj] = sizes;
  const { box, columnFirst, columnLast, columnJ, inColumns, leastOfColumn } = findings;
  const slice = ni * nj * k;
  const j = Math.floor((at - slice) / ni);
  const row = slice + ni * j;
  const column = COLUMNS * (Math.floor(k / findings.columnK) - findings.firstLayer) + Math.floor(j / columnJ);
  // Places in the sums, relative to a voxel's index.
  const [toLine, toColumn] = [ni * j - row, ni * column - row];
  const rowEnd = Math.min(row + ni, end);
  let sum = 0;
  for (; at < rowEnd; at = voxels.findNext(at + 1, rowEnd)) {
    const { depth } = voxels;
    sum += depth;
    const line = alongK[at + toLine]! + depth;
    alongK[at + toLine] = line;
    if (line >= UNITS) {
      widen(box, 0, at - row);
      widen(box, 2, j);
    }
    const inColumn = inColumns[at + toColumn]! + depth;
    inColumns[at + toColumn] = inColumn;
    if (inColumn < leastOfColumn) continue;
    if (at - row < columnFirst[column]!) columnFirst[column] = at - row;
    if (at - row > columnLast[column]!) columnLast[column] = at - row;
  }
  // A row of which a part is known is in the box already.
  if (sum >= UNITS) {
    widen(box, 2, j);
    widen(box, 4, k);
  }
  return rowEnd;
}

/** Moves the ends of a box outwards, of which the first one is at `first`. */
function widen(box: Int32Array, first: number, index: number): void {
  if (index < box[first]!) box[first] = index;
  if (index > box[first + 1]!) box[first + 1] = index;
}

const boxOfEnds = (ends: Int32Array) =>
  [0, 1, 2].map((axis) => ({ first: ends[2 * axis]!, last: ends[2 * axis + 1]! })) as [Interval, Interval, Interval];

/** Widens a box and the ends by each other. */
function exchangeEnds(box: Int32Array, ends: Int32Array): void {
  for (let index = 0; index < box.length; index++) {
    box[index] = settleEnd(ends, index, box[index]!, index % 2 === 0 ? Math.min : Math.max);
  }
}

/** Moves an end outwards, whatever other threads do to it, and returns where it is then. */
function settleEnd(ends: Int32Array, index: number, own: number, further: (a: number, b: number) => number): number {
  for (;;) {
    const known = Atomics.load(ends, index);
    const end = further(known, own);
    if (end === known || Atomics.compareExchange(ends, index, known, end) === known) return end;
  }
}

/**
 * The smallest box of all voxels that change a line along an axis visibly, cut into up to 32 × 32 columns along i, each as long
 * as what it holds; none where nothing is visible. It is the same for any order of slices and any number of threads, to the
 * voxel: sums are of whole numbers, and what is not read changes nothing that is known.
 * @param found the columns of all slices, in their order.
 * @param soFars of all threads, with the same ends.
 */
export function boxesOfShown(
  [ni, nj]: Vec3,
  found: readonly VoxelIntervals[],
  soFars: readonly ShownSoFar[],
): readonly VoxelIntervals[] {
  const box = boxOfEnds(soFars[0]!.ends);
  const [boxI, boxJ] = box;
  // A single thread has added up its lines itself.
  const sums = new Float64Array(soFars.length > 1 ? ni : 0);
  for (let j = 0; j < nj && soFars.length > 1; j++) {
    const known = includes(boxJ, j) ? { ...boxI } : createEmpty();
    sums.fill(0);
    for (const { alongK } of soFars) {
      addBetween(sums, alongK, ni * j, 0, Math.min(known.first, ni));
      if (!isEmpty(known)) addBetween(sums, alongK, ni * j, known.last + 1, ni);
    }
    for (let i = 0; i < ni; i++) {
      if (sums[i]! < UNITS) continue;
      extend(boxI, i);
      extend(boxJ, j);
    }
  }
  if (box.some(isEmpty)) return [];
  const boxes = found
    .map((column) => column.map((along, axis) => intersect(along, box[axis]!)) as unknown as VoxelIntervals)
    .filter((column) => !column.some(isEmpty));
  return boxes.length > 0 ? boxes : [box];
}

/** A loop without calls: it goes through the lines of all threads. */
function addBetween(sums: Float64Array, lines: Float32Array, row: number, first: number, end: number): void {
  for (let i = first; i < end; i++) sums[i]! += lines[row + i]!;
}
