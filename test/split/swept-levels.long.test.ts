/** Levels of a sort that look back, in one to four levels, and sorts by keys of two words through them: against the CPU reference. */
import { describe, it } from 'vitest';
import { sortedOrder } from '../../src/reference/split/sort.js';
import { sortPairs } from '../../src/split/sort.js';
import { useTestGpu } from '../open-test-gpu.js';
import { expectSameWords } from './expect-same-words.js';
import { expectSweptSort, votes } from './expect-swept-sort.js';
import { distinctValues, random } from './sample-keys.js';

const gpu = useTestGpu();

describe('createSweptLevels', () => {
  it.for([
    { bits: 32, reversed: false },
    { bits: 32, reversed: true },
    { bits: 20, reversed: false },
    { bits: 3, reversed: false },
  ])('sorts by $bits bits, tiles last to first: $reversed, seed 61', async (asked, { skip }) => {
    skip(!votes(gpu()), 'no subgroups that vote');
    await expectSweptSort(gpu(), asked);
  });

  it.each([63, 64])('carries keys of two words through all levels, by %i bits, seed 63', async (keyBits) => {
    const length = 40_003;
    const keysLow = random(63)(length, 2 ** 32);
    const keysHigh = random(64)(length, 3);
    const values = distinctValues(length);
    const order = sortedOrder(keysLow, keysHigh, keyBits);
    const sorted = await sortPairs(gpu(), { keysLow, keysHigh, values }, { form: 'staged', keyBits });
    const moved = (words: Uint32Array) => order.map((item) => words[item]!);
    expectSameWords(sorted.values, moved(values), 'values');
    expectSameWords(sorted.keysHigh!, moved(keysHigh), 'upper words');
    expectSameWords(sorted.keysLow, moved(keysLow), 'lower words');
  });
});
