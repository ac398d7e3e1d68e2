/** The same mesh through all formats is the same triangles, and content tells them apart. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findMeshFormat } from '../../../src/files/meshes/find-mesh-format.js';
import { MESH_FORMATS, readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import { createIcosphere, createTorus } from '../../../src/mesh/generators/create-basic-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { cornersOf, countEdges } from '../../mesh/measure-mesh.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { ascii, sourceOf } from '../volumes/nrrd/write-nrrd.js';
import {
  shapeOf,
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

const torus = createTorus({ majorSegments: 17, minorSegments: 12 });
const shape = shapeOf(torus);

const FILES: readonly [string, string, Uint8Array][] = [
  ['PLY', 'ascii', writePly(shape)],
  ['PLY', 'ascii with CR LF', writePly(shape, { newline: '\r\n' })],
  ['PLY', 'ascii with CR', writePly(shape, { newline: '\r' })],
  ['PLY', 'little-endian', writePly(shape, { format: 'little' })],
  ['PLY', 'big-endian', writePly(shape, { format: 'big' })],
  ['PLY', 'big-endian with extras', writePly(shape, { format: 'big', extras: true, coordinates: 'float64' })],
  ['PLY', 'ascii with extras', writePly(shape, { extras: true })],
  ['OBJ', '', writeObj(shape)],
  ['OBJ', 'with CR LF', writeObj(shape, { newline: '\r\n' })],
  ['OBJ', 'with negative indices', writeObj(shape, { negative: true, textureIndices: true })],
  ['STL', 'ascii', writeAsciiStl(shape)],
  ['STL', 'ascii with CR LF', writeAsciiStl(shape, '\r\n')],
  ['STL', 'binary', writeBinaryStl(shape)],
  ['STL', 'binary that starts with "solid"', writeBinaryStl(shape, 'solid made for a test')],
  ['3DS', '', write3ds(write3dsMesh(shape))],
  ['OFF', '', writeOff(shape)],
  ['OFF', 'with normals and CR LF', writeOff({ ...shape, normals: shape.vertices }, '\r\n')],
  ['MZ3', '', writeMz3(shape)],
  ['VTK PolyData', 'legacy', writeLegacyPolyData(shape)],
  ['VTK PolyData', 'XML', writeXmlPolyData(shape)],
  ['GIfTI', '', writeGifti(shape)],
  ['FreeSurfer', '', writeFreeSurfer(shape)],
  ['TRI', 'without normals', writeTri(shape)],
  ['TRI', 'with normals', writeTri({ ...shape, normals: shape.vertices })],
];

const read = (bytes: Uint8Array, name: string) => readMeshSource({ ...sourceOf(bytes), name });

describe.each(FILES)('%s %s', (format, _, bytes) => {
  it('has the same triangles, closed as before', async () => {
    const { mesh } = await read(bytes, 'thing');
    expect(cornersOf(mesh)).toEqual(cornersOf(torus));
    expect(countEdges(mesh)).toEqual(countEdges(torus));
    expect(mesh.positions.length).toBe(torus.positions.length);
  });

  it('is known by its content, whatever its name', () => {
    for (const name of ['thing', 'thing.abc', 'folder.ply/thing.stl']) {
      expect(findMeshFormat({ name, bytes })?.name).toBe(format);
    }
  });

  it('is read from gzip data, whatever their name', async () => {
    for (const name of ['thing', 'thing.gz', 'thing.ply.gz']) {
      const { mesh } = await read(new Uint8Array(gzipSync(bytes)), name);
      expect(cornersOf(mesh)).toEqual(cornersOf(torus));
    }
  });

  it('is read where it lies at an odd place in memory', async () => {
    const memory = new Uint8Array(bytes.length + 3);
    memory.set(bytes, 3);
    expect((await read(memory.subarray(3), 'thing')).mesh).toEqual((await read(bytes, 'thing')).mesh);
  });
});

describe('coordinates far from zero', () => {
  /** Metres, as maps have them. */
  const [east, north] = [500_000.25, 4_649_776.5];
  const ball = createIcosphere({ subdivisions: 2 });
  const far = {
    ...shapeOf(ball),
    vertices: shapeOf(ball).vertices.map(([x, y, z]) => [x + east, y + north, z] as const),
  };

  it.each([
    ['ascii PLY', writePly(far, { coordinates: 'float64' })],
    ['binary PLY', writePly(far, { format: 'big', coordinates: 'float64' })],
    ['OBJ', writeObj(far)],
    ['OFF', writeOff(far)],
    ['ascii STL', writeAsciiStl(far)],
  ])('keep the precision of %s', async (_, bytes) => {
    const { mesh } = await read(bytes, 'thing');
    const exact = far.faces.flatMap((face) => face.flatMap((vertex) => far.vertices[vertex]!));
    for (const [at, coordinate] of cornersOf(mesh).entries()) {
      // Half the last place of float32 numbers up to 1, the ball's radius, and what float64 rounds the sums by.
      expect(Math.abs(coordinate - exact[at]!)).toBeLessThanOrEqual(2 ** -25 + 2 ** -29);
    }
    expect(countEdges(mesh)).toEqual(countEdges(ball));
  });
});

