/**
 * How much of each pixel outlines cover. Each edge adds the signed area to its right in the pixels that it crosses, and the
 * sums along rows are the coverage: R. Levien's accumulation buffer, "Inside the fastest font renderer in the world", 2016.
 */

/** Fractions of pixels that are covered, from 0 to 1. */
export interface Coverage {
  /** Its top left corner, in whole pixels of the image. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

export interface PlacedPath {
  /** Commands M, L, Q, C and Z of SVG, with absolute coordinates. */
  readonly path: string;
  /** Place of its origin, in pixels. */
  readonly left: number;
  readonly baseline: number;
  /** Pixels for a unit of its coordinates. */
  readonly perUnit: number;
}

export type GlyphPoint = readonly [x: number, y: number];
/** A part of a closed contour. */
export type Edge = readonly [from: GlyphPoint, to: GlyphPoint];

/** Pieces of a curve: enough for letters of a hundred pixels. */
const CURVE_PIECES = 8;

/** Contours that overlap count once where they turn the same way. */
export const rasterizePath = (paths: readonly PlacedPath[]): Coverage => rasterizeEdges(paths.flatMap(listEdges));

/** The coverage of closed contours by their edges, in pixels from the image's top left corner. */
export function rasterizeEdges(edges: readonly Edge[]): Coverage {
  if (edges.length === 0) return { left: 0, top: 0, width: 0, height: 0, values: new Float32Array(0) };
  const { min, max } = boundsOf(edges);
  const [left, top] = [Math.floor(min[0]), Math.floor(min[1])];
  // One column more: the area to the right of the last edge is added there.
  const width = Math.ceil(max[0]) - left + 1;
  const height = Math.ceil(max[1]) - top;
  const sums = new Float32Array(width * height + 1);
  for (const [from, to] of edges) {
    addEdge(sums, width, [from[0] - left, from[1] - top], [to[0] - left, to[1] - top]);
  }
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    let sum = 0;
    for (let at = row * width; at < (row + 1) * width; at++) {
      sum += sums[at]!;
      values[at] = Math.min(1, Math.abs(sum));
    }
  }
  return { left, top, width, height, values };
}

/** Contours are closed, so that the ends of their edges are the starts of others. */
function boundsOf(edges: readonly Edge[]) {
  const [min, max]: [[number, number], [number, number]] = [
    [Infinity, Infinity],
    [-Infinity, -Infinity],
  ];
  for (const [[x, y]] of edges) {
    min[0] = Math.min(min[0], x);
    min[1] = Math.min(min[1], y);
    max[0] = Math.max(max[0], x);
    max[1] = Math.max(max[1], y);
  }
  return { min, max };
}

function listEdges({ path, left, baseline, perUnit }: PlacedPath): Edge[] {
  const edges: Edge[] = [];
  let [start, current]: [GlyphPoint, GlyphPoint] = [
    [0, 0],
    [0, 0],
  ];
  const lineTo = (to: GlyphPoint) => {
    edges.push([current, to]);
    current = to;
  };
  for (const [, command, text] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers =
      text!.trim() === ''
        ? []
        : text!
            .trim()
            .split(/[\s,]+/)
            .map(Number);
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, index): GlyphPoint => [left + perUnit * numbers[2 * index]!, baseline + perUnit * numbers[2 * index + 1]!],
    );
    if (command === 'M') [start, current] = [points[0]!, points[0]!];
    else if (command === 'Z') lineTo(start);
    else {
      const control = [current, ...points];
      const pieces = command === 'L' ? 1 : CURVE_PIECES;
      for (let piece = 1; piece <= pieces; piece++) lineTo(pointOnCurve(control, piece / pieces));
    }
  }
  return edges;
}

/** De Casteljau's algorithm. */
function pointOnCurve(control: readonly GlyphPoint[], t: number): GlyphPoint {
  if (control.length === 1) return control[0]!;
  const nearer = control.slice(1).map((point, index): GlyphPoint => {
    const before = control[index]!;
    return [before[0] + t * (point[0] - before[0]), before[1] + t * (point[1] - before[1])];
  });
  return pointOnCurve(nearer, t);
}

/** Adds what an edge changes of the coverage from its pixels to the next, row by row. */
function addEdge(sums: Float32Array, width: number, from: GlyphPoint, to: GlyphPoint): void {
  if (from[1] === to[1]) return;
  const direction = from[1] < to[1] ? 1 : -1;
  const [upper, lower] = direction === 1 ? [from, to] : [to, from];
  const slope = (lower[0] - upper[0]) / (lower[1] - upper[1]);
  for (let row = Math.floor(upper[1]); row < lower[1]; row++) {
    const [top, bottom] = [Math.max(row, upper[1]), Math.min(row + 1, lower[1])];
    if (bottom <= top) continue;
    const crossings = [top, bottom].map((y) => upper[0] + (y - upper[1]) * slope).sort((a, b) => a - b);
    addSpan(sums, row * width, direction * (bottom - top), crossings[0]!, crossings[1]!);
  }
}

/** The part of an edge in one row, from x `low` to `high`, of the signed height `height`. */
function addSpan(sums: Float32Array, rowStart: number, height: number, low: number, high: number): void {
  const first = Math.floor(low);
  if (high <= first + 1) {
    const middle = (low + high) / 2 - first;
    sums[rowStart + first]! += height * (1 - middle);
    sums[rowStart + first + 1]! += height * middle;
    return;
  }
  // The coverage to the right of the edge, pixel by pixel; sums hold differences of it.
  const perPixel = height / (high - low);
  let before = 0;
  for (let column = first; column <= Math.floor(high); column++) {
    const [begin, end] = [Math.max(low, column), Math.min(high, column + 1)];
    const entered = perPixel * (begin - low);
    const covered = entered * 1 + perPixel * (end - begin) * (column + 1 - (begin + end) / 2);
    sums[rowStart + column]! += covered - before;
    before = covered;
  }
  sums[rowStart + Math.floor(high) + 1]! += height - before;
}
