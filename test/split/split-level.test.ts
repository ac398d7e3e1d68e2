/** A level of a split with plans that no adapter here chooses. */
import { describe, it } from 'vitest';
import { allocateStorage, createConstants, readWords } from '../../src/gpu/allocate-storage.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { split as splitOnCpu } from '../../src/reference/split/split.js';
import { MultiLevelSplit } from '../../src/split/multi-level-split.js';
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
  const stage = (width: number, ranks: Partial<RankPlan>, digitRange: number = digits): Partial<LevelPlan> => ({
    form: 'staged',
    width,
    digitRange,
    scratch: false,
    ranks: { ballots: false, narrow: false, words: 1, rows: 5, ...ranks },
  });

  // Tiles have 160 items, segments 250 or 62 on average.
  it.each([
    [8, 32],
    [32, 1024],
  ])('splits inside %i segments, larger and smaller than a tile, into %i bins, seed 32', async (_, binCount) => {
    const planLevel = (range: number): LevelPlan =>
      withoutVotes({
        ...stage(32, { ballots: true, words: Math.max(8 * range, 160) }, range),
        pieces: 13,
        minPieceItems: 160,
        countWidth: 32,
      } as LevelPlan);
    const options = { capacity, binCount, levels: 2, indexValues: false, planLevel };
    const method = await MultiLevelSplit.create(gpu(), options);
    // Some segments are empty, and one is long.
    const keys = random(32)(capacity, binCount).map((key) => (key % 3 === 0 ? binCount >> 1 : key & ~4));
    const values = distinctValues(capacity);
    const words = { keys: capacity, values: capacity };
    const input = await allocateStorage(gpu(), 'test', words);
    const output = await allocateStorage(gpu(), 'test', { ...words, binStarts: binCount + 1 });
    gpu().device.queue.writeBuffer(input.keys, 0, keys);
    gpu().device.queue.writeBuffer(input.values, 0, values);
    const count = createConstants(gpu(), 'test.count', [capacity]);
    submitPass(gpu(), 'test', (pass) => method.encode(pass, { ...input, count }, output));
    const expected = splitOnCpu(keys, values, binCount);
    const [splitKeys, splitValues, binStarts] = await readWords(gpu(), [
      { buffer: output.keys, length: capacity },
      { buffer: output.values, length: capacity },
      { buffer: output.binStarts, length: binCount + 1 },
    ]);
    method.destroy();
    expectSameWords(splitKeys!, expected.keys);
    expectSameWords(splitValues!, expected.values);
    expectSameWords(binStarts!, expected.binStarts);
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
