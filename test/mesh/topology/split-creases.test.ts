/** Creases: a box keeps its faces flat, a sphere stays as it is, and nothing moves. */
import { expect, it } from 'vitest';
import { createDeformation } from '../../../src/mesh/deform.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { computeNormals } from '../../../src/mesh/normals.js';
import { splitCreases } from '../../../src/mesh/topology/split-creases.js';
import { CUBE_CORNERS, CUBE_QUADS } from '../cube.js';
import { cornersOf } from '../measure-mesh.js';

/** A cube of shared corners, whose colours and values tell which is which. */
function createCube(): Mesh {
  return createMesh({
    positions: Float32Array.from(CUBE_CORNERS.flat()),
    triangles: Uint32Array.from(CUBE_QUADS.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
    vertexColors: Uint8Array.from({ length: 32 }, (_, at) => (at % 4 === 3 ? 255 : Math.floor(at / 4))),
    values: [{ name: 'corner', on: 'vertices', values: Float32Array.from({ length: 8 }, (_, at) => at) }],
  });
}

it('gives each face of a cube corners of its own, with their colours and values', () => {
  const cube = createCube();
  const split = splitCreases(cube);
  expect(split.positions.length / 3).toBe(24);
  expect(cornersOf(split)).toEqual(cornersOf(cube));
  const normals = computeNormals(split);
  for (const [corner, vertex] of split.triangles.entries()) {
    const axis = Math.floor(corner / 12);
    const normal = [...normals.subarray(3 * vertex, 3 * vertex + 3)];
    expect(normal.map(Math.abs)).toEqual([Number(axis === 0), Number(axis === 1), Number(axis === 2)]);
    const original = cube.triangles[corner]!;
    expect(split.vertexColors![4 * vertex]).toBe(original);
    expect(split.values![0]!.values[vertex]).toBe(original);
  }
});

it('leaves spheres, meshes with normals, and everything at 180 degrees as they are', () => {
  const ball = createMesh({ ...createIcosphere({ subdivisions: 2 }), normals: undefined });
  expect(splitCreases(ball)).toBe(ball);
  const cube = createCube();
  expect(splitCreases(cube, { angleDegrees: 180 })).toBe(cube);
  const withNormals = { ...cube, normals: computeNormals(cube) };
  expect(splitCreases(withNormals)).toBe(withNormals);
});

it('keeps a fold of less than the angle smooth, and splits one of more along its edge alone', () => {
  const fold = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return createMesh({
      positions: Float32Array.of(0, 0, 0, 0, 1, 0, -1, 0, 0, Math.cos(angle), 0, Math.sin(angle)),
      triangles: Uint32Array.of(0, 1, 2, 1, 0, 3),
    });
  };
  expect(splitCreases(fold(49)).positions.length).toBe(12);
  const split = splitCreases(fold(51));
  expect([...split.triangles]).toEqual([0, 1, 2, 5, 4, 3]);
  expect([...split.positions.slice(12)]).toEqual([0, 0, 0, 0, 1, 0]);
});

it('treats bad and degenerate triangles as anything else, and refuses angles that are none', () => {
  const odd = createMesh({ ...createCube(), triangles: Uint32Array.of(0, 1, 2, 0, 0, 1, 0, 1, 99, 7, 6, 5) });
  expect(cornersOf(splitCreases(odd)).length).toBe(36);
  expect(() => splitCreases(createCube(), { angleDegrees: 200 })).toThrow(/from 0 to 180 degrees/);
});

it('does not tear where a mesh is inflated', () => {
  const split = splitCreases(createCube());
  const moved = createDeformation(split, 'inflate')(0.5);
  const places = new Map<string, string>();
  for (let vertex = 0; vertex < split.positions.length / 3; vertex++) {
    const [from, to] = [split.positions, moved].map((positions) => positions.slice(3 * vertex, 3 * vertex + 3).join());
    expect(places.get(from!) ?? to).toBe(to);
    places.set(from!, to!);
  }
  expect(places.size).toBe(8);
});
