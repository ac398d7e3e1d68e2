/** The subject of a scan without what lies apart from it, as a scanner's head rest or table does. */
import type { Vec3 } from '../math/vec3.js';
import { spacings, type Volume } from './volume.js';

/** A part of a volume's box, from its lower side (0) to its upper one (1) along each axis. */
export interface SubjectBox {
  readonly from: Vec3;
  readonly to: Vec3;
}

/** The first and the last voxel of a part of a box. */
export function voxelsOfSubject({ from, to }: SubjectBox, sizes: Vec3): { readonly first: Vec3; readonly last: Vec3 } {
  const along = (ends: Vec3, step: number) =>
    ends.map((end, axis) => Math.round(end * sizes[axis]!) - step) as unknown as Vec3;
  return { first: along(from, 0), last: along(to, 1) };
}

/** Cells along the longest side. */
const CELLS = 64;
/** Voxels of a rest by those of the subject: a board under a chest has 0.4 of its bones' and more would be half of what is seen; crumbs of less are left as they are. */
const REST_SHARE = [0.02, 0.45] as const;
/** Largest share of a rest's cells that it fills, by the subject's: shells of plastic or foam fill 0.21 to 0.24, heads 0.47 to 0.61. */
const REST_FILL = 0.6;
/** Share of a side that a box has to be shorter by, to be worth a cut. */
const LEAST_CUT = 0.05;
/** Cells around the subject that are left: rows between those that are looked at may reach as far. */
const MARGIN = 1;
/** Largest share of cells that a board behind all bodies fills, by the subject's: its sheets fill 0.3 to 0.64, pieces of bone from 0.8 on. */
const BOARD_FILL = 0.7;
/** Cells without anything between a board and the bodies: skin and fat are there, and 7 or more in scans of limbs. */
const BOARD_GAP = 4;
/** Least share of the patient's height that a board runs along. */
const BOARD_HEIGHT = 0.5;

/** Cells that hang together. */
interface Part {
  cells: number;
  voxels: number;
  readonly first: [number, number, number];
  readonly last: [number, number, number];
}

/**
 * The box of the largest part of what is above a value, where others are thin shells apart from it that reach a side of the patient; where other
 * parts are as solid as it, what is not behind or before all of them, as a board is. Undefined where there is nothing to cut away. Some rows
 * of a large volume are looked at.
 */
export function findSubject(volume: Volume, value: number): SubjectBox | undefined {
  if (!volume.anatomical) return undefined;
  const grid = createGrid(volume);
  if (!reachesSides(volume, grid, value)) return undefined;
  const parts = findParts(fillCells(volume, grid, value), grid.cells);
  const subject = parts.reduce<Part | undefined>(
    (most, part) => (part.voxels > (most?.voxels ?? 0) ? part : most),
    undefined,
  );
  if (!subject) return undefined;
  const others = parts.filter((part) => part !== subject && part.voxels > REST_SHARE[0] * subject.voxels);
  const isRest = (part: Part) =>
    part.voxels < REST_SHARE[1] * subject.voxels &&
    fillOf(part) < REST_FILL * fillOf(subject) &&
    grid.sides.some((axis) => part.first[axis] === 0 || part.last[axis] === grid.cells[axis]! - 1);
  if (others.length > 0 && others.every(isRest)) return boxOf(volume, grid, subject);
  return boxBeforeBoard(volume, grid, parts, subject);
}

const fillOf = ({ voxels, cells }: Pick<Part, 'voxels' | 'cells'>): number => voxels / cells;

