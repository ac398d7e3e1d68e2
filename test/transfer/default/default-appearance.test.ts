/** The look that nobody asked for: what must be seen of each kind of values, and what must be hidden. */
import { hcl, rgb } from 'd3-color';
import { schemeTableau10 } from 'd3-scale-chromatic';
import { describe, expect, it } from 'vitest';
import { shownPoints } from '../../../src/cast/volume/shown-points.js';
import { applyWindow } from '../../../src/transfer/apply-window.js';
import { defaultAppearance, windowAppearance } from '../../../src/transfer/default/default-appearance.js';
import { labelColors } from '../../../src/transfer/default/label-colors.js';
import { findTransfer } from '../../../src/transfer/presets/named-transfers.js';
import { evaluateColor, evaluateOpacity } from '../../../src/transfer/transfer-function.js';
import { computeStatistics } from '../../../src/volume/statistics/statistics.js';
import { isStatisticMap } from '../../../src/volume/values/value-kind.js';
import { createVolume, type VoxelArray } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SIDE = 24;
const SEED = 6;
const random = createRandom(SEED);
const noise = (size: number) => size * (random() + random() + random() - 1.5);

/** By the distance from the middle, 0 to √3. */
function createBall<V extends VoxelArray>(voxels: V, valueAt: (distance: number, x: number) => number) {
  const at = (index: number) => (2 * index + 1) / SIDE - 1;
  for (let index = 0; index < voxels.length; index++) {
    const [x, y, z] = [at(index % SIDE), at(Math.floor(index / SIDE) % SIDE), at(Math.floor(index / SIDE ** 2))];
    voxels[index] = valueAt(Math.hypot(x, y, z), x);
  }
  return createVolume({ sizes: [SIDE, SIDE, SIDE], voxels });
}

const COUNT = SIDE ** 3;
/** Opacity of a layer of `voxels` voxels. */
const layer = (opacity: number, voxels: number) => 1 - (1 - opacity) ** voxels;

