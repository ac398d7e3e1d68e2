/** Faces between the pieces of a grid, whose points are each piece's own, so that each piece is closed by itself. */
import { growingWords } from '../../../mesh/growing-array.js';
import { TripleNumbering } from '../../../mesh/topology/triple-numbering.js';
import type { BoundaryFaces } from './boundary-faces.js';

/** A piece's outside. */
interface PieceFaces extends Pick<BoundaryFaces, 'faces' | 'cellOf' | 'ofSolid'> {
  /** Coordinates of its points, three each. */
  readonly points: ArrayLike<number>;
}

/**
 * Leaves out the faces that a cell of one piece and a cell of another see from both sides: three of their corners are in the same
 * places, to the bit. A piece that is there twice stays, twice.
 */
export function dropSharedFaces(pieces: readonly PieceFaces[]): Pick<BoundaryFaces, 'faces' | 'cellOf'>[] {
  const keyOf = createKeys();
  const uses: number[] = [];
  const keys = pieces.map(({ points, faces: { corners, ends }, ofSolid }) =>
    Int32Array.from(ends, (end, face) => {
      if (ofSolid[face] === 0) return FLAT;
      const key = keyOf(points, corners, face === 0 ? 0 : ends[face - 1]!, end);
      uses[key] = (uses[key] ?? 0) + 1;
      return key;
    }),
  );
  // The key of the other side differs in its lowest bit.
  const isShared = (key: number) => key !== FLAT && uses[key] === 1 && uses[key ^ 1] === 1;
  return pieces.map((piece, index) => keepFaces(piece, (face) => !isShared(keys[index]![face]!)));
}

const FLAT = -1;

function keepFaces({ faces: { corners, ends }, cellOf }: PieceFaces, isKept: (face: number) => boolean) {
  const [keptCorners, keptEnds] = [growingWords(), growingWords()];
  for (let face = 0; face < ends.length; face++) {
    if (!isKept(face)) continue;
    for (let at = face === 0 ? 0 : ends[face - 1]!; at < ends[face]!; at++) keptCorners.push(corners[at]!);
    keptEnds.push(keptCorners.length);
  }
  const faces = { corners: keptCorners.toArray(), ends: keptEnds.toArray() };
  return { faces, cellOf: cellOf.filter((_, face) => isKept(face)) };
}

/** Numbers faces by the places of three corners, twice: the lowest bit is the way round that they go. */
function createKeys() {
  const [coordinates, places, faces] = [new TripleNumbering(), new TripleNumbering(), new TripleNumbering()];
  const double = new Float64Array(1);
  const words = new Uint32Array(double.buffer);
  const numberOf = (value: number) => {
    // Both zeros are one place.
    double[0] = value + 0;
    return coordinates.number(words[0]!, words[1]!, 0);
  };
  return (points: ArrayLike<number>, corners: ArrayLike<number>, start: number, end: number): number => {
    const numbers = Array.from({ length: end - start }, (_, at) => {
      const first = 3 * corners[start + at]!;
      return places.number(numberOf(points[first]!), numberOf(points[first + 1]!), numberOf(points[first + 2]!));
    });
    const [a = 0, b = 0, c = 0] = numbers.toSorted((one, other) => one - other);
    const [first, second] = numbers.filter((number) => number <= c);
    const isForward = (first === a && second === b) || (first === b && second === c) || (first === c && second === a);
    return 2 * faces.number(a, b, c) + Number(isForward);
  };
}
