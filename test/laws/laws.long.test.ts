/** A part of `npm run laws`, on pictures of a seed that is fixed. */
import { expect, it } from 'vitest';
import { makeFolder } from '../cli/run-cli.js';
import { checkLaws } from './check-laws.js';

const SEED = 2026;

it(`no law is violated, seed ${SEED}`, () => {
  const { counts, violations } = checkLaws(SEED, 250, makeFolder(), () => undefined);
  expect(violations).toEqual([]);
  const tried = [...counts.values()].reduce((sum, count) => sum + count.tried, 0);
  expect(tried).toBeGreaterThan(60);
}, 600_000);

it('a violation is found', () => {
  const broken = {
    name: 'broken',
    is: () => true,
    most: 0,
    pair: () => [new Uint8Array(4), Uint8Array.of(9, 0, 0, 0)],
  };
  const { violations } = checkLaws(SEED, 1, makeFolder(), () => undefined, { laws: [broken] });
  expect(violations[0]).toMatch(/^broken: .*1 of 1 pixels differ, by up to 9/);
});
