/** Whether one of two versions takes more time than the other, by rounds that measured both. */
import { median } from '../averages.js';

/** Times of a round: of the version before, and of the one after. */
export type Round = readonly [before: number, after: number];

/** A ratio of times, after ÷ before, and how sure it is. */
export interface Comparison {
  /** Medians of both, in the unit of the rounds. */
  readonly before: number;
  readonly after: number;
  /** The Hodges-Lehmann estimate: the median of the averages of all pairs of log ratios. */
  readonly ratio: number;
  /** Ends of the interval that holds the ratio with a probability of at least 95 %, or as near to that as the rounds allow. */
  readonly interval: readonly [least: number, most: number];
  /** Probability of ratios as far from 1 as these, if nothing had changed: Wilcoxon's signed-rank test, exact, two-sided. */
  readonly p: number;
}

/** Counts of sign patterns, 2 to the number of rounds, are exact in float64 up to this many rounds. */
export const ROUNDS_MAX = 50;

const CONFIDENCE = 0.95;

/**
 * Compares rounds without assuming how times are distributed: a round that something else on the machine disturbed counts by its rank
 * alone. With both versions in random order, ratios are symmetric about 1 if nothing has changed, which is all that the test needs.
 * @param rounds 1 to ROUNDS_MAX of them, of positive times.
 */
export function compareRounds(rounds: readonly Round[]): Comparison {
  const count = rounds.length;
  if (count < 1 || count > ROUNDS_MAX) throw new RangeError(`1 to ${ROUNDS_MAX} rounds can be compared, not ${count}`);
  const logs = rounds.map(([before, after]) => Math.log(after / before));
  if (!logs.every(Number.isFinite)) throw new RangeError('times have to be positive');
  const averages = logs.flatMap((a, index) => logs.slice(index).map((b) => (a + b) / 2)).sort((a, b) => a - b);
  const left = leftOut(count);
  return {
    before: median(rounds.map(([before]) => before)),
    after: median(rounds.map(([, after]) => after)),
    ratio: Math.exp((averages[Math.floor((averages.length - 1) / 2)]! + median(averages)) / 2),
    interval: [Math.exp(averages[left]!), Math.exp(averages[averages.length - 1 - left]!)],
    p: testSignedRanks(logs),
  };
}

/** Probabilities of each sum of the ranks 1 to `count` that have a positive sign, all signs being as likely. */
function rankSums(count: number): number[] {
  let ways = [1];
  for (let rank = 1; rank <= count; rank++) {
    ways = Array.from({ length: ways.length + rank }, (_, sum) => (ways[sum] ?? 0) + (ways[sum - rank] ?? 0));
  }
  return ways.map((way) => way / 2 ** count);
}

/** Averages to leave out at each end of their sorted list, for an interval of the confidence (Hollander and Wolfe, section 3.3). */
function leftOut(count: number): number {
  const chances = rankSums(count);
  let beyond = 0;
  let left = 0;
  while (beyond + chances[left]! <= (1 - CONFIDENCE) / 2) beyond += chances[left++]!;
  return Math.max(0, left - 1);
}

/** Ties have their mean rank, and zeros half of their rank on each side, which keeps the exact chances cautious enough. */
function testSignedRanks(logs: readonly number[]): number {
  const sizes = logs.map(Math.abs).sort((a, b) => a - b);
  const rankOf = (size: number) => (sizes.indexOf(size) + sizes.lastIndexOf(size)) / 2 + 1;
  const positive = logs.reduce((sum, log) => sum + rankOf(Math.abs(log)) * (Math.sign(log) + 1) * 0.5, 0);
  const total = (logs.length * (logs.length + 1)) / 2;
  const smaller = Math.ceil(Math.min(positive, total - positive));
  const tail = rankSums(logs.length)
    .slice(0, smaller + 1)
    .reduce((sum, chance) => sum + chance, 0);
  return Math.min(1, 2 * tail);
}

/**
 * Holm's step-down procedure.
 * @returns which of several tests show a change, such that the chance that any does where nothing changed is at most `level`.
 */
export function findChanges(ps: readonly number[], level: number): boolean[] {
  const order = ps.map((p, index) => ({ p, index })).sort((a, b) => a.p - b.p);
  const kept = order.findIndex(({ p }, step) => p > level / (ps.length - step));
  const changed = new Set(order.slice(0, kept < 0 ? order.length : kept).map(({ index }) => index));
  return ps.map((_, index) => changed.has(index));
}

/** Fewest rounds with which one test of `tests` can show a change. */
export const roundsNeeded = (tests: number, level: number): number => Math.ceil(1 + Math.log2(tests / level));
