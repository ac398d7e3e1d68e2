/** A level of a split with plans that no adapter here chooses. */
import { describe, it } from 'vitest';
import { allocateStorage, createConstants, readWords } from '../../src/gpu/buffers.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { split as splitOnCpu } from '../../src/reference/split/split.js';
import type { LevelPlan, RankPlan } from '../../src/split/plan-level.js';
import { SplitLevel } from '../../src/split/split-level.js';
import { useTestGpu } from '../open-test-gpu.js';
import { expectSameWords } from './expect-same-words.js';
import { distinctValues, random } from './sample-keys.js';

const gpu = useTestGpu();

/** On an adapter without subgroups, the plan that it would get. */
const withoutVotes = (plan: LevelPlan): LevelPlan =>
  plan.ranks && !gpu().has('subgroups') ? { ...plan, ranks: { ...plan.ranks, ballots: false } } : plan;

describe('SplitLevel', () => {
  const [capacity, digits] = [2003, 23];

  /** With memory for subgroups of 4 invocations or more. */
  const stage = (width: number, ranks: Partial<RankPlan>): Partial<LevelPlan> => ({
    form: 'staged',
    width,
    digitRange: digits,
    scratch: false,
    ranks: { ballots: false, narrow: false, words: 1, rows: 5, ...ranks },
  });

  it.each([
    ['rows of 32', { form: 'rows', width: 32, digitRange: digits, scratch: false }],
    ['rows of 64', { form: 'rows', width: 64, digitRange: digits, scratch: false }],
    ['loads that 32 invocations rank by votes', stage(32, { ballots: true, narrow: true, words: 8 * digits })],
    ['loads that 32 invocations rank by votes of any width', stage(32, { ballots: true, words: 8 * digits })],
    ['loads that 32 invocations rank together', stage(32, { words: digits })],
    ['loads that 64 invocations rank together', stage(64, { words: 2 * digits, rows: 3 })],
    ['runs in workgroup memory', { form: 'runs', width: 4, digitRange: digits, scratch: false }],
    ['runs in workgroup memory, 10 digits at a time', { form: 'runs', width: 8, digitRange: 10, scratch: false }],
    ['runs in scratch memory, 7 digits at a time', { form: 'runs', width: 4, digitRange: 7, scratch: true }],
  ] as const)('splits by a digit in the middle of the key, in %s, seed 31', async (_, plan: Partial<LevelPlan>) => {
    const level = await SplitLevel.create(gpu(), {
      capacity,
      lastKey: 2 ** 32 - 1,
      indexValues: false,
      shift: 9,
      radix: 32,
      digits,
      segments: 1,
      bins: digits,
      plan: withoutVotes({ pieces: 5, minPieceItems: 100, countWidth: plan.width, ...plan } as LevelPlan),
    });
    const digitsOfKeys = random(31)(capacity, digits);
    const keys = distinctValues(capacity).map((word, index) => (word & ~(31 << 9)) | (digitsOfKeys[index]! << 9));
    const words = { keys: capacity, values: capacity };
    const input = await allocateStorage(gpu(), 'test', words);
    const output = await allocateStorage(gpu(), 'test', { ...words, destinations: level.cells, binStarts: digits + 1 });
    gpu().device.queue.writeBuffer(input.keys, 0, keys);
    gpu().device.queue.writeBuffer(input.values, 0, digitsOfKeys);
    const count = createConstants(gpu(), 'test.count', [capacity]);
    submitPass(gpu(), 'test', (pass) => level.encode(pass, input, output, { ...output, count }));
    const expected = splitOnCpu(digitsOfKeys, keys, digits);
    const [splitKeys, splitValues, binStarts] = await readWords(gpu(), [
      { buffer: output.keys, length: capacity },
      { buffer: output.values, length: capacity },
      { buffer: output.binStarts, length: digits + 1 },
    ]);
    expectSameWords(splitKeys!, expected.values);
    expectSameWords(splitValues!, expected.keys);
    expectSameWords(binStarts!, expected.binStarts);
  });
});
