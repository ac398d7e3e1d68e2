/** Dark meshes: by the colours of their own, over their area, whatever those colours are on. */
import { describe, expect, it } from 'vitest';
import { isDark } from '../../../src/mesh/attributes/is-dark.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';
import { MESH_LIGHT } from '../../../src/recipe/scene/lighting.js';
import { describeMeshSettings, type showsDark } from '../../../src/recipe/scene/meshes/describe-meshes.js';
import { Parts } from '../../../src/recipe/scene/parts.js';
import { SCENE_CHOICE_DEFAULTS } from '../../../src/recipe/scene/scene-choice.js';

/** Two triangles: the second has `ratio` times the area of the first. */
function pair(ratio: number, parts: Partial<Mesh>): Mesh {
  return createMesh({
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 0, 0, 5 + ratio, 0, 0, 5, 1, 0),
    triangles: Uint32Array.of(0, 1, 2, 3, 4, 5),
    ...parts,
  });
}

const perVertex = (first: number, second: number) =>
  Uint8Array.from([first, first, first, second, second, second].flatMap((level) => [level, 0, level / 2, 255]));
const perFace = (first: number, second: number) => Uint8Array.of(first, 0, 0, 255, second, 0, 0, 255);

/** An image of a bright and a dark half, with the first triangle in one and the second in the other. */
function halves(first: number, second: number): Pick<Mesh, 'textures'> {
  const texels = Uint8Array.from([240, 20].flatMap((level) => [level, level, level, 255]));
  const at = (u: number) => [u, 0.5, 0, u, 0.5, 0, u, 0.5, 0];
  const image = { width: 2, height: 1, texels, wrap: ['repeat', 'repeat'] as const };
  return { textures: { images: [image], coordinates: Float32Array.from([...at(first), ...at(second)]) } };
}

describe('a mesh', () => {
  it.each<[string, number, Partial<Mesh>, boolean]>([
    ['without colours', 1, {}, false],
    ['with dark vertices', 1, { vertexColors: perVertex(40, 60) }, true],
    ['with bright ones on half of its area', 1, { vertexColors: perVertex(40, 200) }, false],
    ['with bright ones on a quarter', 3, { vertexColors: perVertex(200, 40) }, true],
    ['with dark faces', 1, { faceColors: perFace(30, 80) }, true],
    [
      'with colours that darken each other',
      1,
      { vertexColors: perVertex(140, 140), faceColors: perFace(140, 140) },
      true,
    ],
    ['with a dark image', 1, halves(0.8, 0.7), true],
    ['with an image that is bright on most of it', 3, halves(0.8, 0.2), false],
    ['with an image that begins again', 1, halves(3.8, -1.3), true],
  ])('%s', (_, ratio, parts, expected) => {
    expect(isDark([pair(ratio, parts)])).toBe(expected);
  });

  it('of no area, or with bad triangles alone, is not', () => {
    expect(isDark([])).toBe(false);
    expect(isDark([pair(1, { triangles: Uint32Array.of(0, 0, 0, 9, 8, 7), vertexColors: perVertex(0, 0) })])).toBe(
      false,
    );
  });
});

describe('the light of a scene', () => {
  const mesh = pair(1, { vertexColors: perVertex(30, 30) });
  const loaded = [{ name: 'a.ply', mesh }] as unknown as Parameters<typeof showsDark>[1];
  const strengthOf = (change: object, data: object = {}) => {
    const { meshShading } = describeMeshSettings(
      new Parts(),
      { volume: undefined, environment: undefined, meshes: loaded, ...data },
      {
        ...SCENE_CHOICE_DEFAULTS,
        ...change,
      },
    );
    const light = meshShading!.light;
    return Array.isArray(light) ? light[0].color[0] : light;
  };

  it('is stronger where its meshes are dark, and show their own colours', () => {
    expect(strengthOf({})).toBe(1.5);
    const usual = Number(/:([\d.]+)/.exec(MESH_LIGHT)![1]);
    expect(strengthOf({ ownColors: false })).toBe(usual);
    expect(strengthOf({ meshStyle: { values: 'thickness' } })).toBe(usual);
    expect(strengthOf({ meshStyle: { visible: false } })).toBe(usual);
    expect(strengthOf({}, { meshes: undefined })).toBe(usual);
  });
});
