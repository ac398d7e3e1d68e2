import { expect, it } from 'vitest';
import { withoutColors } from '../../../src/mesh/attributes/without-colors.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';

it('takes the colors of vertices and triangles off, and keeps all else', () => {
  const ball = createIcosphere({ subdivisions: 1 });
  const vertices = ball.positions.length / 3;
  const normals = ball.positions.slice();
  const values = [{ name: 'height', on: 'vertices', values: new Float32Array(vertices) }] as const;
  const rich = createMesh({ ...ball, origin: [1, 2, 3], normals, values });
  const colored = createMesh({
    ...rich,
    vertexColors: new Uint8Array(4 * vertices).fill(9),
    faceColors: new Uint8Array((4 * ball.triangles.length) / 3).fill(9),
  });
  expect(withoutColors(colored)).toEqual(rich);
  expect(withoutColors(rich)).toBe(rich);
});
