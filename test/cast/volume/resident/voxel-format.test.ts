/** Which volumes one texture of an adapter can hold: what would be refused, or take the device with it, is known before. */
import { describe, expect, it } from 'vitest';
import { fitsOneTexture } from '../../../../src/cast/volume/resident/voxel-format.js';
import type { AdapterTraits } from '../../../../src/gpu/adapter-traits.js';
import type { Gpu } from '../../../../src/gpu/gpu.js';
import type { VoxelArray } from '../../../../src/volume/volume.js';

const adapter = (kind: AdapterTraits['kind']) =>
  ({
    has: () => false,
    traits: { kind },
    device: { limits: { maxTextureDimension3D: 2048 } },
  }) as unknown as Gpu;

/** A volume that nobody has the memory for. */
const large = (Type: { prototype: VoxelArray; BYTES_PER_ELEMENT: number }, side: number) => {
  const voxels = Object.create(Type.prototype, {
    length: { value: side ** 3 },
    BYTES_PER_ELEMENT: { value: Type.BYTES_PER_ELEMENT },
  }) as VoxelArray;
  return { sizes: [side, side, side] as const, voxels };
};

describe.each([
  ['gpu', Uint8Array, 2048, 2049],
  ['llvmpipe', Uint8Array, 812, 813],
  ['llvmpipe', Int16Array, 812, 813],
  ['swiftshader', Uint8Array, 1023, 1024],
  ['swiftshader', Int16Array, 812, 813],
  ['swiftshader', Float32Array, 645, 646],
] as const)('%s', (kind, Type, most, more) => {
  it(`holds ${Type.name} of ${most} voxels a side, and no more`, () => {
    expect(fitsOneTexture(adapter(kind), large(Type, most))).toBe(true);
    expect(fitsOneTexture(adapter(kind), large(Type, more))).toBe(false);
  });
});
