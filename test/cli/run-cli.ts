/** Runs the built command line as a user's shell would. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

export const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js');

export interface CliRun {
  readonly status: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Less than a test may take: the wait blocks the thread, so that no timer of the test's ends it. */
const ANSWER_MS_MAX = 170_000;

/** Runs a command in a process that is kept for the next: in a tenth to a half of the time of one of its own. */
export function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): CliRun {
  relay ??= startRelay();
  const { port, answered } = relay;
  Atomics.store(answered, 0, 0);
  port.postMessage({ args, env });
  const endMs = Date.now() + ANSWER_MS_MAX;
  // The notification of the answer before may come late, and wake this wait.
  while (Atomics.load(answered, 0) === 0) {
    if (Atomics.wait(answered, 0, 0, Math.max(0, endMs - Date.now())) !== 'timed-out') continue;
    // Its answer may come yet, and is not that of the next command.
    relay = undefined;
    throw new Error(`tilecast ${args.join(' ')}: gives no answer within ${ANSWER_MS_MAX / 1000} s`);
  }
  const { status, stdout, stderr } = receiveMessageOnPort(port)!.message;
  return { status, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr).toString() };
}

interface Relay {
  readonly port: MessagePort;
  /** Becomes 1 once the answer is on the port. */
  readonly answered: Int32Array;
}

let relay: Relay | undefined;

function startRelay(): Relay {
  const { port1: port, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(join(import.meta.dirname, 'resident', 'command-relay.mjs'), {
    workerData: { main: MAIN, port: port2, answered },
    transferList: [port2],
  });
  worker.unref();
  port.unref();
  return { port, answered };
}

/**
 * Runs a command in a process of its own, in another environment or folder.
 * @param command what is run in its place, such as a shell.
 */
export function runProcess(
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
