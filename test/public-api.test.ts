/** The names that users import: a change of them is a change on purpose. */
import { expect, it } from 'vitest';
import * as root from '../src/index.js';
import * as node from '../src/node/index.js';

it('exports these names from tilecast', () => {
  expect(Object.keys(root).sort()).toMatchSnapshot();
});

it('exports these names from tilecast/node', () => {
  expect(Object.keys(node).sort()).toMatchSnapshot();
});
