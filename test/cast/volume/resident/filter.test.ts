/** What adapters on the CPU make of voxels between their centres, in each format that is chosen there. */
import { expect, it } from 'vitest';
import { filterTexels } from '../../../../experiments/sampling/filter-texels.js';
import { uploadVolume } from '../../../../src/cast/volume/resident/texture.js';
import { toTexel } from '../../../../src/cast/volume/resident/voxel-format.js';
import { WORD_FORMATS } from '../../../../src/cast/volume/sampling.js';
import { PassTimer } from '../../../../src/gpu/timer.js';
import { sampleVolume } from '../../../../src/reference/volume/sample-volume.js';
import { createVolume, type VoxelArray } from '../../../../src/volume/volume.js';
import { createRandom } from '../../../camera/random.js';
import { useTestGpu } from '../../../open-test-gpu.js';

const gpu = useTestGpu();
const PLACES = 4096;
const SIZES = [200, 7, 9] as const;
const VOXELS = SIZES[0] * SIZES[1] * SIZES[2];

/** A word of 16 bits in two channels. */
const WORD = 'dot(channels.xy, vec2f(255.0, 65280.0) / 65535.0)';

const random = createRandom(1972);
const voxelsOf = [
  Uint8Array.from({ length: VOXELS }, () => 256 * random()),
  Int8Array.from({ length: VOXELS }, () => 256 * random() - 128),
  Uint16Array.from({ length: VOXELS }, () => 65536 * random()),
  Int16Array.from({ length: VOXELS }, () => 65536 * random() - 32768),
] satisfies VoxelArray[];

it.each(voxelsOf.flatMap((voxels) => WORD_FORMATS.map((words) => [voxels.constructor.name, words, voxels] as const)))(
  'interpolates %s, 16 bits as %s, as exactly as positions in 32 bits allow',
  async (_, words, voxels) => {
    // GPUs' weights have 8 bits: what would show that is interpolated by kernels there.
    if (!gpu().software) return;
    const volume = createVolume({ sizes: SIZES, voxels });
    const { texture, voxelFormat } = await uploadVolume(gpu(), new PassTimer(gpu()), volume, { words });
    const positions = Float32Array.from({ length: 4 * PLACES }, random);
    const sampler = gpu().device.createSampler({ magFilter: 'linear', minFilter: 'linear' });
    const texel = voxelFormat.format === 'rg8unorm' ? WORD : 'channels.x';
    const texels = await filterTexels(gpu().device, texture, sampler, positions, texel);
    const range = 2 ** (8 * voxels.BYTES_PER_ELEMENT) * voxelFormat.factor;
    let largest = 0;
    for (let place = 0; place < PLACES; place++) {
      const [x, y, z] = SIZES.map((size, axis) => positions[4 * place + axis]! * size - 0.5) as [
        number,
        number,
        number,
      ];
      const expected = toTexel(voxelFormat, sampleVolume(volume, [x, y, z]));
      largest = Math.max(largest, Math.abs(texels[place]! - expected) / range);
    }
    expect(largest).toBeLessThan(1e-4);
  },
);
