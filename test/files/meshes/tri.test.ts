/** .tri: vertices with and without normals, blocks, colours, and counts that lie. */
import { describe, expect, it } from 'vitest';
import { isTri } from '../../../src/files/meshes/is-tri.js';
import type { MeshFile } from '../../../src/files/meshes/mesh-file.js';
import { readTri } from '../../../src/files/meshes/tri.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { cornersOf } from '../../mesh/measure-mesh.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { join, sourceOf, toBytes } from '../volumes/nrrd/write-nrrd.js';
import { shapeOf, writeTri } from './write-meshes.js';

const NAME = 'folder/thing.tri';
const read = (bytes: Uint8Array): Promise<MeshFile> => readTri({ ...sourceOf(bytes), name: NAME });

const ball = createIcosphere({ subdivisions: 1 });
const shape = shapeOf(ball);
const faceColors = shape.faces.map((_, face) => [3 * face, 255 - face, 7] as const);

describe('readTri', () => {
  it('reads positions, normals and the colours of faces', async () => {
    const { mesh, notes } = await read(writeTri({ ...shape, faceColors }));
    expect(cornersOf(mesh)).toEqual(cornersOf(ball));
    for (const [at, component] of mesh.normals!.entries()) expect(component).toBeCloseTo(ball.normals![at]!, 6);
    expect([...mesh.faceColors!]).toEqual(faceColors.flatMap((color) => [...color, 255]));
    expect(notes).toEqual([]);
  });

  it('reads vertices without normals', async () => {
    const { vertices, faces } = shape;
    const { mesh } = await read(writeTri({ vertices, faces, faceColors }));
    expect(cornersOf(mesh)).toEqual(cornersOf(ball));
    expect(mesh.normals).toBeUndefined();
  });

  it('reads one block after the other, whose indices count on', async () => {
    const bytes = writeTri({ ...shape, faceColors });
    const count = shape.vertices.length;
    const second = writeTri({
      ...shape,
      faces: shape.faces.map((face) => face.map((vertex) => vertex + count)),
      faceColors,
    });
    const { mesh } = await read(join(bytes, second.slice(4)));
    expect(cornersOf(mesh)).toEqual(Float64Array.from([...cornersOf(ball), ...cornersOf(ball)]));
    expect(mesh.faceColors!.length).toBe(2 * 4 * shape.faces.length);
  });

  it('refuses files that are cut short, wherever', async () => {
    const whole = writeTri(shape);
    for (let length = 4; length < whole.length; length += 11) {
      expect(await expectInputError(read(whole.slice(0, length)), NAME, `${length} bytes`)).toMatch(
        length === 4
          ? /no triangles/
          : /ends where the number of|has \d+ bytes for \d+ (vertices|triangles), which need/,
      );
    }
  });

  it('refuses counts that lie, at once', async () => {
    const whole = writeTri(shape);
    for (const at of [4, 8 + 24 * shape.vertices.length]) {
      const lie = whole.slice();
      lie.set(toBytes([0xffffffff], 'uint32'), at);
      expect(await expectInputError(read(lie), NAME)).toMatch(
        /has \d+ bytes for 4294967295 .*, which need 103079215080/,
      );
    }
  });

  it('refuses other magic numbers', async () => {
    for (const bytes of [toBytes([0xdeadc0de], 'uint32', 'big'), new Uint8Array(3), toBytes([1, 2, 3], 'uint32')]) {
      expect(isTri(bytes)).toBe(false);
      expect(await expectInputError(read(bytes), NAME)).toMatch('its first word would be 0xDEADC0DE');
    }
  });
});
