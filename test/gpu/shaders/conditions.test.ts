/** The tables of wgsl/README.md name the conditions that the kernels have, room by room, and the constants that turn code on. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readShaderSources } from '../../../wgsl/generate-contracts.js';

const folder = new URL('../../../wgsl/', import.meta.url).pathname;

const ROW = /^\| `(\w+)` \| `(\w+)` \| \S.* \|$/gm;
const CONDITION = /@(?:el)?if\(((?:[^()]|\([^()]*\))*)\)/g;

it('lists every condition, and no other', () => {
  const documented = [...readFileSync(`${folder}README.md`, 'utf8').matchAll(ROW)].map(
    ([, room, name]) => `${room}: ${name}`,
  );
  const used = Object.entries(readShaderSources(folder)).flatMap(([path, source]) =>
    [...source.matchAll(CONDITION)].flatMap(([, expression]) =>
      expression!.match(/\w+/g)!.map((name) => `${path.split('/')[0]}: ${name}`),
    ),
  );
  expect(documented.toSorted()).toEqual([...new Set(used)].toSorted());
});

it('lists every constant that turns code on, and no other', () => {
  const documented = [...readFileSync(`${folder}README.md`, 'utf8').matchAll(/^\| `(\w+)` \| [A-Z].* \|$/gm)].map(
    ([, name]) => name,
  );
  const sources = Object.values(readShaderSources(folder)).join('\n');
  const declared = [...sources.matchAll(/^override (\w+) = false;$/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual(declared.toSorted());
});
