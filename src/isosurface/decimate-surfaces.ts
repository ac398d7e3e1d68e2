/** Surfaces of labels with fewer triangles, where they have more than devices take. */
import { InputError } from '../errors.js';
import { createMesh, type Mesh } from '../mesh/mesh.js';
import type { LabelPart, ShownSurfaces } from './shown-label-surfaces.js';

/** Every device has buffers of 128 MiB, and a triangle as the camera sees it takes 48 bytes of one. */
export const SURFACE_TRIANGLES_MAX = Math.floor(2 ** 27 / 48);

/** Share of the mesh's extent that surfaces may move: less than a voxel of what has so many triangles. */
const LARGEST_MOVE = 0.002;

/**
 * The surfaces, each label's with the same share of its triangles, so that there are at most `trianglesMax`. Edges between labels and
 * the topology stay as they are.
 * @throws InputError where that would change more than the eye forgives.
 */
export async function decimateSurfaces(
  surfaces: readonly ShownSurfaces[],
  trianglesMax: number = SURFACE_TRIANGLES_MAX,
): Promise<readonly ShownSurfaces[]> {
  const count = (some: readonly ShownSurfaces[]) => some.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0);
  const all = count(surfaces);
  if (all <= trianglesMax) return surfaces;
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
  await MeshoptSimplifier.ready;
  const share = trianglesMax / all;
  const decimated = surfaces.map((surface) => decimateSurface(surface, share, MeshoptSimplifier.simplify));
  const left = count(decimated);
  if (left > trianglesMax) {
    throw new InputError(
      `the surfaces of the labels have ${left} triangles at the least, and ${trianglesMax} is the most; take fewer labels, or crop them`,
    );
  }
  return decimated;
}

type Simplify = typeof import('meshoptimizer/simplifier')['MeshoptSimplifier']['simplify'];

function decimateSurface({ mesh, parts, ...rest }: ShownSurfaces, share: number, simplify: Simplify): ShownSurfaces {
  const { positions, triangles, faceColors } = mesh;
  const kept: Uint32Array[] = [];
  const colors: Uint8Array[] = [];
  const left: LabelPart[] = [];
  let first = 0;
  for (const { label, triangles: count } of parts) {
    const own = triangles.subarray(3 * first, 3 * (first + count));
    // Rounded down to whole triangles.
    const target = 3 * Math.floor(count * share);
    const [indices] = simplify(own.slice(), positions, 3, target, LARGEST_MOVE, ['LockBorder', 'Sparse']);
    kept.push(indices);
    left.push({ label, triangles: indices.length / 3 });
    if (faceColors) colors.push(repeatColor(faceColors.subarray(4 * first, 4 * first + 4), indices.length / 3));
    first += count;
  }
  return {
    ...rest,
    parts: left,
    mesh: pickTriangles(mesh, concatenate(kept, Uint32Array), concatenate(colors, Uint8Array)),
  };
}

function repeatColor(color: Uint8Array, count: number): Uint8Array {
  const bytes = new Uint8Array(4 * count);
  for (let at = 0; at < bytes.length; at += 4) bytes.set(color, at);
  return bytes;
}

/** The mesh of these triangles, and of the vertices that they have. */
function pickTriangles({ positions, normals, origin }: Mesh, triangles: Uint32Array, faceColors: Uint8Array): Mesh {
  const numbers = new Int32Array(positions.length / 3).fill(-1);
  let count = 0;
  for (const vertex of triangles) if (numbers[vertex]! < 0) numbers[vertex] = count++;
  const pick = (from: Float32Array) => {
    const picked = new Float32Array(3 * count);
    for (let vertex = 0; vertex < numbers.length; vertex++) {
      if (numbers[vertex]! >= 0) picked.set(from.subarray(3 * vertex, 3 * vertex + 3), 3 * numbers[vertex]!);
    }
    return picked;
  };
  return createMesh({
    positions: pick(positions),
    normals: normals && pick(normals),
    triangles: triangles.map((vertex) => numbers[vertex]!),
    faceColors,
    origin,
  });
}

function concatenate<Numbers extends Uint32Array | Uint8Array>(
  parts: readonly Numbers[],
  Values: new (length: number) => Numbers,
): Numbers {
  const whole = new Values(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
