/** The device: raised limits, errors that become fatal, constants and kernels. */
import { describe, expect, it } from 'vitest';
import { globals } from 'webgpu';
import { DeviceError } from '../../src/errors.js';
import { Gpu } from '../../src/gpu/gpu.js';
import { linkShader } from '../../src/gpu/shaders/link-shader.js';
import { SHADER_SOURCES } from '../../src/gpu/shaders/shader-sources.js';
import { BUFFER_USAGE, MAP_MODE, TEXTURE_USAGE } from '../../src/gpu/usages.js';
import { openNullAdapter } from '../open-null-adapter.js';
import { openTestGpu, useTestGpu } from '../open-test-gpu.js';

const gpu = useTestGpu();

describe('Gpu', () => {
  it('has the limits that its adapter offers', async () => {
    const adapter = await openNullAdapter();
    const { device } = await Gpu.open(adapter);
    expect(device.limits.maxBufferSize).toBe(adapter.limits.maxBufferSize);
    expect(device.limits.maxComputeInvocationsPerWorkgroup).toBe(adapter.limits.maxComputeInvocationsPerWorkgroup);
    device.destroy();
  });

  it('fails a read after an error that nobody caught', async () => {
    const broken = await openTestGpu();
    const buffer = broken.device.createBuffer({ size: 16, usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST });
    broken.device.createBuffer({ size: 16, usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.STORAGE });
    await expect(broken.read(buffer)).rejects.toThrow(DeviceError);
    broken.destroy();
  });

  it('fails a read on a device that was lost', async () => {
    const lost = await openTestGpu();
    const buffer = lost.device.createBuffer({ size: 16, usage: BUFFER_USAGE.MAP_READ | BUFFER_USAGE.COPY_DST });
    lost.destroy();
    await expect(lost.read(buffer)).rejects.toThrow(DeviceError);
  });

  it('gives undefined for an allocation that finds no memory, and throws for one that is invalid', async () => {
    const { device } = gpu();
    const make = (side: number) => () =>
      device.createTexture({
        size: [side, side, side],
        dimension: '3d',
        format: 'rgba32float',
        usage: TEXTURE_USAGE.TEXTURE_BINDING,
      });
    const side = device.limits.maxTextureDimension3D;
    expect(await gpu().tryAllocate(make(side))).toBeUndefined();
    await expect(gpu().tryAllocate(make(side + 1))).rejects.toThrow(DeviceError);
    gpu().assertHealthy();
  });

  it('compiles a kernel once', async () => {
    const variant = { conditions: { r8unorm: false }, constants: { bits: 8 } };
    const [first, second] = await Promise.all(
      [1, 2].map(() => gpu().kernels.get('cast/volume/resident/unpack.wgsl', variant)),
    );
    expect(first).toBe(second);
  });
});

describe('constants', () => {
  it('are the values that WebGPU gives its flags', () => {
    const flags = globals as Record<string, object>;
    expect({ ...flags['GPUBufferUsage'] }).toMatchObject(BUFFER_USAGE);
    expect({ ...flags['GPUTextureUsage'] }).toMatchObject(TEXTURE_USAGE);
    expect({ ...flags['GPUMapMode'] }).toMatchObject(MAP_MODE);
  });
});

describe('linkShader', () => {
  it('links every kernel', async () => {
    const kernels = Object.entries(SHADER_SOURCES).filter(([, source]) => source.includes('@compute'));
    expect(kernels.length).toBeGreaterThan(1);
    for (const [path] of kernels) {
      expect(await linkShader(path)).toMatch(/@compute/);
    }
  });
});