describe('the default appearance', () => {
  it('shows bone and hides soft tissue, its noise and air', () => {
    const ct = createBall(new Int16Array(COUNT), (r) => (r < 0.4 ? 700 : r < 0.8 ? 40 : -1000) + noise(20));
    const { kind, transfer } = defaultAppearance(ct);
    expect(kind).toBe('hounsfield');
    for (const hidden of [-3024, -1000, -100, 40, 90]) expect(evaluateOpacity(transfer, hidden)).toBe(0);
    expect(layer(evaluateOpacity(transfer, 700), 4)).toBeGreaterThan(0.9);
    expect(transfer.shading).toBeDefined();
  });

  it('fits the view of a CT to its bone, not to the strongest noise of the muscle around it', () => {
    const own = createRandom(SEED);
    const gauss = (deviation: number) => {
      const length = Math.sqrt(-2 * Math.log(1 - own()));
      return deviation * length * Math.cos(2 * Math.PI * own());
    };
    const ct = createBall(new Int16Array(COUNT), (r) => (r < 0.3 ? 700 : r < 1.2 ? 60 : -1000) + gauss(22));
    const noisy = ct.voxels.filter((value) => value > 115 && value < 200).length;
    expect(noisy, `seed ${SEED}`).toBeGreaterThan(50);
    const points = shownPoints({ volume: ct, transfer: defaultAppearance(ct).transfer });
    const bone = 0.3 * (SIDE / 2) + 1;
    for (const axis of [0, 1, 2] as const) {
      const along = points.map((point) => point[axis] - (SIDE - 1) / 2);
      expect(Math.min(...along), `seed ${SEED}`).toBeGreaterThan(-bone);
      expect(Math.max(...along), `seed ${SEED}`).toBeLessThan(bone);
    }
  });

  it('shows a plane of one value in an even grey', () => {
    const plane = createVolume({ sizes: [8, 6, 1], voxels: new Float32Array(48).fill(0.5) });
    const { kind, transfer } = defaultAppearance(plane);
    expect(kind).toBe('constant');
    expect([evaluateColor(transfer, 0.5), evaluateOpacity(transfer, 0.5)]).toEqual([[0.5, 0.5, 0.5], 1]);
    expect(transfer.shading).toBeUndefined();
  });

  it('shows the bone of a belly, though it is less than a hundredth of it', () => {
    const ct = createBall(new Int16Array(COUNT), (r) => (r < 0.157 ? 700 : r < 0.8 ? 40 : -1000) + noise(20));
    const share = ct.voxels.filter((value) => value > 250).length / ct.voxels.filter((value) => value > -200).length;
    expect(share, `seed ${SEED}`).toBeGreaterThan(0.007);
    expect(share, `seed ${SEED}`).toBeLessThan(0.0099);
    const { transfer } = defaultAppearance(ct);
    for (const hidden of [-1000, -100, 40, 90]) expect(evaluateOpacity(transfer, hidden)).toBe(0);
    expect(layer(evaluateOpacity(transfer, 700), 4)).toBeGreaterThan(0.9);
  });

  it('shows soft tissue where there is no bone', () => {
    const ct = createBall(new Int16Array(COUNT), (r) => (r < 0.8 ? 40 : -1000) + noise(20));
    const { transfer } = defaultAppearance(ct);
    expect(evaluateOpacity(transfer, -900)).toBe(0);
    expect(layer(evaluateOpacity(transfer, 40), 6)).toBeGreaterThan(0.9);
  });

  it('shows a brain with some bright fluid in it as a body, not as a veil around the fluid', () => {
    const tissue = (r: number) => (r < 0.24 ? 2100 : r < 0.8 ? 800 : 20);
    const epi = createBall(new Int16Array(COUNT), (r) => Math.max(0, tissue(r) + noise(120)));
    const { kind, transfer } = defaultAppearance(epi);
    expect(kind).toBe('magnitude');
    expect(evaluateOpacity(transfer, 40)).toBe(0);
    expect(layer(evaluateOpacity(transfer, 800), 3), `seed ${SEED}`).toBeGreaterThan(0.9);
    expect(transfer.shading).toBeDefined();
  });

  it('shows what is bright and dark everywhere as an opaque block in grey, without light', () => {
    const wave = (r: number, x: number) => 140 + 60 * Math.sin(21 * x) * Math.cos(19 * r) + noise(60);
    const { kind, transfer } = defaultAppearance(createBall(new Uint8Array(COUNT), wave));
    expect(kind, `seed ${SEED}`).toBe('texture');
    for (const value of [0, 90, 140, 255]) expect(evaluateOpacity(transfer, value)).toBe(1);
    expect(evaluateColor(transfer, 140).every((channel) => channel > 0.2 && channel < 0.8)).toBe(true);
    expect(transfer.shading).toBeUndefined();
  });

  it('shows a dose of radiation as a glow from blue to red, where the file says that it is one', () => {
    const field = createBall(new Float32Array(COUNT), (r) => 60 / (1 + Math.exp(20 * (r - 0.7))));
    expect(defaultAppearance(field).kind).toBe('magnitude');
    const { kind, transfer } = defaultAppearance({ ...field, meaning: 'dose' });
    expect(kind).toBe('dose');
    expect(transfer.shading).toBeUndefined();
    for (const hidden of [0, 3, 5.9]) expect(evaluateOpacity(transfer, hidden)).toBe(0);
    const across = layer(evaluateOpacity(transfer, 60), SIDE / 2);
    expect(across).toBeGreaterThan(0.3);
    const [red, , blue] = evaluateColor(transfer, 60);
    expect(red).toBeGreaterThan(2 * blue);
    expect(evaluateColor(transfer, 6)[2]).toBeGreaterThan(2 * evaluateColor(transfer, 6)[0]);
    expect(defaultAppearance({ ...field, meaning: 'values' }).kind).toBe('magnitude');
  });

  it('shows the surface of a density map above its mean, where the file says that it is one, and both signs of a difference', () => {
    const field = createBall(new Float32Array(COUNT), (r, x) => (r < 0.5 ? 6 : 0) + 2 * Math.sin(14 * x) + noise(1));
    expect(defaultAppearance(field).kind, `seed ${SEED}`).not.toBe('density');
    const density = { ...field, meaning: 'density' } as const;
    const { kind, transfer, sliceAxis } = defaultAppearance(density);
    expect(kind).toBe('density');
    expect(sliceAxis).toBeUndefined();
    expect(transfer.shading).toBeDefined();
    expect(isStatisticMap(density, computeStatistics(density))).toBe(false);
    for (const hidden of [-8, -3, 0, 2]) expect(evaluateOpacity(transfer, hidden)).toBe(0);
    expect(layer(evaluateOpacity(transfer, 7), 3)).toBeGreaterThan(0.9);
    const difference = { ...density, voxels: density.voxels.map((value, at) => (at % 2 ? value : -value)) };
    expect(defaultAppearance(difference).kind).not.toBe('density');
    const above = { ...density, voxels: density.voxels.map(Math.abs) };
    expect(defaultAppearance(above).kind).not.toBe('density');
  });

  it('shows the peaks of a difference of densities of a crystal, each sign in its colour, where others would be a slice of noise', () => {
    const draw = createRandom(SEED);
    const normal = () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
    const voxels = createBall(new Float32Array(COUNT), () => Math.min(Math.max(normal(), -2.9), 2.9)).voxels;
    const [high, low] = [SIDE * (SIDE + 1) * 6, SIDE * (SIDE + 1) * 17];
    [voxels[high], voxels[low]] = [7, -6.5];
    const sizes = [SIDE, SIDE, SIDE] as const;
    expect(defaultAppearance(createVolume({ sizes, voxels, meaning: 'density' })).kind, `seed ${SEED}`).toBe('noise');
    const { kind, transfer, sliceAxis } = defaultAppearance(
      createVolume({ sizes, voxels, meaning: 'crystal density' }),
    );
    expect([kind, sliceAxis]).toEqual(['signed', undefined]);
    for (const hidden of [-2.9, 0, 2.9]) expect(evaluateOpacity(transfer, hidden)).toBe(0);
    for (const peak of [-6.5, 7]) expect(evaluateOpacity(transfer, peak)).toBeGreaterThan(0.5);
    const [above, below] = [evaluateColor(transfer, 7), evaluateColor(transfer, -6.5)];
    expect(above[0]).toBeGreaterThan(above[2]);
    expect(below[2]).toBeGreaterThan(below[0]);
  });

  it('takes the strongest dose for that of more than a few hot voxels', () => {
    const field = createBall(new Float32Array(COUNT), (r) => 60 / (1 + Math.exp(20 * (r - 0.7))));
    const voxels = field.voxels.slice();
    voxels[COUNT >> 1] = 600;
    const [plain, hot] = [field.voxels, voxels].map(
      (of) => defaultAppearance({ ...field, voxels: of, meaning: 'dose' }).transfer,
    );
    for (const value of [10, 20, 35, 50]) {
      const [expected, color] = [evaluateColor(plain!, value), evaluateColor(hot!, value)];
      for (const channel of [0, 1, 2] as const) expect(color[channel], `${value}`).toBeCloseTo(expected[channel], 1);
      const [across, seen] = [plain!, hot!].map((of) => layer(evaluateOpacity(of, value), SIDE / 2));
      expect(Math.abs(seen! - across!), `${value}`).toBeLessThan(0.05);
    }
  });

  it('lights dark colours more than bright ones', () => {
    const body = createBall(new Uint8Array(COUNT), (r) => (r < 0.7 ? 180 : 20) + noise(8));
    const inColor = (level: number) =>
      createVolume({ ...body, colors: new Uint8Array(4 * COUNT).map((_, at) => (at % 4 === 0 ? level : level / 3)) });
    const lightOf = (level: number) => defaultAppearance(inColor(level)).transfer.shading!;
    const usual = defaultAppearance(body).transfer.shading!;
    expect(lightOf(250)).toEqual(usual);
    expect(lightOf(105).diffuse! / usual.diffuse!).toBeCloseTo(2);
    expect(lightOf(105).ambient! / usual.ambient!).toBeCloseTo(2);
    expect(lightOf(10).diffuse! / usual.diffuse!).toBeCloseTo(3);
    expect(lightOf(0)).toEqual(usual);
  });

  it('shows tissue above a dark background, and below a bright one, alike', () => {
    const dark = defaultAppearance(createBall(new Uint8Array(COUNT), (r) => (r < 0.7 ? 180 : 20) + noise(8)));
    const bright = defaultAppearance(createBall(new Uint8Array(COUNT), (r) => (r < 0.7 ? 75 : 235) + noise(8)));
    expect([dark.kind, bright.kind]).toEqual(['magnitude', 'bright-background']);
    for (const value of [20, 30, 180, 190]) {
      const mirrored = evaluateOpacity(bright.transfer, 255 - value);
      expect(mirrored).toBeCloseTo(evaluateOpacity(dark.transfer, value), 1);
    }
    expect(evaluateOpacity(bright.transfer, 235)).toBe(0);
    expect(layer(evaluateOpacity(bright.transfer, 75), 6)).toBeGreaterThan(0.8);
  });

  it('shows bright structures through a veil of the fainter tissue around them', () => {
    const volume = createBall(new Uint16Array(COUNT), (r, x) =>
      r < 0.8 ? (Math.abs(x) < 0.09 && r < 0.5 ? 1000 : 120) : 0,
    );
    const { transfer } = defaultAppearance(
      createBall(volume.voxels, (r, x) =>
        Math.max(0, (r < 0.8 ? (Math.abs(x) < 0.09 && r < 0.35 ? 1000 : 120) : 0) + noise(20)),
      ),
    );
    expect(layer(evaluateOpacity(transfer, 120), SIDE)).toBeLessThan(0.6);
    expect(layer(evaluateOpacity(transfer, 1000), 3)).toBeGreaterThan(0.9);
  });

  it('shows both signs in colours of their own and nothing around zero', () => {
    const map = createBall(new Float32Array(COUNT), (r, x) =>
      r < 0.8 && Math.abs(x) > 0.2 ? 4 * Math.sign(x) + noise(1) : 0,
    );
    const { kind, transfer } = defaultAppearance(map);
    expect(kind).toBe('signed');
    for (const value of [0, 0.5, -0.5]) expect(evaluateOpacity(transfer, value)).toBe(0);
    expect(evaluateOpacity(transfer, 4)).toBeCloseTo(evaluateOpacity(transfer, -4), 10);
    expect(layer(evaluateOpacity(transfer, 4), 4)).toBeGreaterThan(0.9);
    const [above, below] = [evaluateColor(transfer, 4), evaluateColor(transfer, -4)];
    expect(above[0]).toBeGreaterThan(above[2]);
    expect(below[2]).toBeGreaterThan(below[0]);
  });

  it('gives each label a colour of its own, and none to 0', () => {
    const labels = createBall(new Int16Array(COUNT), (r, x) => (r < 0.8 ? 1000 * (1 + Math.floor(2 * x + 2)) : 0));
    const { kind, mask } = defaultAppearance(labels);
    expect(kind).toBe('labels');
    expect(mask!.labels.voxels).toBe(labels.voxels);
    expect(mask!.styles.map(({ label }) => label)).toEqual([1000, 2000, 3000, 4000]);
    expect(new Set(mask!.styles.map(({ color }) => color!.join())).size).toBe(4);
  });

  it('takes NaN for nothing in all of it', () => {
    const whole = createBall(new Float32Array(COUNT), (r) => (r < 0.6 ? 500 : 10) + Math.sin(40 * r));
    const voxels = whole.voxels.map((value) => (value < 100 ? Number.NaN : value));
    const { transfer } = defaultAppearance(createVolume({ ...whole, voxels }));
    for (const { value, opacity } of transfer.opacities) expect(Number.isFinite(value + opacity)).toBe(true);
    const labels = createBall(new Float32Array(COUNT), (r, x) => (r < 0.8 ? 1 + Number(x > 0) : Number.NaN));
    expect(defaultAppearance(labels).mask!.labels.voxels.some(Number.isNaN)).toBe(false);
  });
});

