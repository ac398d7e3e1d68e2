/** Triangles of strips, as PLY, glTF and VTK have them. */
import type { GrowingArray } from '../../mesh/growing-array.js';

/** Pushes the triangles of a strip, in which every other one goes the other way round. Repeated corners join strips. */
export function pushStrip(triangles: GrowingArray<Uint32Array>, corners: ArrayLike<number>): void {
  for (let corner = 2; corner < corners.length; corner++) {
    const [a, b, c] = [corners[corner - 2]!, corners[corner - 1]!, corners[corner]!];
    if (a === b || b === c || c === a) continue;
    if (corner % 2 === 0) triangles.push3(a, b, c);
    else triangles.push3(b, a, c);
  }
}
