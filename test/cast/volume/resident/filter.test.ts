/** What adapters on the CPU make of voxels between their centres, in each format that is chosen there. */
import { expect, it } from 'vitest';
import { uploadVolume } from '../../../../src/cast/volume/resident/texture.js';
import { toTexel } from '../../../../src/cast/volume/resident/voxel-format.js';
import { WORD_FORMATS } from '../../../../src/cast/volume/sampling.js';
import { BUFFER_USAGE, MAP_MODE } from '../../../../src/gpu/constants.js';
import { PassTimer } from '../../../../src/gpu/timer.js';
import { sampleVolume } from '../../../../src/reference/volume/sample-volume.js';
import { createVolume, type VoxelArray } from '../../../../src/volume/volume.js';
import { createRandom } from '../../../camera/random.js';
import { useTestGpu } from '../../../open-test-gpu.js';

const gpu = useTestGpu();
const PLACES = 4096;
const SIZES = [200, 7, 9] as const;
const VOXELS = SIZES[0] * SIZES[1] * SIZES[2];

/** Texels at positions from 0 to 1 over the texture, by the hardware's filter. */
async function sample(
  texture: GPUTexture,
  positions: Float32Array<ArrayBuffer>,
  isWord: boolean,
): Promise<Float32Array> {
  const { device } = gpu();
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var voxels: texture_3d<f32>;
      @group(0) @binding(1) var linear: sampler;
      @group(0) @binding(2) var<storage, read> positions: array<vec4f>;
      @group(0) @binding(3) var<storage, read_write> texels: array<f32>;
      @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
        let channels = textureSampleLevel(voxels, linear, positions[id.x].xyz, 0.0).xy;
        texels[id.x] = dot(channels, ${isWord ? 'vec2f(255.0, 65280.0) / 65535.0' : 'vec2f(1.0, 0.0)'});
      }`,
  });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const size = 4 * PLACES;
  const given = device.createBuffer({ size: 4 * size, usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_DST });
  const texels = device.createBuffer({ size, usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC });
  const readback = device.createBuffer({ size, usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST });
  device.queue.writeBuffer(given, 0, positions);
  const resources = [
    texture.createView(),
    device.createSampler({ magFilter: 'linear', minFilter: 'linear' }),
    { buffer: given },
    { buffer: texels },
  ];
  const entries = resources.map((resource, binding) => ({ binding, resource }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(PLACES / 64);
  pass.end();
  encoder.copyBufferToBuffer(texels, 0, readback, 0, size);
  device.queue.submit([encoder.finish()]);
  await readback.mapAsync(MAP_MODE.READ);
  return new Float32Array(readback.getMappedRange().slice(0));
}

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
    const texels = await sample(texture, positions, voxelFormat.format === 'rg8unorm');
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
