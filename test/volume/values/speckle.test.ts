/** Speckle: noise has it, bodies do not. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.js';
import { grainShare, isSpeckledBeyond, speckleBeyond } from '../../../src/volume/values/speckle.js';
import { createRandom } from '../../camera/random.js';

function fill(sizes: Vec3, valueAt: (i: number, j: number, k: number) => number) {
  const [ni, nj, nk] = sizes;
  const voxels = new Float32Array(ni * nj * nk);
  for (let index = 0; index < voxels.length; index++) {
    voxels[index] = valueAt(index % ni, Math.floor(index / ni) % nj, Math.floor(index / ni / nj));
  }
  return { sizes, voxels };
}

describe('speckle', () => {
  it('is counted by hand: of a cross of seven voxels, the six arms', () => {
    const cross = fill([5, 5, 5], (i, j, k) => (Math.abs(i - 2) + Math.abs(j - 2) + Math.abs(k - 2) <= 1 ? 1 : 0));
    expect(speckleBeyond(cross, 0.5, 1)).toBeCloseTo(6 / 7, 12);
  });

  it('is none of a body, and all of voxels alone', () => {
    expect(
      speckleBeyond(
        fill([20, 20, 20], (i, j, k) => (Math.hypot(i - 9, j - 9, k - 9) < 7 ? 1 : 0)),
        0.5,
        1,
      ),
    ).toBe(0);
    expect(
      speckleBeyond(
        fill([21, 21, 21], (i, j, k) => (i % 2 && j % 2 && k % 2 ? 1 : 0)),
        0.5,
        1,
      ),
    ).toBe(1);
  });

  it('is as probable in noise as by the binomial', () => {
    const random = createRandom(31);
    const share = 0.3;
    const noise = fill([40, 40, 40], () => (random() < share ? 1 : 0));
    const [p, q] = [share, 1 - share];
    const expected = q ** 6 + 6 * q ** 5 * p + 15 * q ** 4 * p ** 2;
    expect(speckleBeyond(noise, 0.5, 1), 'seed 31').toBeCloseTo(expected, 1);
  });

  it('of what lies below a value is that of mirrored values above it', () => {
    const random = createRandom(32);
    const noise = fill([17, 13, 11], () => random());
    const mirrored = { ...noise, voxels: noise.voxels.map((value) => -value) };
    expect(speckleBeyond(mirrored, -0.6, -1)).toBe(speckleBeyond(noise, 0.6, 1));
    expect(speckleBeyond(noise, 0.6, 1)).toBeGreaterThan(0);
  });

  it('counts NaN as not beyond, and axes of one voxel not at all', () => {
    const sheet = fill([9, 9, 1], (i, j) => (Math.hypot(i - 4, j - 4) < 3 ? 1 : Number.NaN));
    expect(speckleBeyond(sheet, 0.5, 1)).toBe(0);
    expect(
      speckleBeyond(
        fill([9, 9, 1], (i, j) => (i % 2 && j % 2 ? 1 : Number.NaN)),
        0.5,
        1,
      ),
    ).toBe(1);
    expect(speckleBeyond(sheet, 2, 1)).toBe(0);
  });
});

describe('grains', () => {
  it('are counted by hand: of a cross of seven voxels, the six arms', () => {
    const cross = fill([5, 5, 5], (i, j, k) => (Math.abs(i - 2) + Math.abs(j - 2) + Math.abs(k - 2) <= 1 ? 1 : 0));
    expect(grainShare(cross, 0)).toBeCloseTo(6 / 7, 12);
  });

  it('are none of regions, whatever their values, and nearly all of values at random', () => {
    expect(
      grainShare(
        fill([12, 12, 12], (i, j) => 1 + (i >> 2) + 3 * (j >> 2)),
        0,
      ),
    ).toBe(0);
    const random = createRandom(19);
    expect(
      grainShare(
        fill([12, 12, 12], () => Math.floor(6 * random())),
        0,
      ),
    ).toBeGreaterThan(0.6);
    expect(
      grainShare(
        fill([12, 12, 12], () => 0),
        0,
      ),
    ).toBe(0);
  });

  it('are told from a limit by fewer probes as they are by all, near the limit and far from it', () => {
    const random = createRandom(34);
    const sizes = [128, 128, 64] as const;
    for (const part of [0, 0.005, 0.02, 0.05, 0.1, 0.3, 1]) {
      // A block with some of its voxels gone, and as many lone ones beside it.
      const voxels = Float32Array.from({ length: 128 * 128 * 64 }, (_, index) =>
        index % 128 < 64 ? 1 : random() < 0.2 * part ? 1 : 0,
      );
      const volume = { sizes, voxels };
      const share = speckleBeyond(volume, 0.5, 1);
      for (const limit of [0.035, 0.08, 0.2]) expect(isSpeckledBeyond(volume, 0.5, 1, limit)).toBe(share > limit);
    }
  });
});
