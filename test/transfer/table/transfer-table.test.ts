/** Baked tables against the function they are made of, looked up as a linearly filtered texture is. */
import { describe, expect, it } from 'vitest';
import { bakeTransferTable, type TransferTable } from '../../../src/transfer/table/transfer-table.js';
import {
  createTransferFunction,
  evaluateColor,
  evaluateOpacity,
  type TransferFunction,
} from '../../../src/transfer/transfer-function.js';
import { between, createRandom, type Random } from '../../camera/random.js';

/** As the kernel looks it up: between the two entries of the value's cell, clamped at the ends. */
function lookUp({ domain: [low, high], rgba, cells }: TransferTable, value: number): number[] {
  const place = ((value - low) / (high - low)) * cells;
  const cell = Math.min(Math.max(Math.floor(place + 1e-9), 0), cells - 1);
  const weight = Math.min(Math.max(place - cell, 0), 1);
  return [0, 1, 2, 3].map(
    (channel) => rgba[8 * cell + channel]! * (1 - weight) + rgba[8 * cell + 4 + channel]! * weight,
  );
}

const evaluate = (transfer: TransferFunction, value: number) => [
  ...evaluateColor(transfer, value),
  evaluateOpacity(transfer, value),
];

function largestDifference(transfer: TransferFunction, table: TransferTable, values: readonly number[]): number {
  const differences = values.flatMap((value) => {
    const expected = evaluate(transfer, value);
    return lookUp(table, value).map((found, channel) => Math.abs(found - expected[channel]!));
  });
  return Math.max(...differences);
}

/** Points at the given values, with colours and opacities at random. */
function throughValues(random: Random, colorValues: readonly number[], opacityValues: readonly number[]) {
  return createTransferFunction({
    colors: colorValues.map((value) => ({ value, color: [random(), random(), random()] })),
    opacities: opacityValues.map((value) => ({ value, opacity: random() })),
  });
}

function valuesAround(random: Random, { domain: [low, high] }: TransferTable): number[] {
  const margin = 0.1 * (high - low);
  return Array.from({ length: 4000 }, () => between(random, low - margin, high + margin));
}

/** Entries are float32, and looking up costs another rounding. */
const ROUNDING = 2 ** -23;

const EXACT: readonly [string, number[], number[]][] = [
  ['Hounsfield units', [-1000, -300, 40, 1200], [-150, 130, 131, 2000]],
  ['neighbouring integers', [0, 1, 2], [0, 3]],
  ['the full range of 12 bits', [0, 4094], [17, 2049]],
  ['decimals', [0.1, 0.25, 0.7], [0.1, 0.3, 1.4]],
  ['thirds', [0, 1 / 3, 1], [0, 2 / 3, 1]],
  ['sevenths far from 0', [1000 + 1 / 7, 1001], [1000, 1000 + 5 / 7]],
  ['microscopic values', [1e-7, 2e-7, 5e-7], [1e-7, 4e-7]],
  ['huge values', [-3e38, 3e38], [0, 1e38]],
];

describe('points with a common grid', () => {
  it.each(EXACT)('%s: the table is exact', (_, colorValues, opacityValues) => {
    const random = createRandom(51);
    const transfer = throughValues(random, colorValues, opacityValues);
    const table = bakeTransferTable(transfer);
    const knots = [...colorValues, ...opacityValues];
    expect(largestDifference(transfer, table, [...valuesAround(random, table), ...knots])).toBeLessThan(4 * ROUNDING);
    expect(table.cells).toBeLessThanOrEqual(4096);
    expect(table.cells).toBeGreaterThanOrEqual(1024);
    expect(table.rgba).toHaveLength(8 * table.cells);
    expect(table.domain).toEqual([Math.min(...knots), Math.max(...knots)]);
  });

  it('is exact for integers within 4094 of each other, whichever they are', () => {
    const seed = 52;
    const random = createRandom(seed);
    const integer = () => Math.floor(between(random, -2000, 2094));
    for (let round = 0; round < 40; round++) {
      // Values that differ, since equal ones are a step.
      const values = [...new Set(Array.from({ length: 8 }, integer))];
      const transfer = throughValues(random, values.slice(0, 4), values.slice(4));
      const table = bakeTransferTable(transfer);
      const difference = largestDifference(transfer, table, [...valuesAround(random, table).slice(0, 400), ...values]);
      expect(difference, `seed ${seed}, round ${round}, ${values}`).toBeLessThan(4 * ROUNDING);
    }
  });
});

describe('points without a common grid', () => {
  it('are off by no more than half a cell', () => {
    const seed = 53;
    const random = createRandom(seed);
    for (let round = 0; round < 20; round++) {
      const inner = Array.from({ length: 6 }, () => between(random, 1, 99));
      const transfer = throughValues(random, [0, ...inner.slice(0, 3), 100], [0, ...inner.slice(3), 100]);
      const table = bakeTransferTable(transfer);
      expect(table.cells, `seed ${seed}`).toBeLessThanOrEqual(4096);
      const cell = (table.domain[1] - table.domain[0]) / table.cells;
      const knots = [0, ...inner, 100]
        .sort((a, b) => a - b)
        .map((value) => ({ value, color: evaluate(transfer, value) }));
      const slopes = knots.slice(1).flatMap(({ value, color }, index) => {
        const before = knots[index]!;
        return color.map((channel, at) => Math.abs(channel - before.color[at]!) / (value - before.value));
      });
      // As far as the steepest line rises within half a cell.
      const limit = (Math.max(...slopes) * cell) / 2 + 4 * ROUNDING;
      const values = [...valuesAround(random, table).slice(0, 500), ...inner];
      expect(largestDifference(transfer, table, values), `seed ${seed}, round ${round}`).toBeLessThan(limit);
    }
  });
});

