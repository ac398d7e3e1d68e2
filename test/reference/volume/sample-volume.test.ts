/** Trilinear interpolation in float64. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/math/vec3.js';
import { sampleVolume } from '../../../src/reference/volume/sample-volume.js';
import { between, createRandom, randomPoint } from '../../camera/random.js';

const sizes: Vec3 = [4, 3, 5];

function voxelsOf(valueAt: (i: number, j: number, k: number) => number): Float64Array {
  const voxels = new Float64Array(sizes[0] * sizes[1] * sizes[2]);
  for (let k = 0; k < sizes[2]; k++) {
    for (let j = 0; j < sizes[1]; j++) {
      for (let i = 0; i < sizes[0]; i++) voxels[i + sizes[0] * (j + sizes[1] * k)] = valueAt(i, j, k);
    }
  }
  return voxels;
}

describe.each([7001, 7002, 7003])('sampleVolume, seed %i', (seed) => {
  const random = createRandom(seed);
  const [p, q, r, s, t, u, v, w] = Array.from({ length: 8 }, () => between(random, -1, 1)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  // Linear along every axis, so a trilinear interpolation has it exactly, and unlike for any two axes.
  const field = (x: number, y: number, z: number) =>
    p + q * x + r * y + s * z + t * x * y + u * y * z + v * z * x + w * x * y * z;
  const volume = { sizes, voxels: voxelsOf(field) };

  it('reproduces a function that is linear along each axis, between voxels and on them', () => {
    for (let n = 0; n < 200; n++) {
      const [x, y, z] = [between(random, 0, 3), between(random, 0, 2), between(random, 0, 4)] as const;
      expect(sampleVolume(volume, [x, y, z])).toBeCloseTo(field(x, y, z), 12);
    }
    for (const [i, j, k] of [
      [0, 0, 0],
      [3, 2, 4],
      [3, 0, 1],
      [1, 2, 0],
    ] as const) {
      expect(sampleVolume(volume, [i, j, k])).toBe(volume.voxels[i + 4 * (j + 3 * k)]);
    }
  });

  it('is clamped at the outermost voxel centres', () => {
    for (let n = 0; n < 200; n++) {
      const position = randomPoint(random, -6, 9);
      const clamped = position.map((c, axis) => Math.min(Math.max(c, 0), sizes[axis]! - 1)) as unknown as Vec3;
      expect(sampleVolume(volume, position)).toBeCloseTo(field(...clamped), 11);
    }
  });
});

it('takes a volume of one voxel', () => {
  const volume = { sizes: [1, 1, 1] as const, voxels: new Int16Array([-7]) };
  for (const position of [
    [0, 0, 0],
    [0.4, -0.4, 0.2],
  ] as const)
    expect(sampleVolume(volume, position)).toBe(-7);
});
