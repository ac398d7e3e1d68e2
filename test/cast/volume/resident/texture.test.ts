/** The volume on the device: chunks, downsampling, refusals, and the formats that only some adapters have. */
import { describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import { Renderer } from '../../../../src/cast/renderer.js';
import { uploadVolume } from '../../../../src/cast/volume/resident/texture.js';
import { tableFields } from '../../../../src/cast/volume/resident/transfer.js';
import { chooseVoxelFormat } from '../../../../src/cast/volume/resident/voxel-format.js';
import { InputError } from '../../../../src/errors.js';
import { BUFFER_USAGE } from '../../../../src/gpu/constants.js';
import { Gpu, type GpuFeature } from '../../../../src/gpu/gpu.js';
import { PassTimer } from '../../../../src/gpu/timer.js';
import { createVolume, type VoxelArray } from '../../../../src/volume/volume.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../../sample-scenes.js';

// Without formats that only some adapters have, texels are the voxels' values.
const gpu = useTestGpu(['texture-formats-tier1']);

/** Reads an r32float texture back through a kernel-free copy of its own. */
async function readTexels({ device }: Gpu, texture: GPUTexture): Promise<Float32Array> {
  const { width, height, depthOrArrayLayers: depth } = texture;
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var voxels: texture_3d<f32>;
      @group(0) @binding(1) var<storage, read_write> texels: array<f32>;
      @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
        let size = textureDimensions(voxels);
        texels[(id.z * size.y + id.y) * size.x + id.x] = textureLoad(voxels, id, 0).x;
      }`,
  });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const size = 4 * width * height * depth;
  const texels = device.createBuffer({ size, usage: BUFFER_USAGE.STORAGE | BUFFER_USAGE.COPY_SRC });
  const readback = device.createBuffer({ size, usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(
    0,
    device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [
        { binding: 0, resource: texture.createView() },
        { binding: 1, resource: { buffer: texels } },
      ],
    }),
  );
  pass.dispatchWorkgroups(width, height, depth);
  pass.end();
  encoder.copyBufferToBuffer(texels, 0, readback, 0, size);
  device.queue.submit([encoder.finish()]);
  await readback.mapAsync(1);
  return new Float32Array(readback.getMappedRange().slice(0));
}

/** The object with some properties replaced. */
const replacing = <T extends object>(target: T, changes: Partial<T>): T =>
  new Proxy(target, {
    get: (_, name) => {
      if (name in changes) return changes[name as keyof T];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

describe('uploadVolume', () => {
  const types: (new (length: number) => VoxelArray)[] = [
    Int8Array,
    Uint8Array,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
  ];
  // Sides that leave a rest in every word, run and workgroup, and a length beyond one run of voxels.
  const sizes = [67, 5, 9] as const;

  describe.each(types)('with voxels of %p', (ArrayType) => {
    const voxels = new ArrayType(sizes[0] * sizes[1] * sizes[2]).map((_, index) => (index * 97) % 251) as VoxelArray;
    it.each([1, 500, 1 << 28])('keeps every voxel in its place, in chunks of up to %d bytes', async (maxChunkBytes) => {
      const { texture, downsampleFactor } = await uploadVolume(
        gpu(),
        new PassTimer(gpu()),
        createVolume({ sizes, voxels }),
        { maxChunkBytes },
      );
      expect(downsampleFactor).toBe(1);
      const texels = await readTexels(gpu(), texture);
      expect(Array.from(texels)).toEqual(Array.from(voxels));
    });
  });

  it('sends no more at once than the device binds', async () => {
    // A layer of bricks, with a slice before and after it.
    const bindingBytes = 6 * sizes[0] * sizes[1] * Float32Array.BYTES_PER_ELEMENT;
    const sent: number[] = [];
    const createBuffer = (descriptor: GPUBufferDescriptor) => {
      if (descriptor.label === 'volume.words') sent.push(descriptor.size);
      return gpu().device.createBuffer(descriptor);
    };
    const limits = replacing(gpu().device.limits, { maxStorageBufferBindingSize: bindingBytes });
    const limited = replacing(gpu(), { device: replacing(gpu().device, { limits, createBuffer }) });
    const voxels = Float32Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, index) => index);
    const { texture } = await uploadVolume(limited, new PassTimer(gpu()), createVolume({ sizes, voxels }), {
      brickSide: 4,
    });
    expect(sent).toEqual([bindingBytes]);
    expect(Array.from(await readTexels(gpu(), texture))).toEqual(Array.from(voxels));
  });

  it('holds the extremes of 16 bits', async () => {
    const voxels = Int16Array.of(-32768, 32767, -1, 0, 1, 2, 3, 4);
    const { texture } = await uploadVolume(gpu(), new PassTimer(gpu()), createVolume({ sizes: [2, 2, 2], voxels }));
    expect(Array.from(await readTexels(gpu(), texture))).toEqual(Array.from(voxels));
  });

  it('makes a volume smaller that is too long, by the smallest factor', async () => {
    const side = gpu().device.limits.maxTextureDimension3D;
    const long = createVolume({ sizes: [2 * side + 1, 2, 2], voxels: new Uint8Array((2 * side + 1) * 4).fill(9) });
    const timer = new PassTimer(gpu());
    const { resident, downsampleFactor } = await uploadVolume(gpu(), timer, long);
    expect(downsampleFactor).toBe(3);
    expect(resident.sizes).toEqual([Math.ceil((2 * side + 1) / 3), 1, 1]);
    await expect(uploadVolume(gpu(), timer, long, { allowDownsample: false })).rejects.toThrow(InputError);
    gpu().assertHealthy();
  });
});

describe('chooseVoxelFormat', () => {
  const adapterWith = (...features: GpuFeature[]) => ({ has: (feature: GpuFeature) => features.includes(feature) });
  const tier1 = adapterWith('texture-formats-tier1');

  it('takes the smallest format that loses nothing and is filtered', () => {
    const all = adapterWith('texture-formats-tier1', 'float32-filterable');
    expect(chooseVoxelFormat(all, new Int8Array(1), 'rg8unorm').format).toBe('r8unorm');
    expect(chooseVoxelFormat(all, new Int16Array(1), 'rg8unorm').format).toBe('rg8unorm');
    expect(chooseVoxelFormat(all, new Int16Array(1), 'r32float').format).toBe('r32float');
    expect(chooseVoxelFormat(tier1, new Uint16Array(1), 'rg8unorm').format).toBe('rg8unorm');
    expect(chooseVoxelFormat(tier1, new Float32Array(1), 'rg8unorm').format).toBe('r32float');
    expect(chooseVoxelFormat(adapterWith(), new Uint16Array(1), 'rg8unorm')).toMatchObject({
      format: 'r32float',
      filterable: false,
    });
  });

  it.each([
    new Int8Array([-128, 127]),
    new Uint8Array([0, 255]),
    new Int16Array([-32768, 32767]),
    new Uint16Array([0, 65535]),
    new Float32Array([-3, 12]),
  ])('places values alike in the transfer table, whatever the format: %o', (voxels) => {
    const domain = [voxels[0]! - 1, voxels[1]! * 0.5] as const;
    const cells = 100;
    const format = chooseVoxelFormat(tier1, voxels, 'rg8unorm');
    const transfer = { domain, cells, visible: domain };
    const { table_low, table_scale } = tableFields(transfer, format);
    for (const value of [domain[0], voxels[0]!, domain[1], voxels[1]!]) {
      const texel = (value + format.offset) * format.factor;
      expect((texel - table_low) * table_scale).toBeCloseTo((cells * (value - domain[0])) / (domain[1] - domain[0]), 6);
    }
    if (format.format !== 'r32float') {
      expect((voxels[0]! + format.offset) * format.factor).toBe(0);
      expect((voxels[1]! + format.offset) * format.factor).toBe(1);
    }
  });
});

describe('on an adapter with other formats', () => {
  // Dawn's null backend computes nothing, but it has every feature and validates all that it is given.
  const entry = create(['backend=null']);
  const open = async (withoutFeatures: GpuFeature[]) => {
    const adapter = await entry.requestAdapter();
    return Gpu.open(adapter!, { withoutFeatures });
  };

  it.each([
    [Uint8Array, 'r8unorm', []],
    [Int8Array, 'r8unorm', ['float32-filterable']],
    [Int16Array, 'rg8unorm', []],
    [Int16Array, 'r32float', ['texture-formats-tier1']],
    [Float32Array, 'r32float', ['timestamp-query']],
  ] as const)('uploads and casts %o as %s without an error', async (ArrayType, format, withoutFeatures) => {
    const gpu = await open([...withoutFeatures]);
    const volume = makeVolume(ArrayType, [0, 100], GEOMETRIES.unit);
    const scene = { volume, transfer: makeTransfer([0, 100], 0.2) };
    const { stats } = await new Renderer(gpu).render(scene, obliqueCamera(volume), { counts: true });
    expect(stats.volume?.format).toBe(format);
    gpu.destroy();
  });
});
