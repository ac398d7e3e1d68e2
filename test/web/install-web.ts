/** `@tilecast/web` as it is made and packed, and folders of somebody else's that it is installed in. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** @throws with all that the command printed, if it fails. */
export function run(cwd: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${command} ${args.join(' ')} ends with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

export const installInto = (cwd: string, ...names: readonly string[]) =>
  run(cwd, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...names]);

/** Makes and packs the package. */
export function packWeb(): { readonly folder: string; readonly tarball: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tilecast-web-'));
  run(ROOT, 'npm', ['run', 'web']);
  run(join(ROOT, 'dist-web'), 'npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'))!;
  return { folder, tarball: join(folder, name), remove: () => rmSync(folder, { recursive: true }) };
}
