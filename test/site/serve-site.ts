/** The built site on this machine, as a static host serves it. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');
export const SITE = join(ROOT, 'dist-site');

/** Builds the site from what is built already, and the API reference where it is older. */
export function makeSite(): void {
  const run = (...args: readonly string[]) => execFileSync('npm', ['run', ...args], { cwd: ROOT, stdio: 'pipe' });
  const [built, written] = ['dist/index.d.ts', 'docs/index.html'].map((name) =>
    statSync(join(ROOT, name), { throwIfNoEntry: false }),
  );
  if (!written || !built || written.mtimeMs < built.mtimeMs) run('docs');
  run('site:pages');
}

export async function serveSite(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const server = await preview({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: 'dist-site' },
    appType: 'mpa',
    preview: { port: 0, host: '127.0.0.1' },
  });
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
}
