/** The surface of VTK's unstructured grids: cells that are flat, and the faces of solid ones that no other shares. */
import { InputError } from '../../../errors.js';
import { growingWords } from '../../../mesh/growing-array.js';
import { TripleNumbering } from '../../../mesh/topology/triple-numbering.js';
import type { CellList } from './poly-data-cells.js';

/** Faces of solid cells by their corners' places, as seen from outside: vtkTetra, vtkHexahedron, vtkWedge, vtkPyramid. */
const TETRAHEDRON = [
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
  [0, 2, 1],
];
const HEXAHEDRON = [
  [0, 4, 7, 3],
  [1, 2, 6, 5],
  [0, 1, 5, 4],
  [3, 7, 6, 2],
  [0, 3, 2, 1],
  [4, 5, 6, 7],
];
/** Faces of a hexahedron in a voxel's order, which is that of a grid. */
const VOXEL = HEXAHEDRON.map((face) => face.map((corner) => [0, 1, 3, 2, 4, 5, 7, 6][corner]!));
const WEDGE = [
  [0, 1, 2],
  [3, 5, 4],
  [0, 3, 4, 1],
  [1, 4, 5, 2],
  [2, 5, 3, 0],
];
const PYRAMID = [
  [0, 3, 2, 1],
  [0, 1, 4],
  [1, 2, 4],
  [2, 3, 4],
  [3, 0, 4],
];
const [TRIANGLE, QUAD, PIXEL] = [[[0, 1, 2]], [[0, 1, 2, 3]], [[0, 1, 3, 2]]];

interface Shape {
  readonly faces: readonly (readonly number[])[];
  readonly isSolid?: boolean;
  /** Whether its edges are curves, which their ends stand for. */
  readonly isCurved?: boolean;
}

/** Shapes by VTK's cell types: vtkCellType.h. Curved ones have their corners first. */
const SHAPES: Readonly<Record<number, Shape>> = {
  5: { faces: TRIANGLE },
  8: { faces: PIXEL },
  9: { faces: QUAD },
  10: { faces: TETRAHEDRON, isSolid: true },
  11: { faces: VOXEL, isSolid: true },
  12: { faces: HEXAHEDRON, isSolid: true },
  13: { faces: WEDGE, isSolid: true },
  14: { faces: PYRAMID, isSolid: true },
  22: { faces: TRIANGLE, isCurved: true },
  23: { faces: QUAD, isCurved: true },
  24: { faces: TETRAHEDRON, isSolid: true, isCurved: true },
  25: { faces: HEXAHEDRON, isSolid: true, isCurved: true },
  26: { faces: WEDGE, isSolid: true, isCurved: true },
  27: { faces: PYRAMID, isSolid: true, isCurved: true },
  28: { faces: QUAD, isCurved: true },
  29: { faces: HEXAHEDRON, isSolid: true, isCurved: true },
  32: { faces: WEDGE, isSolid: true, isCurved: true },
  33: { faces: HEXAHEDRON, isSolid: true, isCurved: true },
  34: { faces: TRIANGLE, isCurved: true },
};

const [STRIP, POLYGON] = [6, 7];
/** Points and lines. */
const THIN: readonly number[] = [1, 2, 3, 4, 21];

export interface BoundaryFaces {
  readonly faces: CellList;
  /** The cell that each face is of. */
  readonly cellOf: Uint32Array;
  /** 1 for each face of a solid cell, and 0 for flat cells. */
  readonly ofSolid: Uint32Array;
  readonly thin: number;
  readonly curved: number;
  /** Cells of types that are not read, by type. */
  readonly unread: ReadonlyMap<number, number>;
}

/** A grid's cells, each with its type. */
interface TypedCells extends CellList {
  readonly types: ArrayLike<number>;
  /** Bits of each cell that is there for others alone, as `isCopy` and `isRemoved` read them; undefined where all are shown. */
  readonly ghosts?: ArrayLike<number> | undefined;
}

