/** Meshes that are hard on whatever sorts, bounds or decides about triangles. */
import { createMesh, type Mesh } from '../../src/mesh/mesh.js';

/** The triangles of a mesh so many times over. */
export function repeatTriangles({ positions, triangles }: Mesh, times: number): Mesh {
  return createMesh({
    positions,
    triangles: Uint32Array.from({ length: times * triangles.length }, (_, at) => triangles[at % triangles.length]!),
  });
}

/** Every triangle with vertices of its own, as in an STL file. */
export function separateVertices({ positions, triangles }: Mesh): Mesh {
  const separate = Float32Array.from(
    { length: 3 * triangles.length },
    (_, at) => positions[3 * triangles[Math.floor(at / 3)]! + (at % 3)]!,
  );
  return createMesh({ positions: separate, triangles: Uint32Array.from(triangles.keys()) });
}

/** Triangles about (0, 0, 0) ever smaller and nearer, by 2 on one axis after the other: a tree as deep as codes have bits. */
export function createNestedMesh(): Mesh {
  const positions: number[] = [];
  for (let bit = 0; bit < 66; bit++) {
    const place = [0, 0, 0];
    place[bit % 3] = 2 ** -Math.floor(bit / 3);
    const size = 2 ** -26;
    for (const [x, y, z] of [
      [size, 0, 0],
      [0, size, 0],
      [0, 0, size],
    ] as const) {
      positions.push(place[0]! + x, place[1]! + y, place[2]! + z);
    }
  }
  const triangles = Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** A closed box of whole coordinates from −size to size, each side of 2 · size by 2 · size squares of two triangles. */
export function createLatticeBox(size: number): Mesh {
  const positions: number[] = [];
  const vertexAt = (x: number, y: number, z: number) => positions.push(x, y, z) / 3 - 1;
  const triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [-size, size]) {
      for (let i = -size; i < size; i++) {
        for (let j = -size; j < size; j++) {
          const corner = (di: number, dj: number) => {
            const point = [0, 0, 0];
            point[axis] = side;
            point[(axis + 1) % 3] = i + di;
            point[(axis + 2) % 3] = j + dj;
            return vertexAt(point[0]!, point[1]!, point[2]!);
          };
          triangles.push(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1));
        }
      }
    }
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}
