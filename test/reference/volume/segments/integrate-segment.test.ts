/** Pre-integration: the segment's integral against closed forms and brute force, and its pictures. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/math/vec3.js';
import { compositeSamples, type Layer } from '../../../../src/reference/composite.js';
import { type CastVolumeOptions, castVolume } from '../../../../src/reference/volume/cast-volume.js';
import { createSegmentIntegral } from '../../../../src/reference/volume/segments/integrate-segment.js';
import {
  createTransferFunction,
  evaluateColor,
  evaluateOpacity,
  type TransferFunction,
} from '../../../../src/transfer/transfer-function.js';
import { cropToVoxels } from '../../../../src/volume/crop.js';
import { between, createRandom } from '../../../camera/random.js';
import {
  BLACK,
  channelOf,
  expectSameColors,
  largestDifference,
  randomUnitAxes,
  randomView,
  randomVolume,
  SIZE,
  TINT,
  uniform,
  VARIED,
  volumeOf,
  voxelView,
} from '../../cast-scenes.js';

/** The integral's own error, which the CPU reference states. */
const ERROR = 1e-8;

const flat = ({ color, opacity }: Layer) => [...color, opacity];
const behind = (front: Layer, back: Layer) => flat(compositeSamples([front, back], (layer) => layer, Infinity));

/** Front to back over many short pieces, by the value in their middles. */
function bruteForce(transfer: TransferFunction, front: number, back: number, lengthUnits: number, pieces: number) {
  const indices = Array.from({ length: pieces }, (_, index) => index);
  const layerOf = (index: number): Layer => {
    const value = front + ((back - front) * (index + 0.5)) / pieces;
    const opacity = 1 - (1 - Math.min(evaluateOpacity(transfer, value), 0.9999)) ** (lengthUnits / pieces);
    return { color: evaluateColor(transfer, value).map((c) => c * opacity) as unknown as Vec3, opacity };
  };
  return flat(compositeSamples(indices, layerOf, Infinity));
}

function randomTransfer(seed: number): TransferFunction {
  const random = createRandom(seed);
  const value = () => between(random, 0, 100);
  const step = value();
  return createTransferFunction({
    colors: [value(), value(), step, step].map((at) => ({ value: at, color: [random(), random(), random()] as const })),
    opacities: [
      ...[value(), value(), value()].map((at) => ({ value: at, opacity: random() })),
      { value: 37, opacity: 1 },
      { value: 37, opacity: 0 },
    ],
  });
}

describe('a segment of one value', () => {
  it.each([0, 0.3, 0.9999])('has the opacity 1 − (1 − %f)^length', (opacity) => {
    for (const lengthUnits of [0.25, 1, 3]) {
      const alpha = 1 - (1 - opacity) ** lengthUnits;
      const layer = createSegmentIntegral(uniform(opacity))(7, 7, lengthUnits);
      expect(largestDifference(flat(layer), [...TINT.map((c) => c * alpha), alpha])).toBeLessThan(1e-12);
      const crossing = createSegmentIntegral(uniform(opacity))(-50, 80, lengthUnits);
      expect(largestDifference(flat(crossing), flat(layer))).toBeLessThan(1e-12);
    }
  });

  it('is never wholly opaque', () => {
    expect(createSegmentIntegral(uniform(1))(3, 3, 0.5).opacity).toBeCloseTo(1 - 1e-4 ** 0.5, 12);
  });
});

it('from transparent to opaque, a segment has the extinction that its limit leaves of 1', () => {
  const ramp = createTransferFunction({
    colors: [{ value: 0, color: TINT }],
    opacities: [
      { value: 10, opacity: 0 },
      { value: 20, opacity: 1 },
    ],
  });
  // With l = 0.0001, ∫ −ln u du from l to 1 is 1 − l + l ln l, and the rest of the way adds −l ln l.
  for (const lengthUnits of [0.5, 1, 3]) {
    const { color, opacity } = createSegmentIntegral(ramp)(10, 20, lengthUnits);
    const expected = 1 - Math.exp(-0.9999 * lengthUnits);
    expect(opacity).toBeCloseTo(expected, 12);
    for (const channel of [0, 1, 2] as const) expect(color[channel]).toBeCloseTo(TINT[channel] * expected, 12);
  }
});

it('has its full colour, however thin it is', () => {
  const ramp = createTransferFunction({
    colors: [
      { value: 0, color: [1, 0, 0.5] },
      { value: 100, color: [0, 1, 0.5] },
    ],
    opacities: [
      { value: 50, opacity: 0 },
      { value: 100, opacity: 0.5 },
    ],
  });
  for (const beyond of [1e-3, 1e-5]) {
    // Opacity rises with the way beyond 50, on which the colours stay as they are at 50.
    const { color, opacity } = createSegmentIntegral(ramp)(0, 50 + beyond, 1);
    expect(opacity).toBeGreaterThan(0);
    for (const [channel, value] of color.entries()) expect(value / opacity).toBeCloseTo(0.5, channel === 2 ? 12 : 4);
  }
});

