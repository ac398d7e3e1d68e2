/** Volumes that programs make of voxels of their own. */
import { describe, expect, it } from 'vitest';
import { IDENTITY_AFFINE } from '../../src/math/affine.js';
import { createVolume, spacings } from '../../src/volume/volume.js';

const parts = { sizes: [2, 3, 4] as const, voxels: new Uint8Array(24) };

describe('spacings of a volume', () => {
  it('place its voxels along the axes of the world, the first at the origin', () => {
    const volume = createVolume({ ...parts, spacings: [1, 2, 0.5] });
    expect(spacings(volume)).toEqual([1, 2, 0.5]);
    const { columns, origin } = volume.indexToWorld;
    expect({ columns, origin }).toEqual({
      columns: [
        [1, 0, 0],
        [0, 2, 0],
        [0, 0, 0.5],
      ],
      origin: [0, 0, 0],
    });
  });

  it('are 1 unless they are given', () => {
    expect(createVolume(parts).indexToWorld).toEqual(IDENTITY_AFFINE);
  });

  it.each([[[1, 0, 1]], [[1, -1, 1]], [[1, 1, Infinity]], [[1, 1]]])('are not %j', (wrong) => {
    expect(() => createVolume({ ...parts, spacings: wrong as never })).toThrow(
      "a volume's spacings must be three positive numbers",
    );
  });

  it('are not given beside what says them too', () => {
    expect(() => createVolume({ ...parts, spacings: [1, 1, 2], indexToWorld: IDENTITY_AFFINE })).toThrow(
      'spacings or an indexToWorld, not both',
    );
  });
});
