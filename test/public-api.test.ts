/** The names that users import: a change of them is a change on purpose. */
import { expect, it } from 'vitest';
import * as root from '../src/index.js';
import * as lab from '../src/lab.js';
import * as meshQueries from '../src/mesh-queries.js';
import * as node from '../src/node/index.js';

it('exports these names from tilecast', () => {
  expect(Object.keys(root).sort()).toMatchSnapshot();
});

it('exports these names from tilecast/node', () => {
  expect(Object.keys(node).sort()).toMatchSnapshot();
});

it('exports these names from tilecast/lab', () => {
  expect(Object.keys(lab).sort()).toMatchSnapshot();
});

it('exports these names from tilecast/mesh', () => {
  expect(Object.keys(meshQueries).sort()).toMatchSnapshot();
});

it('exports every name from one of tilecast, tilecast/mesh and tilecast/lab', () => {
  const names = [root, meshQueries, lab].flatMap((entry) => Object.keys(entry));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('has no queries of meshes in tilecast, which is what renders', () => {
  expect(
    Object.keys(root).filter((name) => /Query$|^(Bvh|intersectSegments|find(Closest|Thickness|Winding))/.test(name)),
  ).toEqual([]);
});
