/** Segments for tests: at random, and such that rounding cannot decide what they cross. */

import { createRandom } from '../../src/mesh/generators/random.js';
import type { Mesh } from '../../src/mesh/mesh.js';

export interface TestSegments {
  readonly from: Float32Array;
  readonly to: Float32Array;
}

/** Ends anywhere in the cube from −size to size. */
export function randomSegments(count: number, seed: number, size = 1.5): TestSegments {
  const random = createRandom(seed);
  const points = () => Float32Array.from({ length: 3 * count }, () => size * (2 * random() - 1));
  return { from: points(), to: points() };
}

/**
 * Segments between vertices, middles of edges and points of triangles, and on through them as far again: nearly all go
 * exactly through a vertex or an edge, along an edge, or end on a triangle.
 */
export function degenerateSegments({ positions, triangles }: Mesh, count: number, seed: number): TestSegments {
  const random = createRandom(seed);
  const from = new Float32Array(3 * count);
  const to = new Float32Array(3 * count);
  const pick = () => {
    const triangle = Math.floor((random() * triangles.length) / 3);
    const kind = Math.floor(3 * random());
    const corner = (index: number, axis: number) => positions[3 * triangles[3 * triangle + index]! + axis]!;
    return [0, 1, 2].map((axis) => {
      if (kind === 0) return corner(0, axis);
      if (kind === 1) return (corner(0, axis) + corner(1, axis)) / 2;
      return (corner(0, axis) + corner(1, axis) + 2 * corner(2, axis)) / 4;
    });
  };
  for (let segment = 0; segment < count; segment++) {
    const [a, b] = [pick(), pick()];
    const beyond = Math.floor(3 * random());
    for (let axis = 0; axis < 3; axis++) {
      const step = b[axis]! - a[axis]!;
      from[3 * segment + axis] = beyond > 1 ? a[axis]! - step : a[axis]!;
      to[3 * segment + axis] = beyond > 0 ? b[axis]! + step : b[axis]!;
    }
  }
  return { from, to };
}
