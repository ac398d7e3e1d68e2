/**
 * The triangles of marching cubes in each of the 256 ways in which a surface can pass between the eight corners of a cell.
 * W. E. Lorensen and H. E. Cline, "Marching cubes", SIGGRAPH 1987; where opposite corners of a face are inside, they are
 * kept apart, which both cells of the face do alike, so that no hole opens.
 */

/** Bits of a corner's index are set on the axes on which it is at the far side. */
export const CELL_CORNERS = 8;

/** Edge `4 · axis + u + 2 · v`: along an axis, at the far side of the next one if u is 1, and of the one after if v is 1. */
export const CELL_EDGES = 12;

export interface CellCases {
  /** Triangles by case: the sum of 2^corner for the corners that are inside. */
  readonly counts: Uint32Array;
  /** Three edges a triangle, counter-clockwise from outside; a case has room for `EDGES_PER_CASE`. */
  readonly edges: Uint32Array;
}

/** Corners of triangles that a case may have: five triangles. */
export const EDGES_PER_CASE = 15;

const CASES = 256;

/** The near end of an edge. */
export function edgeCorner(edge: number): number {
  const axis = edge >> 2;
  return ((edge & 1) << ((axis + 1) % 3)) | (((edge >> 1) & 1) << ((axis + 2) % 3));
}

let cases: CellCases | undefined;

export function cellCases(): CellCases {
  cases ??= createCases();
  return cases;
}

function createCases(): CellCases {
  const counts = new Uint32Array(CASES);
  const edges = new Uint32Array(CASES * EDGES_PER_CASE);
  for (let inside = 0; inside < CASES; inside++) {
    const triangles = findLoops(inside).flatMap(cutLoop);
    counts[inside] = triangles.length / 3;
    edges.set(triangles, inside * EDGES_PER_CASE);
  }
  return { counts, edges };
}

/** Corners of the faces, counter-clockwise as seen from outside the cell: those at the near and the far side of each axis. */
const FACES: readonly (readonly number[])[] = [0, 1, 2].flatMap((axis) => {
  const [u, v] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
  const far = 1 << axis;
  return [
    [0, v, u | v, u],
    [far, far | u, far | u | v, far | v],
  ];
});

function edgeBetween(a: number, b: number): number {
  const axis = Math.log2(a ^ b);
  const near = Math.min(a, b);
  return 4 * axis + ((near >> ((axis + 1) % 3)) & 1) + 2 * ((near >> ((axis + 2) % 3)) & 1);
}

/** The faces that an edge is on. */
const FACES_OF_EDGE = Array.from({ length: CELL_EDGES }, (_, edge) => {
  const near = edgeCorner(edge);
  const far = near | (1 << (edge >> 2));
  return FACES.flatMap((corners, face) => (corners.includes(near) && corners.includes(far) ? [face] : []));
});

/** Closed outlines of the surface, of the edges that it crosses. */
function findLoops(inside: number): number[][] {
  const isInside = (corner: number) => ((inside >> corner) & 1) === 1;
  const next = new Map<number, number>();
  for (const corners of FACES) {
    for (let at = 0; at < 4; at++) {
      // A run of corners that are inside is cut off by one line, from where the face is left to where it was entered.
      if (isInside(corners[at]!) || !isInside(corners[(at + 1) % 4]!)) continue;
      let last = at + 1;
      while (isInside(corners[(last + 1) % 4]!)) last++;
      const entered = edgeBetween(corners[at]!, corners[(at + 1) % 4]!);
      const left = edgeBetween(corners[last % 4]!, corners[(last + 1) % 4]!);
      next.set(entered, left);
    }
  }
  const loops: number[][] = [];
  for (const start of next.keys()) {
    const loop: number[] = [];
    for (let edge = start; next.has(edge); ) {
      loop.push(edge);
      const following = next.get(edge)!;
      next.delete(edge);
      edge = following;
    }
    if (loop.length > 0) loops.push(loop);
  }
  return loops;
}

/**
 * Cuts an outline into triangles with as few lines across a face of the cell as can be: the neighbour might have the same
 * line, and then four triangles would share it.
 */
function cutLoop(loop: readonly number[]): number[] {
  const isOnFace = (a: number, b: number) =>
    FACES_OF_EDGE[loop[a]!]!.some((face) => FACES_OF_EDGE[loop[b]!]!.includes(face));
  /** The best cut of the part from `first` to `last`, and how many lines across faces it has. */
  const cut = (first: number, last: number): { triangles: number[]; bad: number } => {
    if (last - first < 2) return { triangles: [], bad: 0 };
    let best: { triangles: number[]; bad: number } | undefined;
    for (let middle = first + 1; middle < last; middle++) {
      const [before, after] = [cut(first, middle), cut(middle, last)];
      const lines = [middle - first > 1 && isOnFace(first, middle), last - middle > 1 && isOnFace(middle, last)];
      const bad = before.bad + after.bad + lines.filter(Boolean).length;
      if (best && best.bad <= bad) continue;
      const triangle = [loop[first]!, loop[middle]!, loop[last]!];
      best = { triangles: [...before.triangles, ...triangle, ...after.triangles], bad };
    }
    return best!;
  };
  return cut(0, loop.length - 1).triangles;
}