describe('steps', () => {
  const step = createTransferFunction({
    colors: [
      { value: -50, color: '#f00' },
      { value: 7, color: '#f00' },
      { value: 7, color: '#0f0' },
    ],
    opacities: [
      { value: -50, opacity: 0.2 },
      { value: 12, opacity: 0.2 },
      { value: 12, opacity: 0.9 },
      { value: 50, opacity: 0.9 },
    ],
  });

  it('stay steps', () => {
    const table = bakeTransferTable(step);
    const values = [7, 12].flatMap((value) => [value - 1e-6, value, value + 1e-6]);
    // The slope beside a step is 0, so that only the step itself could be off.
    expect(largestDifference(step, table, values)).toBeLessThan(4 * ROUNDING);
  });

  it('stay where they are though rounding puts boundaries beside them', () => {
    const random = createRandom(54);
    for (let round = 0; round < 50; round++) {
      const [low, high] = [Math.round(between(random, -100, 0)) / 10, Math.round(between(random, 1, 100)) / 10];
      const at = low + Math.round((high - low) * 10 * random()) / 10;
      const transfer = createTransferFunction({
        colors: [{ value: low, color: '#fff' }],
        opacities: [0.25, 0.25, 0.75, 0.75].map((opacity, index) => ({ value: [low, at, at, high][index]!, opacity })),
      });
      const table = bakeTransferTable(transfer);
      const values = [at - 1e-5, at, at + 1e-5];
      expect(largestDifference(transfer, table, values), `step at ${at} in ${low}…${high}`).toBeLessThan(4 * ROUNDING);
    }
  });

  it('at the first point leave what is below it', () => {
    const transfer = createTransferFunction({
      colors: [{ value: 100, color: '#fff' }],
      opacities: [0, 0.5, 0.8].map((opacity, index) => ({ value: [100, 100, 200][index]!, opacity })),
    });
    const table = bakeTransferTable(transfer);
    expect(table.cells).toBeLessThanOrEqual(4096);
    expect(table.domain[0]).toBeGreaterThan(99.9);
    expect(largestDifference(transfer, table, [0, 99.9, 100, 123.4, 200, 300])).toBeLessThan(4 * ROUNDING);
  });

  it('may be all there is', () => {
    const transfer = createTransferFunction({
      colors: [{ value: 300, color: '#fff' }],
      opacities: [0, 1].map((opacity) => ({ value: 300, opacity })),
    });
    const table = bakeTransferTable(transfer);
    expect(largestDifference(transfer, table, [-1000, 299, 300, 301, 3000])).toBeLessThan(ROUNDING);
    expect(table.visible).toEqual([300, Number.POSITIVE_INFINITY]);
  });
});

describe('a single point', () => {
  it.each([0, -1000, 3e38, 1e-30])('at %d makes a constant', (value) => {
    const transfer = createTransferFunction({
      colors: [{ value, color: [0.25, 0.5, 0.75] }],
      opacities: [{ value, opacity: 0.5 }],
    });
    const table = bakeTransferTable(transfer);
    expect(table.domain[1]).toBeGreaterThan(table.domain[0]);
    expect(Math.fround(table.domain[1])).toBeGreaterThan(Math.fround(table.domain[0]));
    expect(largestDifference(transfer, table, [-1e38, value, table.domain[1], 1e38])).toBe(0);
    expect(table.visible).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});

describe('the visible interval', () => {
  it('is the smallest outside which opacity is 0', () => {
    const seed = 55;
    const random = createRandom(seed);
    for (let round = 0; round < 500; round++) {
      const count = 1 + Math.floor(6 * random());
      // Few values and many zeros, for steps and flat stretches.
      const opacities = Array.from({ length: count }, () => ({
        value: Math.floor(8 * random()),
        opacity: random() < 0.6 ? 0 : random(),
      }));
      const transfer = createTransferFunction({ colors: [{ value: 0, color: '#fff' }], opacities });
      const [low, high] = bakeTransferTable(transfer).visible;
      const grid = Array.from({ length: 241 }, (_, index) => -1 + index / 24);
      const seen = grid.filter((value) => evaluateOpacity(transfer, value) > 0);
      const message = `seed ${seed}, round ${round}: ${JSON.stringify(transfer.opacities)}`;
      if (seen.length === 0) {
        // A single value, which is no interval to skip by.
        expect(high - low, message).toBe(0);
        continue;
      }
      // The grid is finer than any stretch between points, and ends beyond them.
      expect(seen[0]!, message).toBeGreaterThanOrEqual(low);
      expect(seen[0]! - Math.max(low, -1), message).toBeLessThanOrEqual(1 / 24 + 1e-9);
      expect(seen.at(-1)!, message).toBeLessThanOrEqual(high);
      expect(Math.min(high, 9) - seen.at(-1)!, message).toBeLessThanOrEqual(1 / 24 + 1e-9);
    }
  });
});

describe('options', () => {
  const transfer = throughValues(createRandom(56), [0, 100], [0, 37, 100]);

  it('limit the cells', () => {
    expect(bakeTransferTable(transfer, { maxCells: 256 }).cells).toBe(200);
    expect(bakeTransferTable(transfer, { maxCells: 64 }).cells).toBeLessThanOrEqual(64);
  });

  it('ask for shorter cells', () => {
    expect(bakeTransferTable(transfer, { minCells: 3000 }).cells).toBe(3000);
    expect(bakeTransferTable(transfer, { minCells: 1 }).cells).toBe(100);
  });
});
