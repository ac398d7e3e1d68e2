/** Streamlines, neurons and points: where tubes run and how thick they are, their colours and values, and what is damaged. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { gunzip } from '../../../../src/files/bytes/compression/inflate.js';
import { findMeshFormat } from '../../../../src/files/meshes/find-mesh-format.js';
import { readMeshSource } from '../../../../src/files/meshes/mesh-formats.js';
import type { Mesh } from '../../../../src/mesh/mesh.js';
import { worldPositions } from '../../../../src/mesh/recenter.js';
import { expectSilence } from '../../expect-silence.js';
import { expectInputError } from '../../volumes/compare-volumes.js';
import { ascii, toBytes } from '../../volumes/nrrd/write-nrrd.js';
import { LINES, type Line, SWC, writeTck, writeTrk, writeTrx } from './write-lines.js';

expectSilence();

const read = (name: string, bytes: Uint8Array) =>
  readMeshSource({ name, bytes, gunzip, readSibling: () => Promise.reject(new Error('names no files')) });

const SIDES = 8;

/** The middles of the rings of a tube's mesh. */
function middles({ positions, origin }: Mesh, sides = SIDES): number[][] {
  const world = worldPositions({ positions, origin });
  return Array.from({ length: world.length / 3 / sides }, (_, point) =>
    [0, 1, 2].map((axis) => {
      const ring = Array.from({ length: sides }, (_, side) => world[3 * (sides * point + side) + axis]!);
      return ring.reduce((sum, value) => sum + value, 0) / sides;
    }),
  );
}

/** Lines of RAS, in LPS. */
const inLps = (lines: readonly Line[]) => lines.flat().map(([x, y, z]) => [-x, -y, z]);

function expectPlaces(mesh: Mesh, expected: readonly (readonly number[])[]): void {
  const found = middles(mesh);
  expect(found).toHaveLength(expected.length);
  for (const [point, place] of expected.entries()) {
    for (const axis of [0, 1, 2]) expect(found[point]![axis]).toBeCloseTo(place[axis]!, 4);
  }
}

it.each([
  ['TCK', 'a.tck', writeTck()],
  ['TCK of 64 bits', 'a.tck', writeTck(LINES, { type: 'float64' })],
  ['TCK, big-endian', 'a.tck', writeTck(LINES, { endianness: 'big' })],
  ['TCK in gzip', 'a.tck.gz', new Uint8Array(gzipSync(writeTck()))],
  ['TRX', 'a.trx', writeTrx()],
  ['TRX whose offsets have an end', 'a.trx', writeTrx(LINES, {}, { isClosed: true, method: 0 })],
] as const)('reads %s', async (_, name, bytes) => {
  const { mesh, space, notes } = await read(name, bytes);
  expectPlaces(mesh, inLps(LINES));
  expect([space, notes]).toEqual(['ras', []]);
  expect(findMeshFormat({ name: 'x', bytes: name.endsWith('gz') ? writeTck() : bytes })!.name).toBe(
    name.slice(2, 5).toUpperCase(),
  );
});

it('colours by direction: right to left red, front to back green, up blue', async () => {
  const axes: readonly Line[] = [
    [[0, 0, 0], [5, 0, 0]],
    [[0, 0, 0], [0, -5, 0]],
    [[0, 0, 0], [0, 0, 5]],
  ]; // biome-ignore format: three axes
  const { mesh } = await read('a.tck', writeTck(axes));
  const colorOf = (line: number) => [...mesh.vertexColors!.subarray(4 * 2 * SIDES * line, 4 * 2 * SIDES * line + 4)];
  expect([colorOf(0), colorOf(1), colorOf(2)]).toEqual([
    [255, 0, 0, 255],
    [0, 255, 0, 255],
    [0, 0, 255, 255],
  ]);
});

