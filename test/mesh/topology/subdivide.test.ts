/** Midpoint subdivision changes how many triangles there are, and nothing that can be seen. */
import { describe, expect, it } from 'vitest';
import { createGrid, createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, findBadTriangles, NO_VERTEX } from '../../../src/mesh/mesh.js';
import { subdivide } from '../../../src/mesh/topology/subdivide.js';
import { areaOf, areaVector, cornersOf, countEdges } from '../measure-mesh.js';

describe('subdivide', () => {
  it('makes four triangles of each, which share their edges as before', () => {
    for (const mesh of [createTorus({ majorSegments: 5, minorSegments: 4 }), createIcosphere({ subdivisions: 1 })]) {
      const { edges } = countEdges(mesh);
      const finer = subdivide(mesh);
      expect(finer.triangles.length).toBe(4 * mesh.triangles.length);
      expect(finer.positions.length / 3).toBe(mesh.positions.length / 3 + edges);
      expect(countEdges(finer)).toEqual({ edges: 2 * edges + mesh.triangles.length, open: 0 });
    }
    const grid = createGrid({ columns: 3, rows: 2 });
    expect(countEdges(subdivide(grid)).open).toBe(2 * countEdges(grid).open);
  });

  it('keeps the area of what is flat, and the place and normal of every triangle', () => {
    const mesh = createTorus({ majorSegments: 6, minorSegments: 5, majorRadius: 3 });
    // Integers, whose midpoints are exact.
    const positions = mesh.positions.map((coordinate) => Math.round(64 * coordinate) * 2);
    const coarse = createMesh({ positions, triangles: mesh.triangles });
    const finer = subdivide(coarse);
    expect(areaOf(finer)).toBeCloseTo(areaOf(coarse), 6);
    const [before, after] = [cornersOf(coarse), cornersOf(finer)];
    for (let triangle = 0; triangle < coarse.triangles.length / 3; triangle++) {
      const quarter = areaVector(before, triangle).map((component) => component / 4);
      for (let part = 0; part < 4; part++) expect(areaVector(after, 4 * triangle + part)).toEqual(quarter);
      // The first three parts have the triangle's own corners, and the last one its middle.
      for (let corner = 0; corner < 3; corner++) {
        const own = (c: number) => before.slice(9 * triangle + 3 * c, 9 * triangle + 3 * c + 3);
        const at = 9 * (4 * triangle + corner) + 3 * corner;
        expect(after.slice(at, at + 3)).toEqual(own(corner));
      }
    }
  });

  it('interpolates normals and colours of vertices, and repeats those of faces', () => {
    const mesh = createMesh({
      positions: Float32Array.from([0, 0, 0, 2, 0, 0, 0, 2, 0]),
      triangles: Uint32Array.from([0, 1, 2]),
      normals: Float32Array.from([1, 0, 0, 0, 1, 0, -1, 0, 0]),
      vertexColors: Uint8Array.from([0, 0, 0, 255, 100, 200, 50, 255, 200, 100, 150, 255]),
      faceColors: Uint8Array.from([1, 2, 3, 255]),
      origin: [7, 8, 9],
    });
    const finer = subdivide(mesh);
    expect([...finer.positions.slice(9)]).toEqual([1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...finer.vertexColors!.slice(12)]).toEqual([50, 100, 25, 255, 150, 150, 100, 255, 100, 50, 75, 255]);
    const half = Math.fround(Math.SQRT1_2);
    // Opposite normals have no mean.
    expect([...finer.normals!.slice(9)]).toEqual([half, half, 0, -half, half, 0, 0, 0, 0]);
    expect([...finer.faceColors!]).toEqual([1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255, 1, 2, 3, 255]);
    expect(finer.origin).toEqual([7, 8, 9]);
  });

  it('makes four bad triangles of a bad one, even where its vertex comes to exist', () => {
    const mesh = createMesh({
      positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 0, 0]),
      triangles: Uint32Array.from([0, 1, 4, 0, 1, 2, 0, 1, 3, 0, 1, NO_VERTEX]),
    });
    const finer = subdivide(mesh);
    expect(finer.triangles.length).toBe(4 * mesh.triangles.length);
    expect([...findBadTriangles(finer)]).toEqual([0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15]);
  });
});