/** The box of all but a board that the patient lies on, which a crop of few voxels breaks up; undefined where there is none. */
function boxBeforeBoard(volume: Volume, grid: Grid, parts: readonly Part[], subject: Part): SubjectBox | undefined {
  const { cells, depth, up } = grid;
  const isThin = (part: Part) => fillOf(part) < BOARD_FILL * fillOf(subject);
  const bodies = parts.filter((part) => part.voxels > REST_SHARE[0] * subject.voxels && !isThin(part));
  const [front, back] = [firstOf(bodies, depth), lastOf(bodies, depth)];
  const behind = parts.filter(({ first }) => first[depth] > back + BOARD_GAP);
  const before = parts.filter(({ last }) => last[depth] < front - BOARD_GAP);
  const isBoard = (beyond: readonly Part[], reachesSide: boolean) => {
    const whole = sumOf(beyond);
    const height = lastOf(beyond, up) + 1 - firstOf(beyond, up);
    return (
      reachesSide &&
      height >= BOARD_HEIGHT * cells[up] &&
      whole.voxels < REST_SHARE[1] * subject.voxels &&
      fillOf(whole) < BOARD_FILL * fillOf(subject)
    );
  };
  const from = isBoard(before, firstOf(before, depth) === 0) ? lastOf(before, depth) + 1 : 0;
  const to = isBoard(behind, lastOf(behind, depth) === cells[depth] - 1) ? firstOf(behind, depth) : cells[depth];
  if (from === 0 && to === cells[depth]) return undefined;
  const ends = (end: number, others: number) =>
    volume.sizes.map((size, axis) => (axis === depth ? Math.min((end * grid.steps[axis]!) / size, 1) : others));
  return { from: ends(from, 0), to: ends(to, 1) } as unknown as SubjectBox;
}

const firstOf = (parts: readonly Part[], axis: 0 | 1 | 2) => Math.min(...parts.map(({ first }) => first[axis]));
const lastOf = (parts: readonly Part[], axis: 0 | 1 | 2) => Math.max(...parts.map(({ last }) => last[axis]));

const sumOf = (parts: readonly Part[]) => ({
  voxels: parts.reduce((sum, { voxels }) => sum + voxels, 0),
  cells: parts.reduce((sum, { cells }) => sum + cells, 0),
});

interface Grid {
  /** Voxels of a cell along each axis, and cells. */
  readonly steps: Vec3;
  readonly cells: Vec3;
  /** The axes across the patient's height. */
  readonly sides: readonly (0 | 1 | 2)[];
  /** The axis along the patient's height, and that from front to back. */
  readonly up: 0 | 1 | 2;
  readonly depth: 0 | 1 | 2;
}

function createGrid(volume: Volume): Grid {
  const { sizes, indexToWorld } = volume;
  const lengths = spacings(volume);
  const side = Math.max(...sizes.map((size, axis) => size * lengths[axis]!)) / CELLS;
  const steps = lengths.map((length) => Math.max(Math.round(side / length), 1)) as unknown as Vec3;
  const cells = sizes.map((size, axis) => Math.ceil(size / steps[axis]!)) as unknown as Vec3;
  const along = (world: 1 | 2) => (axis: 0 | 1 | 2) => Math.abs(indexToWorld.columns[axis][world]) / lengths[axis];
  const largest = (axes: readonly (0 | 1 | 2)[], measure: (axis: 0 | 1 | 2) => number) =>
    axes.reduce((best, axis) => (measure(axis) > measure(best) ? axis : best));
  const up = largest([0, 1, 2], along(2));
  const sides = ([0, 1, 2] as const).filter((axis) => axis !== up);
  return { steps, cells, sides, up, depth: largest(sides, along(1)) };
}

/** Whether anything is shown in the outermost voxels across the patient's height: nothing that lies under a body ends before them. */
function reachesSides({ sizes, voxels }: Volume, { steps, sides }: Grid, value: number): boolean {
  const strides = [1, sizes[0], sizes[0] * sizes[1]] as const;
  return sides.some((axis) => {
    const [u, v] = ([0, 1, 2] as const).filter((other) => other !== axis) as [0 | 1 | 2, 0 | 1 | 2];
    for (const end of [0, sizes[axis] - 1]) {
      for (let a = 0; a < sizes[u]; a += steps[u]) {
        for (let b = 0; b < sizes[v]; b += steps[v]) {
          if (voxels[end * strides[axis] + a * strides[u] + b * strides[v]]! > value) return true;
        }
      }
    }
    return false;
  });
}

