/** Alias tables: entries are drawn exactly as often as their weights say. */
import { expect, it } from 'vitest';
import { createAliasTable, weighPixels } from '../../../src/cast/path/alias-table.js';

/** Probability of each entry. */
function probabilities(weights: Float64Array): Float64Array {
  const { thresholds, aliases } = createAliasTable(weights);
  const found = new Float64Array(weights.length);
  for (const [entry, threshold] of thresholds.entries()) {
    found[entry]! += threshold / weights.length;
    found[aliases[entry]!]! += (1 - threshold) / weights.length;
  }
  return found;
}

it.each([
  [[1, 2, 3, 4]],
  [[0, 0, 7]],
  [[1e-12, 1e9, 0, 5, 5]],
  [Array.from({ length: 999 }, (_, index) => 1 + Math.sin(index) ** 9)],
  [[3]],
])('draws entries as often as %j says', (weights) => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (const [entry, probability] of probabilities(Float64Array.from(weights)).entries()) {
    expect(probability).toBeCloseTo(weights[entry]! / total, 12);
  }
});

it('draws all alike where none has weight', () => {
  expect([...probabilities(new Float64Array(4))]).toEqual([0.25, 0.25, 0.25, 0.25]);
});

it('weighs all of a panorama of 1, 1, 1 as three spheres', () => {
  const weights = weighPixels({ width: 16, height: 8, colors: new Float32Array(384).fill(1) });
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(12 * Math.PI, 10);
});
