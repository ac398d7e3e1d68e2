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

/** @param command what is run in its place, such as a shell. */
export function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd: string = process.cwd(),
  command: readonly string[] = [process.execPath, MAIN],
): CliRun {
  const { status, stdout, stderr } = spawnSync(command[0]!, [...command.slice(1), ...args], {
    cwd,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr: stderr.toString() };
}

export const makeFolder = () => mkdtempSync(join(tmpdir(), 'tilecast-test-'));

export const SAMPLE = join(import.meta.dirname, '..', '..', 'volumes', 'head-phantom.nrrd');
