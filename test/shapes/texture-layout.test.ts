/** Addresses of voxels, against figures 2 and 3 of the paper and cases worked out by hand. */
import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/math/vec3.js';
import { createAddressing, TEXTURE_LAYOUTS } from '../../src/shapes/texture-layout.js';

describe('slices', () => {
  it('are in z-order, one after another', () => {
    const addressOf = createAddressing('slices', [4, 4, 3]);
    const row = (j: number, k: number) => [0, 1, 2, 3].map((i) => addressOf(i, j, k));
    expect(row(0, 0)).toEqual([0, 1, 4, 5]);
    expect(row(1, 0)).toEqual([2, 3, 6, 7]);
    expect(row(2, 0)).toEqual([8, 9, 12, 13]);
    expect(row(3, 0)).toEqual([10, 11, 14, 15]);
    expect(row(0, 2)).toEqual([32, 33, 36, 37]);
  });

  it.each([4, 8, 64, 1024])('of side %i have strides whose largest are as 1 : 2 : 6 (section 3)', (n) => {
    const addressOf = createAddressing('slices', [n, n, 2]);
    let [alongX, alongY] = [0, 0];
    for (let at = 1; at < n; at++) {
      alongX = Math.max(alongX, addressOf(at, 0, 0) - addressOf(at - 1, 0, 0));
      alongY = Math.max(alongY, addressOf(0, at, 0) - addressOf(0, at - 1, 0));
    }
    expect(alongX).toBe((n * n + 2) / 6);
    expect(alongY).toBe((n * n + 2) / 3);
    expect(addressOf(0, 0, 1)).toBe(n * n);
  });
});

describe('blocks and linear', () => {
  it('are what they are called', () => {
    const linear = createAddressing('linear', [5, 3, 4]);
    expect([linear(1, 0, 0), linear(0, 1, 0), linear(0, 0, 1), linear(4, 2, 3)]).toEqual([1, 5, 15, 59]);
    const blocks = createAddressing('blocks', [17, 9, 9]);
    expect([blocks(1, 0, 0), blocks(0, 1, 0), blocks(0, 0, 1), blocks(2, 0, 0)]).toEqual([1, 2, 4, 8]);
    // 3 blocks along x, 2 along y.
    expect([blocks(8, 0, 0), blocks(0, 8, 0), blocks(0, 0, 8)]).toEqual([512, 3 * 512, 6 * 512]);
  });
});

it.each(TEXTURE_LAYOUTS)('%s have every voxel at another place', (layout) => {
  const sizes: Vec3 = [11, 6, 9];
  const addressOf = createAddressing(layout, sizes);
  const places = new Set<number>();
  for (let k = 0; k < 9; k++) for (let j = 0; j < 6; j++) for (let i = 0; i < 11; i++) places.add(addressOf(i, j, k));
  expect(places.size).toBe(11 * 6 * 9);
});
