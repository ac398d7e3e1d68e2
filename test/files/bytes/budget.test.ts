/** Budgets: what an input may cost, and what is said where it would cost more. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import {
  BUDGET_DEFAULTS,
  Budget,
  checkSmallInput,
  FILE_LIMITS,
  meterSource,
  SMALL_INPUT,
} from '../../../src/files/bytes/budget.js';
import { inflateData } from '../../../src/files/bytes/data-bytes.js';

const OPTIONS = { freeBytes: 100, freeSteps: 10, bytesPerByte: 2, stepsPerByte: 3 };

describe('a budget', () => {
  it('follows from the size of the input', () => {
    expect(new Budget(7, OPTIONS)).toMatchObject({ bytesLeft: 114, stepsLeft: 31 });
    const budget = new Budget(7, OPTIONS);
    budget.addInput(3);
    expect(budget).toMatchObject({ bytesLeft: 120, stepsLeft: 40 });
  });

  it('is spent, and says when it is exceeded', () => {
    const budget = new Budget(0, OPTIONS);
    budget.spendBytes(60, 'the first');
    expect(() => budget.spendBytes(60, '15 voxels')).toThrow(
      new InputError('asks for too much memory: 15 voxels would take 60 bytes, and 40 are the most for an input of 0'),
    );
    budget.spendBytes(40, 'what is left');
    expect(budget.bytesLeft).toBe(0);
    budget.spendSteps(10, 'a loop');
    expect(() => budget.spendSteps(1, 'cutting polygons')).toThrow(/cutting polygons would take too long/);
  });

  it('is exceeded by what is no number', () => {
    expect(() => new Budget(0).spendBytes(Number.NaN, 'nothing')).toThrow(InputError);
    expect(() => new Budget(0).spendBytes(Infinity, 'all')).toThrow(InputError);
    expect(() => new Budget(0).spendSteps(Number.NaN, 'nothing')).toThrow(InputError);
  });
});

describe('an input of less than 1 MiB', () => {
  const { belowBytes, bytesMax } = SMALL_INPUT;
  const REFUSAL =
    /536870912 are the most for an input of \d+, as for all below 1 MiB; decompress it first if that is right/;

  it('takes 512 MiB at most, and a larger one as many as its size warrants', () => {
    expect(() => new Budget(belowBytes - 1).spendBytes(bytesMax + 1, 'pixels')).toThrow(REFUSAL);
    new Budget(belowBytes - 1).spendBytes(bytesMax, 'pixels');
    new Budget(belowBytes).spendBytes(bytesMax + 1, 'pixels');
    expect(() => checkSmallInput(belowBytes - 1, bytesMax + 1, 'pixels')).toThrow(REFUSAL);
    checkSmallInput(belowBytes, bytesMax + 1, 'pixels');
  });

  it('is not inflated where its data and their pieces take more; masks of usual sizes are', async () => {
    const inflate = async () => new Uint8Array();
    const refusal = async () => inflateData(new Uint8Array(belowBytes - 1), bytesMax / 2 + 1, inflate);
    await expect(refusal()).rejects.toThrow(REFUSAL);
    await inflateData(new Uint8Array(590_000), 512 * 512 * 1000, inflate);
    await inflateData(new Uint8Array(belowBytes), 1000 * belowBytes, inflate);
  });
});

describe('a metered source', () => {
  const SIZE = 1 << 26;
  const source = (bytes = new Uint8Array(1)) => ({
    name: 'a.nhdr',
    bytes,
    readSibling: async (_: string, sizeBytesMax = Infinity) => new Uint8Array(Math.min(SIZE, sizeBytesMax)),
    gunzip: async (_: Uint8Array, sizeBytesMax: number) => new Uint8Array(Math.min(SIZE, sizeBytesMax + 1)),
  });

  it('reads each file once as the user gave it, and then from the budget', async () => {
    const file = new Uint8Array(1 << 24);
    const { readSibling } = meterSource({ ...source(), readSibling: async () => file });
    const { freeBytes, bytesPerByte } = BUDGET_DEFAULTS;
    await readSibling('a');
    const names = ['a', './a', 'b/../a', './/a'];
    const readAll = async () => {
      for (let left = freeBytes + bytesPerByte * (file.length + 1), count = 0; left >= 0; left -= file.length) {
        await readSibling(names[count++ % 4]!);
      }
    };
    await expect(readAll()).rejects.toThrow(/asks for too much memory: a file that it names again and again/);
  });

  it('reads no more files than anybody has', async () => {
    const { readSibling } = meterSource({ ...source(), readSibling: async () => new Uint8Array() });
    for (let index = 0; index < FILE_LIMITS.dataFiles; index++) await readSibling(String(index));
    await expect(readSibling('one more')).rejects.toThrow(/names more files than the 65536/);
  });

  it('inflates as much as its size warrants, however often', async () => {
    const { gunzip } = meterSource(source());
    const inflateAll = async () => {
      for (let count = 0; count < 10; count++) await gunzip(new Uint8Array(1), SIZE);
    };
    await expect(inflateAll()).rejects.toThrow(/asks for too much memory: what it inflates/);
  });
});
