/** Volumes of which the middle slice shows more than all of them, by made-up ones of each kind. */
import { describe, expect, it } from 'vitest';
import { defaultAppearance } from '../../../src/transfer/default/default-appearance.js';
import { evaluateColor, evaluateOpacity, type TransferFunction } from '../../../src/transfer/transfer-function.js';
import { createVolume, type Volume } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SEED = 53;

type Field = (x: number, y: number, z: number, random: () => number) => number;

/** A field at places from −1 to 1, in voxels that are so much thicker than wide, of a body unless it says otherwise. */
function sample([ni, nj, nk]: Volume['sizes'], thickness: number, field: Field, anatomical = true): Volume {
  const random = createRandom(SEED);
  const at = (index: number, size: number) => (2 * index + 1) / size - 1;
  const voxels = Float32Array.from({ length: ni * nj * nk }, (_, index) =>
    field(at(index % ni, ni), at(Math.floor(index / ni) % nj, nj), at(Math.floor(index / (ni * nj)), nk), random),
  );
  const columns = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, thickness],
  ] as const;
  return { ...createVolume({ sizes: [ni, nj, nk], voxels, indexToWorld: { columns, origin: [0, 0, 0] } }), anatomical };
}

const reasonOf = (volume: Volume) => defaultAppearance(volume).sliceReason;
const isGrey = ({ colors }: TransferFunction) => colors.every(({ color }) => new Set(color).size === 1);

/** A smooth head with noise around it. */
const head: Field = (x, y, z, random) => (Math.hypot(x, y, 0.8 * z) < 0.8 ? 600 + 150 * x : 0) + 40 * random();
/** Diffusion in a pelvis: grains of many values in a body, of which few are out of scale, and nothing around it. */
const diffusion: Field = (x, y, _z, random) => {
  const isOff = random() < 0.002;
  return Math.hypot(x, y) < 0.85 ? 0.0005 + (isOff ? 0.005 : 0.0025 * random() ** 2) : 0;
};
/** A rod in fluid with bright walls around it, as a phantom of perfusion in a crop. */
const rod: Field = (x, y, _z, random) =>
  (Math.hypot(x, y) < 0.2 ? 1800 : Math.max(Math.abs(x), Math.abs(y)) > 0.85 ? 1500 : 80) + 20 * random();
/** Brighter towards its middle. */
const ball: Field = (x, y, z) => Math.max(0, 250 - 250 * Math.hypot(x + 0.3, y, z + 0.2));
/** Tissue at the rim of which a crop ends. */
const rim: Field = (x, y, z) => 100 + 900 * Math.max(x + 0.6 * y - 0.3 * z, 0) ** 2;

/** Layers of tissue without air, as around a spine. */
const tissue: Field = (x, y, z, random) =>
  0.4 + 0.3 * Math.sin(7 * x + 3 * y) + 0.2 * Math.sin(6 * z - 4 * x) + 0.05 * random();
/** A field around zero in a ball, and noise of both signs around it. */
const field: Field = (x, y, z, random) => (Math.hypot(x, y, z) < 0.8 ? 30 * x + 8 * y : 900 * (random() - 0.5));

