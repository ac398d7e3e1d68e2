/** Images as colours of vertices. */
import { expect, it } from 'vitest';
import { readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import { writePly } from '../../../src/files/meshes/ply/write-ply.js';
import { bakeTextures } from '../../../src/mesh/attributes/bake-textures.js';
import { NO_IMAGE } from '../../../src/mesh/attributes/textures.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { sourceOf } from '../../files/volumes/nrrd/write-nrrd.js';

/** Red and green above blue and white. */
const texels = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255);

const square = createMesh({
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 2, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3, 2, 1, 4),
  textures: {
    images: [{ width: 2, height: 2, texels, wrap: ['clamp', 'mirror'] }],
    // The fourth is beyond the left edge, and a mirror image above the upper one; the fifth has none.
    coordinates: Float32Array.of(0.1, 0.9, 0, 0.9, 0.9, 0, 0.9, 0.1, 0, -3, -0.1, 0, 0, 0, NO_IMAGE),
  },
});

const colorsOf = ({ vertexColors }: Mesh) =>
  Array.from({ length: vertexColors!.length / 4 }, (_, vertex) => [
    ...vertexColors!.subarray(4 * vertex, 4 * vertex + 3),
  ]);

it('takes the texel under each vertex, and leaves vertices without an image as they are', () => {
  // Edges are as long as the image: a level of a single texel would show none of it.
  const fine = { ...square, triangles: Uint32Array.of(0, 0, 1, 1, 1, 2, 3, 3, 4) };
  expect(colorsOf(bakeTextures(fine))).toEqual([
    [0, 0, 255],
    [255, 255, 255],
    [0, 255, 0],
    [255, 0, 0],
    [255, 255, 255],
  ]);
});

it('takes the mean of what lies between coarse vertices, which PLY keeps', async () => {
  const written = await writePly(square);
  const bytes = new Uint8Array(Buffer.concat(written.pieces as Uint8Array[]));
  const { mesh } = await readMeshSource({ ...sourceOf(bytes), name: 'a.ply' });
  expect(mesh.textures).toBeUndefined();
  expect(new Set(colorsOf(mesh).slice(0, 4).map(String))).toEqual(new Set(['188,188,188']));
});
