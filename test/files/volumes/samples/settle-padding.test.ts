/** Padding far beyond the values around it: taken away where nothing else comes near it, and left where it may be a value. */
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

describe('padding', () => {
  it.each([
    ['32767', fill(new Int16Array(COUNT), 32_767)],
    ['3071', fill(new Int16Array(COUNT), 3071)],
    ['65535 of unsigned integers', fill(new Uint16Array(COUNT), 65_535, 1, 1024)],
    ['the largest float', fill(new Float32Array(COUNT), 3.4028234663852886e38)],
    ['1e20', fill(new Float32Array(COUNT), 1e20)],
    ['-1e30', fill(new Float32Array(COUNT), -1e30)],
  ])('of %s is none of the values', (_, voxels) => {
    const padding = voxels[0]!;
    const given = voxels.slice();
    const { volume, notes } = settlePadding(fileOf(voxels));
    const others = voxels.filter((value) => value !== padding);
    const low = Math.min(...others);
    const expected = voxels instanceof Float32Array ? Number.NaN : low;
    expect(volume.voxels).toEqual(voxels.map((value) => (value === padding ? expected : value)));
    expect(voxels, 'the bytes may be the caller’s own').toEqual(given);
    expect(notes).toEqual([
      `has ${COUNT - others.length} voxels of ${padding} around the others, far from their values, which ${
        voxels instanceof Float32Array ? 'are taken for missing, as NaN is' : 'got the lowest value of the others'
      }`,
    ]);
    if (low < -900) expect(defaultAppearance(volume).kind).toBe('hounsfield');
  });

  it.each([
    ['air below what scanners pad with', fill(new Int16Array(COUNT), -2000)],
    ['zeros around a scan', fill(new Uint16Array(COUNT), 0, 1, 1500)],
    ['metal as bright', fill(new Int16Array(COUNT), 1500)],
    ['a bright background of bytes', fill(new Uint8Array(COUNT), 255, 0.05, 60)],
    ['one more label', Int16Array.from({ length: COUNT }, (_, at) => (at % SIDE > 3 && at % SIDE < 20 ? 1 : 255))],
  ])('is left where it may be a value: %s', (_, voxels) => {
    const file = fileOf(voxels);
    expect(settlePadding(file)).toBe(file);
  });

  it('is left in what the file says are labels', () => {
    const file = fileOf(fill(new Int16Array(COUNT), 32_767));
    const labels = { ...file, volume: { ...file.volume, meaning: 'labels' as const } };
    expect(settlePadding(labels)).toBe(labels);
  });
});
