/** Kinds of adapters, by what they say of themselves. */
import { describe, expect, it } from 'vitest';
import { type AdapterKind, chooseByAdapter, describeAdapter } from '../../src/gpu/adapter-traits.js';
import { useTestGpu } from '../open-test-gpu.js';

const SILENT = { vendor: '', architecture: '', device: '', description: '' };

describe('describeAdapter', () => {
  it.each([
    ['swiftshader', { vendor: 'google', architecture: 'swiftshader', isFallbackAdapter: true }],
    ['swiftshader', { description: 'SwiftShader driver 5.0.0' }],
    [
      'llvmpipe',
      { vendor: 'mesa', architecture: 'software', description: 'llvmpipe: Mesa 25.0.7 (LLVM 15.0.6) 0.0.1' },
    ],
    ['warp', { vendor: 'microsoft', device: 'Microsoft Basic Render Driver', isFallbackAdapter: true }],
    ['other-cpu', { isFallbackAdapter: true }],
    ['gpu', { vendor: 'nvidia', architecture: 'hopper', description: 'NVIDIA H100: 570.1' }],
    ['gpu', { isFallbackAdapter: false }],
    ['gpu', {}],
  ] as const)('finds a %s in %j', (kind, told) => {
    expect(describeAdapter({ ...SILENT, ...told }).kind).toBe(kind);
  });

  it('knows the sizes of subgroups where they are told', () => {
    const told = { ...SILENT, subgroupMinSize: 8, subgroupMaxSize: 32 };
    expect(describeAdapter(told).subgroupSizes).toEqual({ least: 8, most: 32 });
    expect(describeAdapter(SILENT).subgroupSizes).toBeUndefined();
    expect(describeAdapter({ ...SILENT, subgroupMinSize: 0, subgroupMaxSize: 0 }).subgroupSizes).toBeUndefined();
  });
});

describe('chooseByAdapter', () => {
  it.each([
    ['gpu', 1],
    ['llvmpipe', 2],
    ['swiftshader', 3],
    ['warp', 2],
    ['other-cpu', 2],
  ] as const satisfies [AdapterKind, number][])('takes for %s choice %i', (kind, choice) => {
    expect(chooseByAdapter({ kind }, { gpu: 1, llvmpipe: 2, swiftshader: 3 })).toBe(choice);
  });
});

describe('a device', () => {
  const gpu = useTestGpu();

  it('has the traits of its adapter', () => {
    expect(gpu().traits).toEqual(describeAdapter(gpu().adapterInfo));
    expect(gpu().software).toBe(gpu().traits.kind !== 'gpu');
  });
});
