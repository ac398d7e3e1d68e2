/** The volume on the device: chunks, downsampling, refusals, and the formats that only some adapters have. */
import { describe, expect, it } from 'vitest';
import { create } from 'webgpu';
import { Renderer } from '../../../../src/cast/renderer.js';
import { uploadVolume, type VolumeTexture } from '../../../../src/cast/volume/resident/texture.js';
import { tableFields } from '../../../../src/cast/volume/resident/transfer.js';
import { chooseVoxelFormat } from '../../../../src/cast/volume/resident/voxel-format.js';
import { writeVolumeTexture } from '../../../../src/cast/volume/resident/write-volume.js';
import { WORD_FORMATS, type WordFormat } from '../../../../src/cast/volume/sampling.js';
import { InputError } from '../../../../src/errors.js';
import type { AdapterKind } from '../../../../src/gpu/adapter-traits.js';
import { Gpu, type GpuFeature } from '../../../../src/gpu/gpu.js';
import { PassTimer } from '../../../../src/gpu/timer.js';
import { BUFFER_USAGE } from '../../../../src/gpu/usages.js';
import { createVolume, type VoxelArray } from '../../../../src/volume/volume.js';
import { useTestGpu } from '../../../open-test-gpu.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../../sample-scenes.js';

// Without formats that only some adapters can store, so that bytes are copied where they are taken at all.
const gpu = useTestGpu(['texture-formats-tier1']);

/** The voxels' values, by a kernel that loads texels one by one. */
async function readVoxels(
  { device }: Gpu,
  { texture, voxelFormat: { format, offset, factor } }: Pick<VolumeTexture, 'texture' | 'voxelFormat'>,
): Promise<number[]> {
  const { width, height, depthOrArrayLayers: depth } = texture;
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var voxels: texture_3d<f32>;
      @group(0) @binding(1) var<storage, read_write> texels: array<f32>;
      @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
        let size = textureDimensions(voxels);
        texels[(id.z * size.y + id.y) * size.x + id.x] = dot(textureLoad(voxels, id, 0).xy, vec2f(${format === 'rg8unorm' ? '255.0, 65280.0) / 65535.0' : '1.0, 0.0)'});
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
  return Array.from(new Float32Array(readback.getMappedRange()), (texel) =>
    format === 'r32float' ? texel : Math.round(texel / factor) - offset,
  );
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
      const uploaded = await uploadVolume(gpu(), new PassTimer(gpu()), createVolume({ sizes, voxels }), {
        maxChunkBytes,
      });
      expect(uploaded.downsampleFactor).toBe(1);
      expect(await readVoxels(gpu(), uploaded)).toEqual(Array.from(voxels));
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
    const uploaded = await uploadVolume(limited, new PassTimer(gpu()), createVolume({ sizes, voxels }), {
      brickSide: 4,
    });
    expect(sent).toEqual([bindingBytes]);
    expect(await readVoxels(gpu(), uploaded)).toEqual(Array.from(voxels));
  });

  it.each(
    [Int8Array.of(-128, 127, -1, 0, 1, 2, 3, 4), Int16Array.of(-32768, 32767, -1, 0, 1, 2, 3, 4)].flatMap((voxels) =>
      (['rg8unorm', 'r32float'] as const).map((words) => [voxels, words] as const),
    ),
  )('holds the extremes of %o, 16 bits as %s', async (voxels, words) => {
    const volume = createVolume({ sizes: [2, 2, 2], voxels });
    const uploaded = await uploadVolume(gpu(), new PassTimer(gpu()), volume, { words });
    expect(await readVoxels(gpu(), uploaded)).toEqual(Array.from(voxels));
  });

  it.each(
    [Uint8Array, Int8Array, Uint16Array, Int16Array, Int32Array, Float32Array, Float64Array].flatMap((Voxels) =>
      WORD_FORMATS.map((words) => [Voxels.name, words, Voxels] as const),
    ),
  )('%s, 16 bits as %s, is the same texture where it is small and copied', async (_, words, Voxels) => {
    const voxels = new Voxels(5 * 3 * 7);
    for (const index of voxels.keys()) voxels[index] = 37 * (index % 3) - index;
    const volume = createVolume({ sizes: [5, 3, 7], voxels });
    const uploaded = await uploadVolume(gpu(), new PassTimer(gpu()), volume, { words });
    const written = writeVolumeTexture(gpu(), volume, words);
    expect(written.voxelFormat).toEqual(uploaded.voxelFormat);
    expect(await readVoxels(gpu(), written)).toEqual(await readVoxels(gpu(), uploaded));
    expect(await readVoxels(gpu(), written)).toEqual(Array.from(voxels));
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
  const adapterOf = (kind: AdapterKind, ...features: GpuFeature[]) => ({
    traits: { kind, subgroupSizes: undefined },
    has: (feature: GpuFeature) => features.includes(feature),
  });
  const tier1 = adapterOf('gpu', 'texture-formats-tier1');
  const formatOn = (gpu: typeof tier1, voxels: VoxelArray, words: WordFormat) =>
    chooseVoxelFormat(gpu, voxels, words).format;

  it('takes the smallest format that loses nothing and is filtered', () => {
    const all = adapterOf('gpu', 'texture-formats-tier1', 'float32-filterable');
    expect(formatOn(all, new Int8Array(1), 'rg8unorm')).toBe('r8unorm');
    expect(formatOn(all, new Int16Array(1), 'rg8unorm')).toBe('rg8unorm');
    expect(formatOn(all, new Int16Array(1), 'r32float')).toBe('r32float');
    expect(formatOn(tier1, new Uint16Array(1), 'rg8unorm')).toBe('rg8unorm');
    expect(chooseVoxelFormat(tier1, new Float32Array(1), 'rg8unorm')).toMatchObject({
      format: 'r32float',
      filterable: false,
    });
  });

  it('copies bytes where no kernel stores them', () => {
    expect(chooseVoxelFormat(tier1, new Uint8Array(1), 'r32float').isCopied).toBe(false);
    for (const kind of ['gpu', 'swiftshader'] as const) {
      const format = chooseVoxelFormat(adapterOf(kind), new Uint8Array(1), 'r32float');
      expect(format).toMatchObject({ format: 'r8unorm', isCopied: true });
    }
  });

  it('takes floats for bytes where these are filtered worse', () => {
    expect(formatOn(adapterOf('llvmpipe'), new Uint8Array(1), 'rg8unorm')).toBe('r32float');
    expect(formatOn(adapterOf('warp'), new Int16Array(1), 'rg8unorm')).toBe('r32float');
  });

  it('takes bytes for 16 bits on SwiftShader where floats would not fit', () => {
    const swiftshader = adapterOf('swiftshader');
    // Zeros that nobody touches take no memory.
    const [fits, isTooLong] = [new Int16Array(2 ** 28 - 1), new Int16Array(2 ** 28)];
    expect(formatOn(swiftshader, fits, 'r32float')).toBe('r32float');
    expect(formatOn(swiftshader, isTooLong, 'r32float')).toBe('rg8unorm');
    expect(formatOn(adapterOf('llvmpipe'), isTooLong, 'r32float')).toBe('r32float');
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
    [Int16Array, 'rg8unorm', ['texture-formats-tier1']],
    [Uint8Array, 'r8unorm', ['texture-formats-tier1']],
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
