/** Writes Wavefront OBJ meshes: http://paulbourke.net/dataformats/obj/. */
import { bakeTextures } from '../../../mesh/attributes/bake-textures.js';
import { findBadTriangles, isBadTriangle, type Mesh } from '../../../mesh/mesh.js';
import type { WrittenFile } from '../../volumes/writers/written-file.js';

/** Lines that become one piece: a text of all would exceed the engine's longest. */
const PIECE_LINES = 65_536;

/**
 * Writes vertices with as many digits as they need, normals, and colours behind the coordinates, as most programs read them; images
 * as colours of the vertices.
 */
export async function writeObj(mesh: Mesh): Promise<WrittenFile> {
  const baked = bakeTextures(mesh);
  const encoder = new TextEncoder();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) pieces.push(encoder.encode(`${lines.join('\n')}\n`));
    lines = [];
  };
  for (const line of linesOf(baked)) {
    lines.push(line);
    if (lines.length === PIECE_LINES) flush();
  }
  flush();
  const bad = findBadTriangles(mesh).length;
  const left = [
    baked.faceColors && 'colours of triangles',
    mesh.values?.length && 'values of vertices or triangles',
    bad > 0 && 'triangles of vertices that do not exist or are not finite',
  ].filter((what) => typeof what === 'string');
  return {
    pieces,
    notes: [
      ...(mesh.textures ? ['images became colours of the vertices'] : []),
      ...(left.length > 0 ? [`left out ${left.join(' and ')}, which OBJ does not have`] : []),
    ],
  };
}

function* linesOf(mesh: Mesh): Generator<string> {
  const { positions, origin, normals, vertexColors, triangles } = mesh;
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const position = [0, 1, 2].map((axis) => finite(positions[3 * vertex + axis]! + origin[axis]!));
    const color = vertexColors ? [0, 1, 2].map((channel) => vertexColors[4 * vertex + channel]! / 255) : [];
    yield `v ${[...position, ...color].join(' ')}`;
  }
  for (let at = 0; normals && at < normals.length; at += 3) {
    yield `vn ${normals[at]!} ${normals[at + 1]!} ${normals[at + 2]!}`;
  }
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    if (isBadTriangle(mesh, triangle)) continue;
    // Vertices count from 1.
    const corners = [0, 1, 2].map((corner) => triangles[3 * triangle + corner]! + 1);
    yield `f ${corners.map((corner) => (normals ? `${corner}//${corner}` : corner)).join(' ')}`;
  }
}

/** Vertices that are not finite keep their number, and no triangle has them. */
const finite = (coordinate: number) => (Number.isFinite(coordinate) ? coordinate : 0);
