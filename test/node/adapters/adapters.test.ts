/** Which adapter is found for what is asked for. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DeviceError, InputError } from '../../../src/index.js';
import { parseGpuIndex } from '../../../src/node/adapters/adapter-choices.js';
import { findAdapter, listAdapters, openGpu, parseNames } from '../../../src/node/adapters/adapters.js';
import { openTestGpu } from '../../open-test-gpu.js';

afterEach(() => vi.unstubAllEnvs());

describe.runIf(process.platform === 'linux')('devices that come and go', () => {
  it('leave no open files behind, which lavapipe’s instances would', async () => {
    const openAndClose = async (count: number) => {
      for (let index = 0; index < count; index++) (await openTestGpu()).destroy();
      return readdirSync('/proc/self/fd').length;
    };
    const before = await openAndClose(2);
    expect(await openAndClose(6)).toBeLessThan(before + 6);
  });
});

describe('findAdapter', () => {
  it('takes SwiftShader by name, and leaves the drivers of the environment as they were', async () => {
    vi.stubEnv('VK_DRIVER_FILES', '/nowhere/some_icd.json');
    const before = process.env['VK_ICD_FILENAMES'];
    const { kind, software, backend } = await findAdapter({ adapter: 'swiftshader' });
    expect({ kind, software, backend }).toEqual({ kind: 'swiftshader', software: true, backend: 'vulkan' });
    expect(process.env['VK_DRIVER_FILES']).toBe('/nowhere/some_icd.json');
    expect(process.env['VK_ICD_FILENAMES']).toBe(before);
  });

  it('takes what computes on the CPU where that is asked for', async () => {
    const gpu = await openGpu({ software: true });
    expect(gpu.software).toBe(true);
    gpu.destroy();
  });

  it('refuses a GPU that shall compute on the CPU', async () => {
    await expect(findAdapter({ adapter: 'gpu', software: true })).rejects.toThrow(InputError);
  });

  it('says what to install where there is no lavapipe, and that one is too old which Dawn does not take', async () => {
    vi.stubEnv('VK_DRIVER_FILES', '/nowhere/lvp_icd.json');
    await expect(findAdapter({ adapter: 'lavapipe' })).rejects.toThrow(/not installed: apt-get install/);
    await expect(findAdapter({ adapter: 'lavapipe' })).rejects.toThrow(DeviceError);
    const manifest = join(mkdtempSync(join(tmpdir(), 'tilecast-old-')), 'lvp_icd.json');
    const library = '/nowhere/libvulkan_lvp.so';
    writeFileSync(
      manifest,
      JSON.stringify({ file_format_version: '1.0.0', ICD: { api_version: '1.1.230', library_path: library } }),
    );
    vi.stubEnv('VK_DRIVER_FILES', manifest);
    await expect(findAdapter({ adapter: 'lavapipe' })).rejects.toThrow(`${manifest}) is too old for Dawn`);
  });

  it('treats an adapter as another kind where a test wants that', async () => {
    const gpu = await openGpu({ adapter: 'swiftshader', treatAs: 'gpu' });
    expect(gpu.traits.kind).toBe('gpu');
    expect(gpu.software).toBe(false);
    gpu.destroy();
  });
});

describe('several adapters', () => {
  it('are numbered from 0', () => {
    expect(['gpu:0', 'gpu:12'].map(parseGpuIndex)).toEqual([0, 12]);
    expect(['gpu', 'gpu:', 'gpu:-1', 'gpu:1.5', 'gpu:1e3', ' gpu:1', 'lavapipe'].map(parseGpuIndex)).toEqual(
      Array.from({ length: 7 }, () => undefined),
    );
  });

  it('are named by Dawn where none has a name', () => {
    const message = [
      "no suitable backends found\nAvailable adapters:\n * backend: 'vulkan', name: 'NVIDIA H100 80GB HBM3'",
      " * backend: 'vulkan', name: 'NVIDIA H100 80GB HBM3'",
      " * backend: 'opengl', name: 'llvmpipe'",
      " * backend: 'vulkan', name: 'llvmpipe (LLVM 15.0.6, 256 bits)'\n",
    ].join('\n');
    const h100 = 'NVIDIA H100 80GB HBM3';
    expect(parseNames(message, 'vulkan')).toEqual([h100, h100, 'llvmpipe (LLVM 15.0.6, 256 bits)']);
    expect(parseNames('no adapter', 'vulkan')).toEqual([]);
  });

  it('are refused where they do not go with software', async () => {
    await expect(findAdapter({ adapter: 'gpu:1', software: true })).rejects.toThrow(InputError);
  });

  describe.runIf(process.platform === 'linux' && process.arch === 'x64')('of one name', () => {
    it('are listed once, and said to be more', async () => {
      await findAdapter({ adapter: 'swiftshader' });
      const { findCacheFolder } = await import('../../../src/node/folders/cache-folder.js');
      const cache = (await findCacheFolder())!;
      const unpacked = join(cache, readdirSync(cache).find((name) => name.startsWith('swiftshader-'))!);
      const folder = mkdtempSync(join(tmpdir(), 'tilecast-two-'));
      const manifest = JSON.parse(readFileSync(join(unpacked, 'vk_swiftshader_icd.json'), 'utf8'));
      manifest.ICD.library_path = join(unpacked, 'libvk_swiftshader.so');
      const manifests = ['a', 'b'].map((name) => {
        writeFileSync(join(folder, `${name}.json`), JSON.stringify(manifest));
        return join(folder, `${name}.json`);
      });
      vi.stubEnv('VK_DRIVER_FILES', manifests.join(':'));
      vi.stubEnv('VK_ICD_FILENAMES', manifests.join(':'));
      const { adapters, namesakes } = await listAdapters({ quiet: true });
      expect(adapters.map(({ kind }) => kind)).toEqual(['swiftshader']);
      expect(namesakes).toEqual(['SwiftShader Device (Subzero)']);
      await expect(findAdapter({ adapter: 'gpu:0', quiet: true })).rejects.toThrow('the system offers no GPU');
    });
  });
});
