/** The WGSL as TypeScript knows it: generated, so that a misspelt name does not compile, and up to date. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeKernel } from '../../../src/gpu/encode-kernel.js';
import { generateContracts, readShaderSources } from '../../../wgsl/generate-contracts.js';
import { useTestGpu } from '../../open-test-gpu.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const sources = readShaderSources(join(ROOT, 'wgsl'));
const gpu = useTestGpu();

describe('generateContracts', () => {
  it('has been called for the WGSL as it is', () => {
    expect(readFileSync(join(ROOT, 'src', 'gpu', 'shaders', 'wgsl-contracts.ts'), 'utf8')).toBe(
      generateContracts(sources),
    );
  });

  it('collects what a kernel and all that it may import have', () => {
    const text = generateContracts({
      'a/kernel.wgsl': `@if(one) import package::a::part::f;
override width = 64u;
@group(0) @binding(3) var<uniform> size: Size;
@compute @workgroup_size(width) fn main() { @if(one && !(two || three)) f(); }`,
      'a/part.wgsl': `struct Size { nothing: u32 }
@if(four) @group(1) @binding(0) var<storage, read> words: array<u32>;
@elif(five) override depth = 1.0;
fn f() {}`,
    });
    expect(text).toContain("conditions: 'five' | 'four' | 'one' | 'three' | 'two';");
    expect(text).toContain("constants: 'depth' | 'width';");
    expect(text).toContain("bindings: 'size' | 'words';");
  });

  it.each([
    ['a binding that ends in a digit', { 'k.wgsl': '@compute @group(0) @binding(0) var<uniform> size2: f32;' }],
    ['an import of what is not there', { 'k.wgsl': 'import package::other::f;\n@compute fn main() {}' }],
  ])('refuses %s', (_, wrong) => {
    expect(() => generateContracts(wrong as unknown as Record<string, string>)).toThrow();
  });
});

describe('kernels', () => {
  it('know conditions, constants and bindings by name', async () => {
    // @ts-expect-error: a misspelt condition does not compile.
    await gpu().kernels.get('cast/ray/cast.wgsl', { conditions: { volum: false } });
    // @ts-expect-error: nor does a misspelt kernel.
    await expect(gpu().kernels.get('cast/ray/cats.wgsl')).rejects.toThrow();
    const kernel = await gpu().kernels.get('split/gather.wgsl');
    const encoder = gpu().device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    // @ts-expect-error: nor does a misspelt resource.
    expect(() => encodeKernel(gpu(), pass, kernel, { indexes: undefined }, 1)).toThrow('split/gather.wgsl needs');
    pass.end();
  });
});
