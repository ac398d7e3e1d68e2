/** The subject of a scan without what lies apart from it, as a scanner's head rest or table does. */
import type { Vec3 } from '../math/vec3.js';
import type { SubjectBox } from './subject-box.js';
import { axisAlong, spacings, type Volume } from './volume.js';

/** Cells along the longest side. */
const CELLS = 64;
/** Voxels of a rest by those of the subject: a board under a chest has 0.4 of its bones' and more would be half of what is seen; crumbs of less are left as they are. */
const REST_SHARE = [0.02, 0.45] as const;
/** Largest share of a rest's cells that it fills, by the subject's: shells of plastic or foam fill 0.21 to 0.24, heads 0.47 to 0.61; a board's sheets fill up to 0.64 of what bones do, and pieces of bone from 0.8 on. */
const REST_FILL = 0.66;
/** Share of a side that a box has to be shorter by, to be worth a cut. */
const LEAST_CUT = 0.05;
/** Cells around the subject that are left: rows between those that are looked at may reach as far. */
const MARGIN = 1;
/** Cells that lie between a board and the bodies: skin and fat are there, and 7 or more in scans of limbs. */
const BOARD_GAP = 4;
/** Least share of the patient's height that a board runs along. */
const BOARD_HEIGHT = 0.5;

/** The first cells along each axis, and the last. */
interface Ends {
  readonly first: [number, number, number];
  readonly last: [number, number, number];
}

/** Cells that hang together. */
interface Part extends Ends {
  cells: number;
  voxels: number;
}

/**
 * The box of what is above a value, without thin shells apart from it that reach a side of the patient, as head rests and tables are, and without
 * a board behind or before all solid parts. Undefined where there is nothing to cut away. Some rows of a large volume are looked at.
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
  const fillOf = ({ voxels, cells }: Part) => voxels / cells;
  const isRest = (part: Part) =>
    part.voxels < REST_SHARE[1] * subject.voxels &&
    fillOf(part) < REST_FILL * fillOf(subject) &&
    grid.sides.some((axis) => part.first[axis] === 0 || part.last[axis] === grid.cells[axis]! - 1);
  const large = parts.filter((part) => part.voxels > REST_SHARE[0] * subject.voxels);
  const bodies = large.filter((part) => !isRest(part));
  const isApart = bodies.length === 1 && large.length > 1;
  const ends = unite(bodies);
  return isApart || hasBoard(grid, parts, ends, axisAlong(volume, 1)) ? boxOf(volume, grid, ends) : undefined;
}

/** Whether what lies before or behind all bodies is the board that the patient lies on; a crop of few voxels breaks it into pieces. */
function hasBoard({ cells, up }: Grid, parts: readonly Part[], bodies: Ends, depth: 0 | 1 | 2): boolean {
  const isBeyond = ({ first, last }: Part) =>
    first[depth] > bodies.last[depth] + BOARD_GAP || last[depth] < bodies.first[depth] - BOARD_GAP;
  const { first, last } = unite(parts.filter(isBeyond));
  const isAtSide = first[depth] === 0 || last[depth] === cells[depth] - 1;
  return isAtSide && last[up] - first[up] >= BOARD_HEIGHT * cells[up];
}

/** The ends of parts together. */
const unite = (parts: readonly Part[]): Ends => ({
  first: [0, 1, 2].map((axis) => Math.min(...parts.map(({ first }) => first[axis]!))) as Ends['first'],
  last: [0, 1, 2].map((axis) => Math.max(...parts.map(({ last }) => last[axis]!))) as Ends['last'],
});

interface Grid {
  /** Voxels of a cell along each axis, and cells. */
  readonly steps: Vec3;
  readonly cells: Vec3;
  /** The axis along the patient's height, and those across it. */
  readonly up: 0 | 1 | 2;
  readonly sides: readonly (0 | 1 | 2)[];
}

function createGrid(volume: Volume): Grid {
  const { sizes } = volume;
  const lengths = spacings(volume);
  const side = Math.max(...sizes.map((size, axis) => size * lengths[axis]!)) / CELLS;
  const steps = lengths.map((length) => Math.max(Math.round(side / length), 1)) as unknown as Vec3;
  const cells = sizes.map((size, axis) => Math.ceil(size / steps[axis]!)) as unknown as Vec3;
  const up = axisAlong(volume, 2);
  return { steps, cells, up, sides: ([0, 1, 2] as const).filter((axis) => axis !== up) };
}

/** Whether anything is shown in the outermost voxels across the patient's height: nothing that lies under a body ends before them. */
function reachesSides({ sizes, voxels }: Volume, { steps, sides, up }: Grid, value: number): boolean {
  const strides = [1, sizes[0], sizes[0] * sizes[1]] as const;
  return sides.some((axis) => {
    const across = (3 - up - axis) as 0 | 1 | 2;
    for (const end of [0, sizes[axis] - 1]) {
      for (let a = 0; a < sizes[up]; a += steps[up]) {
        for (let b = 0; b < sizes[across]; b += steps[across]) {
          if (voxels[end * strides[axis] + a * strides[up] + b * strides[across]]! > value) return true;
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
function boxOf({ sizes }: Volume, { steps, up }: Grid, part: Ends): SubjectBox | undefined {
  const ends = sizes.map((size, axis): readonly [number, number] => {
    if (axis === up) return [0, 1];
    const [first, end] = [part.first[axis]! - MARGIN, part.last[axis]! + 1 + MARGIN];
    return [Math.max(first * steps[axis]!, 0) / size, Math.min(end * steps[axis]!, size) / size];
  });
  if (ends.every(([from, to]) => to - from > 1 - LEAST_CUT)) return undefined;
  const [from, to] = [0, 1].map((end) => ends.map((pair) => pair[end]!)) as unknown as [Vec3, Vec3];
  return { from, to };
}