/** Voxel v of a file in `order` is v from the low end along each letter's axis. */
it.each([
  [
    '',
    [-1, 0, 0, 9, 0, -1, 0, 19, 0, 0, 1, 0, 0, 0, 0, 1],
    (x: number, y: number, z: number) => [9.5 - x, 19.5 - y, z - 0.5],
  ],
  [
    'RAS',
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    (x: number, y: number, z: number) => [x - 0.5, y - 0.5, z - 0.5],
  ],
  [
    'LAS',
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    (x: number, y: number, z: number) => [9.5 - x, y - 0.5, z - 0.5],
  ],
  [
    'SRA',
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    (x: number, y: number, z: number) => [y - 0.5, z - 0.5, x - 0.5],
  ],
] as const)('reads TRK of the order %j', async (order, matrix, toRas) => {
  for (const endianness of ['little', 'big'] as const) {
    const { mesh } = await read('a.trk', writeTrk(LINES, { order, matrix, endianness }));
    const expected = LINES.flat().map(([x, y, z]) => {
      const [r, a, s] = toRas(x, y, z) as [number, number, number];
      return [-r, -a, s];
    });
    expectPlaces(mesh, expected);
  }
});

it('reads TRK of anisotropic voxels by its matrix, and says where there is none', async () => {
  const matrix = [2, 0, 0, -10, 0, 3, 0, -20, 0, 0, 4, -30, 0, 0, 0, 1];
  const { mesh } = await read('a.trk', writeTrk(LINES, { order: 'RAS', matrix, spacings: [2, 3, 4] }));
  // Millimetres from the corner, which lies half a voxel before the first centre.
  expectPlaces(mesh, inLps(LINES.map((line) => line.map(([x, y, z]) => [x - 11, y - 21.5, z - 32] as const))));
  const lost = await read('a.trk', writeTrk(LINES));
  expect(lost.notes).toEqual(['does not say where its voxels are in the world; took millimetres from the first one']);
});

it('reads values of points and of lines', async () => {
  const bytes = writeTrk(LINES, {
    scalars: ['dir\x003', 'fa'],
    scalarCount: 4,
    properties: ['length'],
    scalarAt: (list, point) => 10 * list + point,
    propertyAt: (_, line) => 100 + line,
  });
  const { values } = (await read('a.trk', bytes)).mesh;
  expect(values!.map(({ name }) => name)).toEqual(['dir 1', 'dir 2', 'dir 3', 'fa', 'length']);
  const ofPoint = (list: number, point: number) => values![list]!.values[SIDES * point + 3];
  expect([ofPoint(0, 6), ofPoint(3, 0), ofPoint(3, 6), ofPoint(4, 2), ofPoint(4, 3)]).toEqual([6, 30, 36, 100, 101]);
});

it('reads values and groups of TRX', async () => {
  const bytes = writeTrx(LINES, {
    'dpv/fa.float32': toBytes([0, 1, 2, 3, 4, 5, 6], 'float32'),
    'dps/weight.float16': Uint8Array.of(0, 0x3c, 0, 0x40),
    'groups/left.uint32': toBytes([1], 'uint32'),
  });
  const { mesh, notes } = await read('a.trx', bytes);
  const at = (name: string, point: number) =>
    mesh.values!.find((values) => values.name === name)!.values[SIDES * point];
  expect([at('fa', 6), at('weight', 0), at('weight', 6), at('group', 0), at('group', 6)]).toEqual([
    6,
    1,
    2,
    Number.NaN,
    1,
  ]);
  expect(notes).toEqual(['has 1 groups of lines, which --values group shows: 1 left']);
});

it('makes closed tubes, whose triangles look outwards', async () => {
  const { mesh } = await read('a.tck', writeTck());
  const edges = new Map<string, number>();
  let volume = 0;
  for (let at = 0; at < mesh.triangles.length; at += 3) {
    const corners = [0, 1, 2].map((corner) => mesh.triangles[at + corner]!);
    const [a, b, c] = corners.map((vertex) => [0, 1, 2].map((axis) => mesh.positions[3 * vertex + axis]!)) as [
      number[],
      number[],
      number[],
    ];
    volume +=
      (a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
        a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
        a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!)) /
      6;
    for (const corner of [0, 1, 2]) {
      const [from, to] = [corners[corner]!, corners[(corner + 1) % 3]!];
      edges.set(`${from} ${to}`, (edges.get(`${from} ${to}`) ?? 0) + 1);
    }
  }
  for (const [edge, count] of edges) {
    expect(count).toBe(1);
    expect(edges.get(edge.split(' ').reverse().join(' '))).toBe(1);
  }
  expect(volume).toBeGreaterThan(0);
});

