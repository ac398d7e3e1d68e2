/** Meshes that are written are read back: PLY to the bit, STL as far as it can say. */
import { expect, test } from 'vitest';
import { readMeshSource } from '../../../src/files/meshes/mesh-formats.js';
import { writeMesh } from '../../../src/files/meshes/mesh-writers.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { sourceOf } from '../volumes/nrrd/write-nrrd.js';

const MESH = createMesh({
  positions: Float32Array.of(0, 0, 0, 1.1, 0, 0, 0, 2.2, 0, 0, 0, 3.3),
  triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
});

async function roundTrip(mesh: Mesh, name: string): Promise<Mesh> {
  const { pieces } = await writeMesh(mesh, name);
  return (await readMeshSource({ ...sourceOf(new Uint8Array(Buffer.concat(pieces))), name })).mesh;
}

const world = ({ positions, origin }: Mesh) => Array.from(positions, (value, at) => value + origin[at % 3]!);

test('PLY keeps vertices, triangles, normals and colours', async () => {
  const normals = Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, -1);
  const vertexColors = Uint8Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : 15 * at));
  const values = [
    { name: 'thick ness', on: 'vertices' as const, values: Float32Array.of(1, 2, Number.NaN, 4.5) },
    { name: 'label', on: 'triangles' as const, values: Float32Array.of(7, 8, 9, 1e9) },
  ];
  const meshes = [MESH, { ...MESH, normals, vertexColors }, { ...MESH, faceColors: vertexColors }];
  for (const mesh of meshes.flatMap((mesh) => [mesh, { ...mesh, values }])) {
    const read = await roundTrip(mesh, 'x.ply');
    expect(world(read)).toEqual(world(mesh));
    expect(read.triangles).toEqual(mesh.triangles);
    expect(read.normals).toEqual(mesh.normals);
    expect(read.vertexColors).toEqual(mesh.vertexColors);
    expect(read.faceColors).toEqual(mesh.faceColors);
    const named =
      'values' in mesh ? values.map((value) => ({ ...value, name: value.name.replace(' ', '_') })) : undefined;
    expect(read.values).toEqual(named);
  }
  const far = { ...MESH, origin: [1e6 + 0.1, -2e6, 0] as const };
  expect(world(await roundTrip(far, 'x.ply'))).toEqual(world(far));
});

test('OBJ keeps vertices, triangles, normals and colours, and says what it leaves out', async () => {
  const normals = Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0.6, -0.8);
  const vertexColors = Uint8Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : 15 * at));
  for (const mesh of [MESH, { ...MESH, normals }, { ...MESH, normals, vertexColors }]) {
    const read = await roundTrip(mesh, 'x.OBJ');
    expect(world(read)).toEqual(world(mesh));
    expect(read.triangles).toEqual(mesh.triangles);
    expect(read.normals).toEqual(mesh.normals);
    expect(read.vertexColors).toEqual(mesh.vertexColors);
    expect((await writeMesh(mesh, 'x.obj')).notes).toEqual([]);
  }
  const far = { ...MESH, origin: [1e6 + 0.1, -2e6, 0] as const };
  expect(world(await roundTrip(far, 'x.obj'))).toEqual(world(far));
  const bad = { ...MESH, faceColors: vertexColors, triangles: Uint32Array.of(0, 2, 1, 0, 1, 99, 0, 3, 2, 1, 2, 3) };
  expect((await roundTrip(bad, 'x.obj')).triangles).toEqual(Uint32Array.of(0, 2, 1, 0, 3, 2, 1, 2, 3));
  expect((await writeMesh(bad, 'x.obj')).notes).toEqual([
    'left out colours of triangles and triangles of vertices that do not exist or are not finite, which OBJ does not have',
  ]);
});

test('GLB keeps vertices, triangles, normals, colours and values, and says what it leaves out', async () => {
  const normals = Float32Array.of(0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0.6, -0.8);
  const vertexColors = Uint8Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : 17 * (at % 16)));
  const values = [{ name: 'thick ness', on: 'vertices' as const, values: Float32Array.of(1, 2, -3, 4.5) }];
  const far = { ...MESH, origin: [1e6 + 0.1, -2e6, 0] as const };
  for (const mesh of [MESH, { ...MESH, normals }, { ...MESH, vertexColors, values }, far]) {
    const read = await roundTrip(mesh, 'x.GLB');
    expect(world(read)).toEqual(world(mesh));
    expect(read.triangles).toEqual(mesh.triangles);
    expect(read.normals).toEqual(mesh.normals);
    expect(read.vertexColors).toEqual(mesh.vertexColors);
    expect(read.values).toEqual('values' in mesh ? values : undefined);
    expect((await writeMesh(mesh, 'x.glb')).notes).toEqual([]);
  }
  const bad = { ...MESH, faceColors: vertexColors, triangles: Uint32Array.of(0, 2, 1, 0, 1, 99, 0, 3, 2, 1, 2, 3) };
  expect((await roundTrip(bad, 'x.glb')).triangles).toEqual(Uint32Array.of(0, 2, 1, 0, 3, 2, 1, 2, 3));
  expect((await writeMesh({ ...bad, normals: new Float32Array(12) }, 'x.glb')).notes).toEqual([
    'left out normals, of which some have no direction and colours of triangles and triangles of vertices that do not exist or are not finite, which glTF does not have',
  ]);
});

test('STL keeps triangles, and says what it leaves out or rounds', async () => {
  const mesh = { ...MESH, normals: new Float32Array(12), triangles: Uint32Array.of(...MESH.triangles, 0, 1, 99) };
  const read = await roundTrip(mesh, 'x.stl');
  const corners = (of: Mesh) =>
    Array.from(of.triangles.subarray(0, 12), (vertex) => world(of).slice(3 * vertex, 3 * vertex + 3));
  expect(corners(read)).toEqual(corners(mesh));
  expect(read.triangles).toHaveLength(12);
  expect((await writeMesh(mesh, 'x.stl')).notes).toEqual(['left out normals, which STL does not have']);
  const far = { ...MESH, origin: [1e8, 0, 0.3] as const };
  expect((await writeMesh(far, 'x.stl')).notes).toEqual(['rounded coordinates to float32, as STL has them']);
});

test('other endings are refused', async () => {
  expect(await expectInputError(writeMesh(MESH, 'x.dae'), 'x.dae')).toMatch(
    /meshes are written as \.ply, \.obj, \.glb, \.stl/,
  );
});
