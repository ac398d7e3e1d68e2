/** Recipes of slices, which may come from anywhere. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Option } from '../../../src/recipe/options/option.js';
import { SLICE_OPTIONS } from '../../../src/recipe/options/slice-options.js';
import { checkSliceRecipe, formatSliceRecipe } from '../../../src/recipe/slices/slice-recipe.js';
import { sliceRecipeSchema } from '../../../src/recipe/slices/slice-schema.js';

const RECIPE = {
  inputs: [{ path: 'scans/head.nrrd', sha256: 'ab'.repeat(32) }],
  mask: { path: 'scans/labels.nrrd' },
  options: {
    plane: 'axial',
    count: '3',
    nearest: true,
    'fused-window': ['1,2', '3,4'],
    output: 'out.png',
    mask: 'scans/labels.nrrd',
  },
};

describe('the recipe of slices', () => {
  it('holds what the picture shows, without folders, and reads as it was written', () => {
    const read = checkSliceRecipe(JSON.parse(formatSliceRecipe(RECIPE, false)));
    expect(read).toEqual({
      inputs: [{ path: 'head.nrrd', sha256: 'ab'.repeat(32) }],
      mask: { path: 'labels.nrrd' },
      options: { plane: 'axial', count: '3', nearest: true, 'fused-window': ['1,2', '3,4'] },
    });
    expect(checkSliceRecipe(JSON.parse(formatSliceRecipe(RECIPE, true))).inputs[0]?.path).toBe('scans/head.nrrd');
  });

  it('has a schema, which takes what is written and no more', () => {
    const isRight = new Ajv2020({ strict: false }).compile(sliceRecipeSchema());
    const written = JSON.parse(formatSliceRecipe(RECIPE, true));
    expect(isRight(written), JSON.stringify(isRight.errors)).toBe(true);
    for (const wrong of [
      { within: '/' },
      { count: 0.5 },
      { nearest: 'yes' },
      { 'fused-window': '1,2' },
      { inputs: [] },
    ]) {
      expect(isRight({ ...written, ...wrong }), JSON.stringify(wrong)).toBe(false);
    }
    // Every option that a recipe of slices may have.
    const options = Object.entries<Option>(SLICE_OPTIONS).filter(([, { isUnrecorded }]) => !isUnrecorded);
    expect(Object.keys(sliceRecipeSchema()['properties'] as object)).toEqual(
      expect.arrayContaining(options.map(([name]) => name)),
    );
  });

  it.each([
    [{ version: 2 }, 'its version is not 1'],
    [{ inputs: [] }, 'it lacks its inputs'],
    [{ inputs: [{ path: 'a\0b' }] }, 'an input must have a path'],
    [{ output: '/etc/passwd' }, 'its "output" is no option of slices'],
    [{ within: '/' }, 'its "within" is no option of slices'],
    [{ constructor: 'x' }, 'its "constructor" is no option of slices'],
    [{ count: true }, 'its option count must be a string'],
    [{ nearest: 'yes' }, 'its option nearest must be a boolean'],
    [{ 'fused-window': '1,2' }, 'its option fused-window must be a list of texts'],
    [{ count: '0' }, '--count: '],
    [{ transfer: '/etc/passwd' }, 'its option transfer must be no file'],
    [{ 'fused-transfer': ['viridis', './own.json'] }, 'its option fused-transfer must be no file'],
    [{ transform: ['/etc/passwd'] }, 'its option transform must be no file'],
  ])('is refused with %j', (changes, message) => {
    const recipe = { version: 1, inputs: ['head.nrrd'], ...changes };
    expect(() => checkSliceRecipe(recipe)).toThrow(message);
  });
});
