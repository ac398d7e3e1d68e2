/** Meshes of the quads of a net between regions. */
import { createMesh, type Mesh } from '../mesh/mesh.js';
import { computeNormals } from '../mesh/normals.js';
import { recenter } from '../mesh/recenter.js';
import { CUT_REGION, type LabelNet, NO_NEIGHBOR } from './label-net.js';

/** A net in the world. */
export interface PlacedNet {
  readonly net: LabelNet;
  /** Three coordinates of each vertex. */
  readonly world: Float64Array;
  /** Coordinates that normals are taken of; those of the vertices by default. */
  readonly shaded?: Float64Array | undefined;
  /** Whether the volume's axes are left-handed, so that quads are seen from the other side. */
  readonly isMirrored: boolean;
}

/** Sides of quads, as twice the quad's number, plus 1 for that of its second region. */
export type Faces = Uint32Array;

/** The faces of every region. */
export interface RegionFaces {
  /** @param region counted from 1. */
  readonly of: (region: number) => Faces;
}

/**
 * Sorts the faces of quads by their regions.
 * @param owner which of two regions has a face there; regions below 1 have none.
 */
export function listRegionFaces(
  { regions }: LabelNet,
  regionCount: number,
  owner: (from: number, to: number) => 'from' | 'to' | 'both',
): RegionFaces {
  const starts = new Uint32Array(regionCount + 3);
  const visit = (take: (region: number, face: number) => void) => {
    for (let quad = 0; quad < regions.length / 2; quad++) {
      const [from, to] = [regions[2 * quad]!, regions[2 * quad + 1]!];
      const who = from < 1 ? 'to' : to < 1 ? 'from' : owner(from, to);
      if (who !== 'to') take(from, 2 * quad);
      if (who !== 'from') take(to, 2 * quad + 1);
    }
  };
  visit((region) => starts[region + 2]!++);
  for (let region = 1; region < starts.length; region++) starts[region]! += starts[region - 1]!;
  const faces = new Uint32Array(starts.at(-1)!);
  visit((region, face) => {
    faces[starts[region + 1]!++] = face;
  });
  return { of: (region) => faces.subarray(starts[region], starts[region + 1]) };
}

/** Whether a face lies on a cut or on a face of the volume. */
export const isCap = ({ regions }: LabelNet, face: number): boolean =>
  regions[face % 2 === 0 ? face + 1 : face - 1] === CUT_REGION;

/** The mesh of faces, two triangles each in their order; vertices are shared. It has normals if they are taken elsewhere. */
export function meshOfFaces({ net, world, shaded, isMirrored }: PlacedNet, faces: Faces): Mesh {
  const numbers = new Int32Array(world.length / 3).fill(NO_NEIGHBOR);
  const triangles = new Uint32Array(6 * faces.length);
  const sources: number[] = [];
  const numberOf = (vertex: number) => {
    if (numbers[vertex] === NO_NEIGHBOR) {
      numbers[vertex] = sources.length;
      sources.push(vertex);
    }
    return numbers[vertex]!;
  };
  for (const [index, face] of faces.entries()) {
    const quad = 4 * (face >> 1);
    const [a, b, c, d] = [0, 1, 2, 3].map((corner) => net.quads[quad + corner]!) as [number, number, number, number];
    // Both sides of a quad are split alike.
    const split = distance(world, a, c) <= distance(world, b, d) ? [a, b, c, a, c, d] : [b, c, d, b, d, a];
    // A face of the second region is seen from the first.
    if ((face % 2 === 1) !== isMirrored) split.reverse();
    for (const [corner, vertex] of split.entries()) triangles[6 * index + corner] = numberOf(vertex);
  }
  const positions = recenter(pickVertices(world, sources));
  const own = shaded && computeNormals({ positions: positions.positions, triangles });
  const smoother =
    shaded && computeNormals({ positions: recenter(pickVertices(shaded, sources)).positions, triangles });
  return createMesh({ ...positions, triangles, normals: own && smoother && mixNormals(own, smoother) });
}

/** Least cosine between a vertex's normal and its smoother one: folds that smoothing closes have none that is of use. */
const LEAST_COSINE = 0.5;

/** Smoother normals, and own ones where those are too far off. */
function mixNormals(own: Float32Array, smoother: Float32Array): Float32Array {
  for (let at = 0; at < own.length; at += 3) {
    const cosine = own[at]! * smoother[at]! + own[at + 1]! * smoother[at + 1]! + own[at + 2]! * smoother[at + 2]!;
    if (cosine >= LEAST_COSINE) own.set(smoother.subarray(at, at + 3), at);
  }
  return own;
}

function pickVertices(world: Float64Array, sources: readonly number[]): Float64Array {
  const positions = new Float64Array(3 * sources.length);
  for (const [vertex, source] of sources.entries()) {
    positions.set(world.subarray(3 * source, 3 * source + 3), 3 * vertex);
  }
  return positions;
}

function distance(world: Float64Array, a: number, b: number): number {
  const [x, y, z] = [0, 1, 2].map((axis) => world[3 * a + axis]! - world[3 * b + axis]!) as [number, number, number];
  return x * x + y * y + z * z;
}
