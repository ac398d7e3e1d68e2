/** The numbers of a BVH, before rounding: Morton codes, the binary radix tree by its definition, and codes of segments. */
import type { Box } from '../../mesh/bounding-box.js';

const BITS_PER_AXIS = 21;

/** The cell of a point on each axis, in a cube of 2²¹ cells a side that is as long as the box's longest side. */
export function cellOf(point: readonly number[], { min, max }: Box): number[] {
  const longest = Math.max(...max.map((high, axis) => high - min[axis]!));
  const cells = 2 ** BITS_PER_AXIS;
  return point.map((coordinate, axis) => {
    const fraction = longest > 0 ? (coordinate - min[axis]!) / longest : 0;
    return Math.min(Math.max(Math.floor(fraction * cells), 0), cells - 1);
  });
}

/** The cell of a Morton code: the bits of x, y and z interleaved, that of x the highest of each three. */
export function cellOfCode(code: bigint): number[] {
  const cell = [0, 0, 0];
  for (let bit = 3 * BITS_PER_AXIS - 1; bit >= 0; bit--) {
    const axis = 2 - (bit % 3);
    cell[axis] = 2 * cell[axis]! + Number((code >> BigInt(bit)) & 1n);
  }
  return cell;
}

const SEGMENT_BITS_PER_AXIS = 5;

/**
 * The first `bits` of three bits of the start's cell and three of the end's by turns, from the highest on, x before y before z.
 * @param low of a grid of 32³ cells that is `size` large; points beyond it are in its outermost cells.
 */
export function segmentCode(
  ends: readonly (readonly number[])[],
  low: readonly number[],
  size: readonly number[],
  bits: number,
): number {
  const cells = 2 ** SEGMENT_BITS_PER_AXIS;
  const coordinates = ends.flatMap((point) =>
    point.map((coordinate, axis) => {
      const cell = Math.floor(((coordinate - low[axis]!) / size[axis]!) * cells);
      return Math.min(Math.max(cell, 0), cells - 1);
    }),
  );
  const digits: number[] = [];
  for (let bit = SEGMENT_BITS_PER_AXIS - 1; bit >= 0; bit--) {
    digits.push(...coordinates.map((coordinate) => (coordinate >> bit) & 1));
  }
  return Number.parseInt(digits.slice(0, bits).join(''), 2);
}

/** A node as the kernels number it: it covers leaves from `first` to `last`, of which its left child ends at `split`. */
export interface RadixTreeNode {
  readonly first: number;
  readonly last: number;
  readonly split: number;
}

/**
 * The nodes over sorted codes. Each divides its leaves where the highest bit in which they differ becomes 1; equal codes go
 * by their places. The root is node 0, and the children of a node are `split` and `split + 1`.
 */
export function buildRadixTree(codes: readonly bigint[]): RadixTreeNode[] {
  const keys = codes.map((code, index) => (code << 32n) | BigInt(index));
  const nodes: RadixTreeNode[] = [];
  const divide = (index: number, first: number, last: number): void => {
    if (first === last) return;
    const bit = BigInt((keys[first]! ^ keys[last]!).toString(2).length - 1);
    let split = first;
    while (((keys[split + 1]! >> bit) & 1n) === 0n) split += 1;
    nodes[index] = { first, last, split };
    divide(split, first, split);
    divide(split + 1, split + 1, last);
  };
  divide(0, 0, codes.length - 1);
  return nodes;
}
