/** Laws of all transfer functions that have a name, how they are found, and that they survive being written. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { windowOf } from '../../../src/transfer/apply-window.js';
import { formatTransfer } from '../../../src/transfer/format-transfer.js';
import { createShading } from '../../../src/transfer/light/shading.js';
import { RENDER_MODES } from '../../../src/transfer/mode.js';
import { parseTransfer } from '../../../src/transfer/parse-transfer.js';
import { findTransfer, NAMED_TRANSFERS } from '../../../src/transfer/presets/named-transfers.js';
import {
  createTransferFunction,
  evaluateColor,
  evaluateOpacity,
  type TransferFunction,
} from '../../../src/transfer/transfer-function.js';
import { computeStatistics } from '../../../src/volume/statistics/statistics.js';

const AIR = -1000;
/** What scanners write around the field of view. */
const PADDING = [-2000, -2048, -3024];

/** As a CT: air, soft tissue, some bone. */
const statistics = computeStatistics({
  voxels: Int16Array.from({ length: 10_000 }, (_, index) =>
    index < 5000 ? AIR + (index % 30) : index < 9000 ? (index % 200) - 60 : 300 + (index % 900),
  ),
});

const every = NAMED_TRANSFERS.map((named) => [named.name, named] as const);
const presets = every.filter(([, { kind }]) => kind !== 'color map');
const colorMaps = every.filter(([, { kind }]) => kind === 'color map');

describe.each(every)('%s', (_, named) => {
  const created = (): [string, TransferFunction][] => [
    ['alone', named.create()],
    ['for a volume', named.create({ statistics: () => statistics })],
    ['in a window', named.create({ window: [-7, 9] })],
  ];

  it.each(created())('%s is valid, sorted and visible', (_, transfer) => {
    // Checks every number once more, and sorts what is not.
    expect(createTransferFunction(transfer)).toEqual(transfer);
    expect(transfer.opacities.some(({ opacity }) => opacity > 0)).toBe(true);
    expect(() => createShading(transfer.shading)).not.toThrow();
  });

  it.each(created())('%s is the same once written and read', (_, transfer) => {
    const text = formatTransfer(transfer);
    expect(parseTransfer(text, 'shown.json')).toEqual(transfer);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(100);
  });

  it('lies over the window that is asked for', () => {
    expect(windowOf(named.create({ window: [-7, 9] }))).toEqual([-7, 9]);
    expect(() => named.create({ window: [2, 2] })).toThrow(InputError);
  });

  it('is told in a line', () => {
    expect(named.description).toMatch(/^[^\n]{4,80}$/);
    expect([undefined, ...RENDER_MODES]).toContain(named.mode);
  });

  it('is found by each of its names, however they are written', () => {
    for (const name of [named.name, ...named.aliases]) {
      expect(findTransfer(name)).toBe(named);
      expect(findTransfer(name.toUpperCase())).toBe(named);
      expect(findTransfer(name.replaceAll('-', ' '))).toBe(named);
      expect(findTransfer(` ${name.replaceAll('-', '_')}`)).toBe(named);
    }
  });
});