/** Faces of a copy of another piece's cell are shared by its neighbours, and not shown. */
export const isCopy = (ghost: number | undefined): boolean => ((ghost ?? 0) & DUPLICATE_CELL) !== 0;
/** Cells that are hidden, or refined by others, are as if they were not there. */
export const isRemoved = (ghost: number | undefined): boolean => ((ghost ?? 0) & (REFINED_CELL | HIDDEN_CELL)) !== 0;
/** Bits of vtkGhostType: vtkDataSetAttributes.h. */
const [DUPLICATE_CELL, REFINED_CELL, HIDDEN_CELL] = [1, 8, 32] as const;

/** @throws InputError if cells are not in the order of their corners. */
export function findBoundaryFaces(list: TypedCells): BoundaryFaces {
  checkEnds(list);
  const { types, ghosts } = list;
  const { keys, uses } = countFaces(list);
  const { corners, ends } = list;
  const [faceCorners, faceEnds, cellOf, ofSolid] = [growingWords(), growingWords(), growingWords(), growingWords()];
  const unread = new Map<number, number>();
  let [thin, curved, next] = [0, 0, 0];
  for (let cell = 0; cell < ends.length; cell++) {
    const start = cell === 0 ? 0 : ends[cell - 1]!;
    const count = ends[cell]! - start;
    const type = types[cell]!;
    const ghost = ghosts?.[cell];
    if (isRemoved(ghost)) continue;
    const shape = shapeOf(type, count);
    const addFace = (cellCorners: readonly number[]) => {
      if (isCopy(ghost)) return;
      for (const corner of cellCorners) faceCorners.push(corners[start + corner]!);
      faceEnds.push(faceCorners.length);
      cellOf.push(cell);
      ofSolid.push(shape?.isSolid ? 1 : 0);
    };
    if (shape) {
      if (shape.isCurved) curved += 1;
      for (const face of shape.faces) if (!shape.isSolid || uses[keys[next++]!] === 1) addFace(face);
    } else if (type === POLYGON) addFace(Array.from({ length: count }, (_, corner) => corner));
    else if (type === STRIP) {
      for (let corner = 2; corner < count; corner++) {
        addFace(corner % 2 === 0 ? [corner - 2, corner - 1, corner] : [corner - 1, corner - 2, corner]);
      }
    } else if (THIN.includes(type)) thin += 1;
    else unread.set(type, (unread.get(type) ?? 0) + 1);
  }
  const faces = { corners: faceCorners.toArray(), ends: faceEnds.toArray() };
  return { faces, cellOf: cellOf.toArray(), ofSolid: ofSolid.toArray(), thin, curved, unread };
}

/** @throws InputError if cells end before they begin, or beyond all corners. */
function checkEnds({ corners, ends }: CellList): void {
  for (let cell = 0; cell < ends.length; cell++) {
    const start = cell === 0 ? 0 : ends[cell - 1]!;
    if (!(ends[cell]! >= start && ends[cell]! <= corners.length)) {
      throw new InputError(`has cell ${cell} from corner ${start} to ${ends[cell]}`);
    }
  }
}

/** The shape of a cell; undefined if it is not known, or has fewer corners than it should. */
function shapeOf(type: number, count: number): Shape | undefined {
  const shape = SHAPES[type];
  return shape?.faces.every((face) => face.every((corner) => corner < count)) ? shape : undefined;
}

/** A number for each face of a solid cell, in their order, and how many have it. */
function countFaces({ corners, ends, types, ghosts }: TypedCells) {
  const numbering = new TripleNumbering();
  const keys = growingWords();
  const uses: number[] = [];
  for (let cell = 0; cell < ends.length; cell++) {
    const start = cell === 0 ? 0 : ends[cell - 1]!;
    const shape = shapeOf(types[cell]!, ends[cell]! - start);
    if (!shape?.isSolid || isRemoved(ghosts?.[cell])) continue;
    for (const face of shape.faces) {
      // Faces that share three corners are the same, in a grid whose cells meet face to face.
      const [a = 0, b = 0, c = 0] = face.map((corner) => corners[start + corner]!).sort((one, other) => one - other);
      const key = numbering.number(a, b, c);
      keys.push(key);
      uses[key] = (uses[key] ?? 0) + 1;
    }
  }
  return { keys: keys.toArray(), uses };
}
