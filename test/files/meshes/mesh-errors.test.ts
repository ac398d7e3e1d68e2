/** Damaged meshes are read, or refused in one line: soon, quietly, and without the memory that they claim. */
import { describe, expect, it } from 'vitest';
import { readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import { createIcosphere } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { createRandom, type Random } from '../../camera/random.js';
import { expectSilence } from '../expect-silence.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../volumes/nrrd/write-nrrd.js';
import {
  chunk,
  type Shape,
  shapeOf,
  words,
  write3ds,
  write3dsMesh,
  writeAsciiStl,
  writeBinaryStl,
  writeFreeSurfer,
  writeGifti,
  writeLegacyPolyData,
  writeMz3,
  writeObj,
  writeOff,
  writePly,
  writeTri,
  writeXmlPolyData,
} from './write-meshes.js';

const ROUNDS = 400;
/** Far more than any of the small meshes takes. */
const GROWTH_BYTES_MAX = 1 << 26;

const ball = shapeOf(createIcosphere({ subdivisions: 0 }));
const rich: Shape = {
  ...ball,
  faces: [...ball.faces, [0, 1, 2, 3], [4, 5, 6, 7, 8]],
  vertexColors: ball.vertices.map((_, at) => [at, 2 * at, 255] as const),
};
const facesOfMaterial = chunk(0x4130, ascii('a\0'), words(2, 0, 1));

const FILES: Readonly<Record<string, Uint8Array>> = {
  'ascii.ply': writePly(rich, { extras: true }),
  'little.ply': writePly(rich, { format: 'little', extras: true }),
  'big.ply': writePly(rich, { format: 'big', counts: 'int32', indices: 'uint16' }),
  'thing.obj': ascii(`mtllib a.mtl\nusemtl a\n${new TextDecoder().decode(writeObj(rich))}`),
  'ascii.stl': writeAsciiStl(ball),
  'binary.stl': writeBinaryStl(ball, '', [0x8001]),
  'thing.3ds': write3ds(write3dsMesh(ball, [facesOfMaterial]), chunk(0xafff, chunk(0xa000, ascii('a\0')))),
  'thing.tri': writeTri(ball),
  'thing.off': writeOff(rich),
  'legacy.vtk': writeLegacyPolyData(rich),
  'thing.vtp': writeXmlPolyData(rich, [0, 1, 2, 3]),
  'thing.gii': writeGifti(ball),
  'thing.mz3': writeMz3(
    ball,
    ball.vertices.map(([x]) => x),
  ),
  'lh.pial': writeFreeSurfer(ball, 'valid = 1  # info\ncras   = 1.5 -2.5 3.5\n'),
};

expectSilence();

describe.each(Object.keys(FILES))('%s', (name) => {
  it.each([101, 102])(`survives ${ROUNDS} damages, seed %i`, async (seed) => {
    const random = createRandom(seed);
    const before = process.memoryUsage().arrayBuffers;
    let meshes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = damage(FILES[name]!, random);
      const reading = readMeshSource({ ...sourceOf(bytes), name });
      const file = await reading.catch(() => undefined);
      const what = `seed ${seed}, round ${round}`;
      expect(process.memoryUsage().arrayBuffers - before, what).toBeLessThan(GROWTH_BYTES_MAX);
      if (file) {
        // The result is a mesh.
        createMesh(file.mesh);
        expect(
          file.notes.every((note) => /^[^\n\r]{1,400}$/.test(note)),
          what,
        ).toBe(true);
        meshes++;
      } else await expectInputError(reading, name, what);
    }
    // Neither is everything refused, nor does nothing matter.
    expect(meshes).toBeGreaterThan(ROUNDS / 50);
    expect(meshes).toBeLessThan(ROUNDS);
  });
});

/** Cuts the file short, moves bytes of it, or replaces a few, mostly by extreme ones. */
function damage(file: Uint8Array, random: Random): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit);
  const kind = random();
  if (kind < 0.1) return file.slice(0, below(file.length));
  const bytes = file.slice();
  if (kind < 0.3) return bytes.copyWithin(below(bytes.length), below(bytes.length), below(bytes.length));
  // The start, where the sizes are, more often than the rest.
  const reach = random() < 0.5 ? Math.min(bytes.length, 300) : bytes.length;
  for (let count = 1 + below(3); count > 0; count--) {
    bytes[below(reach)] = [0, 1, 0x2d, 0x39, 0x7f, 0xff, below(256)][below(7)]!;
  }
  return bytes;
}