describe('presets', () => {
  it.each(presets)('%s has its own window, and shows something in it', (_, { create, window }) => {
    const transfer = create();
    expect(windowOf(transfer)).toEqual(window);
    const [low, high] = window!;
    const inside = Array.from({ length: 101 }, (_, step) => low + (step / 100) * (high - low));
    expect(inside.some((value) => evaluateOpacity(transfer, value) > 0)).toBe(true);
  });

  it.each(presets)('%s depends on no volume', (_, { create }) => {
    const fail = () => {
      throw new Error('asked for statistics');
    };
    expect(create({ statistics: fail })).toEqual(create());
  });

  const transparent = presets.filter(
    ([name, { kind }]) => kind === 'HU preset' && name !== 'CT-Air' && name !== 'CT-Chest-Vessels',
  );
  it.each(transparent)('%s hides air, and padding below it', (_, { create }) => {
    for (const value of [AIR, ...PADDING]) expect(evaluateOpacity(create(), value)).toBe(0);
  });

  it('CT-Air shows air and nothing else', () => {
    const transfer = findTransfer('ct-air').create();
    expect(evaluateOpacity(transfer, AIR)).toBeGreaterThan(0.5);
    for (const value of [-200, 0, 1000]) expect(evaluateOpacity(transfer, value)).toBe(0);
  });

  it('MIP presets are grey, from black to white, over their windows', () => {
    const projections = every.filter(([, { mode }]) => mode === 'mip');
    expect(projections.map(([name]) => name)).toEqual(['CT-MIP', 'MR-MIP', 'mip']);
    for (const [, { create }] of projections) {
      const transfer = create({ window: [40, 60] });
      expect([40, 50, 60].map((value) => evaluateColor(transfer, value))).toEqual([
        [0, 0, 0],
        [0.5, 0.5, 0.5],
        [1, 1, 1],
      ]);
    }
  });

  it('CT-Bone is as 3D Slicer has it', () => {
    const transfer = findTransfer('bone').create();
    expect(evaluateOpacity(transfer, 641.385)).toBe(0.715686);
    expect(evaluateOpacity(transfer, (641.385 - 16.4458) / 2)).toBeCloseTo(0.715686 / 2, 12);
    expect(evaluateColor(transfer, 641.385)).toEqual([0.905882, 0.815686, 0.552941]);
    expect(transfer.shading).toEqual({ ambient: 0.1, diffuse: 0.9, specular: 0.2, shininess: 10 });
    expect(transfer.unit).toBe(1);
  });
});

describe('color maps', () => {
  it.each(colorMaps)('%s is fitted to the volume, unless a window is given', (_, { create }) => {
    const [low, high] = windowOf(create({ statistics: () => statistics }));
    expect(low).toBeGreaterThanOrEqual(statistics.min);
    expect(high).toBeLessThanOrEqual(statistics.max);
    expect(high - low).toBeGreaterThan(100);
    expect(create({ statistics: () => statistics, window: [1, 2] })).toEqual(create({ window: [1, 2] }));
  });

  it.each(colorMaps)('%s hides air of its own accord', (_, { create }) => {
    expect(evaluateOpacity(create({ statistics: () => statistics }), AIR)).toBe(0);
  });

  it.each(colorMaps)('%s shows a volume of a single value', (_, { create }) => {
    for (const value of [0, 5, -30_000]) {
      const single = computeStatistics({ voxels: Int16Array.of(value, value) });
      const transfer = create({ statistics: () => single });
      expect(evaluateOpacity(transfer, value)).toBeGreaterThan(0);
      const [low, high] = windowOf(transfer);
      expect([low < value, value < high]).toEqual([true, true]);
    }
  });
});

describe('findTransfer', () => {
  it('knows each name once', () => {
    const names = NAMED_TRANSFERS.flatMap(({ name, aliases }) => [name.toLowerCase(), ...aliases]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(['bone', 'muscle', 'lungs', 'coronary', 'mip', 'viridis'])('knows %s', (name) => {
    expect(findTransfer(name).name).toBeTruthy();
  });

  it.each([
    ['bonw', 'bone'],
    ['Lngs', 'lungs'],
    ['viridi', 'viridis'],
    ['CT-Muscel', 'ct-muscle'],
    ['coronry artery', 'coronary-arteries'],
    ['virdis', 'viridis'],
  ])('suggests for %s %s', (name, suggestion) => {
    expect(() => findTransfer(name)).toThrow(InputError);
    expect(() => findTransfer(name)).toThrow(
      new InputError(
        `there is no transfer function "${name}"; did you mean "${suggestion}"? tilecast transfer list shows all`,
      ),
    );
  });

  it.each(['', 'q', 'xyzzy'])('suggests nothing for %j', (name) => {
    expect(() => findTransfer(name)).toThrow(
      new InputError(`there is no transfer function "${name}"; tilecast transfer list shows all`),
    );
  });
});
