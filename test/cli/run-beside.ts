/** Runs the command line beside the test, which can serve it meanwhile. */
import { spawn } from 'node:child_process';
import { buffer, text } from 'node:stream/consumers';
import { type CliRun, MAIN } from './run-cli.js';

export async function runBeside(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliRun> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...env } });
  child.stdin.end();
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([buffer(child.stdout), text(child.stderr), ended]);
  return { status, stdout, stderr };
}
