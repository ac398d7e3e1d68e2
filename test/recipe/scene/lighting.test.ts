/** The light that options choose. */
import { describe, expect, it } from 'vitest';
import {
  createShading,
  parseLight,
  SHADING_DEFAULTS,
  type Shading,
  type TransferFunction,
} from '../../../src/index.js';
import { checkCombinations } from '../../../src/recipe/check-combinations.js';
import { type OptionTexts, parseOptions } from '../../../src/recipe/options.js';
import { chooseScene } from '../../../src/recipe/scene/choose-scene.js';
import {
  DARK_MESH_LIGHT,
  lightMeshes,
  lightVolume,
  MESH_LIGHT,
  nameLight,
} from '../../../src/recipe/scene/lighting.js';
import { resolveLights } from '../../../src/transfer/light/lights.js';

function choose(given: OptionTexts) {
  const values = parseOptions(given);
  const choice = chooseScene(values);
  checkCombinations(values, choice);
  return choice;
}

const lightOfMeshes = (given: OptionTexts, isAlone: boolean, areDark = false) =>
  lightMeshes(choose(given), { isAlone, areDark });

/** The shares of light that options give. */
const pick = ({ ambient, diffuse }: OptionTexts) => ({
  ...(ambient !== undefined && { ambient: Number(ambient) }),
  ...(diffuse !== undefined && { diffuse: Number(diffuse) }),
});

describe('the light of meshes', () => {
  it.each<[OptionTexts, Partial<Shading>]>([
    [{}, {}],
    [{ ambient: '0.3' }, { ambient: 0.3 }],
    [
      { light: '1,2,3', shininess: '4' },
      { light: [1, 2, 3], shininess: 4 },
    ],
    [{ 'ambient-occlusion': '8' }, { ambient: 0.5, diffuse: 0.4 }],
    [
      { 'ambient-occlusion': '8', specular: '0' },
      { ambient: 0.5, diffuse: 0.4, specular: 0 },
    ],
    [
      { 'ambient-occlusion': '8', ambient: '0.3' },
      { ambient: 0.3, diffuse: 0.4 },
    ],
    [
      { 'ambient-occlusion': '8', diffuse: '0.9' },
      { ambient: 0.5, diffuse: 0.9 },
    ],
  ])('of %j', (given, expected) => {
    expect(lightOfMeshes(given, false)).toEqual({ ...SHADING_DEFAULTS, ...expected });
    const shares = given['ambient-occlusion'] && given.light === undefined ? { ambient: 0.3, diffuse: 0.6 } : {};
    const own = { ...expected, ...shares, ...pick(given) };
    expect(lightOfMeshes(given, true)).toEqual({ ...SHADING_DEFAULTS, light: parseLight(MESH_LIGHT), ...own });
    const inTheDark = { ...SHADING_DEFAULTS, light: parseLight(DARK_MESH_LIGHT), ...own };
    expect(lightOfMeshes(given, true, true)).toEqual(inTheDark);
    expect(lightOfMeshes(given, false, true)).toEqual({ ...SHADING_DEFAULTS, ...expected });
  });

  it('is named by recipes where no option names it, there is light, and no volume beside', () => {
    const named = (given: OptionTexts, isAlone = true, areDark = false) =>
      nameLight(choose(given), { isAlone, areDark });
    expect(named({})).toEqual({ light: MESH_LIGHT });
    expect(named({}, true, true)).toEqual({ light: DARK_MESH_LIGHT });
    expect(named({ light: 'headlight' }, true, true)).toEqual({});
    expect(named({ ambient: '0.3' })).toEqual({ light: MESH_LIGHT });
    for (const given of [{ light: 'headlight' }, { shadows: true }, { shade: false }]) expect(named(given)).toEqual({});
    expect(named({}, false)).toEqual({});
  });

  it('keeps the shape of meshes with occlusion; recipes that name the light and no shares have those of before', () => {
    const named = (given: OptionTexts) => nameLight(choose(given), { isAlone: true, areDark: false });
    const occluded = { 'ambient-occlusion': '8' };
    expect(named(occluded)).toEqual({ light: MESH_LIGHT, ambient: '0.3', diffuse: '0.6' });
    expect(named({ ...occluded, ambient: '0.2' })).toEqual({ light: MESH_LIGHT, diffuse: '0.6' });
    const again = lightOfMeshes({ ...occluded, ...named(occluded) }, true);
    expect(again).toEqual(lightOfMeshes(occluded, true));
    expect(lightOfMeshes({ ...occluded, light: MESH_LIGHT }, true)).toMatchObject({ ambient: 0.5, diffuse: 0.4 });
  });

  it('leaves what is turned away from the key light brighter than a black background', () => {
    const { ambient, diffuse, light } = lightOfMeshes({}, true);
    const lights = resolveLights(light, { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] });
    for (const [name, normal] of Object.entries({ right: [1, 0, 0], down: [0, -1, 0], away: [0.6, -0.6, 0.5] })) {
      const [x, y, z] = normal as [number, number, number];
      const reflected = lights.map(({ toLight = [0, 0, 1], color }) => {
        return color[0] * Math.abs(x * toLight[0] + y * toLight[1] + z * toLight[2]);
      });
      expect(ambient + diffuse * Math.min(1, Math.max(...reflected)), name).toBeGreaterThan(0.2);
    }
  });
});

describe('the light of volumes', () => {
  const plain: TransferFunction = { colors: [{ value: 0, color: [1, 1, 1] }], opacities: [{ value: 0, opacity: 1 }] };
  const lit: TransferFunction = { ...plain, shading: createShading({ ambient: 0.2 }) };
  const lightOf = (given: OptionTexts, transfer = plain) => lightVolume(choose(given), transfer);

  it('is as the transfer function says, unless an option asks for light or for none', () => {
    expect([lightOf({}), lightOf({ shade: false }, lit)]).toEqual([undefined, undefined]);
    expect(lightOf({}, lit)).toEqual(lit.shading);
    expect(lightOf({ shade: true })).toEqual(SHADING_DEFAULTS);
    for (const given of [{ light: '1,2,3' }, { diffuse: '0.3' }, { shadows: true }, { 'ambient-occlusion': '4' }]) {
      expect(lightOf(given)).toBeDefined();
    }
    expect(lightOf({ diffuse: '0.3' }, lit)).toEqual({ ...lit.shading, diffuse: 0.3 });
  });

  it('is refused to volumes and meshes alike with --no-shade, and meshes are in their own colours then', () => {
    expect(lightOfMeshes({ shade: false }, true)).toMatchObject({ ambient: 1, diffuse: 0, specular: 0 });
    for (const given of [{ light: '1,2,3' }, { shadows: true }, { 'ambient-occlusion': '4' }]) {
      expect(() => choose({ shade: false, ...given })).toThrow(
        `--${Object.keys(given)[0]}: is for what is lit, which --no-shade rules out`,
      );
    }
  });
});
