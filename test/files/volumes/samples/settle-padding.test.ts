/** Fill values a million times as large as all others: missing where nothing else comes near them, and left where they may be values. */
import { describe, expect, it } from 'vitest';
import { settlePadding } from '../../../../src/files/volumes/samples/settle-padding.js';
import { defaultAppearance } from '../../../../src/transfer/default/default-appearance.js';
import { createVolume, type VoxelArray } from '../../../../src/volume/volume.js';

const SIDE = 24;

/** A trunk in air within a round field of view, and `padding` around that. */
function fill<V extends VoxelArray>(voxels: V, padding: number, scale = 1, offset = 0): V {
  for (let index = 0; index < voxels.length; index++) {
    const [x, y] = [(2 * (index % SIDE) + 1) / SIDE - 1, (2 * (Math.floor(index / SIDE) % SIDE) + 1) / SIDE - 1];
    const distance = Math.hypot(x, y);
    const tissue = distance < 0.2 ? 900 : distance < 0.7 ? 40 : -1000;
    voxels[index] = distance > 1 ? padding : (tissue + ((37 * index) % 101)) * scale + offset;
  }
  return voxels;
}

const COUNT = SIDE ** 3;
const fileOf = (voxels: VoxelArray) => ({ volume: createVolume({ sizes: [SIDE, SIDE, SIDE], voxels }), notes: [] });

describe('fill values', () => {
  it.each([
    ['the largest float', fill(new Float32Array(COUNT), 3.4028234663852886e38)],
    ['1e20', fill(new Float64Array(COUNT), 1e20)],
    ['-1e30', fill(new Float32Array(COUNT), -1e30)],
  ])('of %s are missing', (_, voxels) => {
    const padding = voxels[0]!;
    const given = voxels.slice();
    const { volume, notes } = settlePadding(fileOf(voxels));
    expect(volume.voxels).toEqual(voxels.map((value) => (value === padding ? Number.NaN : value)));
    expect(voxels, 'the bytes may be the caller’s own').toEqual(given);
    const count = voxels.filter((value) => value === padding).length;
    expect(notes).toEqual([expect.stringMatching(new RegExp(`^has ${count} voxels of .*missing`))]);
    expect(defaultAppearance(volume).kind).toBe('hounsfield');
  });

  it('are counted before they are copied', () => {
    const spent: number[] = [];
    const spend = (sizeBytes: number) => void spent.push(sizeBytes);
    settlePadding(fileOf(fill(new Float32Array(COUNT), 1e20)), { check: () => {}, spend, spendInflated: () => {} });
    expect(spent).toEqual([4 * COUNT]);
  });

  it.each([
    ['integers', fill(new Int16Array(COUNT), 32_767)],
    ['a value nearer to the others', fill(new Float32Array(COUNT), 1e8)],
    ['zeros around a scan', fill(new Float32Array(COUNT), 0, 1, 1500)],
    ['a volume of nothing else', new Float32Array(COUNT).fill(1e20)],
    ['a volume of nothing else but zeros', new Float32Array(COUNT).fill(1e20).fill(0, 300, 900)],
    ['a field that comes near it in one voxel', fill(new Float32Array(COUNT), 1e20).fill(2e19, 4000, 4001)],
  ])('are left where they may be values: %s', (_, voxels) => {
    const file = fileOf(voxels);
    expect(settlePadding(file)).toBe(file);
  });
});
