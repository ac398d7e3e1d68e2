/** Differences of voxels on the device: those of the CPU reference, in each format that voxels have there. */
import { expect, it } from 'vitest';
import { findDifferences } from '../../../../src/cast/volume/resident/differences.js';
import { uploadVolume } from '../../../../src/cast/volume/resident/texture.js';
import { WORD_FORMATS } from '../../../../src/cast/volume/sampling.js';
import { PassTimer } from '../../../../src/gpu/timer.js';
import type { Vec3 } from '../../../../src/math/vec3.js';
import { findDifference } from '../../../../src/reference/volume/shading/differences.js';
import { createVolume, type VoxelArray } from '../../../../src/volume/volume.js';
import { createRandom } from '../../../camera/random.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { readTexture } from '../../read-texture.js';

const gpu = useTestGpu();
const random = createRandom(2024);

const fill = <Voxels extends VoxelArray>(voxels: Voxels, range: number, least: number): Voxels => {
  for (let index = 0; index < voxels.length; index++) voxels[index] = range * random() + least;
  return voxels;
};

const CASES: readonly (readonly [sizes: Vec3, makeVoxels: (length: number) => VoxelArray])[] = [
  [[7, 5, 6], (length) => fill(new Uint8Array(length), 256, 0)],
  [[9, 4, 3], (length) => fill(new Int16Array(length), 65536, -32768)],
  [[3, 2, 70], (length) => fill(new Float32Array(length), 2000, -700)],
  [[1, 1, 1], (length) => fill(new Int8Array(length), 256, -128)],
  [[1, 130, 2], (length) => fill(new Uint16Array(length), 65536, 0)],
];

it.each(CASES.flatMap((one) => WORD_FORMATS.map((words) => [...one, words] as const)))(
  'of %s voxels, 16 bits as %3$s, are those of the reference, a voxel beyond each side too',
  async (sizes, makeVoxels, words) => {
    const volume = createVolume({ sizes, voxels: makeVoxels(sizes[0] * sizes[1] * sizes[2]) });
    const resident = await uploadVolume(gpu(), new PassTimer(gpu()), volume, { words });
    const texture = await findDifferences(gpu(), resident);
    const texels = new Float32Array(await readTexture(gpu(), texture, 16));
    const { factor } = resident.voxelFormat;
    const scale = Math.max(...volume.voxels.map(Math.abs)) * factor;
    const [nx, ny, nz] = sizes.map((size) => size + 2) as [number, number, number];
    expect([texture.width, texture.height, texture.depthOrArrayLayers]).toEqual([nx, ny, nz]);
    let largest = 0;
    for (let index = 0; index < nx * ny * nz; index++) {
      const voxel = [(index % nx) - 1, (Math.floor(index / nx) % ny) - 1, Math.floor(index / (nx * ny)) - 1] as const;
      const expected = findDifference(volume, voxel);
      for (const [axis, difference] of expected.entries()) {
        largest = Math.max(largest, Math.abs(texels[4 * index + axis]! - difference * factor));
      }
    }
    expect(largest).toBeLessThanOrEqual(scale * 2 ** -22);
  },
);
