/** Builds two versions of the package beside each other, away from the working tree. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');

/** Far more than what git lists or packs. */
const MAX_BYTES = 2 ** 30;

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: MAX_BYTES });
const gitLine = (...args: string[]) =>
  git(...args)
    .toString()
    .trim();

/** @throws an Error where git knows no such commit. */
export function findCommit(name: string): string {
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { cwd: ROOT });
  if (found.status !== 0) throw new Error(`--against ${name}: git knows no such commit here`);
  return found.stdout.toString().trim();
}

/** Builds a commit in `folder`. @returns the command line's entry. */
export async function buildCommit(commit: string, folder: string): Promise<string> {
  unpack(commit, folder);
  return build(folder);
}

/** Builds the working tree as it is, with files that are not committed yet, in `folder`. @returns the command line's entry. */
export async function buildWorkingTree(folder: string): Promise<string> {
  // Empty where nothing has changed; it touches neither files nor the list of stashes.
  unpack(gitLine('stash', 'create') || 'HEAD', folder);
  const others = git('ls-files', '--others', '--exclude-standard', '-z').toString().split('\0').filter(Boolean);
  for (const path of others) cpSync(join(ROOT, path), join(folder, path));
  return build(folder);
}

function unpack(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit), maxBuffer: MAX_BYTES });
}

/** The installed packages serve a version that asks for the same ones. */
async function build(folder: string): Promise<string> {
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(ROOT))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  else await runIn(folder, 'npm', 'ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
  await runIn(folder, 'npx', 'vite', 'build', '--logLevel', 'warn');
  return join(folder, 'dist', 'cli', 'main.js');
}

/** @throws an Error with what the command prints, where it fails. */
async function runIn(folder: string, command: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(command, args, { cwd: folder, maxBuffer: MAX_BYTES, shell: process.platform === 'win32' });
}