describe.each([5901, 5902, 5903, 5904])('a random transfer function, seed %i', (seed) => {
  const random = createRandom(seed + 50);
  const transfer = randomTransfer(seed);
  const integrate = createSegmentIntegral(transfer);
  const segments = Array.from({ length: 20 }, () => {
    const [front, back] = [between(random, -10, 110), between(random, -10, 110)];
    return { front, back, lengthUnits: between(random, 0.1, 4) };
  });

  it('is what many thin layers come to', () => {
    const pieces = 4000;
    for (const { front, back, lengthUnits } of segments) {
      const layers = bruteForce(transfer, front, back, lengthUnits, pieces);
      // Where there is a step inside a piece, of which there are two, its whole extinction may count on the wrong side.
      const error = (2 * lengthUnits * -Math.log(1e-4)) / pieces;
      expect(largestDifference(flat(integrate(front, back, lengthUnits)), layers)).toBeLessThan(error);
    }
  });

  it('is made up of its parts, to its own error', () => {
    for (const { front, back, lengthUnits } of segments) {
      const share = random();
      const middle = front + (back - front) * share;
      const [first, second] = [
        integrate(front, middle, lengthUnits * share),
        integrate(middle, back, lengthUnits * (1 - share)),
      ];
      expect(largestDifference(behind(first, second), flat(integrate(front, back, lengthUnits)))).toBeLessThan(
        2 * ERROR,
      );
    }
  });

  it('is as opaque from the other side', () => {
    for (const { front, back, lengthUnits } of segments) {
      const difference = integrate(front, back, lengthUnits).opacity - integrate(back, front, lengthUnits).opacity;
      expect(Math.abs(difference)).toBeLessThan(1e-12);
    }
  });
});

it('is off by less than 1e-6 where thin layers converge to', () => {
  // Without steps the error of thin layers is of second order: two resolutions extrapolate it away.
  const smooth = createTransferFunction({
    colors: [
      { value: 0, color: [1, 0, 0.3] },
      { value: 100, color: [0, 1, 0.6] },
    ],
    opacities: [
      { value: 0, opacity: 0 },
      { value: 100, opacity: 0.95 },
    ],
  });
  for (const [front, back, lengthUnits] of [
    [0, 100, 1],
    [90, 10, 3],
    [40, 60, 0.5],
  ] as const) {
    const [coarse, fine] = [500, 1000].map((pieces) => bruteForce(smooth, front, back, lengthUnits, pieces));
    const limit = fine!.map((value, n) => value + (value - coarse![n]!) / 3);
    expect(largestDifference(flat(createSegmentIntegral(smooth)(front, back, lengthUnits)), limit)).toBeLessThan(ERROR);
  }
});

describe('pictures', () => {
  const axes = randomUnitAxes(5951);
  const sizes: Vec3 = [4, 5, 18];

  it('of a linear field are the same at any step', () => {
    const field = volumeOf(sizes, axes, ([i, j, k]) => 7 * i + 11 * j + 9 * k);
    // From voxel to voxel the interpolation is linear; beyond the outermost it is constant.
    const clip = cropToVoxels(field, [0, 0, 1], [3, 4, 16]);
    const options = {
      volume: field,
      transfer: VARIED,
      clip,
      preintegrated: true,
      background: BLACK,
      earlyTermination: false,
    };
    const at = (stepVoxels: number) => castVolume({ ...options, ...voxelView(field, 'a'), stepVoxels }).colors;
    const fine = at(0.25);
    const samples = 16;
    for (const stepVoxels of [1, 0.5])
      expect(largestDifference(at(stepVoxels), fine)).toBeLessThan(2 * 4 * samples * ERROR);
    expect(new Set(channelOf(fine, 0)).size).toBe(20);
  });

  it.each([5961, 5962, 5963])('change less by halving the step than without, seed %i', (seed) => {
    const volume = randomVolume(seed, [10, 11, 12]);
    // A thin shell of values, which samples step over.
    const shell: TransferFunction = {
      ...VARIED,
      opacities: [
        { value: 120, opacity: 0 },
        { value: 126, opacity: 0.8 },
        { value: 132, opacity: 0 },
      ],
    };
    const scene: CastVolumeOptions = {
      volume,
      transfer: shell,
      camera: randomView(volume, seed),
      ...SIZE,
      background: BLACK,
      earlyTermination: false,
    };
    const change = (preintegrated: boolean) => {
      const [whole, half] = [0.5, 0.25].map((stepVoxels) => castVolume({ ...scene, stepVoxels, preintegrated }).colors);
      return whole!.reduce((sum, value, n) => sum + Math.abs(value - half![n]!), 0);
    };
    expect(change(true)).toBeLessThan(change(false) / 3);
  });

  it('without any change of values are the same for every step, since segments end where the box does', () => {
    const level = volumeOf(sizes, axes, () => 150);
    const options = { volume: level, transfer: VARIED, background: BLACK, camera: randomView(level, 5971), ...SIZE };
    const [coarse, fine] = [1.7, 0.4].map(
      (stepVoxels) => castVolume({ ...options, stepVoxels, earlyTermination: false, preintegrated: true }).colors,
    );
    expectSameColors(coarse!, fine!);
  });
});