describe('the middle slice alone, in grey', () => {
  it.each([
    ['a phantom in a few thick slices', 'thick', sample([48, 44, 13], 4, rod)],
    ['a head in a few thick slices', 'thick', sample([64, 64, 14], 4, head)],
    ['a map of diffusion', 'grainy', sample([64, 64, 20], 4, diffusion)],
    ['a crop of a few voxels', 'cropped', sample([10, 11, 12], 1, rim)],
    ['a block of tissue', 'cropped', sample([48, 44, 40], 1, tissue)],
    [
      'a block of dark tissue with something bright in it',
      'cropped',
      sample([44, 44, 44], 1, (...at) => tissue(...at) ** 4),
    ],
  ] as const)('is shown of %s', (_, reason, volume) => {
    const appearance = defaultAppearance(volume);
    expect(appearance, `seed ${SEED}`).toMatchObject({ sliceReason: reason, sliceAxis: 2 });
    expect(isGrey(appearance.transfer)).toBe(true);
    expect(appearance.transfer.shading).toBeUndefined();
  });

  it('is shown of a few slices of anything that fills them to their sides, as a page of text does, and of no cells in the dark', () => {
    const page: Field = (x, y, z, random) => 130 + 120 * y + 5 * z + (Math.abs(x) < 0.3 && random() < 0.3 ? -60 : 0);
    const cells: Field = (x, y, _z, random) => (Math.hypot(((3 * x + 9) % 2) - 1, y) < 0.4 ? 200 : 5) + 5 * random();
    expect(defaultAppearance(sample([60, 44, 5], 1, page, false))).toMatchObject({ sliceAxis: 2, sliceReason: 'flat' });
    expect(reasonOf(sample([60, 44, 5], 1, cells, false))).toBeUndefined();
  });

  it('is the largest one of a block that is less deep than wide, as from left to right', () => {
    expect(defaultAppearance(sample([20, 48, 50], 1, tissue))).toMatchObject({ sliceAxis: 0, sliceReason: 'cropped' });
  });

  it('is shown of values of both signs that reach the sides, each sign in its colours, and black at zero', () => {
    const displacement: Field = (x, y, z, random) => 3 * Math.sin(2 * x + y) * Math.cos(2 * z) + 0.2 * (random() - 0.5);
    const within =
      (field: Field): Field =>
      (x, y, z, random) =>
        Math.hypot(x, y, z) < 0.9 ? field(x, y, z, random) : 0.1 * (random() - 0.5);
    for (const sizes of [
      [40, 40, 30],
      [12, 12, 10],
    ] as const) {
      const { kind, sliceReason, transfer } = defaultAppearance(sample(sizes, 1, displacement, false));
      expect([kind, sliceReason], `seed ${SEED}`).toEqual(['signed', 'field']);
      expect(evaluateOpacity(transfer, 0)).toBe(1);
      expect(evaluateColor(transfer, 0)).toEqual([0, 0, 0]);
      const [above, below] = [evaluateColor(transfer, 2), evaluateColor(transfer, -2)];
      expect([above[0] > above[2], below[2] > below[0]]).toEqual([true, true]);
    }
    const deep: Field = (x, y, z) => (Math.abs(z) > 0.5 ? 1 : 0.5) * Math.sin(2 * x + y);
    const { transfer } = defaultAppearance(sample([40, 40, 30], 1, deep, false));
    expect(transfer.colors.at(-1)!.value).toBeCloseTo(0.5, 1);
    expect(reasonOf(sample([40, 40, 30], 1, within(displacement), false))).toBeUndefined();
    const map = { ...sample([40, 40, 30], 1, displacement), meaning: 'statistic' } as const;
    expect(reasonOf(map)).toBeUndefined();
  });

  it('is grey where values of both signs reach the sides and are not around zero, as those of fat and muscle', () => {
    const belly: Field = (x, y, z, random) =>
      80 * Math.tanh(8 * (Math.sin(2 * x + z) + 0.5 * Math.cos(3 * y))) - 20 + 6 * (random() - 0.5);
    const { kind, sliceReason, transfer } = defaultAppearance(sample([40, 40, 30], 1, belly));
    expect([kind, sliceReason, isGrey(transfer)], `seed ${SEED}`).toEqual(['signed', 'field', true]);
  });

  it('is shown of up to 32 slices that are four times as thick as wide, whose steps are all that is lit, and of no more', () => {
    expect(reasonOf(sample([64, 64, 32], 4.5, head))).toBe('thick');
    expect(reasonOf(sample([64, 64, 36], 4.5, head))).toBeUndefined();
    expect(reasonOf(sample([64, 64, 32], 3.5, head))).toBeUndefined();
  });

  it('is shown in grey of a slab of 20 slices, whose face is a cut', () => {
    const slab = defaultAppearance(sample([90, 100, 20], 1, (x, y, z, random) => head(x, y, z / 4, random)));
    expect([slab.sliceReason, slab.sliceAxis, isGrey(slab.transfer)], `seed ${SEED}`).toEqual(['flat', 2, true]);
  });

  it('is the wide one of noise, not a row of few voxels', () => {
    const grains = sample([4, 60, 60], 1, (_x, _y, _z, random) => Math.round(255 * random()));
    const { sliceReason, sliceAxis } = defaultAppearance(grains);
    expect([sliceReason, sliceAxis], `seed ${SEED}`).toEqual(['noise', 0]);
  });

  it('has the window of a field, and not that of the noise of both signs around it', () => {
    const { kind, sliceReason, transfer } = defaultAppearance(sample([48, 48, 30], 1, field));
    expect([kind, sliceReason], `seed ${SEED}`).toEqual(['noise', 'noise']);
    const [black, white] = [transfer.colors[0]!.value, transfer.colors.at(-1)!.value];
    expect(black).toBeLessThan(-24);
    expect(white).toBeGreaterThan(24);
    expect(white - black).toBeLessThan(300);
  });

  it('is not shown of a body with smooth surfaces, of more slices, or of what may be microscopy', () => {
    const wholes = {
      'more thick slices': sample([64, 64, 20], 4, head),
      'a few slices twice as thick as wide': sample([64, 64, 16], 2, head),
      'a small head': sample([20, 20, 20], 1, head),
      'a ball of a few voxels': sample([12, 10, 8], 2, ball),
      'grains in slices that are not thick': sample([64, 64, 20], 2, diffusion),
      'a few voxels of anything': sample([10, 11, 12], 1, rim, false),
      'a block of anything': sample([40, 40, 40], 1, tissue, false),
      'a dark head on a bright ground': sample([40, 40, 40], 1, (...at) => 1000 - head(...at)),
      'a rod that ends at two faces': sample(
        [30, 30, 60],
        1,
        (x, y, _z, random) => (Math.hypot(x, y) < 0.5 ? 500 : 0) + 20 * random(),
      ),
      'a few thick slices of anything': sample([64, 64, 14], 4, head, false),
    };
    for (const [name, volume] of Object.entries(wholes)) expect(reasonOf(volume), name).toBeUndefined();
  });

  it('has its own white where it is darker than other slices, down to two fifths of theirs', () => {
    const inside = (last: number, others: number) => (x: number, y: number, z: number, random: () => number) =>
      (Math.hypot(x, y) < 0.8 ? (z > 0.6 ? last : others) : 0) + 10 * random();
    const { transfer, sliceAxis } = defaultAppearance(sample([40, 40, 12], 4, inside(1000, 500)));
    expect(sliceAxis).toBe(2);
    expect(evaluateColor(transfer, 510)).toEqual([1, 1, 1]);
    expect(evaluateColor(transfer, 400)[0]).toBeCloseTo(0.8, 1);
    const dark = defaultAppearance(sample([40, 40, 12], 4, inside(1000, 100))).transfer;
    expect(evaluateColor(dark, 100)[0]).toBeCloseTo(0.25, 1);
  });
});
