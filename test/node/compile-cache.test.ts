/** Compiled modules are kept where nobody else can put any. */
import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { useCompileCache } from '../../src/node/compile-cache.js';

afterEach(() => vi.unstubAllEnvs());

function stubCacheHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tilecast-test-'));
  vi.stubEnv('XDG_CACHE_HOME', home);
  return home;
}

it('takes a folder of the user alone', async () => {
  const home = stubCacheHome();
  const enable = vi.fn();
  await useCompileCache(enable);
  const [[folder]] = enable.mock.calls as [[string]];
  expect(folder).toBe(join(home, 'tilecast', 'compiled'));
  expect(statSync(dirname(folder)).mode & 0o777).toBe(0o700);
});

it.each([
  ['others may write beside it', (home: string) => chmodSync(home, 0o777)],
  ['it cannot be made', () => vi.stubEnv('XDG_CACHE_HOME', '/dev/null/cache')],
])('does without where %s', async (_, spoil) => {
  spoil(stubCacheHome());
  const enable = vi.fn();
  await useCompileCache(enable);
  expect(enable).not.toHaveBeenCalled();
});