describe('the colours of labels', () => {
  it('are the same for every type of numbers, and NaN is none', () => {
    const side = 12;
    const labelAt = (at: number) => [0, 3, 41, 250][Math.floor(at / (3 * side ** 2))]!;
    const voxels = Array.from({ length: side ** 3 }, (_, at) => labelAt(at));
    const listOf = (of: VoxelArray) => {
      const { kind, mask } = defaultAppearance(
        createVolume({ sizes: [side, side, side], voxels: of, meaning: 'labels' }),
      );
      expect(kind).toBe('labels');
      return mask!;
    };
    const bytes = listOf(Uint8Array.from(voxels)).styles;
    expect(bytes.map(({ label }) => label)).toEqual([3, 41, 250]);
    for (const type of [Int16Array, Int32Array, Uint32Array, Float32Array, Float64Array]) {
      expect(listOf(type.from(voxels)).styles).toEqual(bytes);
    }
    const missing = listOf(Float32Array.from(voxels, (value, at) => (at % 5 === 0 ? Number.NaN : value)));
    expect(missing.styles).toEqual(bytes);
    expect(missing.labels.voxels.some(Number.isNaN)).toBe(false);
  });

  it.each([1, 2, 10, 11, 60, 240])('tell %d apart', (count) => {
    expect(new Set(labelColors(count).map((color) => color.join())).size).toBe(count);
  });

  it("are d3's: Tableau's ten, or hues of CIE LCh", () => {
    const fromD3 = (text: string) => {
      const { r, g, b } = rgb(text);
      return [r / 255, g / 255, b / 255];
    };
    expect(labelColors(10)).toEqual(schemeTableau10.map(fromD3));
    const tones = [
      [54, 68],
      [44, 54],
      [38, 80],
    ];
    const hues = Array.from({ length: 240 }, (_, index) => {
      const [chroma, lightness] = tones[index % 3]!;
      return fromD3(hcl((index * 137.50776405003785) % 360, chroma!, lightness!).formatRgb());
    });
    expect(labelColors(240)).toEqual(hues);
  });

  it('repeat beyond what a mask can tell apart', () => {
    const colors = labelColors(1000);
    expect(colors).toHaveLength(1000);
    expect(new Set(colors.map((color) => color.join())).size).toBeLessThanOrEqual(255);
    expect(colors.flat().every((channel) => channel >= 0 && channel <= 1)).toBe(true);
  });
});

