/** Surfaces of neuroimaging: FreeSurfer's of triangles and of quadrangles, MZ3, and the values on their vertices. */
import { describe, expect, it } from 'vitest';
import { readMeshSource, readMeshValues } from '../../../../src/files/meshes/mesh-formats.js';
import { createIcosphere } from '../../../../src/mesh/generators/create-basic-meshes.js';
import { noteSpace, placeMesh } from '../../../../src/recipe/scene/meshes/mesh-space.js';
import { cornersOf } from '../../../mesh/measure-mesh.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { join, sourceOf, toBytes } from '../../volumes/nrrd/write-nrrd.js';
import { shapeOf, writeFreeSurfer, writeFreeSurferValues, writeGifti, writeMz3, writePly } from '../write-meshes.js';

const ball = createIcosphere({ subdivisions: 1 });
const shape = shapeOf(ball);
const NUMBERS = shape.vertices.map((_, vertex) => vertex / 4);

const read = (bytes: Uint8Array, name = 'lh.pial') => readMeshSource({ ...sourceOf(bytes), name });
const readValues = (bytes: Uint8Array, name: string) => readMeshValues({ ...sourceOf(bytes), name });

describe('FreeSurfer', () => {
  it('has its surfaces at the centre of the scan, if they name it, and in LPS', async () => {
    // Numbers come before, without a line's end.
    const footer =
      '\0\0\0\u0002\0\0\0\0\0\0\0\u0014valid = 1  # volume info valid\nfilename = x.mgz\ncras   = 1.5 -2.5 3.5e0\n';
    const { mesh } = await read(writeFreeSurfer(shape, footer));
    const moved = cornersOf(ball).map((coordinate, at) => coordinate + [-1.5, 2.5, 3.5][at % 3]!);
    for (const [at, coordinate] of cornersOf(mesh).entries()) expect(coordinate).toBeCloseTo(moved[at]!, 6);
    const invalid = await read(writeFreeSurfer(shape, footer.replace('valid = 1', 'valid = 0')));
    expect(cornersOf(invalid.mesh)).toEqual(cornersOf(ball));
  });

  it('has old surfaces of quadrangles, cut by the parity of the first corner', async () => {
    const corners = [0, 0, 0, 100, 0, 0, 100, 100, 0, 0, 100, -250];
    const quads = [0, 1, 2, 3, 1, 2, 3, 0];
    const word24 = (value: number) => [value >> 16, (value >> 8) & 255, value & 255];
    const bytes = join(
      Uint8Array.of(0xff, 0xff, 0xff, ...word24(4), ...word24(2)),
      toBytes(corners, 'int16', 'big'),
      Uint8Array.from(quads.flatMap(word24)),
    );
    const { mesh } = await read(bytes, 'lh.orig');
    expect([...mesh.positions.slice(9)]).toEqual([0, -1, -2.5]);
    expect([...mesh.triangles]).toEqual([0, 1, 3, 2, 3, 1, 1, 2, 3, 1, 3, 0]);
  });

  it('has patches, which are refused by name: they have no triangles', async () => {
    const vertex = (index: number) =>
      join(toBytes([index + 1], 'int32', 'big'), toBytes([index, 2, 3], 'float32', 'big'));
    const patch = join(toBytes([-1, 3], 'int32', 'big'), ...[0, 1, 2].map(vertex));
    expect(await expectInputError(read(patch, 'lh.cortex.patch.flat'), 'lh.cortex.patch.flat')).toMatch(
      /is a patch of FreeSurfer.*no triangles; name the surface.*mris_convert -p/,
    );
  });

  it('has values in files of their own, which are no surfaces', async () => {
    const bytes = writeFreeSurferValues(NUMBERS, shape.faces.length);
    expect(await readValues(bytes, 'surf/lh.curv')).toEqual([
      { name: 'curv', on: 'vertices', values: Float32Array.from(NUMBERS) },
    ]);
    expect(await expectInputError(read(bytes, 'lh.curv'), 'lh.curv')).toMatch(/holds values.*and no surface; name/);
    expect(await expectInputError(readValues(writeFreeSurfer(shape), 'lh.pial'), 'lh.pial')).toMatch(/no values/);
  });
});

describe('MZ3', () => {
  it('is refused in words with ambient occlusion', async () => {
    const bytes = writeMz3(shape).slice();
    bytes[2]! |= 32;
    await expect(read(bytes, 'ball.mz3')).rejects.toThrow('ball.mz3: has ambient occlusion');
  });

  it('has colours and values beside its triangles', async () => {
    const vertexColors = shape.vertices.map((_, at) => [at, 2 * at, 3 * at] as const);
    const { mesh } = await read(writeMz3({ ...shape, vertexColors }, NUMBERS), 'ball.mz3');
    expect(cornersOf(mesh)).toEqual(cornersOf(ball));
    expect([...mesh.vertexColors!.slice(4, 8)]).toEqual([1, 2, 3, 255]);
    expect(mesh.values).toEqual([{ name: 'values', on: 'vertices', values: Float32Array.from(NUMBERS) }]);
  });

  it('has several layers of values, as float32 or float64', async () => {
    const header = (attributes: number) => join('MZ', toBytes([attributes], 'uint16'), toBytes([0, 3, 0], 'uint32'));
    const numbers = [1, 2, 3, 4, 5, 6];
    for (const [attributes, type] of [
      [8, 'float32'],
      [16, 'float64'],
    ] as const) {
      const values = await readValues(join(header(attributes), toBytes(numbers, type)), 'a.mz3');
      expect(values.map(({ name, values }) => [name, ...values])).toEqual([
        ['values 1', 1, 2, 3],
        ['values 2', 4, 5, 6],
      ]);
    }
  });
});