describe('what is no mesh', () => {
  it.each<[string, string, Uint8Array, RegExp]>([
    ['nothing', 'a.ply', new Uint8Array(), /a\.ply: is empty; get a whole copy, or name the file of a mesh/],
    ['gzip data of nothing', 'a.ply.gz', new Uint8Array(gzipSync(new Uint8Array())), /is empty/],
    [
      'something else',
      'a.png',
      ascii('\u0089PNG\r\n'),
      /not a mesh that tilecast knows; it reads PLY \(\.ply\), .*OBJ/,
    ],
    ['prose', 'notes', ascii('five vertices make a face\n'), /not a mesh/],
    ['a volume', 'head.nrrd', ascii('NRRD0004\ntype: uint8\n'), /not a mesh/],
    ['broken gzip data', 'a.ply.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0), /gzip data/],
    ['a wrong ending', 'a.stl', writeObj(shape).fill(32, 0, 30), /a\.stl: /],
  ])('is refused: %s', async (_, name, bytes, message) => {
    expect(await expectInputError(read(bytes, name), name)).toMatch(message);
  });

  it('is refused by the reader of its name', async () => {
    for (const { extensions, name, contentOnly } of MESH_FORMATS) {
      if (contentOnly) continue;
      for (const ending of [...extensions, `${extensions[0]!.toUpperCase()}.GZ`]) {
        const file = `some/folder/thing${ending}`;
        expect(findMeshFormat({ name: file, bytes: ascii('Q') })?.name).toBe(name);
        const message = await expectInputError(read(ascii('Q'), file), file);
        expect(message).not.toMatch(/knows/);
      }
    }
  });

  it('is refused before gzip data of few bytes become many', async () => {
    const bomb = new Uint8Array(gzipSync(new Uint8Array(1 << 26)));
    expect(bomb.length).toBeLessThan(1 << 17);
    expect(await expectInputError(read(bomb, 'a.ply.gz'), 'a.ply.gz')).toMatch(/gzip data that make more than/);
  });

  it('includes meshes without a triangle that can be seen', async () => {
    const bad = shapeOf(createMesh({ positions: torus.positions, triangles: Uint32Array.from([0, 1, 9999]) }));
    for (const bytes of [writePly(bad), writeObj(bad), write3ds(write3dsMesh(bad)), writeTri(bad)]) {
      expect(await expectInputError(read(bytes, 'a'), 'a')).toMatch(/has 1 triangles, but no vertices/);
    }
  });
});

describe('bad triangles', () => {
  it('are kept in place and counted in a note', async () => {
    const faces = [...shape.faces.slice(0, 5), [0, 1, 9999], ...shape.faces.slice(5)];
    const holey = { ...shape, faces };
    for (const bytes of [
      writePly(holey),
      writePly(holey, { format: 'big', indices: 'uint16', counts: 'int32' }),
      writeObj(holey),
      write3ds(write3dsMesh(holey)),
      writeTri(holey),
    ]) {
      const { mesh, notes } = await read(bytes, 'a');
      expect(notes).toEqual([`skipped 1 of ${faces.length} triangles, whose vertices do not exist or are not finite`]);
      expect(mesh.triangles.length).toBe(3 * faces.length);
      expect(cornersOf(mesh).slice(54)).toEqual(cornersOf(torus).slice(45));
    }
  });

  it('are those of vertices that are not finite', async () => {
    const vertices = shape.vertices.with(0, [0, Number.NaN, 0]);
    const touching = shape.faces.filter((face) => face.includes(0)).length;
    for (const write of [writePly, writeObj, writeAsciiStl, writeBinaryStl, writeTri]) {
      const { notes } = await read(write({ ...shape, vertices }), 'a');
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(`skipped ${touching} of ${shape.faces.length} triangles`);
    }
  });
});
