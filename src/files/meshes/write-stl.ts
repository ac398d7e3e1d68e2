/** Writes STL meshes, binary: https://www.fabbers.com/tech/STL_Format. */
import { isBadTriangle, type Mesh } from '../../mesh/mesh.js';
import type { WrittenFile } from '../volumes/written-file.js';

const [HEADER_SIZE_BYTES, TRIANGLE_SIZE_BYTES] = [84, 50];

/** Writes triangles as float32 coordinates in the world, with the normals of their planes. */
export async function writeStl(mesh: Mesh): Promise<WrittenFile> {
  const { positions, triangles, origin, normals, vertexColors, faceColors } = mesh;
  const good = Array.from({ length: triangles.length / 3 }, (_, triangle) => triangle).filter(
    (triangle) => !isBadTriangle(mesh, triangle),
  );
  const view = new DataView(new ArrayBuffer(HEADER_SIZE_BYTES + TRIANGLE_SIZE_BYTES * good.length));
  view.setUint32(80, good.length, true);
  let rounded = false;
  for (const [index, triangle] of good.entries()) {
    const at = HEADER_SIZE_BYTES + TRIANGLE_SIZE_BYTES * index;
    const corners = [0, 1, 2].map((corner) => {
      const vertex = triangles[3 * triangle + corner]!;
      return [0, 1, 2].map((axis) => positions[3 * vertex + axis]! + origin[axis]!);
    }) as number[][];
    for (const [axis, coordinate] of normalOf(corners).entries()) view.setFloat32(at + 4 * axis, coordinate, true);
    for (const [number, coordinate] of corners.flat().entries()) {
      view.setFloat32(at + 12 + 4 * number, coordinate, true);
      rounded ||= Math.fround(coordinate) !== coordinate;
    }
  }
  const left = [normals && 'normals', (vertexColors || faceColors) && 'colours'].filter(
    (what) => typeof what === 'string',
  );
  return {
    pieces: [new Uint8Array(view.buffer)],
    notes: [
      ...(left.length > 0 ? [`left out ${left.join(' and ')}, which STL does not have`] : []),
      ...(rounded ? ['rounded coordinates to float32, as STL has them'] : []),
    ],
  };
}

/** A unit vector, or zero for a triangle without area. */
function normalOf([a, b, c]: number[][]): number[] {
  const [ab, ac] = [b!, c!].map((corner) => corner.map((value, axis) => value - a![axis]!)) as [number[], number[]];
  const normal = [0, 1, 2].map((axis) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    return ab[u]! * ac[v]! - ab[v]! * ac[u]!;
  });
  const length = Math.hypot(...normal);
  return normal.map((value) => (length > 0 ? value / length : 0));
}
