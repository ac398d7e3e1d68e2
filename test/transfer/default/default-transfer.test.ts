/** The default transfer function on made-up scans: what must be hidden, and what must be seen. */
import { describe, expect, it } from 'vitest';
import { defaultTransfer } from '../../../src/transfer/default/default-transfer.js';
import { bakeTransferTable } from '../../../src/transfer/table/transfer-table.js';
import { evaluateOpacity, type TransferFunction } from '../../../src/transfer/transfer-function.js';
import { computeStatistics, percentile } from '../../../src/volume/statistics/statistics.js';
import type { VoxelArray } from '../../../src/volume/volume.js';
import { between, createRandom, type Random } from '../../camera/random.js';

const VOXELS = 200_000;

/** Box–Muller. */
const gaussian = (random: Random, mean: number, deviation: number) =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Values of tissues by their fractions of the voxels, which must add up to 1. */
type Tissues = readonly (readonly [fraction: number, value: (random: Random) => number])[];

function fill<Voxels extends VoxelArray>(voxels: Voxels, tissues: Tissues): Voxels {
  const random = createRandom(61);
  const rounds = !(voxels instanceof Float32Array || voxels instanceof Float64Array);
  for (let index = 0; index < voxels.length; index++) {
    let tissue = 0;
    for (let left = random() - tissues[0]![0]; left > 0 && tissue + 1 < tissues.length; left -= tissues[tissue]![0])
      tissue++;
    const value = tissues[tissue]![1](random);
    voxels[index] = rounds ? Math.round(value) : value;
  }
  return voxels;
}

const transferOf = (voxels: VoxelArray) => defaultTransfer(computeStatistics({ voxels }));

const AIR = -1000;
const SOFT = 45;
const BONE = 900;
const CT: Tissues = [
  [0.48, (random) => gaussian(random, AIR, 15)],
  [0.04, (random) => between(random, AIR, SOFT)],
  [0.07, (random) => gaussian(random, -95, 20)],
  [0.34, (random) => gaussian(random, SOFT, 25)],
  [0.07, (random) => between(random, 200, 1500)],
];
const [, ...CT_WITHOUT_AIR] = CT;
const BRAIN: Tissues = [
  [0.3, (random) => gaussian(random, 600, 50)],
  [0.25, (random) => gaussian(random, 780, 40)],
  [0.05, (random) => between(random, 200, 600)],
];
const NOISE: Tissues = [[0.4, (random) => Math.hypot(gaussian(random, 0, 12), gaussian(random, 0, 12))]];

const scaled = (tissues: Tissues, factor: number): Tissues =>
  tissues.map(([fraction, value]) => [fraction, (random) => factor * value(random)]);

interface Scan {
  readonly voxels: VoxelArray;
  /** The highest value that is background beyond doubt. */
  readonly hidden: number;
  /** A value of what the scan is about. */
  readonly seen: number;
}

const SCANS: Readonly<Record<string, Scan>> = {
  'CT in Hounsfield units': { voxels: fill(new Int16Array(VOXELS), CT), hidden: AIR + 60, seen: SOFT },
  'CT without noise in the air': {
    voxels: fill(new Int16Array(VOXELS), [[0.48, () => AIR], ...CT_WITHOUT_AIR]),
    hidden: AIR + 100,
    seen: SOFT,
  },
  'CT padded outside the field of view': {
    voxels: fill(new Int16Array(VOXELS), [[0.215, () => -3024], ...CT.map(([f, v]) => [f * 0.785, v] as const)]),
    hidden: AIR + 60,
    seen: SOFT,
  },
  'CT with metal': {
    voxels: fill(new Int16Array(VOXELS), [[0.002, () => 30_000], ...CT]),
    hidden: AIR + 60,
    seen: SOFT,
  },
  'CT as float32': { voxels: fill(new Float32Array(VOXELS), CT), hidden: AIR + 60, seen: SOFT },
  'MR in 16 bits': { voxels: fill(new Uint16Array(VOXELS), [...NOISE, ...BRAIN]), hidden: 60, seen: 600 },
  'MR in 8 bits': {
    voxels: fill(new Uint8Array(VOXELS), scaled([...NOISE, ...BRAIN], 0.25)),
    hidden: 15,
    seen: 150,
  },
  'a brain without its skull': {
    voxels: fill(new Int16Array(VOXELS), [[0.4, () => 0], ...BRAIN]),
    hidden: 0,
    seen: 600,
  },
  'a brain cut out sharply': {
    voxels: fill(new Int16Array(VOXELS), [[0.45, () => 0], ...BRAIN.slice(0, 2)]),
    hidden: 0,
    seen: 600,
  },
  'a brain cut out sharply, with bright spots': {
    voxels: fill(new Int16Array(VOXELS), [
      [0.45, () => 0],
      [0.52, (random) => gaussian(random, 600, 50)],
      [0.03, (random) => gaussian(random, 2000, 50)],
    ]),
    hidden: 0,
    seen: 600,
  },
  'CT with nothing between soft tissue and bone': {
    voxels: fill(new Int16Array(VOXELS), [
      [0.5, (random) => gaussian(random, AIR, 15)],
      [0.35, (random) => gaussian(random, SOFT, 25)],
      [0.15, (random) => gaussian(random, BONE, 60)],
    ]),
    hidden: AIR + 60,
    seen: SOFT,
  },
  'thin vessels': {
    voxels: fill(new Int16Array(VOXELS), [
      [0.97, () => 0],
      [0.03, (random) => 500 * random() ** 1.5 + 2],
    ]),
    hidden: 0,
    seen: 60,
  },
  labels: {
    voxels: fill(
      new Uint8Array(VOXELS),
      [0, 1, 2, 3].map((label) => [0.25, () => label]),
    ),
    hidden: 0,
    seen: 1,
  },
  'a mask': {
    voxels: fill(
      new Uint8Array(VOXELS),
      [0, 1].map((label) => [0.5, () => label]),
    ),
    hidden: 0,
    seen: 1,
  },
  'a mask of 0 and 255, nearly empty': {
    voxels: fill(new Uint8Array(VOXELS), [
      [0.999, () => 0],
      [0.001, () => 255],
    ]),
    hidden: 0,
    seen: 255,
  },
  'two voxels': { voxels: Float64Array.of(-2.5, 1e6), hidden: -2.5, seen: 1e6 },
};

