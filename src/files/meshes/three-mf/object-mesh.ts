/** The mesh of a 3MF object. */
import { colorBytes, WHITE } from '../../../mesh/attributes/colors.js';
import { createMesh, type Mesh } from '../../../mesh/mesh.js';
import { recenter } from '../../../mesh/recenter.js';
import { growingFloats } from '../growing-array.js';
import type { MeshObject } from './model-part.js';

/**
 * Triangles of one colour have it as theirs. Those whose corners differ have vertices of their own, since each may have another
 * colour in the next triangle.
 */
export function createObjectMesh({ positions, triangles, cornerColors }: MeshObject): Mesh {
  if (!cornerColors) return createMesh({ ...recenter(positions), triangles });
  const isMixed = (corner: number) =>
    cornerColors[corner] !== cornerColors[corner + 1] || cornerColors[corner] !== cornerColors[corner + 2];
  const faceColors = new Uint32Array(triangles.length / 3);
  const corners = triangles.slice();
  const split = growingFloats();
  const splitColors: number[] = [];
  for (let corner = 0; corner < triangles.length; corner += 3) {
    const mixed = isMixed(corner);
    faceColors[corner / 3] = mixed ? WHITE : cornerColors[corner]!;
    if (!mixed) continue;
    for (let at = corner; at < corner + 3; at++) {
      const from = 3 * triangles[at]!;
      corners[at] = (positions.length + split.length) / 3;
      split.push3(positions[from] ?? Number.NaN, positions[from + 1] ?? Number.NaN, positions[from + 2] ?? Number.NaN);
      splitColors.push(cornerColors[at]!);
    }
  }
  const all = new Float64Array(positions.length + split.length);
  all.set(positions);
  all.set(split.toArray(), positions.length);
  const vertexColors = new Uint32Array(all.length / 3).fill(WHITE);
  vertexColors.set(splitColors, positions.length / 3);
  return createMesh({
    ...recenter(all),
    triangles: corners,
    faceColors: colorBytes(faceColors),
    vertexColors: splitColors.length > 0 ? colorBytes(vertexColors) : undefined,
  });
}
