/** The mesh's contract: what makes it invalid, what makes single triangles bad, and where it is. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { boundingBox, boxCorners } from '../../src/mesh/bounding-box.js';
import { createMesh, findBadTriangles, isBadTriangle, type Mesh, NO_VERTEX } from '../../src/mesh/mesh.js';

const positions = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]);
const triangles = Uint32Array.from([0, 1, 2, 0, 2, 3]);

describe('createMesh', () => {
  it('keeps the arrays, and is about zero by default', () => {
    const normals = new Float32Array(12);
    const vertexColors = new Uint8Array(16);
    const faceColors = new Uint8Array(8);
    const mesh = createMesh({ positions, triangles, normals, vertexColors, faceColors });
    expect(mesh).toEqual({ positions, triangles, normals, vertexColors, faceColors, origin: [0, 0, 0] });
    expect(mesh.positions).toBe(positions);
  });

  it.each<[string, Partial<Mesh>, RegExp]>([
    ['half a vertex', { positions: positions.subarray(0, 11) }, /three numbers per vertex, not 11/],
    ['half a triangle', { triangles: triangles.subarray(0, 5) }, /three indices each .* not 5/],
    ['no triangle', { triangles: new Uint32Array() }, /one at least, not 0/],
    ['normals of too few vertices', { normals: new Float32Array(9) }, /normals must be 12 numbers, not 9/],
    ['colours without alpha', { vertexColors: new Uint8Array(12) }, /vertex colours must be 16 numbers, not 12/],
    ['colours of too many faces', { faceColors: new Uint8Array(12) }, /face colours must be 8 numbers, not 12/],
    ['an origin nowhere', { origin: [0, Number.NaN, 0] }, /origin must be finite, not \(0, NaN, 0\)/],
  ])('refuses %s', (_, part, message) => {
    const create = () => createMesh({ positions, triangles, ...part });
    expect(create).toThrow(InputError);
    expect(create).toThrow(message);
  });
});

/** Seven triangles, of which the odd ones are bad. */
const mixed = createMesh({
  positions: Float32Array.from([...positions, Number.NaN, 9, 9, 9, -Infinity, 9, 8, 8, 8]),
  triangles: Uint32Array.from([
    ...[0, 1, 2, 0, 4, 2, 3, 2, 1, 5, 0, 1, 1, 1, 1, 0, 1, 7, 0, 0, 3],
    // The last one is of no vertex in any mesh.
    ...[0, 1, NO_VERTEX],
  ]),
  origin: [1e6, 0, -1e6],
});

describe('findBadTriangles', () => {
  it('finds those with a vertex that does not exist or is not finite, and no others', () => {
    expect([...findBadTriangles(mixed)]).toEqual([1, 3, 5, 7]);
    expect(findBadTriangles(createMesh({ positions, triangles }))).toHaveLength(0);
  });

  it('agrees with isBadTriangle', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((triangle) => isBadTriangle(mixed, triangle))).toEqual([
      ...[false, true, false, true, false, true, false, true],
    ]);
  });
});

describe('boundingBox', () => {
  it('is about the triangles that are not bad, in the world', () => {
    expect(boundingBox(mixed)).toEqual({ min: [1e6, 0, -1e6], max: [1e6 + 1, 2, -1e6 + 3] });
  });

  it('leaves out vertices of no triangle', () => {
    const { min, max } = boundingBox(createMesh({ positions, triangles: Uint32Array.from([1, 2, 2]) }));
    expect({ min, max }).toEqual({ min: [0, 0, 0], max: [1, 2, 0] });
  });

  it('has eight corners, the bits of whose indices are the axes', () => {
    const box = { min: [1, 2, 3], max: [4, 5, 6] } as const;
    const corners = boxCorners(box);
    expect(corners).toHaveLength(8);
    expect(corners[0]).toEqual([1, 2, 3]);
    expect(corners[1]).toEqual([4, 2, 3]);
    expect(corners[2]).toEqual([1, 5, 3]);
    expect(corners[4]).toEqual([1, 2, 6]);
    expect(corners[7]).toEqual([4, 5, 6]);
  });

  it('refuses a mesh of bad triangles alone', () => {
    const bad = createMesh({ positions, triangles: Uint32Array.from([0, 1, 4]) });
    expect(() => boundingBox(bad)).toThrow(InputError);
    expect(() => boundingBox(bad)).toThrow(/no triangle with three finite vertices/);
  });
});
