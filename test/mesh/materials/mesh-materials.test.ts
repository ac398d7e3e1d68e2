/** Materials of meshes: checked, merged, mirrored, and kept where vertices are copied or colours taken away. */
import { describe, expect, it, test } from 'vitest';
import type { MeshImage } from '../../../src/mesh/attributes/textures.js';
import { withoutColors } from '../../../src/mesh/attributes/without-colors.js';
import type { MeshMaterials } from '../../../src/mesh/materials/mesh-materials.js';
import { MATERIAL_DEFAULTS, type SurfaceMaterial } from '../../../src/mesh/materials/surface-material.js';
import { mergeMeshes } from '../../../src/mesh/merge-meshes.js';
import { createMesh } from '../../../src/mesh/mesh.js';
import { splitCreases } from '../../../src/mesh/topology/split-creases.js';
import { subdivide } from '../../../src/mesh/topology/subdivide.js';
import { transformMesh } from '../../../src/mesh/transform-mesh.js';

const glass: SurfaceMaterial = { ...MATERIAL_DEFAULTS, transmission: 1, roughness: 0 };
const image: MeshImage = { width: 1, height: 1, texels: new Uint8Array(4).fill(255), wrap: ['repeat', 'repeat'] };
const lamp: SurfaceMaterial = {
  ...MATERIAL_DEFAULTS,
  emission: [1, 2, 3],
  unlit: true,
  opacityMode: 'mask',
  images: { emission: { image, set: 0, transform: [1, 0, 0, 0, 1, 0] } },
};

/** Two triangles that meet at a right angle. */
function createFold(materials?: MeshMaterials) {
  return createMesh({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    triangles: Uint32Array.of(0, 1, 2, 1, 0, 3),
    materials,
  });
}

const ofLamp: MeshMaterials = {
  list: [MATERIAL_DEFAULTS, lamp],
  indices: Uint32Array.of(1, 1, 0, 1),
  coordinates: [Float32Array.of(0, 0, 1, 0, 0, 1, 0.5, 0.5)],
  tangents: Float32Array.of(1, 0, 0, 1, 0, 1, 0, -1, 0, 0, 0, 0, 0.6, 0.8, 0, 1),
};

describe('materials that do not fit are refused', () => {
  it.each<[string, Partial<MeshMaterials>]>([
    ["a mesh's material indices must be 4 numbers, not 3", { indices: new Uint32Array(3) }],
    ['a mesh has 2 materials, and none of index 2', { indices: Uint32Array.of(0, 1, 2, 0) }],
    ["a mesh's coordinates of materials must be 8 numbers, not 7", { coordinates: [new Float32Array(7)] }],
    ["a mesh's tangents must be 16 numbers, not 12", { tangents: new Float32Array(12) }],
    ["a material's roughness must be a number from 0 to 1, not 2", { list: [lamp, { ...glass, roughness: 2 }] }],
    ["a material's ior must be a number from 1 on, not 0.5", { list: [lamp, { ...glass, ior: 0.5 }] }],
    ["a material's image of emission goes by coordinates 0, of 0 sets", { coordinates: [] }],
    [
      "a material's emission must be numbers from 0 on, not (0, -1, 0)",
      { list: [lamp, { ...glass, emission: [0, -1, 0] }] },
    ],
  ])('%s', (message, change) => {
    expect(() => createFold({ ...ofLamp, ...change })).toThrow(message);
  });
});

test('meshes become one with the materials of all, each once, and a plain one for those that have none', () => {
  const ofGlass: MeshMaterials = { list: [glass], indices: new Uint32Array(4), coordinates: [] };
  const { materials } = mergeMeshes([createFold(), createFold(ofLamp), createFold(ofGlass)]);
  expect(materials!.list).toEqual([MATERIAL_DEFAULTS, lamp, glass]);
  const named = [...materials!.indices].map((index) => materials!.list[index]);
  expect(named.slice(0, 4)).toEqual(Array(4).fill(MATERIAL_DEFAULTS));
  expect(named.slice(4, 8)).toEqual([lamp, lamp, MATERIAL_DEFAULTS, lamp]);
  expect(named.slice(8)).toEqual(Array(4).fill(glass));
  expect([...materials!.coordinates[0]!.subarray(8, 16)]).toEqual([...ofLamp.coordinates[0]!]);
  expect([...materials!.tangents!.subarray(16, 32)]).toEqual([...ofLamp.tangents!]);
  expect(materials!.tangents!.subarray(32).every((number) => number === 0)).toBe(true);
});

test('tangents follow their surface, and change their hand in a mirror', () => {
  const map = {
    columns: [
      [0, 2, 0],
      [3, 0, 0],
      [0, 0, 1],
    ],
    origin: [5, 0, 0],
  } as const;
  const { tangents } = transformMesh(createFold(ofLamp), map).materials!;
  const rounded = [...tangents!].map((number) => Number(number.toFixed(6)));
  const [x, y] = [2.4, 1.2].map((number) => Number((number / Math.hypot(2.4, 1.2)).toFixed(6)));
  expect(rounded).toEqual([0, 1, 0, -1, 1, 0, 0, 1, 0, 0, 0, 0, x, y, 0, -1]);
});

test('vertices that are copied or made keep the material and the coordinates', () => {
  const split = splitCreases(createFold(ofLamp), { angleDegrees: 30 });
  expect(split.positions.length).toBe(18);
  expect([...split.materials!.indices]).toEqual([1, 1, 0, 1, 1, 1]);
  expect([...split.materials!.coordinates[0]!.subarray(8)]).toEqual([0, 0, 1, 0]);
  const allLamp = { ...ofLamp, indices: new Uint32Array(4).fill(1) };
  const fine = subdivide(createFold(allLamp));
  expect(new Set(fine.materials!.indices)).toEqual(new Set([1]));
  expect([...fine.materials!.coordinates[0]!.subarray(8, 10)]).toEqual([0.5, 0]);
});

test('without colours a lamp neither shines nor is its own light, and what is cut out of it stays so', () => {
  const [, material] = withoutColors(createFold(ofLamp)).materials!.list;
  expect(material).toMatchObject({ emission: [0, 0, 0], unlit: false, opacityMode: 'mask', images: {} });
});