describe('a window', () => {
  const zMap = createBall(new Float32Array(COUNT), (r, x) =>
    r < 0.9 ? (r < 0.4 ? 7 * Math.sign(x) : 0) + 2 * noise(1) : 0,
  );
  const thresholded = createBall(new Float32Array(COUNT), (r, x) => (r < 0.5 ? (4 + noise(1)) * Math.sign(x) : 0));
  const velocity = createBall(new Int16Array(COUNT), (r, x) => 900 * Math.sin(9 * x) * Math.exp(-4 * r) + noise(40));
  const ct = createBall(new Int16Array(COUNT), (r) => (r < 0.4 ? 700 : r < 0.8 ? 40 : -1000) + noise(20));
  const cropped = createBall(new Int16Array(COUNT), (r, x) => (x > 0.1 * r ? 50 : -100) + noise(25));
  const masked = createBall(new Float32Array(COUNT), (r, x) => (r < 0.8 ? (x > 0 ? 50 : -100) + noise(25) : 0));
  const isWarm = ([red, , blue]: readonly number[]) => red! > blue!;

  it.each([
    ['a map of z', zMap],
    ['a map of what passed a test', thresholded],
    ['velocities', velocity],
  ] as const)('above zero is of magnitudes on %s', (_, volume) => {
    expect(isStatisticMap(volume, computeStatistics(volume)), `seed ${SEED}`).toBe(true);
    const transfer = windowAppearance(volume, [3, 8]);
    for (const hidden of [0, 1, -1, 2.99, -2.99, 3, -3]) expect(evaluateOpacity(transfer, hidden)).toBe(0);
    for (const shown of [3.5, 5, 8, 20]) {
      expect(evaluateOpacity(transfer, shown)).toBeGreaterThan(0);
      // The law of the signs: what is of the other sign is as opaque, in the other colours.
      expect(evaluateOpacity(transfer, -shown)).toBe(evaluateOpacity(transfer, shown));
      expect([isWarm(evaluateColor(transfer, shown)), isWarm(evaluateColor(transfer, -shown))]).toEqual([true, false]);
    }
    expect(evaluateOpacity(transfer, 8)).toBe(evaluateOpacity(transfer, 20));
    // A color bar spans both signs, and is grey where nothing is shown.
    expect(transfer.window).toEqual([-8, 8]);
    const [red, green, blue] = evaluateColor(transfer, 1.5);
    expect([green, blue]).toEqual([red, red]);
    expect(transfer.shading).toBeDefined();
  });

  it('that begins at zero hides zero', () => {
    const transfer = windowAppearance(zMap, [0, 8]);
    expect(evaluateOpacity(transfer, 0)).toBe(0);
    expect(evaluateOpacity(transfer, -4)).toBe(evaluateOpacity(transfer, 4));
  });

  it('below zero is of negative values alone', () => {
    const transfer = windowAppearance(zMap, [-8, -3]);
    for (const hidden of [-3, 0, 5, 20]) expect(evaluateOpacity(transfer, hidden)).toBe(0);
    expect(evaluateOpacity(transfer, -8)).toBe(evaluateOpacity(windowAppearance(zMap, [3, 8]), -8));
  });

  it('of both signs keeps zero at zero', () => {
    expect(windowAppearance(zMap, [-8, 8])).toEqual(applyWindow(defaultAppearance(zMap).transfer, [-8, 8]));
    const transfer = windowAppearance(zMap, [-4, 8]);
    expect(evaluateOpacity(transfer, 0)).toBe(0);
    expect(evaluateOpacity(transfer, -4)).toBe(evaluateOpacity(transfer, 8));
    expect(isWarm(evaluateColor(transfer, -1))).toBe(false);
  });

  it.each([
    ['a CT', ct],
    ['a part of a CT', cropped],
    ['a CT with zero around it', masked],
  ] as const)('of %s stretches what it shows', (_, volume) => {
    expect(isStatisticMap(volume, computeStatistics(volume)), `seed ${SEED}`).toBe(false);
    expect(windowAppearance(volume, [40, 400])).toEqual(applyWindow(defaultAppearance(volume).transfer, [40, 400]));
  });

  it('is of magnitudes where the file says that values are of a test, whatever they look like', () => {
    const said = { ...masked, meaning: 'statistic' } as const;
    expect(windowAppearance(said, [3, 8]).window).toEqual([-8, 8]);
    // Values of one sign are what they are.
    const oneSign = createBall(new Float32Array(COUNT), (r) => (r < 0.5 ? 4 + noise(1) : 0));
    expect(windowAppearance({ ...oneSign, meaning: 'statistic' }, [3, 8]).window).toEqual([3, 8]);
  });

  it('above zero gives the signs a half each of a map with a middle, where values deviate from zero', () => {
    const create = (name: string, isStatistic: boolean) =>
      findTransfer(name).create({ window: [3, 8], isStatistic: () => isStatistic });
    const halves = create('cool-warm', true);
    for (const hidden of [0, 3, -3]) expect(evaluateOpacity(halves, hidden)).toBe(0);
    expect(evaluateOpacity(halves, -8)).toBe(evaluateOpacity(halves, 8));
    const plain = findTransfer('cool-warm').create({ window: [-8, 8] });
    for (const end of [-8, 8]) expect(evaluateColor(halves, end)).toEqual(evaluateColor(plain, end));
    expect(evaluateColor(halves, 3)).toEqual(evaluateColor(plain, 0));
    expect(create('cool-warm', false).window).toEqual([3, 8]);
    expect(create('viridis', true).window).toEqual([3, 8]);
  });
});
