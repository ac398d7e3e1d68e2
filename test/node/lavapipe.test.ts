/** The places of lavapipe's manifest, and the message where Dawn does not take it. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findLavapipeManifest } from '../../src/node/lavapipe.js';

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
