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
  /**
   * Starts of each case's loops in this list, and behind that how many they are; of each loop how many edges and how many
   * cuts it has, its edges, counter-clockwise from outside, and the triangles of each cut: three places in the loop, of
   * `PLACE_BITS` each.
   */
  readonly loops: Uint32Array;
}

/** The surface in a cell passes through at most as many edges at one go. */
export const LOOP_EDGES_MAX = 7;
const PLACE_BITS = 4;

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

type Triangle = readonly [a: number, b: number, c: number];

/** Triangles by places in an outline. */
export type Triangulation = readonly Triangle[];

/** An outline of the surface in a cell. */
export interface CellLoop {
  /** Counter-clockwise from outside. */
  readonly edges: readonly number[];
  /** The ways to cut it into triangles. */
  readonly cuts: readonly Triangulation[];
}

/** @param inside the sum of 2^corner for the corners that are inside. */
export const loopsOfCase = (inside: number): CellLoop[] =>
  findLoops(inside).map((edges) => ({ edges, cuts: cutLoop(edges) }));

function createCases(): CellCases {
  const counts = new Uint32Array(CASES);
  const loops: number[] = new Array(CASES).fill(0);
  for (let inside = 0; inside < CASES; inside++) {
    const found = loopsOfCase(inside);
    counts[inside] = found.reduce((sum, { edges }) => sum + edges.length - 2, 0);
    loops[inside] = loops.length;
    loops.push(found.length);
    for (const { edges, cuts } of found) {
      loops.push(edges.length, cuts.length, ...edges, ...cuts.flatMap((cut) => cut.map(packTriangle)));
    }
  }
  return { counts, loops: Uint32Array.from(loops) };
}

const packTriangle = ([a, b, c]: Triangle) => a | (b << PLACE_BITS) | (c << (2 * PLACE_BITS));

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

interface RatedCut {
  readonly triangles: Triangulation;
  /** Lines across faces of the cell. */
  readonly bad: number;
}

/**
 * The ways to cut an outline into triangles, by places in it, with as few lines across a face of the cell as can be: the neighbour
 * might have the same line, and then four triangles would share it.
 */
function cutLoop(loop: readonly number[]): Triangulation[] {
  const isOnFace = (a: number, b: number) =>
    FACES_OF_EDGE[loop[a]!]!.some((face) => FACES_OF_EDGE[loop[b]!]!.includes(face));
  const isBadLine = (a: number, b: number) => b - a > 1 && isOnFace(a, b);
  /** All cuts of the part from `first` to `last`. */
  const cut = (first: number, last: number): RatedCut[] => {
    if (last - first < 2) return [{ triangles: [], bad: 0 }];
    const middles = Array.from({ length: last - first - 1 }, (_, n) => first + 1 + n);
    return middles.flatMap((middle) => {
      const lines = Number(isBadLine(first, middle)) + Number(isBadLine(middle, last));
      return cut(first, middle).flatMap((before) =>
        cut(middle, last).map((after) => ({
          triangles: [...before.triangles, [first, middle, last] as const, ...after.triangles],
          bad: before.bad + after.bad + lines,
        })),
      );
    });
  };
  const all = cut(0, loop.length - 1);
  const least = Math.min(...all.map(({ bad }) => bad));
  return all.filter(({ bad }) => bad === least).map(({ triangles }) => triangles);
}