/** The shown voxels of the middle lines of each cell along i and j: one alone may miss a shell that lies along it. */
function fillCells({ sizes, voxels }: Volume, { steps, cells }: Grid, value: number): Uint16Array {
  const [ni, nj] = sizes;
  const counts = new Uint16Array(cells[0] * cells[1] * cells[2]);
  const middleOf = (cell: number, axis: 0 | 1 | 2) =>
    Math.min(cell * steps[axis] + (steps[axis] >> 1), sizes[axis] - 1);
  for (let k = 0; k < cells[2]; k++) {
    const slice = ni * nj * middleOf(k, 2);
    const layer = cells[0] * cells[1] * k;
    for (let j = 0; j < cells[1]; j++) {
      const row = slice + ni * middleOf(j, 1);
      const cell = layer + cells[0] * j;
      for (let i = 0; i < ni; i++) if (voxels[row + i]! > value) counts[cell + Math.floor(i / steps[0])]!++;
    }
    for (let j = 0; j < nj; j++) {
      const row = slice + ni * j;
      const cell = layer + cells[0] * Math.floor(j / steps[1]);
      for (let i = 0; i < cells[0]; i++) if (voxels[row + middleOf(i, 0)]! > value) counts[cell + i]!++;
    }
  }
  return counts;
}

/** The parts of cells that touch at faces, edges or corners. */
function findParts(counts: Uint16Array, [ni, nj, nk]: Vec3): readonly Part[] {
  const left = Uint16Array.from(counts);
  const parts: Part[] = [];
  const stack: number[] = [];
  for (let seed = 0; seed < left.length; seed++) {
    if (left[seed] === 0) continue;
    const part: Part = { cells: 0, voxels: 0, first: [ni, nj, nk], last: [-1, -1, -1] };
    const visit = (cell: number) => {
      if (left[cell] === 0) return;
      part.voxels += left[cell]!;
      left[cell] = 0;
      stack.push(cell);
    };
    visit(seed);
    while (stack.length > 0) {
      const cell = stack.pop()!;
      const at = [cell % ni, Math.floor(cell / ni) % nj, Math.floor(cell / (ni * nj))] as const;
      part.cells++;
      for (const axis of [0, 1, 2] as const) {
        part.first[axis] = Math.min(part.first[axis], at[axis]);
        part.last[axis] = Math.max(part.last[axis], at[axis]);
      }
      for (let k = Math.max(at[2] - 1, 0); k <= Math.min(at[2] + 1, nk - 1); k++)
        for (let j = Math.max(at[1] - 1, 0); j <= Math.min(at[1] + 1, nj - 1); j++)
          for (let i = Math.max(at[0] - 1, 0); i <= Math.min(at[0] + 1, ni - 1); i++) visit(i + ni * (j + nj * k));
    }
    parts.push(part);
  }
  return parts;
}

/** The box of a part, along the sides alone; undefined where it cuts next to nothing. */
function boxOf({ sizes }: Volume, { steps, sides }: Grid, part: Part): SubjectBox | undefined {
  const isSide = (axis: number) => sides.includes(axis as 0 | 1 | 2);
  const ends = sizes.map((size, axis): readonly [number, number] => {
    if (!isSide(axis)) return [0, 1];
    const [first, end] = [part.first[axis]! - MARGIN, part.last[axis]! + 1 + MARGIN];
    return [Math.max(first * steps[axis]!, 0) / size, Math.min(end * steps[axis]!, size) / size];
  });
  if (ends.every(([from, to]) => to - from > 1 - LEAST_CUT)) return undefined;
  const [from, to] = [0, 1].map((end) => ends.map((pair) => pair[end]!)) as unknown as [Vec3, Vec3];
  return { from, to };
}
