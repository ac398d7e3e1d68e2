import { describe, expect, it } from 'vitest';
import {
  compareRounds,
  findChanges,
  ROUNDS_MAX,
  type Round,
  roundsNeeded,
} from '../../experiments/regressions/compare-rounds.js';
import { createRandom } from '../camera/random.js';

/** p of all 2ⁿ signs of the same ranks, counted one by one. */
function countSigns(logs: readonly number[]): number {
  const order = logs.map(Math.abs).sort((a, b) => a - b);
  const ranks = logs.map((log) => order.indexOf(Math.abs(log)) + 1);
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const distance = (sum: number) => Math.abs(sum - total / 2);
  const found = distance(ranks.reduce((sum, rank, index) => sum + (logs[index]! > 0 ? rank : 0), 0));
  let beyond = 0;
  for (let signs = 0; signs < 2 ** ranks.length; signs++) {
    if (distance(ranks.reduce((sum, rank, index) => sum + ((signs >> index) & 1) * rank, 0)) >= found) beyond++;
  }
  return beyond / 2 ** ranks.length;
}

const SEED = Date.now() % 2 ** 31;

/** Times of a machine: skewed noise, of which a share of them have much more. */
function makeRounds(random: () => number, count: number, ratio: number, disturbed = 0.1): Round[] {
  const time = () => 100 * (1 + 0.05 * random() ** 3 + (random() < disturbed ? random() : 0));
  return Array.from({ length: count }, () => [time(), ratio * time()]);
}

describe(`comparing rounds, seed ${SEED}`, () => {
  it('has the exact chance of each order of signs', () => {
    const random = createRandom(SEED);
    for (let times = 0; times < 20; times++) {
      const logs = Array.from({ length: 9 }, () => random() - 0.4);
      const { p } = compareRounds(logs.map((log) => [1, Math.exp(log)]));
      expect(p).toBeCloseTo(Math.min(1, countSigns(logs)), 12);
    }
  });

  it('finds no change in equal times, and a sure one in times that all differ alike', () => {
    expect(compareRounds(Array.from({ length: 12 }, () => [5, 5] as const))).toMatchObject({ ratio: 1, p: 1 });
    const slower = compareRounds(Array.from({ length: 12 }, (_, round) => [5 + round, 1.1 * (5 + round)] as const));
    expect(slower.ratio).toBeCloseTo(1.1, 12);
    expect(slower.p).toBe(2 / 2 ** 12);
  });

  it('swaps with the versions', () => {
    const rounds = makeRounds(createRandom(SEED), 12, 1.05);
    const forth = compareRounds(rounds);
    const back = compareRounds(rounds.map(([before, after]) => [after, before]));
    expect(back.ratio).toBeCloseTo(1 / forth.ratio, 12);
    expect(back.interval[0]).toBeCloseTo(1 / forth.interval[1], 12);
    expect(back.p).toBe(forth.p);
  });

  it('is moved little by a round that something else disturbed', () => {
    const rounds = makeRounds(createRandom(SEED), 15, 1.2).slice(1);
    expect(compareRounds([...rounds, [100, 10_000]]).ratio).toBeLessThan(1.25 * compareRounds(rounds).ratio);
  });

  it('has intervals that hold the ratio 95 times in 100, and names a change in at most 5 of 100 runs without one', () => {
    const random = createRandom(SEED);
    const runs = 150;
    let held = 0;
    let named = 0;
    for (let run = 0; run < runs; run++) {
      const comparisons = Array.from({ length: 24 }, () => compareRounds(makeRounds(random, 12, 1)));
      const { interval } = comparisons[0]!;
      if (interval[0] <= 1 && interval[1] >= 1) held++;
      if (
        findChanges(
          comparisons.map(({ p }) => p),
          0.05,
        ).includes(true)
      )
        named++;
    }
    // Four standard deviations of 150 draws.
    expect(held / runs).toBeGreaterThan(0.95 - 0.071);
    expect(named / runs).toBeLessThan(0.05 + 0.071);
  });

  it('sees a tenth in 14 rounds of 24 tests, on a machine that is busy for one time in 50', () => {
    const random = createRandom(SEED);
    let seen = 0;
    for (let run = 0; run < 100; run++) {
      const others = Array.from({ length: 23 }, () => compareRounds(makeRounds(random, 14, 1)).p);
      if (findChanges([compareRounds(makeRounds(random, 14, 1.1, 0.02)).p, ...others], 0.05)[0]) seen++;
    }
    expect(seen).toBeGreaterThan(70);
  });

  it('needs enough rounds for one test of several to show anything', () => {
    const allSlower = (count: number) => compareRounds(Array.from({ length: count }, () => [1, 2] as const)).p;
    for (const tests of [1, 2, 4, 24]) {
      const rounds = roundsNeeded(tests, 0.05);
      const others = Array.from({ length: tests - 1 }, () => 1);
      expect(findChanges([allSlower(rounds), ...others], 0.05)[0]).toBe(true);
      expect(findChanges([allSlower(rounds - 1), ...others], 0.05)[0]).toBe(false);
    }
  });

  it('refuses no rounds, too many, and times that are none', () => {
    expect(() => compareRounds([])).toThrow(RangeError);
    expect(() => compareRounds(Array.from({ length: ROUNDS_MAX + 1 }, () => [1, 1] as const))).toThrow(RangeError);
    expect(() => compareRounds([[0, 1]])).toThrow('positive');
  });
});

describe('changes among several tests', () => {
  it('are found by steps that need less and less', () => {
    expect(findChanges([0.04, 0.01, 0.5, 0.012], 0.05)).toEqual([false, true, false, true]);
    expect(findChanges([0.001, 0.001], 0.05)).toEqual([true, true]);
    expect(findChanges([], 0.05)).toEqual([]);
  });
});
