import { expect, it } from 'vitest';
import { MATERIAL_DEFAULTS, type SurfaceMaterial } from '../../../../src/mesh/materials/surface-material.js';
import { createMesh } from '../../../../src/mesh/mesh.js';
import { type OptionTexts, parseOptions } from '../../../../src/recipe/options.js';
import { chooseScene } from '../../../../src/recipe/scene/choose-scene.js';
import { describeMeshes } from '../../../../src/recipe/scene/meshes/describe-meshes.js';
import { Parts } from '../../../../src/recipe/scene/parts.js';

/** The finish of a triangle whose file has such materials, under options. */
function finishOf(texts: OptionTexts, ...list: readonly Partial<SurfaceMaterial>[]) {
  const mesh = createMesh({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2),
    ...(list.length > 0 && {
      materials: {
        list: list.map((material) => ({ ...MATERIAL_DEFAULTS, ...material })),
        indices: new Uint32Array(3),
        coordinates: [],
      },
    }),
  });
  const meshes = [{ name: 'triangle', mesh }];
  return describeMeshes(new Parts(), { meshes, volume: undefined }, chooseScene(parseOptions(texts)))!.meshes[0]!
    .finish;
}

it('of a mesh is none, unless something says that it is of metal, varnished, or of glass', () => {
  expect(finishOf({})).toBeUndefined();
  expect(finishOf({ metallic: ['0'], transmission: ['0'], ior: ['1.5'] })).toBeUndefined();
  expect(finishOf({}, {})).toBeUndefined();
  expect(finishOf({}, { metallic: 1, roughness: 0.4 }, {})).toBeUndefined();
});

it('is that of the options, with the only material of the file for what they leave open', () => {
  expect(finishOf({ metallic: ['1'] })).toEqual({ metallic: 1, roughness: 0.3, transmission: 0, ior: 1.5 });
  expect(finishOf({ transmission: ['1'], ior: ['1.33'] })).toEqual({
    metallic: 0,
    roughness: 0,
    transmission: 1,
    ior: 1.33,
  });
  expect(finishOf({ roughness: ['1'] })).toEqual({ metallic: 0, roughness: 1, transmission: 0, ior: 1.5 });
  const gold = { metallic: 1, roughness: 0.4 };
  expect(finishOf({}, gold), 'the renderer takes that of the mesh').toBeUndefined();
  expect(finishOf({ roughness: ['0.1'] }, gold)).toEqual({ metallic: 1, roughness: 0.1, transmission: 0, ior: 1.5 });
});
