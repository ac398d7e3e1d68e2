/** Runs the built command line as a user's shell would. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');

export interface CliRun {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): CliRun {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr: stderr.toString() };
}

export const makeFolder = () => mkdtempSync(join(tmpdir(), 'tilecast-test-'));

export const SAMPLE = join(import.meta.dirname, '..', '..', 'volumes', 'head-phantom.nrrd');