describe('GIfTI', () => {
  it('has values beside its surface, or in files of their own', async () => {
    const bend = { name: 'bend', on: 'vertices', values: Float32Array.from(NUMBERS) };
    expect((await read(writeGifti(shape, NUMBERS), 'a.gii')).mesh.values).toEqual([bend]);
    const alone = writeGifti({ vertices: [], faces: [] }, NUMBERS);
    expect(await readValues(alone, 'a.shape.gii')).toEqual([bend]);
    expect(await expectInputError(read(alone, 'a.gii'), 'a.gii')).toMatch(/holds values.*and no surface; name/);
  });

  it('has values in one row, as MATLAB writes them, and encodings by the names of their codes', async () => {
    const text = new TextDecoder().decode(writeGifti({ vertices: [], faces: [] }, NUMBERS));
    const row = text
      .replace(`Dimensionality="1" Dim0="${NUMBERS.length}"`, `Dimensionality="2" Dim0="1" Dim1="${NUMBERS.length}"`)
      .replace('"Base64Binary"', '"GIFTI_ENCODING_B64BIN"');
    const [values] = await readValues(new TextEncoder().encode(row), 'a.shape.gii');
    expect(row).toContain('Dim1');
    expect(values!.values).toEqual(Float32Array.from(NUMBERS));
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ['other types', (text) => text.replace('TYPE_FLOAT32', 'TYPE_COMPLEX64'), /an array of NIFTI_TYPE_COMPLEX64/],
    ['huge arrays', (text) => text.replace('Dim0="42"', 'Dim0="4200000000"'), /asks for too much memory/],
    ['short arrays', (text) => text.replace('Dim0="42"', 'Dim0="43"'), /bytes for an array of 516/],
    ['pairs', (text) => text.replace('Dim1="3"', 'Dim1="2"'), /has 2 numbers per point/],
    ['other encodings', (text) => text.replace('Base64Binary', 'Morse'), /an array in Morse/],
    ['cut XML', (text) => text.slice(0, -9), /XML that is cut short/],
  ])('may not have %s', async (_, change, message) => {
    const text = new TextDecoder().decode(writeGifti(shape));
    const bytes = new TextEncoder().encode(change(text));
    expect(await expectInputError(read(bytes, 'a.gii'), 'a.gii')).toMatch(message);
  });
});

it('meshes of other formats give their own values', async () => {
  expect(await expectInputError(readValues(writePly(shape), 'a.ply'), 'a.ply')).toMatch(/holds no values/);
  const [label] = await readValues(writePly(shape, { extras: true }), 'a.ply');
  expect(label?.name).toBe('label');
});

describe('spaces of surfaces', () => {
  const ply = (comment: string) =>
    new TextEncoder().encode(
      `ply\nformat ascii 1.0\n${comment}element vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n1 2 3\n4 5 6\n7 8 10\n3 0 1 2\n`,
    );
  const asWritten = [1, 2, 3, 4, 5, 6, 7, 8, 10];
  const turned = asWritten.map((coordinate, at) => (at % 3 === 2 ? coordinate : -coordinate));

  it.each([
    ['', undefined, asWritten],
    ['comment SPACE=RAS\n', 'ras', turned],
    ['comment made by Slicer; SPACE=RAS; v1\n', 'ras', turned],
    ['comment SPACE=LPS\n', 'lps', asWritten],
    ['comment MYSPACE=RASTER\n', undefined, asWritten],
  ] as const)('are what a PLY says: %j', async (comment, space, corners) => {
    const file = await read(ply(comment), 'a.ply');
    expect(file.space).toBe(space);
    expect([...cornersOf(file.mesh)]).toEqual(corners);
  });

  it('put a PLY in RAS, and the MZ3, GIfTI and FreeSurfer of the same numbers, in one place', async () => {
    for (const bytes of [writeMz3(shape), writeGifti(shape), writeFreeSurfer(shape)]) {
      const file = await read(bytes);
      expect(file.space).toBe('ras');
      expect(cornersOf(file.mesh)).toEqual(cornersOf(ball));
    }
  });

  it('may be said otherwise, and are turned once at most', () => {
    const origin = [0, 0, 0] as const;
    const turn = {
      columns: [
        [-1, 0, 0],
        [0, -1, 0],
        [0, 0, 1],
      ] as const,
      origin,
    };
    for (const [placement, space, map] of [
      [undefined, 'ras', undefined],
      ['ras', 'ras', undefined],
      ['lps', 'ras', turn],
      ['ras', 'lps', turn],
      ['ras', undefined, turn],
      ['lps', undefined, undefined],
      [turn, 'ras', turn],
    ] as const) {
      expect(placeMesh(placement, { space })).toEqual(map);
    }
    expect(noteSpace(undefined, { space: 'ras' })).toEqual([expect.stringMatching(/--transform lps/)]);
    expect([noteSpace('lps', { space: 'ras' }), noteSpace(undefined, { space: 'lps' })]).toEqual([[], []]);
  });
});
