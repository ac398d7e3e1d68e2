/** Writes STL meshes, binary: https://www.fabbers.com/tech/STL_Format. */
import { findBadTriangles, isBadTriangle, type Mesh } from '../../../mesh/mesh.js';
import type { WrittenFile } from '../../volumes/writers/written-file.js';

const [HEADER_SIZE_BYTES, TRIANGLE_SIZE_BYTES] = [84, 50];

/** Writes triangles as float32 coordinates in the world, with the normals of their planes. */
export async function writeStl(mesh: Mesh): Promise<WrittenFile> {
  const { positions, triangles, origin, normals, vertexColors, faceColors, textures, values } = mesh;
  const good = triangles.length / 3 - findBadTriangles(mesh).length;
  const view = new DataView(new ArrayBuffer(HEADER_SIZE_BYTES + TRIANGLE_SIZE_BYTES * good));
  view.setUint32(80, good, true);
  const corners = new Float64Array(9);
  let rounded = false;
  for (let triangle = 0, at = HEADER_SIZE_BYTES; triangle < triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    for (let number = 0; number < 9; number++) {
      const vertex = triangles[3 * triangle + Math.floor(number / 3)]!;
      const coordinate = positions[3 * vertex + (number % 3)]! + origin[number % 3]!;
      corners[number] = coordinate;
      view.setFloat32(at + 12 + 4 * number, coordinate, true);
      rounded ||= Math.fround(coordinate) !== coordinate;
    }
    writeNormal(view, at, corners);
    at += TRIANGLE_SIZE_BYTES;
  }
  const left = [
    normals && 'normals',
    (vertexColors || faceColors || textures) && 'colours',
    values?.length && 'values of vertices or triangles',
  ].filter((what) => typeof what === 'string');
  return {
    pieces: [new Uint8Array(view.buffer)],
    notes: [
      ...(left.length > 0 ? [`left out ${left.join(' and ')}, which STL does not have`] : []),
      ...(rounded ? ['rounded coordinates to float32, as STL has them'] : []),
    ],
  };
}

/** A unit vector, or zero for a triangle without area. */
function writeNormal(view: DataView, at: number, [ax, ay, az, bx, by, bz, cx, cy, cz]: Float64Array): void {
  const [ux, uy, uz] = [bx! - ax!, by! - ay!, bz! - az!];
  const [vx, vy, vz] = [cx! - ax!, cy! - ay!, cz! - az!];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(x, y, z);
  view.setFloat32(at, length > 0 ? x / length : 0, true);
  view.setFloat32(at + 4, length > 0 ? y / length : 0, true);
  view.setFloat32(at + 8, length > 0 ? z / length : 0, true);
}
