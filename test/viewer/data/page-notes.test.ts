/** Notes in the words of the page, which has no options. */
import { expect, it } from 'vitest';
import { toPageNotes } from '../../../src/viewer/data/page-notes.js';

it('name no options, say where the page has the choice, and say nothing twice', () => {
  const notes = [
    'scan has 5 points in time; took time 0, --time takes any of 0 to 4',
    'scan has 5 points in time; took time 0, --time takes any of 0 to 4',
    'a.nii: looks like labels, and is shown as such; --voxels values shows values',
    'left out 3 files that are there twice',
    '--component N takes one of 3 stacks',
  ];
  expect(toPageNotes(notes)).toEqual([
    'scan has 5 points in time; took time 0; choose another in Data',
    'a.nii: looks like labels, and is shown as such; Data can show it otherwise',
    'left out 3 files that are there twice',
  ]);
});
