/** Recipes of slices, which may come from anywhere. */
import { describe, expect, it } from 'vitest';
import { checkSliceRecipe, formatSliceRecipe } from '../../src/recipe/slice-recipe.js';

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

  it.each([
    [{ version: 2 }, 'its version is not 1'],
    [{ inputs: [] }, 'it lacks its inputs'],
    [{ inputs: [{ path: 'a\0b' }] }, 'an input must have a path'],
    [{ output: '/etc/passwd' }, 'its "output" is no option of slices'],
    [{ within: '/' }, 'its "within" is no option of slices'],
    [{ constructor: 'x' }, 'its "constructor" is no option of slices'],
    [{ count: 3 }, 'its option count must be a string'],
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
