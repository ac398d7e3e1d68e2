/** The places of lavapipe's manifest, and the message where Dawn does not take it. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { explainNoAdapter, findLavapipeManifest } from '../../../src/node/adapters/lavapipe.js';
import { openGpu } from '../../../src/node/index.js';

const root = mkdtempSync(join(tmpdir(), 'tilecast-lavapipe-'));
const drivers = join(root, 'vulkan', 'icd.d');
mkdirSync(drivers, { recursive: true });
const [lavapipe, other] = ['lvp_icd.x86_64.json', 'radeon_icd.x86_64.json'].map((name) => join(drivers, name)) as [
  string,
  string,
];
for (const path of [lavapipe, other]) writeFileSync(path, '{}');

describe('findLavapipeManifest', () => {
  it('finds it where the system keeps drivers', () => {
    expect(findLavapipeManifest({ XDG_DATA_DIRS: `/nowhere:${root}`, XDG_DATA_HOME: '/nowhere' })).toBe(lavapipe);
    expect(findLavapipeManifest({ XDG_DATA_DIRS: '/nowhere', XDG_DATA_HOME: root })).toBe(lavapipe);
  });

  it('is found, or missed, for a user without a home, as containers have them', () => {
    const homedir = vi.spyOn(os, 'homedir').mockImplementation(() => {
      throw new Error('uv_os_homedir returned ENOENT');
    });
    syncBuiltinESMExports();
    try {
      expect(findLavapipeManifest({ XDG_DATA_DIRS: '/nowhere' })).toBe(
        findLavapipeManifest({ XDG_DATA_DIRS: '/nowhere', XDG_DATA_HOME: '/nowhere' }),
      );
      expect(findLavapipeManifest({ XDG_DATA_DIRS: root })).toBe(lavapipe);
    } finally {
      homedir.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it('goes by what the environment names, and by nothing else then', () => {
    const elsewhere = { XDG_DATA_DIRS: root };
    expect(findLavapipeManifest({ ...elsewhere, VK_DRIVER_FILES: other })).toBeUndefined();
    expect(findLavapipeManifest({ VK_DRIVER_FILES: `${other}:${lavapipe}` })).toBe(lavapipe);
    expect(findLavapipeManifest({ VK_ICD_FILENAMES: lavapipe })).toBe(lavapipe);
    expect(findLavapipeManifest({ VK_DRIVER_FILES: join(root, 'lvp_icd.missing.json') })).toBeUndefined();
  });
});

describe('a machine without any adapter', () => {
  const arm = { platform: 'linux', arch: 'arm64' };

  it('is told what helps there, and that its Mesa is too old', () => {
    // As on a machine without one.
    vi.stubEnv('VK_DRIVER_FILES', '/nowhere/radeon_icd.json');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(explainNoAdapter(arm)).toBe(
      'no adapter works here: install a GPU driver with Vulkan, Metal or D3D12; or lavapipe: apt-get install ' +
        'mesa-vulkan-drivers (on Debian 12 with -t bookworm-backports)',
    );
    expect(explainNoAdapter(arm, lavapipe)).toContain(
      `; or a newer lavapipe: the lavapipe that is installed (${lavapipe}) is too old for Dawn, which takes Mesa 25.0 and not 22.3`,
    );
    expect(explainNoAdapter({ platform: 'linux', arch: 'x64' })).toContain('; or SwiftShader: npm install');
    expect(explainNoAdapter({ platform: 'darwin', arch: 'arm64' })).not.toMatch(/lavapipe|SwiftShader/);
  });

  it.runIf(process.platform === 'linux')('says so wherever an adapter is asked for', async () => {
    const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('arm64');
    vi.stubEnv('VK_DRIVER_FILES', '/nowhere/radeon_icd.json');
    try {
      await expect(openGpu({ software: true })).rejects.toThrow(
        /runs on Linux on x86-64 only, and this is linux on arm64; no adapter works here: .*or lavapipe: apt-get install/,
      );
    } finally {
      arch.mockRestore();
      vi.unstubAllEnvs();
    }
  });
});
