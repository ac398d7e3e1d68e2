/** Losses of policies, worked out by hand. */
import { describe, expect, it } from 'vitest';
import { computeLosses } from '../../../src/cli/sweep/policy-loss.js';
import type { SweepRow } from '../../../src/cli/sweep/sweep-row.js';

function row(view: string, shape: string, msMedian: number, msHalves?: readonly [number, number]): SweepRow {
  const spread = { msLeast: msMedian, msQ1: msMedian, msQ3: msMedian };
  return { view, shape, msMedian, fps: 1000 / msMedian, ...spread, ...(msHalves && { msHalves }) };
}

const rows = [
  row('a', '32x4', 2, [2, 3]),
  row('a', '1x128', 8, [1, 9]),
  row('a', '16x16', 4, [4, 4]),
  row('d', '32x4', 9, [9, 9]),
  row('d', '1x128', 3, [3, 3]),
  row('d', '16x16', 6, [6, 6]),
];
const policies = {
  chosen: { a: '32x4', d: '1x128' },
  rule: { a: '32x4', d: '32x4' },
  continuous: { a: '16x16', d: '1x128' },
};

describe('computeLosses', () => {
  it('compares what each policy takes with the fastest shape there', () => {
    const losses = computeLosses(rows, policies);
    expect(losses.auto).toEqual({
      byView: { a: 1, d: 1 },
      geometricMean: 1,
      least: 1,
      leastView: 'a',
      slowestAgainstStatic: 0.5,
    });
    expect(losses.rule).toMatchObject({
      byView: { a: 1, d: 1 / 3 },
      least: 1 / 3,
      leastView: 'd',
      slowestAgainstStatic: 1.5,
    });
    expect(losses.rule!.geometricMean).toBeCloseTo(Math.sqrt(1 / 3), 12);
    expect(losses.static!.geometricMean).toBeCloseTo(0.5, 12);
    expect(losses.worst!.byView).toEqual({ a: 0.25, d: 1 / 3 });
  });

  it('takes what was fastest in one half of the frames, and its time from the other', () => {
    // From a, 1x128 was the fastest in the first half by luck: the other half has it at 9, and 32x4 at 3.
    expect(computeLosses(rows, policies)['fastest again']!.byView).toEqual({ a: 1 / 3, d: 1 });
  });

  it('leaves out policies that cannot be told', () => {
    const few = rows.filter(({ shape }) => shape !== '16x16').map(({ msHalves: _, ...rest }) => rest);
    expect(Object.keys(computeLosses(few, policies))).toEqual(['auto', 'rule', 'worst']);
    expect(computeLosses([], policies)).toEqual({});
  });
});