it('shows lines of a million segments with few sides, and a part of more, spread evenly', async () => {
  const zigzag = (points: number): Line => Array.from({ length: points }, (_, at) => [at, at % 2, 0] as const);
  const lines = Array.from({ length: 30 }, () => zigzag(40_001));
  const { mesh, notes } = await read('a.tck', writeTck(lines));
  expect(notes).toEqual([
    'has 30 lines of 1200000 segments; took 15 of them, spread evenly, since more than 1000000 segments are slow',
  ]);
  expect(mesh.triangles.length / 3).toBeLessThan(6_000_000);
});

it('reads neurons: branches of their own thickness and type, and the soma as a ball', async () => {
  const { mesh, notes } = await read('a.swc', ascii(SWC));
  expect(notes).toEqual([]);
  const world = worldPositions(mesh);
  const type = mesh.values!.find(({ name }) => name === 'type')!.values;
  const reach = (wanted: number, axis: number) =>
    Array.from(type.entries()).reduce(
      (most, [vertex, value]) => (value === wanted ? Math.max(most, Math.abs(world[3 * vertex + axis]!)) : most),
      0,
    );
  // The ball has its radius, the axon runs to -30 along y, dendrites to 30 along x.
  expect(reach(1, 2)).toBeCloseTo(5, 1);
  expect(reach(2, 1)).toBeCloseTo(30, 0);
  expect(reach(2, 0)).toBeCloseTo(0.8, 2);
  expect(reach(3, 2)).toBeCloseTo(1, 1);
  expect(findMeshFormat({ name: 'x', bytes: ascii(SWC) })!.name).toBe('SWC');
});

it('says which points of a neuron are joined to no other', async () => {
  expect((await read('a.swc', ascii(SWC))).notes).toEqual([]);
  const { notes } = await read('a.swc', ascii(`${SWC}99 3 -9 -8 0 2 -1\n`));
  expect(notes).toEqual(['left out 1 points that are joined to no other']);
});

it('reads tables of points as balls of their radius, with values', async () => {
  const { mesh } = await read('a.csv', ascii('x,y,z,radius,score,name\n0,0,0,2,0.5,a\n10,0,0,1,,b\n'));
  const world = worldPositions(mesh);
  const half = world.length / 2;
  expect(Math.max(...world.subarray(0, half))).toBeCloseTo(2, 1);
  expect(Math.max(...world.subarray(half))).toBeCloseTo(11, 1);
  expect(mesh.values!.map(({ name }) => name)).toEqual(['score']);
  expect([mesh.values![0]!.values[0], mesh.values![0]!.values.at(-1)]).toEqual([0.5, Number.NaN]);
  expect(findMeshFormat({ name: 'table.csv', bytes: ascii('label,name\n1,a\n') })).toBeUndefined();
});

it.each([
  ['a.tck', ascii('mrtrix tracks\ndatatype: Float32LE\n'), /without END/],
  ['a.tck', ascii('mrtrix tracks\ndatatype: Int8\nfile: . 64\nEND\n'), /datatype "Int8"/],
  ['a.tck', writeTck([]), /has 0 lines, none of two points/],
  ['a.trk', writeTrk(LINES).subarray(0, 500), /fewer than the 1000/],
  ['a.trk', writeTrk(LINES).subarray(0, 1010), /ends within its first line/],
  ['a.trk', writeTrk(LINES, { spacings: [0, 1, 1] }), /has voxels of 0 × 1 × 1 mm/],
  ['a.trx', writeTrx(LINES, { 'offsets.uint64': toBytes([3, 0], 'uint64') }), /offset 0 of line 2/],
  ['a.trx', writeTrx(LINES, { 'dpv/fa.float32': toBytes([1], 'float32') }), /has 1 values fa for 7 points/],
  ['a.swc', ascii('1 1 0 0 0 5 -1\n2 3 1 x 0 1 1\n'), /line 2 is not seven numbers/],
  ['a.csv', ascii('x,y,z\n1,2,\n'), /line 2 has the coordinates "1,2,"/],
  ['a.csv', ascii('x,y,z,r\n1,2,3,0\n'), /line 2 has the radius "0"/],
] as const)('refuses %s %#', async (name, bytes, message) => {
  expect(await expectInputError(read(name, bytes), name)).toMatch(message);
});

it('says what is cut short', async () => {
  expect((await read('a.tck', writeTck(LINES, { isWhole: false }))).notes[0]).toMatch(/may be cut short/);
  const cut = writeTrk(LINES, { order: 'RAS', matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] });
  expect((await read('a.trk', cut.subarray(0, cut.length - 4))).notes[0]).toMatch(/ends within line 2/);
});
