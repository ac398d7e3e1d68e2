/** The names that users import: a change of them is a change on purpose. */
import { expect, it } from 'vitest';
import * as root from '../src/index.js';
import * as lab from '../src/lab.js';
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

it('exports every name from one of tilecast and tilecast/lab', () => {
  expect(Object.keys(lab).filter((name) => Object.hasOwn(root, name))).toEqual([]);
});