describe.each(Object.entries(SCANS))('%s', (_, { voxels, hidden, seen }) => {
  const statistics = computeStatistics({ voxels });
  const transfer = defaultTransfer(statistics);

  it('hides the background and shows the rest', () => {
    expect(evaluateOpacity(transfer, statistics.min)).toBe(0);
    expect(evaluateOpacity(transfer, hidden)).toBe(0);
    // A layer of a hundred voxels of it takes at least half of the light.
    expect(1 - (1 - evaluateOpacity(transfer, seen)) ** 100).toBeGreaterThan(0.5);
    // A layer of ten of the brightest does.
    expect(1 - (1 - evaluateOpacity(transfer, percentile(statistics, 0.9999))) ** 10).toBeGreaterThan(0.5);
  });

  it('rises with the value, within the values of the volume, and fits a table exactly', () => {
    const values = transfer.opacities.map(({ value }) => value);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(statistics.min);
    expect(Math.max(...values)).toBeLessThanOrEqual(statistics.max);
    for (const [index, { opacity }] of transfer.opacities.entries()) {
      if (index > 0) expect(opacity).toBeGreaterThanOrEqual(transfer.opacities[index - 1]!.opacity);
      expect(opacity).toBeLessThan(1);
    }
    // A power of two of cells, each short against the ramp's 16 pieces.
    expect(bakeTransferTable(transfer).cells).toBe(1024);
  });
});

describe('a CT', () => {
  it('has soft tissue as a veil around bone', () => {
    const transfer = transferOf(SCANS['CT in Hounsfield units']!.voxels);
    expect(evaluateOpacity(transfer, BONE)).toBeGreaterThan(5 * evaluateOpacity(transfer, SOFT));
  });

  it('looks the same with an offset, as unsigned integers', () => {
    const offset = 2000;
    const signed = transferOf(fill(new Int16Array(VOXELS), CT));
    const unsigned = transferOf(
      fill(
        new Uint16Array(VOXELS),
        CT.map(([f, v]) => [f, (random) => v(random) + offset]),
      ),
    );
    expectMoved(unsigned, signed, 1, offset, 1e-9);
  });
});

/** That `moved` is `transfer` for values v → factor · v + offset, within `tolerance` in values. */
function expectMoved(
  moved: TransferFunction,
  transfer: TransferFunction,
  factor: number,
  offset: number,
  tolerance: number,
) {
  for (const [index, { value }] of transfer.opacities.entries()) {
    const distance = Math.abs(moved.opacities[index]!.value - (factor * value + offset));
    expect(distance, `point ${index} × ${factor} + ${offset}`).toBeLessThanOrEqual(tolerance);
  }
  expect(moved.colors.map(({ color }) => color)).toEqual(transfer.colors.map(({ color }) => color));
}

describe('floating-point values', () => {
  const SIGNAL: Tissues = [...scaled(NOISE, 0.1), ...scaled(BRAIN, 0.1)];
  const voxels = fill(new Float64Array(VOXELS), SIGNAL);

  it.each([
    [1e-6, 0],
    [7, -3],
    [1 / 3, 1e4],
    [1e20, 1e21],
  ])('times %d plus %d move the points alike', (factor, offset) => {
    const moved = voxels.map((value) => factor * value + offset);
    const { min, max } = computeStatistics({ voxels: moved });
    // Rounding takes voxels to the next bin; the coarse histogram has 256.
    expectMoved(transferOf(moved), transferOf(voxels), factor, offset, (max - min) / 256);
  });

  it('show both ends of a symmetric signal apart', () => {
    const random = createRandom(62);
    const transfer = transferOf(Float32Array.from({ length: VOXELS }, () => 0.5 + 0.5 * Math.sin(10 * random())));
    expect(evaluateOpacity(transfer, 0.1)).toBe(0);
    expect(evaluateOpacity(transfer, 0.9)).toBeGreaterThan(0.02);
  });
});

describe('the size of the volume', () => {
  it('thins the fog, so that twice as long rays reach the same depth', () => {
    const [small, large] = [fill(new Int16Array(30_000), [...NOISE, ...BRAIN]), new Int16Array(8 * 30_000)];
    for (let copy = 0; copy < 8; copy++) large.set(small, copy * small.length);
    const [thick, thin] = [transferOf(small), transferOf(large)];
    for (const [index, { opacity }] of thick.opacities.entries()) {
      expect(Math.log1p(-opacity)).toBeCloseTo(2 * Math.log1p(-thin.opacities[index]!.opacity), 10);
    }
  });
});

describe('a constant', () => {
  it.each([
    [new Uint8Array(64).fill(0)],
    [new Int16Array(64).fill(-1000)],
    [new Float32Array(64).fill(0.5)],
    [Float64Array.of(1e30)],
  ])('is fog', (voxels) => {
    const transfer = transferOf(voxels);
    expect(transfer.opacities).toHaveLength(1);
    expect(evaluateOpacity(transfer, voxels[0]!)).toBeGreaterThan(0);
    expect(bakeTransferTable(transfer).rgba.every(Number.isFinite)).toBe(true);
  });
});
