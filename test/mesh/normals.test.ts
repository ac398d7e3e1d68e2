/** Smooth normals: radial on spheres, the same however faces are cut, and harmless where there are none. */
import { describe, expect, it } from 'vitest';
import { createGrid, createIcosphere } from '../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';
import { computeNormals, normalizeNormals } from '../../src/mesh/normals.js';
import { createRandom } from '../camera/random.js';
import { CUBE_CORNERS, CUBE_QUADS } from './cube.js';
import { FLOAT32_ROUNDING } from './measure-mesh.js';

const CUBE_POSITIONS = Float32Array.from(CUBE_CORNERS.flat());

/** Each face cut along one diagonal or the other. */
function createCube(diagonals: number): Mesh {
  const triangles = CUBE_QUADS.flatMap((quad, face) => {
    const [a, b, c, d] = (diagonals >> face) & 1 ? [...quad.slice(1), quad[0]] : quad;
    return [a!, b!, c!, a!, c!, d!];
  });
  return createMesh({ positions: CUBE_POSITIONS, triangles: Uint32Array.from(triangles) });
}

/** The largest distance between two sets of vectors, vector by vector. */
function largestDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let at = 0; at < a.length; at += 3) {
    largest = Math.max(largest, Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!, a[at + 2]! - b[at + 2]!));
  }
  return largest;
}

describe('computeNormals', () => {
  it('points along the diagonals of a cube, however its faces are cut', () => {
    const diagonals = CUBE_POSITIONS.map((coordinate) => (2 * coordinate - 1) / Math.sqrt(3));
    for (let cut = 0; cut < 64; cut++) {
      expect(largestDistance(computeNormals(createCube(cut)), diagonals)).toBeLessThan(4 * FLOAT32_ROUNDING);
    }
  });

  it('is radial on a sphere, at least twice as closely with each subdivision', () => {
    const errors = [2, 3, 4, 5].map((subdivisions) => {
      const sphere = createIcosphere({ subdivisions, radius: 7 });
      return largestDistance(computeNormals(sphere), sphere.normals!);
    });
    for (const [finer, error] of errors.slice(1).entries()) {
      expect(errors[finer]! / error).toBeGreaterThan(2);
    }
    expect(errors[3]!).toBeLessThan(0.001);
  });

  it('does not depend on the size, down to where products of float32 coordinates vanish', () => {
    const sphere = createIcosphere({ subdivisions: 2 });
    const expected = computeNormals(sphere);
    for (const scale of [2 ** -120, 2 ** 120]) {
      const positions = sphere.positions.map((coordinate) => coordinate * scale);
      expect(computeNormals({ positions, triangles: sphere.triangles })).toEqual(expected);
    }
  });

  it('turns with the orientation', () => {
    const { positions, triangles } = createGrid({ columns: 2, rows: 2 });
    const up = computeNormals({ positions, triangles });
    expect(up).toEqual(Float32Array.from({ length: 27 }, (_, at) => (at % 3 === 2 ? 1 : 0)));
    expect(computeNormals({ positions, triangles: triangles.toReversed() })).toEqual(up.map((n) => (n === 0 ? 0 : -n)));
  });

  it('takes nothing from bad and degenerate triangles, and has zero where there is nothing else', () => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, Number.NaN, 0, 0, Infinity, 0, 0, 5, 5, 5];
    const triangles = [0, 1, 2, 0, 1, 3, 0, 1, 1, 1, 2, 4, 2, 5, 0, 0, 1, 7, 0, 2, 0xffffffff];
    const normals = computeNormals({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
    expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, ...new Array(12).fill(0)]);
  });

  it('has zero where two sides of the same triangles cancel, seed 17', () => {
    const random = createRandom(17);
    const positions = Float32Array.from({ length: 300 }, random);
    const front = Uint32Array.from({ length: 300 }, () => Math.floor(100 * random()));
    const both = Uint32Array.from([...front, ...front.toReversed()]);
    expect(computeNormals({ positions, triangles: both }).every((component) => component === 0)).toBe(true);
  });

  it('writes into the array that it is given', () => {
    const sphere = createIcosphere({ subdivisions: 1 });
    const normals = new Float32Array(sphere.positions.length).fill(9);
    expect(computeNormals(sphere, normals)).toBe(normals);
    expect(normals).toEqual(computeNormals(sphere));
  });
});

describe('normalizeNormals', () => {
  it('scales to length 1, or to zero where that cannot be', () => {
    const vectors = Float32Array.from([3, 0, -4, 0, 0, 0, Number.NaN, 1, 0, 0, Infinity, 0, 0, 1e-30, 0, 1e30, 0, 0]);
    const expected = Float32Array.from([0.6, 0, -0.8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0]);
    expect(normalizeNormals(vectors)).toEqual(expected);
  });
});
